import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { choose, compare, open, settled, skip, withBrowser } from "./browser.js";
import { many, NEW, OLD } from "./contracts.js";

withBrowser();

const fragment = (value: unknown) => `#v1.${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

test("a_shared_link_opens_the_same_comparison", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  await page.getByLabel("Fails on").selectOption("high");
  const verdict = page.locator("#verdict h2");
  await page.waitForFunction(() => !document.querySelector("#verdict h2")?.textContent?.includes("4 of"));
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.locator("#share-dialog");
  assert.match(await dialog.innerText(), /The link contains both contracts/);
  const link = new URL(await page.locator("#share-link").inputValue());
  assert.match(link.hash, /^#v1\.[\w-]+$/);

  const { page: other, watch } = await open(t, { fragment: link.hash });
  await settled(other);
  assert.equal(await other.locator("#text-old").inputValue(), OLD);
  assert.equal(await other.locator("#name-new").innerText(), "new.json");
  assert.equal(await other.locator("#fail-on").inputValue(), "high");
  assert.equal(await other.locator("#verdict h2").innerText(), await verdict.innerText());
  assert.deepEqual(watch.complaints, []);
  assert.deepEqual(watch.requests, []);
});

test("a_link_to_a_finding_opens_it", { skip }, async (t) => {
  const { page } = await open(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await compare(page, OLD, NEW);
  const finding = page.locator(".finding", { hasText: 'Tool "fresh" was added' });
  await finding.locator("summary").click();
  await finding.getByRole("button", { name: "Link to this" }).click();
  await page.waitForFunction(() => document.querySelector("#live")?.textContent?.startsWith("Copied"));
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));

  const { page: other } = await open(t, { fragment: link.hash });
  await settled(other);
  const wanted = other.locator(".finding[open]", { hasText: 'Tool "fresh" was added' });
  await wanted.waitFor();
  assert.equal(
    await wanted.locator("summary").evaluate((element) => element === document.activeElement),
    true,
  );
});

test("a_comparison_too_long_for_a_link_is_offered_as_a_file_that_opens_again", { skip }, async (t) => {
  const [old, fresh] = many(1_500);
  // Words alone compress too well.
  const noise = Array.from({ length: 4_000 }, (_, index) => Math.sin(index).toString(36)).join(" ");
  const { page } = await open(t);
  await compare(page, old.replace("Reads record 1:", noise), fresh);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("That is too long for a link.").waitFor();
  assert.equal(await page.locator("#share-link-box").isVisible(), false);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as a file" }).click(),
  ]);
  const saved = readFileSync(await download.path(), "utf8");

  const { page: other } = await open(t);
  await choose(other, "old", saved, download.suggestedFilename());
  await settled(other);
  assert.equal(await other.locator("#verdict h2").innerText(), await page.locator("#verdict h2").innerText());
});

const HOSTILE: Readonly<Record<string, readonly [hash: string, message: RegExp]>> = {
  a_bomb: [
    `#v1.${deflateRawSync(Buffer.alloc(80_000_000, "a")).toString("base64url")}`,
    /unpacks to far more/,
  ],
  characters_of_no_link: ["#v1.%3Cscript%3E", /damaged/],
  a_link_cut_short: [`${fragment({ mcpwardComparison: 1, old: OLD }).slice(0, 80)}`, /damaged/],
  no_comparison: [fragment(["surprise"]), /no comparison/],
  wrong_types: [
    fragment({ mcpwardComparison: 1, old: 1, new: [], oldName: "", newName: "", failOn: "", profile: "" }),
    /no comparison/,
  ],
  another_version: ["#v9.AAAA", /another version/],
};

for (const [name, [hash, message]] of Object.entries(HOSTILE)) {
  test(`a_link_with_${name}_is_refused_with_a_reason`, { skip }, async (t) => {
    const { page, watch } = await open(t, { fragment: hash });
    await page.locator("#problem:not([hidden])").waitFor();
    assert.match(await page.locator("#problem").innerText(), message);
    assert.deepEqual(watch.complaints, []);
    await page.getByRole("button", { name: "Load an example" }).click();
    await settled(page);
    assert.equal(await page.locator("#problem").isVisible(), false);
  });
}

test("markup_in_a_shared_name_stays_text", { skip }, async (t) => {
  const name = '<img src=x onerror="document.title=1">';
  const shared = {
    mcpwardComparison: 1,
    old: OLD,
    new: NEW,
    oldName: name,
    newName: name,
    failOn: ["nonsense"],
    profile: "x",
  };
  const { page, watch } = await open(t, { fragment: fragment(shared) });
  await page.locator("#name-old", { hasText: "<img" }).waitFor();
  await page.locator("#notice", { hasText: "do not exist here: nonsense" }).waitFor();
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(watch.complaints, []);
});
