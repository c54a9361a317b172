import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { starter } from "../dist/init/template.js";
import { cli, folder, NPM, ROOT } from "./support.js";

/** Checks that call nothing have tests of their own; what they count here may change with any rule. */
const ELSEWHERE = /^(COMPLIANCE|SCHEMA|SECURITY|COLLISION) \(.*\n(?:  .*\n)*\n/gm;

/** What differs from run to run. */
const settled = (text: string) =>
  text
    .replace(ELSEWHERE, "")
    .replace(/^Summary: .*$/gm, "Summary: …")
    .replace(/\d+(\.\d+)? ms(?=, p95| over)/g, "N ms");

/** The version that the tests of this package install, which is the one an example names. */
function installed(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(NPM, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return devDependencies[`@modelcontextprotocol/server-${name}`] ?? "";
}

for (const name of ["filesystem", "memory", "everything"]) {
  const example = join(ROOT, "docs/examples", name);

  test(`the_example_for_server_${name}_prints_what_its_page_shows`, async (t) => {
    const cwd = folder(t);
    cpSync(example, cwd, { recursive: true });
    // The example downloads its server; the test uses the installed one.
    const config = join(cwd, "mcpward.yaml");
    const server = join(NPM, "node_modules/@modelcontextprotocol", `server-${name}`, "dist/index.js");
    const local = readFileSync(config, "utf8")
      .replace("command: npx", `command: ${JSON.stringify(process.execPath)}`)
      .replace(`"-y", "@modelcontextprotocol/server-${name}@${installed(name)}"`, JSON.stringify(server));
    writeFileSync(config, local);

    const env = { PWD: cwd };
    const pinned = await cli(["baseline"], { cwd, env });
    assert.equal(pinned.code, 0, pinned.stderr);
    const run = await cli(["run"], { cwd, env });
    assert.equal(run.code, 0, run.stdout + run.stderr);

    const output = `$ mcpward baseline\n${pinned.stdout}\n$ mcpward run\n${run.stdout}`;
    assert.equal(settled(output), settled(readFileSync(join(example, "output.txt"), "utf8")));
  });
}

test("the_starter_file_names_a_version_of_its_server", () => {
  assert.ok(
    starter("schema.json").includes(`"@modelcontextprotocol/server-everything@${installed("everything")}"`),
  );
});

test("no_example_lets_a_removed_tool_pass", () => {
  const configs = ["filesystem", "memory", "everything"].map((name) =>
    readFileSync(join(ROOT, "docs/examples", name, "mcpward.yaml"), "utf8"),
  );
  // Its severity is low, so these levels leave it out.
  for (const text of [...configs, starter("schema.json")])
    assert.doesNotMatch(text, /fail_on: (high|medium)\b/);
});
