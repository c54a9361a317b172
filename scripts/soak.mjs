// usage: node scripts/soak.mjs [RUNS]    (default 1000)
//
// Runs the library over and over in one process: servers over stdio, over HTTP and in this process, comparisons, and
// failures of each kind. Prints what memory and time do, and fails when they do not stay flat.
import { spawn } from "node:child_process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { fileURLToPath } from "node:url";
import { capture, diff, formatReport, lint, McpwardError, run } from "../npm/dist/index.js";
import { server as protocol } from "../fixtures/servers/drift/protocol.mjs";

/** How much the last quarter may be above the second one; the first is warm-up. */
const MAX_HEAP_RATIO = 1.1;
/** What is resident also holds what the collector has not given back. */
const MAX_RESIDENT_RATIO = 1.2;
const MAX_TIME_RATIO = 1.4;
const ROWS = 10;

const runs = Number(process.argv[2] ?? 1000);
if (runs < 100 || runs % 100 !== 0) throw new Error("give a multiple of 100, so that each row does the same work");
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const fixture = (path) => fileURLToPath(new URL(`../fixtures/servers/${path}`, import.meta.url));
const stdio = (...args) => ({ command: process.execPath, args });
const drift = (version) => stdio(fixture("drift/server.mjs"), version);
const child = spawn(process.execPath, [fixture("drift/server.mjs"), "v2", "--http"], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve) => child.stdout.once("data", (text) => resolve(String(text).trim())));
const pinned = await capture(drift("v1"));

/** Every kind of work, in turn. */
const work = [
  async () => await formatReport(await run(drift("v1")), "sarif"),
  async () => await run(inProcess("v2"), { checks: { latency: { samples: 2 } } }),
  async () => await diff(pinned, { url }),
  async () => await lint(pinned),
  async () => await run(inProcess("v1")),
  async () => await refused(capture({ url: "http://127.0.0.1:9/mcp" })),
  async () => await diff(pinned, inProcess("v2")),
  async () => await refused(capture(stdio("-e", "process.exit(3)"))),
  async () => await run({ url }),
  async () => await refused(capture(stdio("-e", "setInterval(() => {}, 1000)"), { signal: AbortSignal.timeout(50) })),
];

/** A server in this process, over the shape of the official SDK's transports. */
function inProcess(version) {
  const answer = protocol(version);
  const transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      const reply = answer(message);
      if (reply !== undefined) queueMicrotask(() => transport.onmessage?.(reply));
    },
  };
  return { transport };
}

async function refused(promise) {
  const error = await promise.then(() => undefined, (error) => error);
  if (!(error instanceof McpwardError)) throw new Error("this should have failed in mcpward's own way", { cause: error });
}

const cpuMs = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/**
 * The same work every time. A busy machine charges more CPU time for it, as it does for a run, so that only their ratio
 * says whether runs become slower.
 */
const sample = JSON.stringify(pinned);
function yardstick() {
  const since = process.cpuUsage();
  for (let i = 0; i < 100; i++) JSON.parse(sample);
  return cpuMs(since);
}
for (let i = 0; i < 20; i++) yardstick();

const rows = [];
let done = 0;
console.log("   runs | CPU ms a run | by yardstick | wall ms a run |  heap MB |   rss MB | open");
for (let row = 1; row <= ROWS; row++) {
  const until = Math.round((runs * row) / ROWS);
  const count = until - done;
  const cpu = process.cpuUsage();
  const wall = performance.now();
  let measure = 0;
  for (; done < until; done++) {
    await work[done % work.length]();
    measure += yardstick();
  }
  const runMs = (cpuMs(cpu) - measure) / count;
  const wallMs = (performance.now() - wall) / count;
  // What is due to be closed is closed in the next turns.
  await new Promise((resolve) => setTimeout(resolve, 100));
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const open = process.getActiveResourcesInfo().length;
  const measured = { cpuMs: runMs, relative: (runMs * count) / measure, wallMs, heapMb: (heapUsed + external) / 2 ** 20, rssMb: rss / 2 ** 20, open };
  rows.push(measured);
  const cells = [[done, 7, 0], [measured.cpuMs, 12, 1], [measured.relative, 12, 1], [wallMs, 13, 1], [measured.heapMb, 8, 1], [measured.rssMb, 8, 1], [open, 4, 0]];
  console.log(cells.map(([value, width, digits]) => value.toFixed(digits).padStart(width)).join(" | "));
}
child.kill();

const mean = (name, from, to) => rows.slice(from, to).reduce((sum, row) => sum + row[name], 0) / (to - from);
const second = (name) => mean(name, Math.ceil(ROWS * 0.25), ROWS / 2);
const last = (name) => mean(name, Math.floor(ROWS * 0.75), ROWS);
let flat = true;
function judge(what, grown, limit) {
  flat &&= grown <= limit;
  console.log(`soak: ${what}: ${grown.toFixed(3)} (at most ${limit})${grown <= limit ? "" : ": NOT FLAT"}`);
}
console.log("soak: the last quarter to the second:");
for (const [what, name, limit] of [
  ["heap", "heapMb", MAX_HEAP_RATIO],
  ["resident memory", "rssMb", MAX_RESIDENT_RATIO],
  ["CPU time of a run by yardstick", "relative", MAX_TIME_RATIO],
]) {
  judge(`${what}, ratio`, last(name) / second(name), limit);
}
judge("open resources, difference", last("open") - second("open"), 1);
process.exitCode = flat ? 0 : 1;
