import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, compare, open, settled, skip, withBrowser } from "./browser.js";
import { NEW, OLD } from "./contracts.js";

withBrowser();

for (const where of ["http", "file"] as const) {
  test(`an_example_is_compared_over_${where}_and_nothing_is_asked_of_any_network`, { skip }, async (t) => {
    const { page, watch } = await open(t, { where });
    await page.getByRole("button", { name: "Load an example" }).click();
    await settled(page);
    assert.match(await page.locator("#verdict h2").innerText(), /\d+ of \d+ changes fail/);
    assert.match(await page.locator("#state-old").innerText(), /mcpward lockfile.*fieldnotes 1\.4\.2/s);
    await page.locator("#share").click();
    await page.locator("#share-dialog[open]").waitFor();
    assert.deepEqual(watch.requests, []);
    assert.deepEqual(watch.complaints, []);
  });
}

test("two_pasted_texts_are_compared_without_a_click", { skip }, async (t) => {
  const { page, watch } = await open(t, { permissions: ["clipboard-read", "clipboard-write"] });
  for (const [side, text] of [
    ["old", OLD],
    ["new", NEW],
  ] as const) {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.locator(`#text-${side}`).focus();
    await page.keyboard.press("Control+V");
  }
  await settled(page);
  assert.equal(await page.locator("#text-new").inputValue(), NEW);
  assert.match(await page.locator("#state-old").innerText(), /tools\/list result\s+3 tools/);
  assert.match(await page.locator("#verdict").innerText(), /MAJOR/);
  assert.deepEqual(watch.complaints, []);
});

test("the_verdict_is_spoken", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  await page.waitForFunction(() => document.querySelector("#live")?.textContent !== "");
  assert.match(
    await page.locator("#live").innerText(),
    /changes fail\. This update asks for a major version\./,
  );
});

test("two_files_dropped_at_once_land_on_their_sides", { skip }, async (t) => {
  const { page } = await open(t);
  const transfer = await page.evaluateHandle(
    ([old, fresh]) => {
      const made = new DataTransfer();
      made.items.add(new File([fresh ?? ""], "server.new.json", { type: "application/json" }));
      made.items.add(new File([old ?? ""], "server.old.json", { type: "application/json" }));
      return made;
    },
    [OLD, NEW],
  );
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await settled(page);
  assert.equal(await page.locator("#name-old").innerText(), "server.old.json");
  assert.equal(await page.locator("#text-old").inputValue(), OLD);
  assert.equal(await page.locator("body.dragging").count(), 0);
});

test("a_file_dropped_on_a_side_lands_there", { skip }, async (t) => {
  const { page } = await open(t);
  const transfer = await page.evaluateHandle((text) => {
    const made = new DataTransfer();
    made.items.add(new File([text], "only.json"));
    return made;
  }, OLD);
  await page.dispatchEvent("#text-new", "drop", { dataTransfer: transfer });
  await page.locator("#state-new.ok").waitFor();
  assert.equal(await page.locator("#text-new").inputValue(), OLD);
  assert.equal(await page.locator("#text-old").inputValue(), "");
});

test("swapped_sides_turn_removals_into_additions", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  await page.getByText('Tool "gone" was removed').waitFor();
  await page.getByRole("button", { name: "Swap both sides" }).click();
  await page.getByText('Tool "gone" was added').waitFor();
  assert.equal(await page.locator("#name-old").innerText(), "new.json");
});

test("the_same_contract_twice_is_no_drift", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, OLD);
  assert.match(await page.locator("#verdict h2").innerText(), /No drift/);
  assert.equal(await page.locator("#verdict.pass").count(), 1);
});

test("an_edit_compares_again", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, OLD);
  const field = page.locator("#text-new");
  await field.click();
  await field.fill(NEW);
  await page.getByText('Tool "gone" was removed').waitFor();
});

test("a_rewritten_text_is_shown_word_by_word_with_what_nobody_can_see", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  const finding = page.locator(".finding", { hasText: 'Tool "echo" description changed' });
  const words = finding.locator(".words").first();
  assert.match(await words.locator("ins").first().innerText(), /theU\+200B/);
  assert.equal(await words.locator(".mark").getAttribute("title"), "zero-width space");
});

test("a_change_of_policy_shows_at_once", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  const before = await page.locator("#verdict h2").innerText();
  await page.getByLabel("Fails on").selectOption("high");
  await page.waitForFunction((old) => document.querySelector("#verdict h2")?.textContent !== old, before);
  const removed = page.locator(".finding", { hasText: 'Tool "gone" was removed' });
  assert.match(await removed.locator(".status").innerText(), /Allowed/);
  await page.getByLabel("Fails on").selectOption("list");
  await page.locator("label.class", { hasText: "tool_added" }).getByRole("checkbox").check();
  await page.locator(".finding.fail", { hasText: 'Tool "fresh" was added' }).waitFor();
});

test("filters_narrow_the_list_and_say_what_each_would_leave", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  const shown = () => page.locator(".finding").count();
  const all = await shown();
  const high = page.locator(".by-severity", { hasText: "High" });
  const promised = Number(await high.locator(".count").innerText());
  await high.getByRole("checkbox").check();
  await page.waitForFunction((count) => document.querySelectorAll(".finding").length === count, promised);
  assert.ok(promised > 0 && promised < all);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.waitForFunction((count) => document.querySelectorAll(".finding").length === count, all);
  await page.getByLabel("Search the findings").fill("gone removed");
  await page.waitForFunction(() => document.querySelectorAll(".finding").length === 1);
  await page.getByLabel("Search the findings").fill("no such thing");
  await page.getByText("No finding matches these filters.").waitFor();
});

test("a_text_that_is_no_json_is_named_with_line_and_column", { skip }, async (t) => {
  const { page, watch } = await open(t);
  await choose(page, "old", '{\n  "tools": [\n    { "name": "a" ]\n}', "broken.json");
  const state = page.locator("#state-old.bad");
  await state.waitFor();
  assert.match(await state.innerText(), /line 3, column 19/);
  assert.match(await state.locator(".excerpt").innerText(), /3 │ {5}\{ "name": "a" \]\n {2}│ {19}\^/);
  assert.equal(await page.locator("#text-old").getAttribute("aria-invalid"), "true");
  await page.getByRole("button", { name: "Go to line 3" }).click();
  const at = await page.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>("#text-old");
    return field?.value.slice(field.selectionStart, field.selectionEnd);
  });
  assert.equal(at, "]");
  assert.deepEqual(watch.complaints, []);
});

test("a_json_of_another_kind_is_named", { skip }, async (t) => {
  const { page } = await open(t);
  await choose(page, "new", '{"name": 7}', "package.json");
  await page.locator("#state-new.bad", { hasText: "expected a lockfile" }).waitFor();
  assert.equal(await page.locator("#compare").isDisabled(), true);
});

test("a_comparison_can_be_stopped_and_started_again", { skip }, async (t) => {
  const { page, watch } = await open(t);
  await compare(page, OLD, NEW);
  await page.evaluate(() => {
    document.querySelector<HTMLButtonElement>("#compare")?.click();
    document.querySelector<HTMLButtonElement>("#cancel")?.click();
  });
  await page.getByLabel("Fails on").selectOption("low");
  await page.locator("#verdict h2", { hasText: "All" }).waitFor();
  assert.deepEqual(watch.complaints, []);
});
