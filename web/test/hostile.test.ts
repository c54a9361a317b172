import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { choose, compare, open, settled, skip, withBrowser } from "./browser.js";
import { list, NEW, OLD } from "./contracts.js";

withBrowser();

/** The page still does its work. */
async function isAlive(page: Page): Promise<void> {
  await compare(page, OLD, NEW);
  await page.getByText('Tool "gone" was removed').waitFor();
}

test("markup_in_a_contract_is_text", { skip }, async (t) => {
  const script = `<script>document.title = "owned"</script><img src=x onerror="document.title='owned'">`;
  const name = `tool"><svg onload=alert(1)>`;
  const tool = (description: string) => ({
    name,
    description,
    inputSchema: { type: "object", properties: { [script]: { type: "string" } } },
  });
  const { page, watch } = await open(t);
  await compare(page, list(tool("harmless")), list(tool(script)));
  await page.getByRole("button", { name: "Expand all" }).click();
  assert.match(await page.locator(".words ins").first().innerText(), /<script>/);
  assert.equal(await page.locator("#findings img, #findings script, #findings svg[onload]").count(), 0);
  assert.equal(await page.title(), "mcpward: compare two MCP contracts");
  assert.deepEqual(watch.complaints, []);
  assert.deepEqual(watch.requests, []);
});

test("a_text_cannot_reorder_or_hide_what_stands_around_it", { skip }, async (t) => {
  const tool = (description: string) => ({
    name: "pay\u202etxt.exe",
    description,
    inputSchema: { type: "object" },
  });
  const { page } = await open(t);
  await compare(page, list(tool("a")), list(tool("a \u2066b\u{e0041}")));
  const text = await page.locator("#findings").innerText();
  for (const mark of ["U+202E", "U+2066", "U+E0041"]) assert.ok(text.includes(mark), mark);
  assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
  assert.match((await page.locator(".mark[title*=hides]").first().getAttribute("title")) ?? "", /hides "A"/);
});

test("a_difference_cannot_be_imitated_by_the_text_itself", { skip }, async (t) => {
  const tool = (description: string) => ({ name: "echo", description, inputSchema: { type: "object" } });
  const { page } = await open(t);
  await compare(page, list(tool("{+all is well+} old")), list(tool("{+all is well+} new")));
  const words = page.locator(".words").first();
  assert.equal(await words.locator("ins").count(), 1);
  assert.match(await words.locator("ins").innerText(), /new/);
});

test("a_number_that_a_double_cannot_hold_keeps_its_digits", { skip }, async (t) => {
  const tool = (maximum: string) =>
    `{"tools":[{"name":"n","inputSchema":{"type":"object","properties":{"v":{"type":"integer","maximum":${maximum}}}}}]}`;
  const { page } = await open(t);
  await compare(page, tool("9007199254740995"), tool("9007199254740993"));
  assert.match(
    await page.locator("#findings .pair").first().innerText(),
    /9007199254740995\s+to\s+9007199254740993/,
  );
});

test("fifty_megabytes_are_refused_with_the_command_that_takes_them", { skip }, async (t) => {
  const { page } = await open(t);
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.setData("text/plain", `{"tools":[${'"x",'.repeat(12_500_000)}`);
    const event = new ClipboardEvent("paste", { clipboardData: transfer, cancelable: true, bubbles: true });
    document.querySelector("#text-old")?.dispatchEvent(event);
  });
  await page.locator("#state-old.bad", { hasText: "Too large" }).waitFor();
  assert.match(await page.locator("#state-old").innerText(), /50\.0 MB.*32\.0 MB.*mcpward diff/s);
  await isAlive(page);
});

const WRONG: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  half_a_document: ['{"tools": [{"name": "a"', /line 1/],
  nothing_but_blanks: ["  \n\n", /^/],
  a_number: ["42", /expected a lockfile/],
  nesting_without_end: [`{"tools":${"[".repeat(100_000)}`, /recursion|nest|deep/i],
  a_lockfile_of_the_future: ['{"meta":{"schemaVersion":3},"tools":{}}', /newer than this mcpward/],
  a_lockfile_with_a_wrong_member: [
    '{"meta":{},\n "tools":{"a":{"description":3}}}',
    /\/tools\/a\/description[^]*2 │  "tools"[^]*\^/,
  ],
  binary_data: ["\u0000\u0001\ufffd\u0002PNG", /line 1, column 1/],
};

for (const [name, [text, message]] of Object.entries(WRONG)) {
  test(`${name}_is_answered_with_a_reason`, { skip }, async (t) => {
    const { page, watch } = await open(t);
    await choose(page, "old", text, "file.json");
    if (text.trim() !== "") {
      await page.locator("#state-old.bad").waitFor();
      assert.match(await page.locator("#state-old").innerText(), message);
    }
    await isAlive(page);
    assert.deepEqual(watch.complaints, []);
  });
}

test("schemas_that_nest_deeply_do_not_end_the_page", { skip }, async (t) => {
  const deep = JSON.stringify({
    tools: [
      {
        name: "deep",
        inputSchema: { type: "object", $defs: { x: { $ref: "#/$defs/x" } }, $ref: "#/$defs/x" },
      },
    ],
  });
  let nested = '{"type":"string"}';
  for (let depth = 0; depth < 60; depth += 1) nested = `{"type":"object","properties":{"a":${nested}}}`;
  const other = `{"tools":[{"name":"deep","inputSchema":${nested}}]}`;
  const { page, watch } = await open(t);
  await choose(page, "old", deep, "a.json");
  await choose(page, "new", other, "b.json");
  await settled(page);
  await isAlive(page);
  assert.deepEqual(watch.complaints, []);
});
