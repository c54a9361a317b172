import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, type TestContext } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const HERE = dirname(fileURLToPath(import.meta.url));
export const WEB = dirname(HERE);
export const ROOT = dirname(WEB);
export const PAGE = join(WEB, "dist/index.html");
export const ARTIFACTS = join(WEB, "test-artifacts");

const asked = spawnSync(process.execPath, [join(WEB, "scripts/browser.mjs")], { encoding: "utf8" });
// It says nothing where there is none; anything else is a mistake of ours, and no reason to test less.
if (asked.status !== 0 && asked.stderr !== "") throw new Error(asked.stderr);
const found = asked.status === 0 ? asked.stdout.trim() : undefined;

/** Why the browser tests are left out; `false` when they run, or must run. */
export const skip: string | false =
  found !== undefined || process.env["REQUIRE_BROWSER"] === "1"
    ? false
    : "no Chromium was found: install one, or name it in MCPWARD_BROWSER";

/** Folders to be removed at the end. */
const chosen: string[] = [];

let browser: Browser | undefined;
let server: Server | undefined;

/** Starts one browser and one server for the tests of a file. */
export function withBrowser(): void {
  before(async () => {
    if (skip !== false) return;
    if (found === undefined) throw new Error("REQUIRE_BROWSER=1, and no Chromium was found");
    mkdirSync(ARTIFACTS, { recursive: true });
    server = createServer((request, response) => {
      const known = request.url === "/";
      response.writeHead(known ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
      response.end(known ? readFileSync(PAGE) : "");
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    browser = await chromium.launch({
      executablePath: found,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    });
  });
  after(async () => {
    await browser?.close();
    server?.close();
    for (const folder of chosen) rmSync(folder, { recursive: true, force: true });
  });
}

export type Where = "http" | "file";

export function address(where: Where): string {
  if (where === "file") return pathToFileURL(PAGE).href;
  return `http://127.0.0.1:${(server?.address() as AddressInfo).port}/`;
}

/** What a page did that it must not do. */
export interface Watch {
  readonly requests: string[];
  readonly complaints: string[];
  /** Main-thread tasks of more than 50 ms, by length. */
  readonly longTasks: () => Promise<readonly number[]>;
}

export interface Opened {
  readonly page: Page;
  readonly watch: Watch;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly where?: Where;
  /** With the `#`. */
  readonly fragment?: string;
  readonly time?: string;
}

/** Opens the page in a context of its own; it is closed, and everything it complained about asserted, at the end. */
export async function open(
  t: TestContext,
  { where = "http", fragment = "", time, ...options }: OpenOptions = {},
): Promise<Opened> {
  if (browser === undefined) throw new Error("there is no browser");
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  const url = address(where);
  const watch: Watch = {
    requests: [],
    complaints: [],
    longTasks: () => page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks),
  };
  page.on("request", (request) => {
    const wanted = request.url();
    if (wanted.split("#", 1)[0] !== url && !/^(blob|data):/.test(wanted)) watch.requests.push(wanted);
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") watch.complaints.push(message.text());
  });
  page.on("pageerror", (error) => watch.complaints.push(String(error)));
  await page.exposeFunction("complain", (text: string) => watch.complaints.push(text));
  await page.addInitScript(() => {
    const scope = globalThis as unknown as { longTasks: number[]; complain: (text: string) => void };
    scope.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) scope.longTasks.push(entry.duration);
    }).observe({ entryTypes: ["longtask"] });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      scope.complain(`policy ${violatedDirective} stopped ${blockedURI}`),
    );
  });
  if (time !== undefined) await page.clock.setFixedTime(new Date(time));
  await page.goto(`${url}${fragment}`);
  return { page, watch };
}

/** An empty page in a context of its own, for tests of something else than the page. */
export async function blank(t: TestContext): Promise<Page> {
  if (browser === undefined) throw new Error("there is no browser");
  const context = await browser.newContext();
  t.after(() => context.close());
  return await context.newPage();
}

/** Puts a file on one side, as a person who chooses it does. */
export async function choose(page: Page, side: "old" | "new", text: string, name: string): Promise<void> {
  // A real file: one from memory would be taken apart inside the page, and its time counted as the page's.
  const folder = mkdtempSync(join(tmpdir(), "mcpward-web-"));
  const path = join(folder, name);
  writeFileSync(path, text);
  await page.locator(`#file-${side}`).setInputFiles(path);
  chosen.push(folder);
}

/** Fills both sides and waits for the result. */
export async function compare(
  page: Page,
  old: string,
  fresh: string,
  names: readonly [string, string] = ["old.json", "new.json"],
): Promise<void> {
  await choose(page, "old", old, names[0]);
  await choose(page, "new", fresh, names[1]);
  await settled(page);
}

/** Waits until a comparison is drawn and nothing is being worked on. */
export async function settled(page: Page): Promise<void> {
  await page.locator("#outcome:not([hidden]) #verdict h2").waitFor({ timeout: 30_000 });
  await page.waitForFunction(
    () => !document.body.classList.contains("working") && document.querySelector("#findings > *") !== null,
    undefined,
    { timeout: 30_000 },
  );
}
