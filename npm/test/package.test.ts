import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { inPeers, peer, PEERS } from "./peers.js";
import { folder, NPM, ROOT } from "./support.js";

/** The package as npm would install it. */
const PACKAGE = peer("mcpward");
const API = readFileSync(join(ROOT, "docs/api.md"), "utf8");
const NEW_TSC = join(NPM, "node_modules/typescript/bin/tsc");
const OLD_TSC = peer("typescript/bin/tsc");
const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly scripts: Readonly<Record<string, string>>;
};

function packed(cwd: string): string {
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", cwd];
  const name = execFileSync("npm", args, {
    cwd: NPM,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return join(cwd, name.trim());
}

test("publint_finds_nothing_in_the_packed_package", async (t) => {
  const { code, stdout, stderr } = await inPeers(".", [
    peer("publint/src/cli.js"),
    packed(folder(t)),
    "--strict",
  ]);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /All good!/);
});

test("are_the_types_wrong_says_they_are_not", async (t) => {
  const { code, stdout, stderr } = await inPeers(".", [
    peer("@arethetypeswrong/cli/dist/index.js"),
    packed(folder(t)),
    // The package has no CommonJS; and a wasm module no types.
    ...["--profile", "esm-only", "--exclude-entrypoints", "mcpward.wasm", "--format", "table-flipped"],
  ]);
  assert.equal(code, 0, stdout + stderr);
});

// `own` also checks the declarations of mcpward themselves.
for (const [name, tsc] of [
  ["nodenext", NEW_TSC],
  ["bundler", NEW_TSC],
  ["own", NEW_TSC],
  ["nodenext", OLD_TSC],
] as const) {
  const age = tsc === NEW_TSC ? "a_new" : "an_old";
  test(`programs_are_typed_as_${name}_with_${age}_typescript`, async () => {
    const { code, stdout, stderr } = await inPeers("types", [tsc, "-p", `tsconfig.${name}.json`]);
    assert.equal(code, 0, stdout + stderr);
  });
}

test("the_examples_in_the_reference_are_typed", async (t) => {
  const sections = API.split(/^## (?=mcpward)/m).slice(1);
  const names: string[] = [];
  const programs = sections.flatMap((section) => {
    const entry = section.split("\n", 1)[0] ?? "";
    return [...section.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code = ""]) => program(entry, code));
  });
  assert.ok(programs.length >= 10);
  const cwd = mkdtempSync(join(PEERS, "types/.examples-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  programs.forEach((text, index) => {
    names.push(`example${index}.ts`);
    writeFileSync(join(cwd, `example${index}.ts`), text);
  });
  const compilerOptions = {
    types: ["node", "vite/client"],
    noUnusedLocals: false,
    strict: false,
    exactOptionalPropertyTypes: false,
  };
  const config = { extends: "../tsconfig.bundler.json", compilerOptions, files: names };
  writeFileSync(join(cwd, "tsconfig.json"), JSON.stringify(config));
  const { code, stdout, stderr } = await inPeers("types", [NEW_TSC, "-p", cwd]);
  assert.equal(code, 0, stdout + stderr);
});

test("every_entry_can_be_imported_from_where_it_is_installed", async () => {
  const entries = Object.entries(manifest.exports).filter(([, target]) => typeof target !== "string");
  assert.ok(entries.length >= 6);
  const script = entries
    .map(
      ([name]) => `if (Object.keys(await import("mcpward${name.slice(1)}")).length === 0) throw "${name}";`,
    )
    .join("\n");
  const files = `
    import { readFileSync } from "node:fs";
    for (const name of ["mcpward.wasm", "schemas/report.v1.schema.json", "package.json"]) {
      readFileSync(new URL(import.meta.resolve("mcpward/" + name)));
    }`;
  const done = await inPeers(".", ["--input-type=module", "-e", files + script]);
  assert.equal(done.code, 0, done.stderr);
});

test("what_is_not_exported_cannot_be_imported", async () => {
  const done = await inPeers(".", ["--input-type=module", "-e", 'await import("mcpward/dist/engine.js")']);
  assert.match(done.stderr, /ERR_PACKAGE_PATH_NOT_EXPORTED/);
});

