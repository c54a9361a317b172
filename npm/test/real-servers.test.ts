import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { cli, folder, NPM } from "./support.js";

const bin = (name: string) => join(NPM, "node_modules", name, "dist/index.js");
const everything = bin("@modelcontextprotocol/server-everything");
const filesystem = bin("@modelcontextprotocol/server-filesystem");
const filesystemOld = bin("server-filesystem-old");
const memory = bin("@modelcontextprotocol/server-memory");

async function pinnedThenSame(t: TestContext, ...target: string[]) {
  const cwd = folder(t);
  const args = target.map((word) => (word === "CWD" ? cwd : word));
  const pinned = await cli(["baseline", ...args], { cwd });
  assert.equal(pinned.code, 0, pinned.stderr);
  const same = await cli(["diff", ...args], { cwd });
  assert.equal(same.code, 0, same.stdout + same.stderr);
  return { cwd, pinned };
}

test("server_everything_over_stdio_is_pinned_and_unchanged", async (t) => {
  const { pinned } = await pinnedThenSame(t, "--", process.execPath, everything, "stdio");
  assert.match(pinned.stdout, /Captured \d+ tool\(s\)/);
});

test("server_everything_over_http_is_pinned_and_unchanged", async (t) => {
  const port = 20_000 + (process.pid % 20_000);
  const child = spawn(process.execPath, [everything, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  t.after(() => child.kill());
  await new Promise<void>((resolve, reject) => {
    child.on("exit", () => reject(new Error("server-everything ended before it listened")));
    child.stderr.setEncoding("utf8").on("data", (text: string) => text.includes("listening") && resolve());
  });
  await pinnedThenSame(t, "--http", `http://127.0.0.1:${port}/mcp`);
});

test("server_memory_is_pinned_and_unchanged", async (t) => {
  await pinnedThenSame(t, "--", process.execPath, memory);
});

test("server_filesystem_is_pinned_unchanged_and_its_older_version_differs", async (t) => {
  const { cwd } = await pinnedThenSame(t, "--", process.execPath, filesystem, "CWD");
  const { code, stdout } = await cli(["diff", "--json", "--", process.execPath, filesystemOld, cwd], { cwd });
  const report = JSON.parse(stdout) as { results: { id: string; status: string; message: string }[] };
  assert.equal(code, 1, stdout);
  assert.ok(
    report.results.some(({ id }) => id === "drift/annotation_changed"),
    stdout,
  );
});
