import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { capture, McpwardError } from "../dist/index.js";
import { finished, folder, NPM, start } from "./support.js";

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

test("a_program_that_uses_the_library_and_ends_early_leaves_no_server", async (t) => {
  const cwd = folder(t);
  const program = `import { existsSync, readFileSync } from "node:fs";
    import { capture } from ${JSON.stringify(pathToFileURL(join(NPM, "dist/index.js")).href)};
    void capture({ command: process.execPath, args: ["-e", ${JSON.stringify(SERVER)}] });
    setInterval(() => { if (existsSync("pids") && readFileSync("pids", "utf8").includes(" ")) process.exit(); }, 20);`;
  execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd });
  for (const pid of readFileSync(join(cwd, "pids"), "utf8").split(" ").map(Number)) {
    await until(() => !alive(pid), `the end of ${pid}`);
  }
});

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
