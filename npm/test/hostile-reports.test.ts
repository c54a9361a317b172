import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import MarkdownIt from "markdown-it";
import { validateXML } from "xmllint-wasm";
import { validator } from "./schemas.js";
import { cli, NPM } from "./support.js";

/** Everything that some sink of ours could obey. */
const HOSTILE = [
  "\u001b[31mred\u001b[0m",
  "\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007",
  "\u009b2J",
  "\u202eoverride\u2066\u200b\u{e0041}",
  "]]> --> <!-- </failure> <![CDATA[",
  "\n```\n# heading\n- item\n````",
  "@everyone #1 GH-2 user@evil.example",
  "[click](javascript:alert(1)) ![x](https://evil.example/x.png) <https://evil.example>",
  "<img src=x onerror=alert(1)><script>alert(1)</script></td></table>",
  "https://evil.example www.evil.example mailto:a@evil.example",
  "a|b `c` *d* __e__ ~~f~~ $g$ {0} \\n &amp; &#64;",
  "\u0000\u0007\b\r\t\u2028\ufffe",
  "\ud800 half \udc00 a pair",
  "::error title=x::y",
].join(" ");

const tool = (name: string, description: string, more: object = {}): object => ({
  name,
  description,
  inputSchema: { type: "object", properties: { [HOSTILE]: { type: "string", description } } },
  ...more,
});

const old = {
  tools: [
    tool("echo", "Echoes."),
    tool(HOSTILE, "Removed."),
    tool("title", "Has a title.", { title: "Plain" }),
    tool("big", "Small."),
  ],
};
const fresh = {
  tools: [
    tool("echo", HOSTILE),
    tool(`${HOSTILE} 2`, HOSTILE, { annotations: { title: HOSTILE } }),
    tool("title", "Has a title.", { title: HOSTILE }),
    tool("big", `${HOSTILE} `.repeat(3_000)),
    { ...tool("narrow", "x"), inputSchema: { type: "object", required: [HOSTILE] } },
  ],
};

const FORMATS = { console: "txt", json: "json", junit: "xml", sarif: "sarif", markdown: "md" } as const;
const reports = new Map<string, Readonly<Record<keyof typeof FORMATS, string>>>();

before(async () => {
  const dir = mkdtempSync(join(tmpdir(), "mcpward-hostile-"));
  writeFileSync(join(dir, "old.json"), JSON.stringify(old));
  writeFileSync(join(dir, "new.json"), JSON.stringify(fresh));
  try {
    for (const [command, args] of [
      ["diff", ["--baseline", "old.json", "--against", "new.json"]],
      ["lint", ["--from", "new.json"]],
    ] as const) {
      const outputs = Object.entries(FORMATS).map(([format, end]) => [format, `${command}.${end}`] as const);
      const reporters = outputs.flatMap(([format, file]) => ["-r", `${format}:${file}`]);
      const done = await cli([command, ...args, ...reporters], { cwd: dir });
      assert.equal(done.code, 1, done.stderr);
      const texts = outputs.map(([format, file]) => [format, readFileSync(join(dir, file), "utf8")] as const);
      reports.set(command, Object.fromEntries(texts) as Record<keyof typeof FORMATS, string>);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

/** Controls, bidi, zero-width and tag characters. */
const OBEYED =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u;

test("no_report_holds_a_character_that_a_terminal_or_reader_obeys", () => {
  for (const [command, report] of reports) {
    for (const [format, text] of Object.entries(report)) {
      const found = OBEYED.exec(text);
      assert.equal(found, null, `${command} ${format}: U+${found?.[0].codePointAt(0)?.toString(16)}`);
    }
  }
});

test("a_line_of_the_console_is_a_line_of_ours", () => {
  for (const { console: text } of reports.values()) {
    assert.ok(text.length < 300_000, `${text.length}`);
    for (const line of text.split("\n")) assert.doesNotMatch(line, /^(# heading|- item|::error)/);
  }
});

test("junit_is_well_formed_and_valid", async () => {
  const schema = readFileSync(join(NPM, "test/junit.xsd"), "utf8");
  for (const { junit, json } of reports.values()) {
    const result = await validateXML({
      xml: [{ fileName: "report.xml", contents: junit }],
      schema: [{ fileName: "junit.xsd", contents: schema }],
    });
    assert.deepEqual(result.errors, []);
    const { summary } = JSON.parse(json) as { summary: { total: number; failed: number } };
    assert.equal(junit.match(/<testcase /g)?.length, summary.total);
    assert.equal(junit.match(/<failure /g)?.length, summary.failed);
  }
});

test("json_is_valid_under_its_schema", () => {
  const valid = validator("report.v1");
  for (const { json } of reports.values()) assert.deepEqual(valid(JSON.parse(json)), []);
});

test("sarif_resolves_and_has_no_link_of_a_server", () => {
  interface Sarif {
    readonly runs: readonly {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly message: { readonly text: string };
        readonly locations: readonly {
          readonly physicalLocation: { readonly region: { readonly startLine: number } };
        }[];
        readonly partialFingerprints: { readonly primaryLocationLineHash: string };
      }[];
    }[];
  }
  // The published schema is not ours to ship: it comes with a package that only the tests use.
  const published = validator(
    join(NPM, "node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"),
  );
  for (const { sarif } of reports.values()) {
    const document = JSON.parse(sarif) as Sarif;
    assert.deepEqual(published(document), []);
    assert.notDeepEqual(published({ ...document, runs: [{}] }), []);
    const [run] = document.runs;
    const hashes = new Set<string>();
    for (const result of run?.results ?? []) {
      assert.equal(run?.tool.driver.rules[result.ruleIndex]?.id, result.ruleId);
      assert.equal(result.locations.length, 1);
      assert.doesNotMatch(result.message.text.replace(/\\./g, ""), /[[\]]/);
      hashes.add(result.partialFingerprints.primaryLocationLineHash);
    }
    assert.equal(hashes.size, run?.results.length);
  }
});

test("markdown_renders_to_nothing_live", () => {
  const renderer = new MarkdownIt({ html: true, linkify: true });
  for (const { markdown } of reports.values()) {
    assert.ok([...markdown].length <= 65_536);
    const html = renderer.render(markdown).replace("<!-- mcpward-report -->", "");
    // markdown-it writes every `<` of a text as an entity, so what is left are tags and comments.
    for (const [tag = ""] of html.matchAll(/<[^>]*>/g)) {
      const plain =
        /^<\/?(h[1-6]|p|ul|li|strong|em|code|pre|table|thead|tbody|tr|th|td)( style="text-align:right"| class="language-(diff|text)")?>$/;
      assert.match(tag, plain);
    }
    // Outside of code, nothing that GitHub links after Markdown is done.
    const prose = html.replace(/<code[^>]*>[^]*?<\/code>/g, "");
    assert.doesNotMatch(prose, /@\w|#\d|https?:\/\/|www\.|mailto:\w/);
  }
});
