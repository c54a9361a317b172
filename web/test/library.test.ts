import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { blank, ROOT, skip, withBrowser } from "./browser.js";
import { NEW, OLD } from "./contracts.js";

// `mcpward/browser` as other people's pages use it.
withBrowser();

const PEERS = join(ROOT, "npm/peers");
const PACKAGE = join(PEERS, "node_modules/mcpward");

/** What a page does with the library; it leaves the answers in `globalThis.answers`. */
const PROGRAM = `
  const old = ${JSON.stringify(OLD)};
  const fresh = ${JSON.stringify(NEW)};
  const report = await mcpward.diff({ text: old }, await mcpward.parseLockfile(fresh));
  globalThis.answers = {
    failed: report.summary.failed,
    console: await mcpward.formatReport(report, "console"),
    rules: (await mcpward.rules()).length,
    verdict: (await mcpward.compareSchemas({ type: "integer" }, { type: "integer", minimum: 0 })).witness,
    lint: (await mcpward.lint({ tools: [{ name: "bad name!" }] })).results.map(({ id }) => id),
    refused: await mcpward.parseLockfile("{}").catch(({ name, code }) => name + " " + code),
  };
`;

interface Answers {
  readonly failed: number;
  readonly console: string;
  readonly rules: number;
  readonly verdict: unknown;
  readonly lint: readonly string[];
  readonly refused: string;
}

interface Vite {
  createServer(options: object): Promise<{
    listen(): Promise<unknown>;
    close(): Promise<void>;
    readonly httpServer: { address(): AddressInfo };
  }>;
}

/** The same questions, answered by the library for Node. */
async function expected(): Promise<Answers> {
  const mcpward = (await import(pathToFileURL(join(PACKAGE, "dist/index.js")).href)) as Record<
    string,
    unknown
  >;
  const scope: { answers?: Answers } = {};
  const program = new Function("mcpward", "globalThis", `return (async () => {${PROGRAM}})()`) as (
    mcpward: unknown,
    scope: unknown,
  ) => Promise<void>;
  await program(mcpward, scope);
  assert.ok(scope.answers !== undefined && scope.answers.failed > 0);
  return scope.answers;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serves a folder under a policy that allows what the library needs and no more. */
async function serve(t: TestContext, folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? "/", "http://localhost").pathname);
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "index.html") : path;
    const known = existsSync(file);
    response.writeHead(known ? 200 : 404, {
      "content-type": TYPES[extname(file)] ?? "text/plain",
      "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
    });
    response.end(known ? readFileSync(file) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function site(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "mcpward-site-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const HTML =
  '<!doctype html><link rel="icon" href="data:," /><script type="module" src="./main.js"></script>';

async function answersOf(t: TestContext, folder: string): Promise<Answers> {
  return await answersAt(t, await serve(t, folder));
}

async function answersAt(t: TestContext, address: string): Promise<Answers> {
  const page = await blank(t);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto(address);
  await page
    .waitForFunction(() => "answers" in globalThis, undefined, { timeout: 90_000 })
    .catch(() => assert.fail(`no answers; the page said: ${complaints.join("; ")}`));
  return (await page.evaluate("globalThis.answers")) as Answers;
}

test("a_script_module_uses_the_library_without_a_bundler", { skip }, async (t) => {
  const main = `import * as mcpward from "./mcpward/dist/browser/index.js";${PROGRAM}`;
  const folder = site(t, { "index.html": HTML, "main.js": main });
  cpSync(PACKAGE, join(folder, "mcpward"), { recursive: true });
  assert.deepEqual(await answersOf(t, folder), await expected());
});

test("a_worker_uses_the_library", { skip }, async (t) => {
  const worker = `import * as mcpward from "./mcpward/dist/browser/index.js";${PROGRAM}; postMessage(globalThis.answers);`;
  const main = `new Worker("./worker.js", { type: "module" }).onmessage = ({ data }) => { globalThis.answers = data; };`;
  const folder = site(t, { "index.html": HTML, "main.js": main, "worker.js": worker });
  cpSync(PACKAGE, join(folder, "mcpward"), { recursive: true });
  assert.deepEqual(await answersOf(t, folder), await expected());
});

test("a_bundle_of_esbuild_is_told_where_the_module_lies", { skip }, async (t) => {
  const folder = site(t, {
    "index.html": HTML,
    "entry.js": `import * as mcpward from "mcpward/browser"; await mcpward.init("./mcpward.wasm");${PROGRAM}`,
  });
  await build({
    entryPoints: [join(folder, "entry.js")],
    outfile: join(folder, "main.js"),
    nodePaths: [join(PEERS, "node_modules")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    logLevel: "error",
  });
  cpSync(join(PACKAGE, "wasm/mcpward_bg.wasm"), join(folder, "mcpward.wasm"));
  assert.deepEqual(await answersOf(t, folder), await expected());
});

for (const [name, start] of [
  ["finds_the_module_by_itself", ""],
  [
    "takes_its_address_from_the_package",
    'import wasm from "mcpward/mcpward.wasm?url"; await mcpward.init(wasm);',
  ],
] as const) {
  test(`a_bundle_of_vite_${name}`, { skip }, async (t) => {
    // Below the peers, so that packages are found.
    const folder = mkdtempSync(join(PEERS, "node_modules/.site-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "index.html"), HTML);
    writeFileSync(join(folder, "main.js"), `import * as mcpward from "mcpward/browser";${start}${PROGRAM}`);
    const vite = join(PEERS, "node_modules/vite/bin/vite.js");
    const args = [vite, "build", "--base=./", "--logLevel=error", "--outDir=out", "--target=esnext"];
    execFileSync(process.execPath, args, { cwd: folder });
    mkdirSync(join(folder, "out"), { recursive: true });
    assert.deepEqual(await answersOf(t, join(folder, "out")), await expected());
  });
}

test("the_development_server_of_vite_finds_the_module", { skip }, async (t) => {
  const root = mkdtempSync(join(PEERS, "node_modules/.site-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, "index.html"), HTML);
  writeFileSync(join(root, "main.js"), `import * as mcpward from "mcpward/browser";${PROGRAM}`);
  const vite = (await import(
    pathToFileURL(join(PEERS, "node_modules/vite/dist/node/index.js")).href
  )) as Vite;
  const server = await vite.createServer({
    configFile: false,
    root,
    logLevel: "error",
    server: { port: 0, host: "127.0.0.1", strictPort: false },
    cacheDir: join(root, ".vite"),
  });
  t.after(() => server.close());
  await server.listen();
  const { port } = server.httpServer.address();
  assert.deepEqual(await answersAt(t, `http://127.0.0.1:${port}/`), await expected());
});

test("a_module_that_is_not_there_is_an_error_and_the_next_call_tries_again", { skip }, async (t) => {
  const folder = site(t, {
    "index.html": HTML,
    "main.js": `import * as mcpward from "./mcpward/dist/browser/index.js";
      const refused = await mcpward.init("./absent.wasm").catch((error) => error.code + ": " + error.message);
      if (refused !== "internal: the wasm core cannot be loaded") throw new Error(refused);
      ${PROGRAM}`,
  });
  cpSync(PACKAGE, join(folder, "mcpward"), { recursive: true });
  assert.deepEqual(await answersOf(t, folder), await expected());
});
