import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cli, DRIFT_SERVER, ENV_SERVER, folder, startHttp, write } from "./support.js";

const v1 = ["--", process.execPath, DRIFT_SERVER, "v1"];
const v2 = ["--", process.execPath, DRIFT_SERVER, "v2"];

test("a_server_is_pinned_and_its_update_is_caught", async (t) => {
  const cwd = folder(t);
  const pinned = await cli(["baseline", ...v1], { cwd });
  assert.equal(pinned.code, 0, pinned.stderr);
  assert.equal(
    pinned.stdout,
    "✓ Connected to drift-server v1.0.0\n✓ Captured 6 tool(s)\n✓ Baseline saved to mcpward.lock.json\n",
  );

  const same = await cli(["diff", ...v1], { cwd });
  assert.equal(same.code, 0, same.stdout + same.stderr);

  const changed = await cli(["diff", ...v2], { cwd });
  assert.equal(changed.code, 1, changed.stderr);
  for (const line of [
    "DRIFT (5 failed)",
    "✗ Drift detected: 4 failing change(s) out of 6 total",
    '✗ Tool "removed_tool" was removed',
    '✗ Tool "echo" description changed (possible rug-pull)',
    "[-Original-]{+Modified+} description:",
    '✗ Tool "compute" inputSchema added required property "multiplier"',
    '✗ Tool "read_data" readOnlyHint changed from true to false (tool may now mutate state)',
    "Summary: 2 passed | 5 failed",
  ]) {
    assert.ok(changed.stdout.includes(line), `missing: ${line}\n${changed.stdout}`);
  }
  // The call that used to work.
  assert.match(changed.stdout, /\{"value":0\}/);
});

test("both_transports_give_the_same_report", async (t) => {
  const cwd = folder(t);
  assert.equal((await cli(["baseline", ...v1], { cwd })).code, 0);
  const json = async (...target: string[]) => {
    const { stdout, code, stderr } = await cli(["diff", "--json", ...target], { cwd });
    assert.equal(code, 1, stderr);
    const report = JSON.parse(stdout) as Record<string, unknown>;
    return { ...report, timestamp: "" };
  };
  const overStdio = await json(...v2);
  for (const flags of [[], ["--sse"]]) {
    const url = await startHttp(t, DRIFT_SERVER, "v2", "--http", ...flags);
    assert.deepEqual(await json("--http", url), overStdio);
  }
});

test("a_baseline_of_an_unchanged_server_leaves_the_file_untouched", async (t) => {
  const cwd = folder(t);
  const file = join(cwd, "mcpward.lock.json");
  assert.equal((await cli(["baseline", ...v1], { cwd })).code, 0);
  const before = { text: readFileSync(file, "utf8"), inode: statSync(file).ino };
  const again = await cli(["baseline", ...v1], { cwd });
  assert.equal(again.code, 0);
  assert.match(again.stdout, /unchanged/);
  assert.deepEqual({ text: readFileSync(file, "utf8"), inode: statSync(file).ino }, before);
});

test("baseline_check_writes_nothing_and_fails_when_the_lockfile_would_change", async (t) => {
  const cwd = folder(t);
  assert.equal((await cli(["baseline", ...v1], { cwd })).code, 0);
  const before = readFileSync(join(cwd, "mcpward.lock.json"), "utf8");
  assert.equal((await cli(["baseline", "--check", ...v1], { cwd })).code, 0);
  assert.equal((await cli(["baseline", "--check", ...v2], { cwd })).code, 1);
  assert.equal(readFileSync(join(cwd, "mcpward.lock.json"), "utf8"), before);
});

test("baseline_says_what_it_accepts_and_why_it_matters_when_asked", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", ...v1], { cwd });
  const plain = await cli(["baseline", "--check", ...v2], { cwd });
  assert.match(plain.stdout, /^ {2}Tool "removed_tool" was removed$/m);
  assert.doesNotMatch(plain.stdout, /why:/);
  const verbose = await cli(["baseline", "--check", "--verbose", ...v2], { cwd });
  assert.match(verbose.stdout, /^ {2}Tool "removed_tool" was removed\n {4}why: \S/m);
});

test("two_lockfiles_are_compared_without_a_server", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", "--baseline", "old.json", ...v1], { cwd });
  await cli(["baseline", "--baseline", "new.json", ...v2], { cwd });
  const { code, stdout, stderr } = await cli(["diff", "--baseline", "old.json", "--against", "new.json"], {
    cwd,
  });
  assert.equal(code, 1, stderr);
  assert.match(stdout, /DRIFT \(5 failed\)/);
});

