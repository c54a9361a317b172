import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { deflateRawSync } from "node:zlib";
import { choose, compare, open, PAGE, settled, skip, withBrowser } from "./browser.js";
import { many, NEW, OLD } from "./contracts.js";

withBrowser();

/** How much of a processor one thread gets just now: below 1 on a machine that is busy with something else. */
function share(): number {
  const [started, before] = [performance.now(), process.cpuUsage()];
  while (performance.now() - started < 120);
  const used = process.cpuUsage(before);
  return Math.min(1, (used.user + used.system) / 1_000 / (performance.now() - started));
}

/** Milliseconds as they would be with a processor to itself. */
interface Measured {
  readonly elapsed: number;
  readonly longest: number;
}

/** From the second file being there to the result on the page. */
async function measure(t: TestContext, count: number): Promise<Measured> {
  const { page, watch } = await open(t);
  await compare(page, OLD, NEW);
  const [old, fresh] = many(count);
  await choose(page, "old", old, "old.json");
  await page.locator("#state-old.ok", { hasText: count.toLocaleString("en") }).waitFor({ timeout: 30_000 });
  await page.evaluate(() => ((globalThis as unknown as { longTasks: number[] }).longTasks.length = 0));
  const timed = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error("no result after a minute")), 60_000);
        let started = 0;
        const state = document.querySelector("#name-new");
        const counted = document.querySelector("#shown-count");
        if (state === null || counted === null) throw new Error("the page is another one");
        new MutationObserver(() => (started = performance.now())).observe(state, { childList: true });
        new MutationObserver(() => {
          if (started > 0) requestAnimationFrame(() => resolve(performance.now() - started));
        }).observe(counted, { childList: true, characterData: true, subtree: true });
      }),
  );
  const before = share();
  await choose(page, "new", fresh, "new.json");
  // The comparison of the old side with what stood there before does not count.
  const elapsed = await timed;
  const own = (before + share()) / 2;
  await settled(page);
  const longest = Math.max(0, ...(await watch.longTasks()));
  t.diagnostic(
    `${count} tools: ${Math.round(elapsed)} ms, longest task ${Math.round(longest)} ms, with ${own.toFixed(2)} of a processor`,
  );
  return { elapsed: elapsed * own, longest: longest * own };
}

/** The best of some runs: what the page can do, whatever else the machine is doing. */
async function best(
  t: TestContext,
  count: number,
  runs: number,
  enough: (one: Measured) => boolean,
): Promise<Measured> {
  let found: Measured = { elapsed: Infinity, longest: Infinity };
  for (let run = 0; run < runs; run += 1) {
    const one = await measure(t, count);
    found = { elapsed: Math.min(found.elapsed, one.elapsed), longest: Math.min(found.longest, one.longest) };
    if (enough(found)) break;
  }
  return found;
}

test("a_thousand_tools_take_less_than_a_second_and_never_hold_the_page", { skip }, async (t) => {
  const { elapsed, longest } = await best(t, 1_000, 4, (one) => one.elapsed < 1_000 && one.longest <= 100);
  assert.ok(elapsed < 1_000, `${elapsed} ms`);
  assert.ok(longest <= 100, `a task of ${longest} ms`);
});

test("ten_thousand_tools_take_less_than_five_seconds_and_come_in_pages", { skip }, async (t) => {
  const { elapsed } = await best(t, 10_000, 3, (one) => one.elapsed < 5_000);
  assert.ok(elapsed < 5_000, `${elapsed} ms`);
});

test("many_findings_are_paged_and_n_goes_over_the_edge", { skip }, async (t) => {
  const { page } = await open(t);
  const [old, fresh] = many(1_000);
  await compare(page, old, fresh);
  assert.match(await page.locator("#pager").innerText(), /Page 1 of \d+/);
  assert.equal(await page.locator(".finding").count(), 50);
  const first = await page.locator(".finding").first().getAttribute("id");
  await page.locator(".finding > summary").last().focus();
  await page.keyboard.press("n");
  await page.getByText(/Page 2 of/).waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement?.parentElement?.id),
    await page.locator(".finding").first().getAttribute("id"),
  );
  await page.keyboard.press("p");
  await page.getByText(/Page 1 of/).waitFor();
  assert.equal(await page.locator(".finding").first().getAttribute("id"), first);
});

test("the_first_result_is_there_a_second_after_the_page", { skip }, async (t) => {
  const shared = {
    mcpwardComparison: 1,
    old: OLD,
    new: NEW,
    oldName: "",
    newName: "",
    failOn: "default",
    profile: "default",
  };
  const fragment = `#v1.${deflateRawSync(JSON.stringify(shared)).toString("base64url")}`;
  let fastest = Infinity;
  for (let run = 0; run < 6 && fastest > 1_000; run += 1) {
    const before = share();
    // By a link, so that no click of ours counts; the page itself says when the result stands there.
    const { page } = await open(t, { fragment });
    const there = await page.waitForFunction(
      () => document.querySelector("#findings > *") !== null && performance.now(),
    );
    const took = Number(await there.jsonValue()) * ((before + share()) / 2);
    t.diagnostic(`first result after ${Math.round(took)} ms`);
    fastest = Math.min(fastest, took);
  }
  assert.ok(fastest <= 1_000, `${fastest} ms`);
});

test("the_page_is_one_file_within_its_budget", { skip }, () => {
  assert.ok(statSync(PAGE).size <= 2_200_000, `${statSync(PAGE).size} bytes`);
  const page = readFileSync(PAGE, "utf8");
  assert.doesNotMatch(page, /<(script|img|iframe)[^>]+src=|<link[^>]+href="(?!data:)/);
});
