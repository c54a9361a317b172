import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseCommandLine } from "../dist/args.js";
import { commands } from "../dist/commands.js";
import type { Io } from "../dist/io.js";
import { rulePage, ruleTitles } from "../dist/rule-pages.js";
import { rules } from "../dist/index.js";
import { cli, NPM } from "./support.js";

test("every_rule_has_a_page_with_prose_and_an_example_of_its_own", async () => {
  const titles = await ruleTitles();
  for (const { id, rule } of await rules()) {
    const page = await rulePage(id);
    assert.deepEqual(
      page.prose.map(({ heading }) => heading),
      ["What it checks", "Why it matters", "What to do", "When to ignore it"],
      id,
    );
    assert.ok(
      page.prose.every(({ text }) => text.length > 6 && !text.includes("**")),
      id,
    );
    assert.ok(page.examples.length > 0, id);
    assert.equal(page.title, titles.get(id));
    const short = rule.slice(rule.indexOf("/") + 1);
    const several = page.examples.some((example) => example.rule !== undefined);
    const shown = page.examples.some((example) => example.rule === short) || page.pairs.has(rule);
    // What the tests of the core leave out with a reason is left out here too.
    assert.ok(shown || !several || rule === "drift/schema-changed", rule);
  }
});

test("explain_shows_a_public_id_with_its_rules_and_an_example", async () => {
  const { stdout, code } = await cli(["explain", "drift/annotation_changed"]);
  assert.equal(code, 0);
  for (const part of [
    "drift/annotation_changed\n",
    "What it checks\n  A hint now allows more than before",
    "When to ignore it\n",
    "fails by default, high severity",
    "Example\n  Before:\n    {",
    '  Reported:\n    ✗ Tool "t" readOnlyHint changed from true to false (tool may now mutate state)',
    "  Not reported with this instead (After):\n",
  ]) {
    assert.ok(stdout.includes(part), `missing: ${part}\n${stdout}`);
  }
  const prose = stdout.slice(0, stdout.indexOf("Example"));
  assert.ok(prose.split("\n").every((line) => line.length <= 88));
});

test("explain_shows_a_finer_rule_alone", async () => {
  const { stdout } = await cli(["explain", "drift/property-removed"]);
  assert.match(stdout, /^drift\/property-removed\nA declared property is gone\.\nfails by default/);
  assert.match(stdout, /✗ Tool "t" inputSchema removed property "limit"/);
  assert.match(stdout, /Reported as `drift\/breaking_schema_change`, like \d+ other rules/);
  assert.doesNotMatch(stdout, /^Rules$/m);
});

test("explain_understands_the_names_that_people_copy", async () => {
  const page = (await cli(["explain", "security/hidden-unicode"])).stdout;
  for (const name of ["security-hidden-unicode", "hidden-unicode", "Security/Hidden-Unicode"])
    assert.equal((await cli(["explain", name])).stdout, page, name);
  const twice = await cli(["explain", "summary"]);
  assert.equal(twice.code, 2, "a name that stands in several families");
  const wrong = await cli(["explain", "drift/tool_remved"]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /did you mean `drift\/tool_removed`/);
});

test("rules_lists_every_public_id_and_verbose_every_rule", async () => {
  const all = await rules();
  const plain = (await cli(["rules"])).stdout;
  for (const { id } of all) assert.ok(plain.includes(` ${id} `), id);
  const verbose = (await cli(["rules", "--verbose"])).stdout;
  for (const { rule } of all) assert.ok(verbose.includes(` ${rule} `), rule);
  assert.ok(plain.split("\n").every((line) => line.length <= 110));
  assert.deepEqual(JSON.parse((await cli(["rules", "--json"])).stdout), all);
});

