import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { NPM, ROOT, startHttp } from "./support.js";

const SERVER = join(ROOT, "fixtures/servers/fault/server.mjs");
const dist = (name: string) => import(pathToFileURL(join(NPM, "dist", name)).href) as Promise<any>;

interface Ended {
  readonly notes: readonly string[];
  readonly tools: number;
  readonly error: string;
  readonly detail: string;
  readonly elapsed: number;
}

async function talk(target: object, timeouts: object): Promise<Ended> {
  const { loadCore } = await dist("core.js");
  const { runSession } = await dist("host.js");
  const started = performance.now();
  const ended = (more: object): Ended => ({
    notes: [],
    tools: 0,
    error: "",
    detail: "",
    elapsed: performance.now() - started,
    ...more,
  });
  try {
    const { signal } = new AbortController();
    const session = { timeouts: { connectMs: 20_000, ...timeouts } };
    const text = await runSession(await loadCore(), { target, session, env: process.env, signal });
    const capture = JSON.parse(text);
    const notes = capture.notes.map((note: { code: string }) => note.code);
    return ended({ notes, tools: capture.surface.tools.length });
  } catch (error) {
    const { message, detail } = error as { message: string; detail?: string };
    return ended({ error: message, detail: detail ?? "" });
  }
}

const overStdio = (fault: string, timeouts = {}) =>
  talk(
    { transport: "stdio", command: process.execPath, args: [SERVER, fault], env: {}, cwd: ROOT },
    timeouts,
  );

async function overHttp(t: TestContext, fault: string, timeouts = {}): Promise<Ended> {
  const url = await startHttp(t, SERVER, fault, "--http");
  return await talk({ transport: "http", url, headers: { authorization: "Bearer t" } }, timeouts);
}

/** Each fault that is survived, and the notes it must leave. */
const SURVIVED: Readonly<Record<string, readonly string[]>> = {
  none: [],
  crlf: [],
  banner: ["stdout-noise"],
  "split-utf8": [],
  "bad-utf8": ["invalid-utf8"],
  "stderr-flood": [],
  "string-id": ["string-id"],
  duplicate: ["duplicate-reply"],
  batch: ["batch-reply"],
  requests: ["undeclared-server-request"],
  storm: [],
  "ignore-stdin": ["ignores-stdin-close"],
  "ignore-sigterm": ["ignores-sigterm"],
};
for (const [fault, notes] of Object.entries(SURVIVED)) {
  test(`stdio_${fault}_leaves_its_note_and_costs_no_tool`, async () => {
    const { error, tools, notes: found } = await overStdio(fault);
    assert.deepEqual({ error, tools, found }, { error: "", tools: 2, found: notes });
  });
}

test("stdio_pages_are_read_to_the_end", async () => {
  assert.equal((await overStdio("pages")).tools, 1_000);
});

/** Each fault that ends the run, and the words it must use. */
const FATAL: Readonly<Record<string, RegExp>> = {
  "long-line": /a message without an end: more than 10485760 bytes/,
  "no-newline": /did not answer `initialize` within .* it wrote text without the end of a line/,
  "exit-before": /exited with code 9 before answering `initialize`/,
  "exit-during-initialize": /exited with code 7 before answering `initialize`/,
  "exit-after-initialize": /exited with code 8 before answering `tools\/list`/,
  "hang-initialize": /did not answer `initialize` within 1500 ms/,
  "hang-list": /did not answer `tools\/list` within 500 ms/,
  "wrong-id": /its id is 0 where 4 was asked/,
  "null-id": /error -32700 "Parse error"/,
  "repeating-cursor": /its pages repeat/,
};
for (const [fault, words] of Object.entries(FATAL)) {
  test(`stdio_${fault}_is_told_in_its_own_words`, async () => {
    const short = fault.startsWith("hang") || fault === "no-newline";
    const timeouts = short ? { connectMs: fault === "hang-list" ? 20_000 : 1_500, callMs: 500 } : {};
    const { error, elapsed } = await overStdio(fault, timeouts);
    assert.match(error, words);
    assert.ok(elapsed < 20_000, `${elapsed} ms`);
  });
}

test("the_end_of_standard_error_is_shown", async () => {
  assert.match((await overStdio("exit-during-initialize")).detail, /cannot open the database/);
});

test(
  "a_grandchild_does_not_outlive_the_run",
  { skip: process.platform === "linux" ? false : "reads /proc" },
  async () => {
    assert.equal((await overStdio("grandchild")).tools, 2);
    // A killed process takes a moment to go.
    let left = grandchildren();
    for (const until = performance.now() + 5_000; left.length > 0 && performance.now() < until;) {
      await new Promise(setImmediate);
      left = grandchildren();
    }
    assert.deepEqual(left, []);
  },
);

const HTTP_SURVIVED: Readonly<Record<string, readonly string[]>> = {
  none: [],
  "sse-lf": [],
  "sse-cr": [],
  "sse-crlf": [],
  "sse-multiline": [],
  "sse-split": [],
  "sse-unterminated": ["sse-unterminated"],
  resumed: [],
  "status-200": ["notification-status"],
  "session-lost-once": ["session-lost"],
  redirect: ["redirected"],
  gzip: [],
};
for (const [fault, notes] of Object.entries(HTTP_SURVIVED)) {
  test(`http_${fault}_leaves_its_note_and_costs_no_tool`, async (t) => {
    const { error, tools, notes: found } = await overHttp(t, fault);
    assert.deepEqual({ error, tools, found }, { error: "", tools: 2, found: notes });
  });
}

const HTTP_FATAL: Readonly<Record<string, RegExp>> = {
  "no-reply": /the stream ended before the reply/,
  "session-lost": /forgets its sessions/,
  401: /HTTP 401 \(unauthorized\); it asks for Bearer realm="fault"/,
  403: /HTTP 403 \(forbidden\)/,
  404: /HTTP 404 \(not found\)/,
  406: /HTTP 406 \(not acceptable\)/,
  429: /HTTP 429 \(too many requests\); it says "slow down"/,
  500: /HTTP 500 \(internal server error\)$/,
  "redirect-loop": /more than 3 times/,
  "redirect-away": /redirects to another place: HTTP 307 to http:\/\/other\.invalid\/mcp/,
  trickle: /did not answer `tools\/list` within 700 ms/,
  "huge-header": /headers that are too large/,
  reset: /the connection to .* broke/,
  html: /HTTP 200 without a message of content type "text\/html"/,
};
for (const [fault, words] of Object.entries(HTTP_FATAL)) {
  test(`http_${fault}_is_told_in_its_own_words`, async (t) => {
    const { error, elapsed } = await overHttp(t, fault, fault === "trickle" ? { callMs: 700 } : {});
    assert.match(error, words);
    assert.ok(elapsed < 10_000, `${elapsed} ms`);
  });
}

function grandchildren(): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("fault-grandchild");
    } catch {
      return false;
    }
  });
}
