import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { Answer, Asked, Ended } from "./fault-worker.js";
import { ROOT, startHttp } from "./support.js";

const SERVER = join(ROOT, "fixtures/servers/fault/server.mjs");
const MAX_MB = 200;

/** What must come of a fault: the words of the error, or how much was kept and which notes were left. */
interface Expected {
  readonly error?: RegExp;
  readonly notes?: readonly string[];
  readonly tools?: number;
  /** One call of each of both tools is made, and these are their outcomes. */
  readonly calls?: readonly string[];
  readonly timeouts?: Readonly<Record<string, number>>;
  /** It takes thousands of requests. */
  readonly slow?: true;
}
type Table = Readonly<Record<string, Expected>>;

const fine: Expected = {};
const noted = (...notes: string[]): Expected => ({ notes });
const fatal = (error: RegExp, timeouts?: Expected["timeouts"]): Expected => ({
  error,
  ...(timeouts === undefined ? {} : { timeouts }),
});

/** Faults of messages: they mean the same on every transport. */
const MESSAGES: Table = {
  none: fine,
  "string-id": noted("string-id"),
  duplicate: noted("duplicate-reply"),
  batch: noted("batch-reply"),
  requests: noted("undeclared-server-request", "undeclared-server-request"),
  storm: fine,
  "lone-surrogate": fine,
  "empty-cursor": { tools: 3 },
  "thousand-pages": { tools: 1_000, slow: true },
  "repeating-cursor": fatal(/its pages repeat/),
  "null-id": fatal(/error -32700 "Parse error"/),
  "broken-json": fatal(/`tools\/list` unusably: it is no valid JSON/),
  "no-tools": fatal(/`tools\/list` unusably: its result has no `tools`/),
};

const STDIO: Table = {
  ...MESSAGES,
  // As many as are read at all; once is enough.
  pages: { tools: 10_000, slow: true },
  "endless-pages": { ...fatal(/it goes on after 10000 pages/), slow: true },
  crlf: fine,
  banner: noted("stdout-noise"),
  "split-utf8": fine,
  "bad-utf8": noted("invalid-utf8"),
  "stderr-flood": fine,
  "ignore-stdin": noted("ignores-stdin-close"),
  "ignore-sigterm": noted("ignores-sigterm"),
  grandchild: fine,
  // Nothing but the id says what is answered.
  "wrong-id": fatal(/its id is 99 where 4 was asked/),
  "id-zero": fatal(/its id is 0 where 1 was asked/),
  "no-result": fatal(/did not answer `tools\/list` within 400 ms/, { callMs: 400 }),
  "long-line": fatal(/a message without an end: more than 10485760 bytes/),
  "no-newline": fatal(/within 1500 ms; it wrote text without the end of a line/, { connectMs: 1_500 }),
  "exit-before": fatal(/exited with code 9 before answering `initialize`/),
  "exit-during-initialize": fatal(/exited with code 7 before answering `initialize`/),
  "exit-after-initialize": fatal(/exited with code 8 before answering `tools\/list`/),
  "killed-by-signal": fatal(/was ended by SIGKILL before answering `tools\/list`/),
  "exit-in-call": { calls: ["lost", "notMade"], notes: ["early-exit"] },
  "hang-initialize": fatal(/did not answer `initialize` within 1500 ms/, { connectMs: 1_500 }),
  "hang-reading": fatal(/did not answer `initialize` within 1500 ms/, { connectMs: 1_500 }),
  "hang-discover": fatal(/error -32601 .*; `server\/discover` was not answered within 700 ms/, {
    connectMs: 700,
  }),
  "hang-ping": { timeouts: { callMs: 1_500 } },
  "hang-list": fatal(/did not answer `tools\/list` within 400 ms/, { callMs: 400 }),
  "hang-call": { calls: ["timedOut", "timedOut"] },
};