test("fail_on_chooses_what_fails", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", ...v1], { cwd });
  const high = await cli(["diff", "--fail-on", "high", ...v2], { cwd });
  assert.match(high.stdout, /2 failing change\(s\) out of 6/);
  const none = await cli(["diff", "--fail-on", "instructions_changed", ...v2], { cwd });
  assert.equal(none.code, 0, none.stdout + none.stderr);
});

test("the_servers_of_a_map_run_one_after_the_other_and_the_worst_exit_code_counts", async (t) => {
  const cwd = folder(t);
  const server = (version: string) =>
    `    command: node\n    args: [${JSON.stringify(DRIFT_SERVER)}, ${version}]\n`;
  write(cwd, {
    "mcpward.yaml": `servers:\n  one:\n${server("v1")}  two:\n${server("v1")}checks:\n  drift: {}\n`,
  });
  const pinned = await cli(["baseline"], { cwd });
  assert.equal(pinned.code, 0, pinned.stderr);
  assert.ok(statSync(join(cwd, "mcpward.one.lock.json")).isFile());
  assert.ok(statSync(join(cwd, "mcpward.two.lock.json")).isFile());

  write(cwd, {
    "mcpward.yaml": `servers:\n  one:\n${server("v1")}  two:\n${server("v2")}checks:\n  drift: {}\n`,
  });
  const { code, stdout } = await cli(["diff", "--json"], { cwd });
  assert.equal(code, 1);
  const { servers } = JSON.parse(stdout) as { servers: { summary: { failed: number } }[] };
  assert.deepEqual(
    servers.map((report) => report.summary.failed),
    [0, 5],
  );
  assert.equal((await cli(["diff", "--server", "one"], { cwd })).code, 0);
});

test("a_started_server_never_sees_our_own_tokens", async (t) => {
  const cwd = folder(t);
  const env = { GITHUB_TOKEN: "ghs_own", MCPWARD_GITHUB_TOKEN: "ghs_other", KEPT: "yes" };
  const { code, stderr } = await cli(["baseline", "--", process.execPath, ENV_SERVER, "seen.json"], {
    cwd,
    env,
  });
  assert.equal(code, 0, stderr);
  const seen = JSON.parse(readFileSync(join(cwd, "seen.json"), "utf8")) as Record<string, string>;
  assert.equal(seen["KEPT"], "yes");
  assert.equal(seen["GITHUB_TOKEN"], undefined);
  assert.equal(seen["MCPWARD_GITHUB_TOKEN"], undefined);
});

test("a_token_that_the_configuration_names_is_passed_on_and_stays_out_of_the_lockfile", async (t) => {
  const cwd = folder(t);
  write(cwd, {
    "mcpward.yaml": `server:\n  command: node\n  args: [${JSON.stringify(ENV_SERVER)}, seen.json]\n  env: { GITHUB_TOKEN: "\${GITHUB_TOKEN}" }\n`,
  });
  const { code, stderr } = await cli(["baseline"], { cwd, env: { GITHUB_TOKEN: "ghs_0123456789" } });
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(readFileSync(join(cwd, "seen.json"), "utf8")).GITHUB_TOKEN, "ghs_0123456789");
  assert.doesNotMatch(readFileSync(join(cwd, "mcpward.lock.json"), "utf8"), /ghs_0123456789/);
});

