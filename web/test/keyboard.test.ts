import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { compare, open, settled, skip, withBrowser } from "./browser.js";
import { NEW, OLD } from "./contracts.js";

withBrowser();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.closest(".finding")?.id ?? "");

test("n_and_p_step_through_the_findings", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  const keys = await page.locator(".finding").evaluateAll((all) => all.map(({ id }) => id));
  await page.keyboard.press("n");
  assert.equal(await focused(page), keys[0]);
  await page.keyboard.press("n");
  assert.equal(await focused(page), keys[1]);
  await page.keyboard.press("p");
  assert.equal(await focused(page), keys[0]);
});

test("single_keys_are_letters_while_somebody_types_and_can_be_turned_off", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  await page.keyboard.press("/");
  await page.keyboard.type("n?");
  assert.equal(await page.locator("#search").inputValue(), "n?");
  await page.locator("#search").fill("");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByLabel("Single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await page.locator("#help").focus();
  await page.keyboard.press("n");
  assert.equal(await focused(page), "");
});

test("a_question_mark_opens_the_help_and_escape_closes_it", { skip }, async (t) => {
  const { page } = await open(t);
  await page.keyboard.press("?");
  assert.equal(await page.locator("#help-dialog").isVisible(), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#help-dialog").isVisible(), false);
});

test("control_enter_compares_from_inside_a_text", { skip }, async (t) => {
  const { page } = await open(t);
  await page.locator("#text-old").fill(OLD);
  await page.locator("#text-new").fill(NEW);
  await page.keyboard.press("Control+Enter");
  await settled(page);
  assert.equal(await page.locator("#text-new").inputValue(), NEW);
});

test("the_tab_key_goes_in_reading_order_and_every_stop_has_a_name", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  await page.locator("#main").focus();
  const stops: string[] = [];
  for (let count = 0; count < 24; count += 1) {
    await page.keyboard.press("Tab");
    stops.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        return element.id || element.textContent?.trim().slice(0, 20) || element.tagName;
      }),
    );
  }
  const order = [
    "open-old",
    "text-old",
    "swap",
    "open-new",
    "text-new",
    "compare",
    "fail-on",
    "copy-markdown",
    "search",
  ];
  assert.deepEqual(
    stops.filter((stop) => order.includes(stop)),
    order,
  );
});
