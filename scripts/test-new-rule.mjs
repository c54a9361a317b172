// Does what CONTRIBUTING.md says under "Add a rule", in a copy of the repository, and runs the tests that judge it.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "mcpward-new-rule-"));
try {
  for (const name of ["core", "wasm", "docs", "fixtures", "scripts", "schemas", "npm/src/generated", "npm/package.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const name of ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "rustfmt.toml", "clippy.toml"])
    cpSync(join(root, name), join(copy, name));

  const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const [, rule] = /make new-rule RULE=(\S+)`/.exec(guide) ?? [];
  const block = (fence, language) => {
    const found = new RegExp(`^   ${fence}${language}\n([^]*?)^   ${fence}$`, "m").exec(guide);
    if (found === null) throw new Error(`CONTRIBUTING.md has no ${language} block`);
    return found[1].replace(/^ {3}/gm, "");
  };
  execFileSync("node", ["scripts/new-rule.mjs", rule], { cwd: copy, stdio: "inherit" });

  const run = (label, args, env = {}) => {
    const target = { CARGO_TARGET_DIR: process.env.CARGO_TARGET_DIR ?? join(root, "target/new-rule") };
    const done = spawnSync("cargo", args, { cwd: copy, encoding: "utf8", env: { ...process.env, ...target, ...env } });
    console.log(`new-rule: ${label}: exit code ${done.status}`);
    return done;
  };
  const expect = (done, status) => {
    if ((done.status === 0) !== (status === 0)) throw new Error(`unexpected:\n${done.stdout}${done.stderr}`);
  };
  const tests = ["test", "--quiet", "--package", "mcpward-core", "--test", "pages"];
  const registry = ["test", "--quiet", "--package", "mcpward-core", "--lib", "rules::registry"];
  expect(run("what was only begun is refused", tests), 1);
  expect(run("so are words that nobody wrote", registry), 1);

  const [family, name] = rule.split("/");
  writeFileSync(join(copy, `core/src/rules/${family}/${name.replaceAll("-", "_")}.rs`), block("```", "rust"));
  writeFileSync(join(copy, `docs/rules/${rule}.md`), block("````", "markdown"));
  expect(run("a page that does not say what is reported is refused", tests), 1);
  expect(run("bless writes it", tests, { MCPWARD_BLESS: "1" }), 0);
  expect(run("the page holds", tests), 0);
  expect(run("the registry holds", registry), 0);
  expect(run("what is derived is generated", ["run", "--quiet", "--package", "mcpward-core", "--example", "generate"]), 0);
  if (!readFileSync(join(copy, "docs/rules.md"), "utf8").includes(`### ${rule}\n`)) throw new Error("not in docs/rules.md");
  expect(run("it is formatted", ["fmt", "--check"]), 0);
  console.log(`new-rule: ${rule} works as CONTRIBUTING.md says`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
