import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Config, type Report, run } from "../dist/index.js";
import { DRIFT_SERVER, ROOT, startHttp } from "./support.js";

/** A server that speaks stdio, and with `--http` HTTP, and what is asked of it. */
interface Fixture {
  readonly script: string;
  readonly args: readonly string[];
  readonly httpOnly?: readonly string[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly protocol?: string;
}

const fixtures = join(ROOT, "fixtures/servers");
const SCRIPTED = join(fixtures, "scripted");
/** How a process and how a connection ends is told in different words. */
const DIES = ["dies", "dies-in-third-sample"];

interface Script {
  readonly config: { readonly timeouts?: unknown; readonly checks?: { readonly latency?: unknown } };
}

/** Scripts whose report does not depend on how fast this machine is; the others are in probes.test.ts. */
function timeless(): readonly Fixture[] {
  return readdirSync(SCRIPTED)
    .filter((file) => file.endsWith(".json") && !DIES.includes(file.slice(0, -".json".length)))
    .map((file) => join(SCRIPTED, file))
    .map((path) => ({ path, config: (JSON.parse(readFileSync(path, "utf8")) as Script).config }))
    .filter(({ config }) => config.timeouts === undefined && config.checks?.latency === undefined)
    .map(({ path, config }) => ({ script: join(SCRIPTED, "server.mjs"), args: [path], config }));
}

const FIXTURES: readonly Fixture[] = [
  { script: DRIFT_SERVER, args: ["v1"] },
  { script: DRIFT_SERVER, args: ["v2"] },
  { script: DRIFT_SERVER, args: ["v2"], httpOnly: ["--sse"] },
  ...["dual", "reject", "modern"].map((mode) => ({ script: join(fixtures, "sdk/server.mjs"), args: [mode] })),
  { script: join(fixtures, "sdk/server.mjs"), args: ["dual"], protocol: "2026-07-28" },
  // Faults of messages, which have nothing to do with what carries them.
  ...["none", "string-id", "duplicate", "batch", "requests", "storm", "lone-surrogate", "empty-cursor"].map(
    (fault) => ({ script: join(fixtures, "fault/server.mjs"), args: [fault] }),
  ),
  ...timeless(),
];

/** A report without what no two runs share: the time, where the server is, and how long things took. */
function comparable({
  timestamp: _time,
  target: _target,
  ...report
}: Report & Record<string, unknown>): unknown {
  const text = JSON.stringify(report).replace(/\d+(\.\d+)? ms/g, "N ms");
  return JSON.parse(text, (key, value: unknown) => (/(duration|elapsed|_?ms)$/i.test(key) ? "N" : value));
}

test("stdio_and_http_give_the_same_report_for_every_fixture", async (t) => {
  for (const { script, args, httpOnly = [], config = {}, protocol } of FIXTURES) {
    const spoken = protocol === undefined ? {} : { protocol };
    const url = await startHttp(t, script, ...args, "--http", ...httpOnly);
    const [overStdio, overHttp] = await Promise.all(
      [
        { transport: "stdio", command: process.execPath, args: [script, ...args], ...spoken },
        { transport: "http", url, ...spoken },
      ].map(async (server) => comparable((await run({ server, ...config } as Config)) as never)),
    );
    assert.deepEqual(overHttp, overStdio, [script, ...args, ...httpOnly].join(" "));
  }
});
