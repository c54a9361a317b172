import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { parse } from "yaml";
import { parseCommandLine } from "../dist/args.js";
import { cli, DRIFT_SERVER, folder, ROOT } from "./support.js";

/** Every page for people, but the one whose examples the tests of the core run. */
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(ROOT, "docs")).flatMap((name) =>
    name.endsWith(".md") && name !== "rules.md" ? [`docs/${name}`] : [],
  ),
];

const read = (page: string) => readFileSync(join(ROOT, page), "utf8");

/** The fenced blocks of a page in one of these languages, unindented. */
function blocks(page: string, ...languages: readonly string[]): readonly string[] {
  const found = read(page).matchAll(/^( *)```(\w+)[^\n]*\n([^]*?)^ *```$/gm);
  return [...found].flatMap(([, indent = "", language = "", text = ""]) =>
    languages.includes(language) ? [text.replaceAll(new RegExp(`^${indent}`, "gm"), "")] : [],
  );
}

/** Splits a command line as a shell does, as far as the docs need it. */
function words(line: string): readonly string[] {
  const found = line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g);
  return [...found].map(([, single, double, plain]) => single ?? double ?? plain ?? "");
}

/** Runs the commands of a console block one after the other and gives the block as it should be. */
async function replay(t: TestContext, block: string): Promise<string> {
  const cwd = folder(t);
  cpSync(dirname(DRIFT_SERVER), cwd, { recursive: true });
  const lines: string[] = [];
  let last = 0;
  for (const [, command = ""] of block.matchAll(/^\$ (.*)$/gm)) {
    if (lines.length > 0) lines.push("");
    lines.push(`$ ${command}`);
    if (command === "echo $?") {
      lines.push(String(last));
      continue;
    }
    const [program, ...args] = words(command);
    assert.equal(program, "mcpward", `only mcpward is run: ${command}`);
    const done = await cli(
      args.map((arg) => (arg === "node" ? process.execPath : arg)),
      { cwd },
    );
    assert.notEqual(done.code, null);
    last = done.code ?? 0;
    lines.push(done.stdout.trimEnd());
    writeFileSync(join(cwd, "stderr"), done.stderr);
  }
  return `${lines.join("\n")}\n`;
}

/** Pages whose blocks have a test of their own. */
const ELSEWHERE = ["docs/testing-your-server.md", "docs/contract-first.md"];

for (const page of PAGES.filter((page) => !ELSEWHERE.includes(page))) {
  for (const [index, block] of blocks(page, "console").entries()) {
    test(`example_${index + 1}_of_${page}_is_what_the_commands_print`, async (t) => {
      const printed = await replay(t, block);
      // After a change that is meant: write what is printed, and read the difference.
      if (process.env["MCPWARD_BLESS"])
        writeFileSync(
          join(ROOT, page),
          read(page).replace(block, () => printed),
        );
      else assert.equal(block, printed);
    });
  }
}

test("there_is_an_example_to_replay", () => {
  assert.ok(blocks("README.md", "console").length > 0);
});

test("every_command_line_in_the_docs_is_one_that_mcpward_takes", () => {
  let seen = 0;
  for (const page of PAGES) {
    const shell = blocks(page, "sh", "bash", "yaml", "groovy");
    const typed = blocks(page, "console").map((block) => block.replaceAll(/^(?!\$ ).*$/gm, ""));
    for (const block of [...shell, ...typed]) {
      for (const [, rest = ""] of block.matchAll(
        /(?:npx (?:--\S+ )*mcpward(?:@\d+)?|^\$ mcpward|^mcpward) ([^'\n#]*(?:'[^'\n]*'[^'\n#]*)*)/gm,
      )) {
        const args = words(
          rest
            .replace(/' *\}.*$/, "")
            .replace(/ +#.*$/, "")
            .trim(),
        );
        assert.doesNotThrow(() => parseCommandLine(args), `${page}: mcpward ${rest}`);
        seen += 1;
      }
    }
  }
  assert.ok(seen > 15, `${seen}`);
});

test("every_yaml_block_in_the_docs_is_yaml", () => {
  for (const page of PAGES) {
    for (const block of blocks(page, "yaml")) assert.doesNotThrow(() => parse(block), `${page}:\n${block}`);
  }
});

test("links_between_the_pages_lead_somewhere", () => {
  for (const page of PAGES) {
    const text = read(page).replace(/```[^]*?```|`[^`\n]*`/g, "");
    for (const [, target = "", anchor = ""] of text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const file = target === "" ? page : join(dirname(page), target);
      assert.doesNotThrow(() => readdirOrRead(join(ROOT, file)), `${page}: ${target}`);
      if (anchor === "" || !file.endsWith(".md")) continue;
      const there = read(file);
      const headings = [...there.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => slug(heading));
      assert.ok(
        headings.includes(anchor) || there.includes(`<a id="${anchor}"></a>`),
        `${page}: ${file}#${anchor}`,
      );
    }
  }
});

function readdirOrRead(path: string): void {
  try {
    readdirSync(path);
  } catch {
    readFileSync(path);
  }
}

/** The anchor that GitHub gives a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");
}