const HTTP: Table = {
  ...MESSAGES,
  json: fine,
  // A reply belongs to its request whatever its id says.
  "wrong-id": noted("wrong-id"),
  "id-zero": noted("wrong-id", "wrong-id", "wrong-id"),
  "no-result": fatal(/the stream ended before the reply/),
  "sse-lf": fine,
  "sse-cr": fine,
  "sse-crlf": fine,
  "sse-comments": fine,
  "sse-multiline": fine,
  "sse-split": fine,
  "sse-unterminated": noted("sse-unterminated"),
  "sse-long": fatal(/a reply that is too large: more than 10485760 bytes in one event/),
  "sse-no-newline": fatal(/a reply that is too large: more than 10485760 bytes in one event/),
  "sse-trickle": fatal(/did not answer `tools\/list` within 700 ms/, { callMs: 700 }),
  "no-reply": fatal(/the stream ended before the reply/),
  resumed: fine,
  "never-resumed": fatal(/the stream ended before the reply/),
  "status-200": noted("notification-status"),
  "status-204": noted("notification-status"),
  "session-lost-once": noted("session-lost"),
  "session-lost": fatal(/forgets its sessions/),
  401: fatal(/HTTP 401 \(unauthorized\); it asks for Bearer realm="fault"/),
  403: fatal(/HTTP 403 \(forbidden\)/),
  404: fatal(/HTTP 404 \(not found\)/),
  406: fatal(/HTTP 406 \(not acceptable\)/),
  429: fatal(/HTTP 429 \(too many requests\); it says "slow down"/),
  500: fatal(/HTTP 500 \(internal server error\)$/),
  502: fatal(/HTTP 502 \(bad gateway\); it says "bad upstream"/),
  503: fatal(/`tools\/list` with HTTP 503 \(service unavailable\)/),
  redirect: noted("redirected"),
  "redirect-loop": fatal(/more than 3 times/),
  "redirect-away": fatal(/redirects to another place: HTTP 307 to http:\/\/other\.invalid\/mcp/),
  "redirect-302": fatal(/redirects to another place: HTTP 302 to http:\/\/127\.0\.0\.1:\d+\/moved/),
  gzip: fine,
  "gzip-bomb": fatal(/a reply that is too large: more than 10485760 bytes in one body/),
  "gzip-broken": fatal(/the connection to .* failed: unexpected end of file/),
  "gzip-not": fatal(/the connection to .* failed: incorrect header check/),
  "long-body": fatal(/a reply that is too large: more than 10485760 bytes in one body/),
  "long-error": fatal(/HTTP 500 \(internal server error\); it says "x+…/),
  trickle: fatal(/did not answer `tools\/list` within 700 ms/, { callMs: 700 }),
  "huge-header": fatal(/headers that are too large/),
  reset: fatal(/the connection to .* broke/),
  "reset-stream": fatal(/the connection to .* broke/),
  "short-body": fatal(/the connection to .* broke/),
  html: fatal(/HTTP 200 without a message of content type "text\/html"/),
  "not-http": fatal(/the connection to .* failed: Parse Error/),
  "hang-initialize": fatal(/did not answer `initialize` within 1500 ms/, { connectMs: 1_500 }),
  "hang-initialized": { notes: ["notification-status"], timeouts: { callMs: 1_500 } },
  "hang-list": fatal(/did not answer `tools\/list` within 400 ms/, { callMs: 400 }),
  "hang-discover": fatal(/error -32601 .*; `server\/discover` was not answered within 700 ms/, {
    connectMs: 700,
  }),
  "hang-ping": { timeouts: { callMs: 1_500 } },
  "hang-call": { calls: ["timedOut", "timedOut"] },
  "hang-delete": fine,
  // The transport of 2024-11-05, which is tried last.
  "old-sse": fine,
  "old-sse-away": fatal(/names an endpoint on another origin: https:\/\/other\.invalid\/messages/),
  "old-sse-no-endpoint": fatal(/GET opened no event stream with an `endpoint`/, { connectMs: 700 }),
  "old-sse-ends-at-once": fatal(/`initialize` with HTTP 405/),
  "old-sse-no-stream": fatal(/`initialize` with HTTP 405/),
  "old-sse-ends": fatal(/`tools\/list` unusably: the event stream ended/),
  "old-sse-reset": fatal(/the connection to .* broke/),
  "old-sse-refuses": fatal(/`initialize` with HTTP 503 \(service unavailable\)/),
  "old-sse-silent": fatal(/did not answer `tools\/list` within 400 ms/, { callMs: 400 }),
};

/** As many as run at once, each with one session at a time, so that what is measured belongs to single faults. */
const WORKERS = 4;
const workers: ChildProcess[] = [];
const free: ChildProcess[] = [];

before(() => {
  for (let i = 0; i < WORKERS; i++) {
    const worker = fork(fileURLToPath(new URL("fault-worker.js", import.meta.url)), {
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    workers.push(worker);
    free.push(worker);
  }
});
after(() => workers.forEach((worker) => worker.disconnect()));

function ask(worker: ChildProcess, message: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const died = (code: number | null): void => reject(new Error(`a worker ended with code ${code}`));
    worker.once("exit", died);
    worker.once("message", (answer: Answer) => {
      worker.off("exit", died);
      resolve(answer);
    });
    worker.send(message);
  });
}

async function talk(target: object, { calls, timeouts = {} }: Expected): Promise<Ended> {
  const config = {
    server: { transport: "stdio", command: "unused" },
    checks: { errors: false },
    suites: ["a", "b"].map((tool) => ({ tool, cases: [{ name: "one", args: {}, timeout_ms: 400 }] })),
  };
  const session = {
    timeouts: { connectMs: 20_000, ...timeouts },
    ...(calls === undefined ? {} : { plan: { command: "run", config } }),
  };
  const worker = free.pop()!;
  const { ended } = await ask(worker, { target, session });
  free.push(worker);
  return ended!;
}

function judge(ended: Ended, expected: Expected): void {
  assert.deepEqual(ended.open, [], "something is left open");
  if (expected.error !== undefined) {
    assert.match(ended.error, expected.error);
    assert.doesNotMatch(ended.error, /\n/);
  } else {
    const { error, tools, notes, calls } = ended;
    const { notes: wantedNotes = [], tools: wantedTools = 2, calls: wantedCalls = [] } = expected;
    assert.deepEqual(
      { error, tools, notes, calls },
      { error: "", tools: wantedTools, notes: wantedNotes, calls: wantedCalls },
    );
  }
  // Far above what anything takes, so that a busy machine is not taken for a hang.
  assert.ok(ended.elapsed < (expected.slow ? 300_000 : 60_000), `${ended.elapsed} ms`);
}

/** Processes that carry a mark among their arguments; none outside Linux, where nothing tells. */
function marked(mark: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });
}