test("the_package_holds_what_it_needs_and_nothing_else", () => {
  const files = filesBelow(PACKAGE).map((path) => relative(PACKAGE, path).replaceAll("\\", "/"));
  const wanted =
    /^(dist\/[\w/-]+\.(js|d\.ts)|types\/\w+\.d\.ts|docs\/[\w-]+\.md|schemas\/[\w.]+\.schema\.json|wasm\/mcpward(_bg)?\.(js|d\.ts|wasm)|package\.json|README\.md|LICENSE|NOTICE|CHANGELOG\.md)$/;
  assert.deepEqual(
    files.filter((path) => !wanted.test(path)),
    [],
  );
  for (const path of [
    "README.md",
    "LICENSE",
    "NOTICE",
    "CHANGELOG.md",
    "wasm/mcpward_bg.wasm",
    "dist/cli.js",
  ]) {
    assert.ok(files.includes(path), path);
  }
  for (const target of Object.values(manifest.exports)) {
    const paths = typeof target === "string" ? [target] : Object.values(target);
    for (const path of paths.filter((each) => !each.includes("*"))) {
      assert.ok(files.includes(path.replace(/^\.\//, "")), path);
    }
  }
});

test("installing_runs_nothing_and_brings_two_packages", () => {
  assert.deepEqual(Object.keys(manifest.dependencies).sort(), ["cross-spawn", "yaml"]);
  for (const name of ["preinstall", "install", "postinstall", "prepare"]) {
    assert.equal(manifest.scripts[name], undefined);
  }
});

test("types_come_first_in_every_entry", () => {
  for (const [name, target] of Object.entries(manifest.exports)) {
    if (typeof target !== "string") assert.deepEqual(Object.keys(target), ["types", "default"], name);
  }
});

test("the_part_for_browsers_reaches_for_nothing_of_node", () => {
  const graph = importsFrom(join(PACKAGE, "dist/browser/index.js"));
  assert.ok(graph.files.size > 5);
  assert.deepEqual(graph.packages, new Set());
});

test("matchers_import_no_test_runner", () => {
  for (const name of ["vitest", "jest"]) {
    const { packages } = importsFrom(join(PACKAGE, `dist/matchers/${name}.js`));
    const foreign = [...packages].filter((each) => !each.startsWith("node:"));
    assert.deepEqual(
      foreign.sort(),
      ["cross-spawn", "yaml"].filter((each) => foreign.includes(each)),
    );
  }
});

/** An example with what it takes for granted. */
function program(entry: string, code: string): string {
  if (/^import /m.test(code)) return code;
  const calls = [...code.matchAll(/(?<![.\w])(\w+)\(/g)].map(([, name = ""]) => name);
  const own = [...new Set(calls)].filter((name) => new RegExp(`^### ${name}$`, "m").test(API));
  const local = own.filter((name) => !(name === "formatReport" && entry !== "mcpward/browser"));
  const lines = [`import { ${local.join(", ")} } from "${entry}";`];
  if (own.length > local.length) lines.push('import { formatReport } from "mcpward";');
  return [
    ...lines,
    'import { readFile, writeFile } from "node:fs/promises";',
    'import { test } from "node:test";',
    ...(/\breport =/.test(code) ? [] : ['declare const report: import("mcpward").Report;']),
    "declare const oldLockfile: string, newLockfile: string;",
    "declare const model: { embed(text: unknown): Promise<number[]>; similarity(one: number[], other: number[]): number };",
    code,
    "export {};",
  ].join("\n");
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

/** Every file that is reached by static imports, and every package that one of them names. */
function importsFrom(entry: string): { readonly files: Set<string>; readonly packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const specifiers = readFileSync(file, "utf8").matchAll(
      /^(?:import|export)[^"';]*?from\s*["']([^"']+)["']|^import\s*["']([^"']+)["']/gm,
    );
    for (const [, named, bare] of specifiers) {
      const specifier = named ?? bare ?? "";
      if (specifier.startsWith(".")) visit(join(dirname(file), specifier));
      else packages.add(specifier);
    }
  };
  visit(entry);
  return { files, packages };
}