test("colours_are_for_terminals_only", async () => {
  for (const args of [["rules"], ["explain", "drift/tool_removed"]]) {
    const plain = (await cli(args)).stdout;
    const colored = (await cli(args, { env: { FORCE_COLOR: "1" } })).stdout;
    assert.doesNotMatch(plain, /\u001b/);
    assert.match(colored, /\u001b\[1m/);
    assert.equal(colored.replace(/\u001b\[\d+m/g, ""), plain);
  }
});

test("the_package_ships_the_page_that_reports_link_to", async () => {
  const [pack] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: NPM, encoding: "utf8" }),
  ) as [{ files: { path: string }[]; name: string; version: string }];
  const paths = pack.files.map(({ path }) => path);
  const report = {
    schemaVersion: 1,
    version: "1.0.0",
    timestamp: "",
    server: { name: "", version: "", protocolVersion: "" },
    summary: { total: 0, passed: 0, failed: 0, warnings: 0, skipped: 0 },
    results: [],
  };
  const { formatReport } = await import("../dist/index.js");
  const sarif = JSON.parse(await formatReport(report as never, "sarif")) as {
    runs: [{ tool: { driver: { rules: { id: string; name: string; helpUri: string }[] } } }];
  };
  const book = readFileSync(join(NPM, "docs/rules.md"), "utf8");
  for (const { id, name, helpUri } of sarif.runs[0].tool.driver.rules) {
    const url = new URL(helpUri);
    assert.equal(url.origin, "https://cdn.jsdelivr.net");
    const [, host, spec, ...path] = url.pathname.split("/");
    assert.deepEqual([host, spec], ["npm", `${pack.name}@${pack.version.split(".")[0]}`]);
    assert.ok(paths.includes(path.join("/")), `the package lacks ${path.join("/")}`);
    assert.equal(url.hash, `#${id}`);
    assert.ok(book.includes(`<a id="${id}"></a>\n\n### ${name}\n`), id);
  }
});

test("links_in_the_shipped_pages_lead_to_shipped_pages", () => {
  for (const name of ["rules.md", "configuration.md", "stability.md"]) {
    const text = readFileSync(join(NPM, "docs", name), "utf8").replace(/```[^]*?```|`[^`\n]*`/g, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (!/^https:/.test(target))
        assert.doesNotThrow(() => readFileSync(join(NPM, "docs", target)), `${name}: ${target}`);
    }
    for (const [, anchor = ""] of text.matchAll(/\]\(#([^)]+)\)/g)) {
      const heading = text.match(/^#+ .*$/gm)?.some((line) => slug(line) === anchor);
      assert.ok(heading || text.includes(`<a id="${anchor}"></a>`), `${name}: #${anchor}`);
    }
  }
});

/** The anchor that GitHub gives a heading. */
function slug(heading: string): string {
  const words = heading.replace(/^#+ /, "").toLowerCase();
  return words.replace(/[^\w\s-]/g, "").replace(/\s/g, "-");
}

/** What a command prints in a terminal of so many columns. */
async function inTerminal(columns: number, ...argv: string[]): Promise<string> {
  const args = parseCommandLine(argv);
  assert.ok("command" in args && !("show" in args));
  let text = "";
  const stdout = {
    isTty: true,
    columns,
    color: false,
    write: async (more: string) => void (text += more),
  };
  const { run } = await commands[args.command]();
  assert.equal(await run(args, { stdout } as unknown as Io), 0);
  return text;
}

test("the_rule_book_keeps_to_the_width_of_the_terminal", async () => {
  const book = await rules();
  const names = [...new Set(book.flatMap(({ id, rule }) => [id, rule]))];
  const listings = [["rules"], ["rules", "--verbose"]];
  for (const columns of [50, 80]) {
    for (const argv of [...listings, ...names.map((name) => ["explain", name])]) {
      const lines = (await inTerminal(columns, ...argv)).split("\n");
      // JSON in an example stands as it is: it may be copied. Long words and code are in one piece.
      const long = (line: string) =>
        (line.match(/`[^`]*`\S*|\S+/g) ?? []).some((word) => word.length > columns / 2);
      const wide = lines.filter((line) => line.length > columns && !/[{}]|^\s*"/.test(line) && !long(line));
      assert.deepEqual(wide, [], argv.join(" "));
    }
  }
});
