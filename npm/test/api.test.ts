import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  capture,
  compareSchemas,
  diff,
  formatReport,
  lint,
  McpwardError,
  type MessageChannel,
  parseLockfile,
  rules,
  run,
} from "../dist/index.js";
import { cli, DRIFT_SERVER, folder, startHttp } from "./support.js";

const server = (version: string) => ({ command: process.execPath, args: [DRIFT_SERVER, version] });

test("a_surface_is_captured_and_compared_with_a_server", async () => {
  const surface = await capture(server("v1"));
  assert.equal(surface.tools.length, 6);
  const same = await diff(surface, server("v1"));
  assert.equal(same.summary.failed, 0);
  const changed = await diff(surface, server("v2"), { failOn: ["tool_removed"] });
  const failing = changed.results.filter(
    ({ status, class: name }) => status === "fail" && name !== undefined,
  );
  assert.deepEqual(
    failing.map(({ class: name }) => name),
    ["tool_removed"],
  );
});

test("a_server_in_this_process_is_captured_through_its_transport", async () => {
  const protocol = (await import(pathToFileURL(join(DRIFT_SERVER, "../protocol.mjs")).href)) as {
    server: (version: string) => (message: unknown) => unknown;
  };
  const answer = protocol.server("v1");
  const transport: MessageChannel = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      const reply = answer(message);
      if (reply !== undefined) queueMicrotask(() => transport.onmessage?.(reply as never));
    },
  };
  const surface = await capture({ transport });
  assert.equal(surface.tools.length, 6);
  assert.equal(surface.serverInfo?.["name"], "drift-server");
});

test("a_lockfile_is_compared_with_a_server_over_http", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", "--", process.execPath, DRIFT_SERVER, "v1"], { cwd });
  const url = await startHttp(t, DRIFT_SERVER, "v2", "--http");
  const report = await diff(join(cwd, "mcpward.lock.json"), { url });
  assert.ok(report.results.some(({ id }) => id === "drift/tool_removed"));
  assert.match(await formatReport(report, "console"), /DRIFT \(\d failed\)/);
});

test("a_lockfile_reads_back_as_the_surface_it_was_made_of", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", "--", process.execPath, DRIFT_SERVER, "v1"], { cwd });
  const surface = await parseLockfile(readFileSync(join(cwd, "mcpward.lock.json"), "utf8"));
  const names = surface.tools.map((tool) => String(tool.name)).sort();
  assert.deepEqual(names, ["compute", "echo", "read_data", "removed_tool", "search", "status"]);
});

test("a_surface_made_by_hand_can_be_linted", async () => {
  const report = await lint({ tools: [{ name: "bad name!", inputSchema: { type: "object" } }] });
  assert.ok(report.results.some(({ id, status }) => id === "schema/tool-name" && status === "fail"));
});

test("a_run_takes_a_server_and_a_baseline", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", "--", process.execPath, DRIFT_SERVER, "v1"], { cwd });
  const baseline = join(cwd, "mcpward.lock.json");
  const report = await run(server("v1"), { baseline, checks: { errors: false } });
  assert.equal(report.summary.failed, 0);
  assert.ok(report.results.some(({ family }) => family === "compliance"));
});

test("schemas_are_compared_by_what_they_accept", async () => {
  const old = { type: "object", properties: { n: { type: "integer" } } };
  const fresh = { type: "object", properties: { n: { type: "number" } } };
  assert.equal((await compareSchemas(old, fresh)).verdict, "compatible");
  assert.equal((await compareSchemas(old, fresh, { direction: "output" })).verdict, "breaking");
  assert.equal((await compareSchemas("no json", fresh)).verdict, "undecided");
});

test("the_rules_are_there_as_data", async () => {
  const all = await rules();
  assert.ok(all.some(({ id }) => id === "drift/annotation_changed"));
});

test("errors_have_a_code_and_one_line", async (t) => {
  const cwd = folder(t);
  writeFileSync(join(cwd, "broken.json"), "{");
  for (const [work, code] of [
    [() => capture({ command: "no-such-command-here" }), "connect"],
    [() => diff(join(cwd, "broken.json"), { tools: [] }), "lockfile"],
    [() => diff(join(cwd, "absent.json"), { tools: [] }), "lockfile"],
    [() => diff({ tools: [] }, { tools: [] }, { failOn: "loud" }), "usage"],
  ] as const) {
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof McpwardError);
      assert.equal(error.code, code, error.message);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
  }
});

test("a_signal_ends_a_capture", async () => {
  const silent = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] };
  const work = capture(silent, { signal: AbortSignal.timeout(200) });
  await assert.rejects(work, (error) => error instanceof McpwardError && error.code === "aborted");
});
