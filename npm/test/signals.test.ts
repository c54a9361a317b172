import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { capture, McpwardError } from "../dist/index.js";
import { finished, folder, start } from "./support.js";

/** A server that starts a process of its own, notes both, and never answers. */
const SERVER = `
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
require("node:fs").writeFileSync("pids", process.pid + " " + child.pid);
process.on("SIGTERM", () => {});
setInterval(() => {}, 1000);
`;

/** It runs, or nobody has taken note of its end yet. */
function known(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function alive(pid: number): boolean {
  if (!known(pid)) return false;
  // A zombie is gone in every way that matters here.
  return !/^State:\s+Z/m.test(
    existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "",
  );
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what} did not happen`);
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  test(`${signal.toLowerCase()}_leaves_no_server_process_and_no_file`, async (t) => {
    const cwd = folder(t);
    const child = start(["baseline", "--", process.execPath, "-e", SERVER], { cwd });
    const end = finished(child);
    const pids = join(cwd, "pids");
    await until(() => existsSync(pids) && readFileSync(pids, "utf8").includes(" "), "the server's start");
    child.kill(signal);
    const { code: exit, stderr } = await end;
    assert.equal(exit, code, stderr);
    for (const pid of readFileSync(pids, "utf8").split(" ").map(Number)) {
      await until(() => !alive(pid), `the end of ${pid}`);
    }
    assert.deepEqual(readdirSync(cwd), ["pids"]);
  });
}

/** Leaves a process behind that holds its standard output open, and ends. */
const LEAVES = `
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
child.unref();
require("node:fs").writeFileSync("pids", process.pid + " " + child.pid);
process.exit(0);
`;

test("a_capture_that_is_given_up_just_after_the_server_ended_ends_too", async (t) => {
  const cwd = folder(t);
  const stop = new AbortController();
  const pids = join(cwd, "pids");
  const work = capture({ command: process.execPath, args: ["-e", LEAVES], cwd }, { signal: stop.signal });
  const told = assert.rejects(work, McpwardError);
  await until(() => existsSync(pids) && readFileSync(pids, "utf8").includes(" "), "the server's start");
  const [leader, left] = readFileSync(pids, "utf8").split(" ").map(Number);
  while (known(leader!)) await new Promise(setImmediate);
  stop.abort();
  await told;
  await until(() => !alive(left!), "the end of what the server left behind");
});
