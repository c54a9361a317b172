import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { compare, open, ROOT, settled, skip, withBrowser } from "./browser.js";
import { NEW, OLD } from "./contracts.js";

withBrowser();

const CLI = join(ROOT, "npm/dist/cli.js");
const FORMATS = ["json", "sarif", "junit", "markdown"] as const;

const noCli =
  skip !== false ? skip : existsSync(CLI) ? false : "the command line is not built: run `make build`";

/** What the command line writes for the same files under the same names. */
async function byCommandLine(t: TestContext, command: readonly string[]): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "mcpward-web-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "old.json"), OLD);
  writeFileSync(join(folder, "new.json"), NEW);
  const reporters = FORMATS.flatMap((format) => ["--reporter", `${format}:${format}.out`]);
  const { NODE_TEST_CONTEXT: _, GITHUB_STEP_SUMMARY: __, ...env } = process.env;
  await new Promise<void>((resolve, reject) => {
    execFile(
      process.execPath,
      [CLI, ...command, ...reporters],
      { cwd: folder, env },
      (error, _out, stderr) => {
        // Exit code 1 means that something fails, as it should.
        if (error === null || error.code === 1) resolve();
        else reject(new Error(stderr));
      },
    );
  });
  return Object.fromEntries(
    FORMATS.map((format) => [format, readFileSync(join(folder, `${format}.out`), "utf8")]),
  );
}

async function save(page: Page, report: string, format: string): Promise<string> {
  await page.locator(".menu > summary").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`button[data-report="${report}"][data-format="${format}"]`).click(),
  ]);
  assert.match(download.suggestedFilename(), new RegExp(`^mcpward-${report}\\.`));
  return readFileSync(await download.path(), "utf8");
}

for (const [report, command] of [
  ["diff", ["diff", "--baseline", "old.json", "--against", "new.json", "--fail-on", "high"]],
  ["lint", ["lint", "--from", "new.json"]],
] as const) {
  test(`downloads_of_${report}_are_the_bytes_that_the_command_line_writes`, { skip: noCli }, async (t) => {
    const wanted = await byCommandLine(t, command);
    const { timestamp } = JSON.parse(wanted["json"] ?? "") as { readonly timestamp: string };
    const { page } = await open(t, { time: timestamp });
    await compare(page, OLD, NEW);
    await page.getByLabel("Fails on").selectOption("high");
    await settled(page);
    for (const format of FORMATS) assert.equal(await save(page, report, format), wanted[format], format);
  });
}

test("the_report_is_copied_as_markdown", { skip }, async (t) => {
  const { page } = await open(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await compare(page, OLD, NEW);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.waitForFunction(() => document.querySelector("#live")?.textContent?.startsWith("Copied"));
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /Tool "gone" was removed/);
});

test("where_the_browser_refuses_to_copy_the_text_is_selected_to_be_copied_by_hand", { skip }, async (t) => {
  const { page, watch } = await open(t);
  await compare(page, OLD, NEW);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  const field = page.locator("#copy-text");
  await field.waitFor();
  const selected = await field.evaluate(
    (element: HTMLTextAreaElement) => element.selectionEnd - element.selectionStart,
  );
  assert.equal(selected, (await field.inputValue()).length);
  assert.deepEqual(watch.complaints, []);
});

test("a_witness_is_copied_as_the_call_that_it_is", { skip }, async (t) => {
  const { page } = await open(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await compare(page, OLD, NEW);
  const finding = page.locator(".finding", { hasText: "multiplier" });
  assert.match(await finding.innerText(), /This call worked before and is now rejected/);
  await finding.getByRole("button", { name: "Copy call" }).click();
  await page.waitForFunction(() => document.querySelector("#live")?.textContent === "Copied the call");
  const call = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as Record<
    string,
    unknown
  >;
  assert.equal(call["name"], "compute");
  assert.deepEqual(Object.keys(call["arguments"] as object), ["value"]);
});

test("the_command_for_a_terminal_names_the_files_and_the_policy", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW, ["it's old.json", "new.json"]);
  await page.getByLabel("Fails on").selectOption("medium");
  const command = page.locator("#command", { hasText: "--fail-on medium" });
  assert.equal(
    await command.innerText(),
    `npx mcpward diff --baseline 'it'\\''s old.json' --against new.json --fail-on medium`,
  );
  await page.getByLabel("Read as").selectOption("semver");
  await page.locator("#command-note", { hasText: "profile: semver" }).waitFor();
});
