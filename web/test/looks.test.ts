import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { ARTIFACTS, choose, compare, open, settled, skip, withBrowser } from "./browser.js";
import { NEW, OLD } from "./contracts.js";

withBrowser();

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What a person may have before them, each reached from the one before. */
const STATES: readonly (readonly [name: string, reach: (page: Page) => Promise<void>])[] = [
  ["empty", () => Promise.resolve()],
  [
    "error",
    async (page) => {
      await choose(page, "old", '{\n  "tools": [\n    { "name": "a" ]\n}', "broken.json");
      await page.locator("#state-old.bad").waitFor();
    },
  ],
  [
    "result",
    async (page) => {
      await page.getByRole("button", { name: "Load an example" }).click();
      await settled(page);
    },
  ],
  [
    "expanded",
    async (page) => {
      await page.getByRole("button", { name: "Expand all" }).click();
      await page.getByLabel("Fails on").selectOption("list");
      await settled(page);
    },
  ],
  [
    "share",
    async (page) => {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.locator("#share-dialog[open]").waitFor();
    },
  ],
  [
    "clean",
    async (page) => {
      await page.keyboard.press("Escape");
      await compare(page, OLD, OLD);
    },
  ],
];

async function violations(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    interface Violation {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
    const { violations: found } = await axe.run();
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 768, 1440]) {
    test(`in_${colorScheme}_at_${width}_every_state_is_accessible_and_fits`, { skip }, async (t) => {
      const { page } = await open(t, {
        colorScheme,
        viewport: { width, height: 900 },
        // The checker brings a script of its own; the policy has its own tests.
        bypassCSP: true,
      });
      await page.addScriptTag({ path: AXE });
      for (const [state, reach] of STATES) {
        await reach(page);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(sideways <= 0, `${state} scrolls ${sideways} px sideways`);
        await page.screenshot({
          path: join(ARTIFACTS, `${state}-${colorScheme}-${width}.png`),
          fullPage: true,
        });
        assert.deepEqual(await violations(page), [], state);
      }
    });
  }
}

test("the_colours_can_be_chosen_against_the_system", { skip }, async (t) => {
  const { page } = await open(t, { colorScheme: "light" });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByLabel("Colours").selectOption("dark");
  assert.notEqual(await background(), light);
  await page.getByLabel("Colours").selectOption("system");
  assert.equal(await background(), light);
});

test("who_asks_for_less_motion_gets_none", { skip }, async (t) => {
  const { page } = await open(t, { reducedMotion: "reduce" });
  await compare(page, OLD, NEW);
  await page.evaluate(() => document.querySelector("#busy")?.removeAttribute("hidden"));
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
});

test("the_print_shows_every_finding_open_and_no_controls", { skip }, async (t) => {
  const { page } = await open(t);
  await compare(page, OLD, NEW);
  await page.getByRole("button", { name: "Collapse all" }).click();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".finding:not([open])").count(), 0);
  for (const control of ["#inputs", ".toolbar", "aside", "#expand"])
    assert.equal(await page.locator(control).isVisible(), false, control);
  await page.screenshot({ path: join(ARTIFACTS, "print.png"), fullPage: true });
});