test("servers_are_looked_at_together_or_in_parts_and_the_reports_join_to_the_same", async (t) => {
  const cwd = folder(t);
  const server = (name: string, version: string) =>
    `  ${name}:\n    command: node\n    args: [${JSON.stringify(DRIFT_SERVER)}, ${version}]\n`;
  const map = (version: string) =>
    `servers:\n${["a", "b", "c"].map((name) => server(name, name === "b" ? version : "v1")).join("")}  gone:\n    command: nosuchcommand\nchecks:\n  drift: {}\n`;
  write(cwd, { "mcpward.yaml": map("v1") });
  await cli(["baseline", "--server", "a", "--server", "b", "--server", "c"], { cwd });
  write(cwd, {
    "mcpward.yaml": map("v2"),
    "mcpward.gone.lock.json": readFileSync(join(cwd, "mcpward.a.lock.json"), "utf8"),
  });

  interface Head {
    readonly server: { readonly name: string };
    readonly summary: object;
    readonly incomplete?: string;
  }
  const heads = (text: string) =>
    (JSON.parse(text) as { servers: Head[] }).servers.map((head) => [head.summary, head.incomplete]);
  const alone = await cli(["diff", "--json"], { cwd });
  assert.equal(alone.code, 2);
  const together = await cli(["diff", "--json", "--jobs", "3"], { cwd });
  assert.equal(together.code, 2);
  assert.deepEqual(heads(together.stdout), heads(alone.stdout));

  const parts = [1, 2, 3].map((part) => `part${part}.json`);
  const codes = [];
  for (const [index, out] of parts.entries()) {
    codes.push((await cli(["diff", "--shard", `${index + 1}/3`, "--json", "--out", out], { cwd })).code);
  }
  assert.deepEqual(codes, [2, 1, 0]);
  const joined = await cli(["merge", "--json", ...parts], { cwd });
  assert.equal(joined.code, 2);
  const sorted = (found: unknown[]) => found.map((head) => JSON.stringify(head)).sort();
  assert.deepEqual(sorted(heads(joined.stdout)), sorted(heads(alone.stdout)));
});

test("a_variable_that_only_another_server_asks_for_may_be_unset", async (t) => {
  const cwd = folder(t);
  const server = `command: node, args: [${JSON.stringify(DRIFT_SERVER)}, v1]`;
  write(cwd, {
    "mcpward.yaml": `servers:\n  one: { ${server} }\n  two: { ${server}, env: { KEY: "\${ABSENT_KEY}" } }\n`,
  });
  const one = await cli(["baseline", "--server", "one"], { cwd });
  assert.equal(one.code, 0, one.stderr);
  assert.equal((await cli(["diff", "--server", "one"], { cwd })).code, 0);
  const part = await cli(["lint", "--shard", "1/2"], { cwd });
  assert.equal(part.code, 0, part.stderr);
  for (const args of [["baseline"], ["diff", "--server", "two"]]) {
    const { code, stderr } = await cli(args, { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /mcpward\.yaml:3:\d+: the environment variable `ABSENT_KEY` is not set/);
  }
});

test("the_variables_of_a_server_that_the_command_line_replaces_may_be_unset", async (t) => {
  const cwd = folder(t);
  write(cwd, { "mcpward.yaml": 'server:\n  command: x\n  env: { KEY: "${ABSENT_KEY}" }\n' });
  const pinned = await cli(["baseline", ...v1], { cwd });
  assert.equal(pinned.code, 0, pinned.stderr);
  const files = await cli(["diff", "--against", "mcpward.lock.json"], { cwd });
  assert.equal(files.code, 0, files.stderr);
});

test("a_server_that_cannot_be_pinned_keeps_no_other_from_it", async (t) => {
  const cwd = folder(t);
  const works = `{ command: node, args: [${JSON.stringify(DRIFT_SERVER)}, v1] }`;
  write(cwd, {
    "mcpward.yaml": `servers:\n  a: { command: nosuchcommand }\n  b: ${works}\n  c: { command: neither }\n  d: ${works}\n`,
  });
  const { code, stdout, stderr } = await cli(["baseline"], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /^a: mcpward: .*nosuchcommand/m);
  assert.match(stderr, /^c: mcpward: .*neither/m);
  assert.match(stdout, /Baseline saved to mcpward\.b\.lock\.json/);
  assert.match(stdout, /Baseline saved to mcpward\.d\.lock\.json/);

  write(cwd, { "mcpward.b.lock.json": "no json" });
  const again = await cli(["baseline"], { cwd });
  assert.equal(again.code, 2);
  assert.match(again.stderr, /^b: mcpward: `mcpward\.b\.lock\.json`: /m);
  assert.match(again.stdout, /Baseline unchanged: mcpward\.d\.lock\.json/);

  const compared = await cli(["diff", "--json"], { cwd });
  assert.equal(compared.code, 2);
  const { servers } = JSON.parse(compared.stdout) as {
    servers: { name: string; incomplete?: string }[];
  };
  assert.deepEqual(
    servers.map(({ name, incomplete }) => [name, incomplete === undefined]),
    [
      ["a", false],
      ["b", false],
      ["c", false],
      ["d", true],
    ],
  );

  const hashes = await cli(["hash"], { cwd });
  assert.equal(hashes.code, 2);
  assert.match(hashes.stdout, /^sha256:[0-9a-f]{64} {2}b\nsha256:[0-9a-f]{64} {2}d\n$/);
  assert.match(hashes.stderr, /^c: mcpward: /m);
});