async function gone(mark: string): Promise<void> {
  // A killed process takes a moment to go.
  let left = marked(mark);
  for (const until = performance.now() + 5_000; left.length > 0 && performance.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    left = marked(mark);
  }
  assert.deepEqual(left, [], "processes are left");
}

describe("faults", { concurrency: WORKERS }, () => {
  for (const [fault, expected] of Object.entries(STDIO)) {
    test(`stdio_${fault}_${expected.error === undefined ? "is_survived" : "is_told_in_its_own_words"}`, async () => {
      const mark = `mark-${randomUUID()}`;
      const args = [SERVER, fault, mark];
      const ended = await talk(
        { transport: "stdio", command: process.execPath, args, env: {}, cwd: ROOT },
        expected,
      );
      judge(ended, expected);
      await gone(mark);
    });
  }
  for (const [fault, expected] of Object.entries(HTTP)) {
    test(`http_${fault}_${expected.error === undefined ? "is_survived" : "is_told_in_its_own_words"}`, async (t) => {
      judge(await overHttp(t, fault, expected), expected);
    });
  }
});

async function overHttp(t: TestContext, fault: string, expected: Expected): Promise<Ended> {
  const url = await startHttp(t, SERVER, fault, "--http");
  return await talk({ transport: "http", url, headers: { authorization: "Bearer t" } }, expected);
}

test("the_end_of_standard_error_is_shown", async () => {
  const args = [SERVER, "exit-during-initialize"];
  const target = { transport: "stdio", command: process.execPath, args, env: {}, cwd: ROOT };
  assert.match((await talk(target, fine)).detail, /cannot open the database/);
});

// Last: it is about everything before.
test("no_fault_takes_more_than_its_memory", async () => {
  for (const worker of workers) {
    const { peakMb } = await ask(worker, {});
    assert.ok(peakMb! < MAX_MB, `${peakMb} MB`);
  }
});
