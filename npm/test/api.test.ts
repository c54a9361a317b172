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
  for (const old of [baseline, pathToFileURL(baseline), await capture(server("v1"))]) {
    const report = await run(server("v1"), { baseline: old, checks: { errors: false } });
    assert.equal(report.summary.failed, 0);
    assert.ok(report.results.some(({ family }) => family === "compliance"));
    assert.ok(report.results.some(({ id }) => id === "drift/no-changes"));
  }
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
    [() => diff({ tools: [] }, { tools: [] }, { failOn: "loud" as "low" }), "usage"],
    [() => diff({ tools: [] }, { tools: [] }, { fail_on: "low" } as object), "usage"],
    [() => lint({ tools: [] }, { faliOn: "low" } as object), "usage"],
    [() => compareSchemas(true, false, { direction: "Output" as "output" }), "usage"],
    [() => parseLockfile(5 as unknown as string), "usage"],
    [() => parseLockfile({} as string), "usage"],
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

test("a_target_may_be_a_file_a_surface_or_the_text_of_a_file", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", "--", process.execPath, DRIFT_SERVER, "v1"], { cwd });
  const path = join(cwd, "mcpward.lock.json");
  const text = readFileSync(path, "utf8");
  for (const target of [
    path,
    pathToFileURL(path),
    pathToFileURL(path).href,
    { text },
    await parseLockfile(text),
  ]) {
    assert.equal((await capture(target)).tools.length, 6);
    assert.equal((await diff(target, { text })).summary.failed, 0);
  }
});

test("what_is_no_target_is_refused_with_what_may_be_given", async () => {
  for (const wrong of [{ server: {} }, 7, null, undefined]) {
    await assert.rejects(capture(wrong as never), (error) => {
      assert.ok(error instanceof McpwardError);
      assert.equal(error.code, "usage");
      assert.match(error.hint ?? "", /\{ transport \}/);
      return true;
    });
  }
});

test("an_error_names_the_file_that_it_is_about", async (t) => {
  const broken = join(folder(t), "broken.json");
  writeFileSync(broken, "{}");
  for (const work of [
    () => capture(broken),
    () => diff(broken, { tools: [] }),
    () => diff({ tools: [] }, broken),
    () => lint(broken),
    () => run(server("v1"), { baseline: broken }),
  ]) {
    await assert.rejects(work, (error) => error instanceof McpwardError && error.message.includes(broken));
  }
});

test("a_number_that_javascript_would_round_is_compared_exactly", async () => {
  const limit = (digits: string) =>
    `{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"n":{"type":"integer","maximum":${digits}}}}}]}`;
  const [old, fresh] = await Promise.all([
    parseLockfile(limit("9007199254740993")),
    parseLockfile(limit("9007199254740992")),
  ]);
  assert.equal((await diff(old, old)).summary.failed, 0);
  assert.ok((await diff(old, fresh)).results.some((row) => row.class === "breaking_schema_change"));
});

test("a_surface_is_frozen_and_a_changed_copy_counts_as_changed", async () => {
  const surface = await capture(server("v1"));
  assert.throws(() => (surface.tools as unknown[]).pop(), TypeError);
  const less = { ...surface, tools: surface.tools.slice(1) };
  assert.ok((await diff(surface, less)).results.some((row) => row.class === "tool_removed"));
});

test("a_surface_that_is_no_json_is_refused", async () => {
  const work = lint({ tools: [{ name: "t", inputSchema: { const: 1n } }] });
  await assert.rejects(work, (error) => error instanceof McpwardError && error.code === "usage");
});

test("what_differs_on_every_start_is_named_as_that", async (t) => {
  const restless = join(folder(t), "server.mjs");
  const { href } = pathToFileURL(join(DRIFT_SERVER, "../protocol.mjs"));
  writeFileSync(
    restless,
    `import { createInterface } from "node:readline";
    import { server } from ${JSON.stringify(href)};
    const answer = server("v1");
    for await (const line of createInterface({ input: process.stdin })) {
      const reply = answer(JSON.parse(line));
      for (const tool of reply?.result?.tools ?? []) tool.description += " Started " + process.hrtime.bigint();
      if (reply !== undefined) console.log(JSON.stringify(reply));
    }`,
  );
  const target = { command: process.execPath, args: [restless] };
  const report = await diff(await capture(target), target);
  assert.ok(report.results.some(({ id }) => id === "drift/surface-unstable"));
  // Only one that fails is asked twice.
  const pinned = await diff(await capture(server("v1")), server("v1"));
  assert.ok(!pinned.results.some(({ id }) => id === "drift/surface-unstable"));
});

test("a_surface_is_not_held_against_the_credentials_of_the_other_side", async () => {
  const target = { ...server("v1"), env: { SOME_TOKEN: "0123456789" } };
  const surface = await capture(target);
  for (const [old, fresh] of [
    [surface, target],
    [target, surface],
    [surface, surface],
    [target, target],
  ] as const) {
    const report = await diff(old, fresh);
    assert.deepEqual([report.summary.failed, report.summary.warnings], [0, 0]);
  }
  const other = await diff(target, server("v1"));
  assert.ok(other.results.some(({ id }) => id === "drift/auth-context-mismatch"));
});

test("progress_is_told_in_lines", async () => {
  const lines: string[] = [];
  await capture(server("v1"), { onProgress: (line) => lines.push(line) });
  assert.ok(lines.length > 0);
  for (const line of lines) assert.doesNotMatch(line, /\n/);
});

test("a_signal_that_fired_before_starts_nothing", async () => {
  const signal = AbortSignal.abort();
  for (const work of [
    () => capture(server("v1"), { signal }),
    () => diff({ tools: [] }, server("v1"), { signal }),
    () => lint(server("v1"), { signal }),
    () => run(server("v1"), { signal }),
  ]) {
    await assert.rejects(work, (error) => error instanceof McpwardError && error.code === "aborted");
  }
});

test("a_limit_is_given_in_milliseconds", async () => {
  const silent = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] };
  await assert.rejects(
    capture(silent, { timeouts: { startMs: 150 } }),
    (error) => error instanceof McpwardError && error.code === "timeout",
  );
});

test("calls_that_were_accepted_must_still_be", async () => {
  const calls = [{ tool: "compute", arguments: { value: 1 } }];
  const report = await diff(await capture(server("v1")), await capture(server("v2")), { calls });
  assert.ok(report.results.some((row) => row.class === "recorded_calls_rejected"));
});

test("what_looks_like_a_secret_among_the_arguments_is_not_pinned", async (t) => {
  const cwd = folder(t);
  const secret = "hunter2-hunter2";
  await cli(["baseline", "--", process.execPath, DRIFT_SERVER, "v1", "--token", secret], { cwd });
  const text = readFileSync(join(cwd, "mcpward.lock.json"), "utf8");
  assert.ok(!text.includes(secret));
  assert.ok(text.includes("--token [redacted]"));
});
