import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { starter } from "../dist/init/template.js";
import { cli, DRIFT_SERVER, folder, write } from "./support.js";

/** Runs in a fresh folder with these files; expects exit 2, one line of cause, a hint, and nothing written. */
async function refused(
  t: TestContext,
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const cwd = folder(t);
  write(cwd, files);
  const { code, stdout, stderr } = await cli(args, { cwd, env });
  assert.equal(code, 2, stdout + stderr);
  assert.equal(stdout, "");
  const [cause = "", ...rest] = stderr.trimEnd().split("\n");
  assert.match(cause, /^mcpward: /);
  assert.deepEqual(readdirSync(cwd).sort(), Object.keys(files).sort());
  return { cause, rest: rest.join("\n") };
}

const SERVER = `server:\n  command: node\n  args: [${JSON.stringify(DRIFT_SERVER)}, v1]\n`;
const node = (script: string) => ["--", process.execPath, "-e", script];

test("no_configuration_says_how_to_start", async (t) => {
  const { cause, rest } = await refused(t, ["diff"]);
  assert.match(cause, /there is no `mcpward.yaml` here/);
  assert.match(rest, /mcpward init/);
});

test("a_named_configuration_that_is_absent_is_named", async (t) => {
  const { cause } = await refused(t, ["diff", "-c", "other.yaml"]);
  assert.match(cause, /the configuration `other.yaml` does not exist/);
});

test("a_syntax_error_in_the_configuration_has_its_place", async (t) => {
  const { cause } = await refused(t, ["diff"], { "mcpward.yaml": "server:\n  command: [node\n" });
  assert.match(cause, /mcpward: mcpward\.yaml:3:1: /);
});

test("an_unknown_key_has_its_place_and_the_nearest_known_one", async (t) => {
  const { cause } = await refused(t, ["diff"], { "mcpward.yaml": `${SERVER}cheks: {}\n` });
  assert.match(cause, /mcpward\.yaml:4:1: unknown key `cheks`; did you mean `checks`\?/);
});

test("an_unset_variable_is_named_with_its_place", async (t) => {
  const { cause, rest } = await refused(t, ["diff"], {
    "mcpward.yaml": `${SERVER}  env:\n    KEY: \${ABSENT_KEY}\n`,
  });
  assert.match(cause, /mcpward\.yaml:5:10: the environment variable `ABSENT_KEY` is not set/);
  assert.match(rest, /set ABSENT_KEY/);
});

test("an_unknown_reporter_is_refused_before_anything_runs", async (t) => {
  const { cause, rest } = await refused(t, ["diff", "--reporter", "nosuch"], { "mcpward.yaml": SERVER });
  assert.match(cause, /unknown reporter `nosuch`/);
  assert.match(rest, /console, json, junit, sarif, markdown/);
});

test("a_missing_output_folder_is_refused_before_anything_runs", async (t) => {
  const { cause, rest } = await refused(t, ["diff", "-o", "absent/report.txt"], { "mcpward.yaml": SERVER });
  assert.match(cause, /the folder `absent` does not exist/);
  assert.match(rest, /mkdir -p absent/);
});

test("a_missing_lockfile_folder_is_refused_before_anything_runs", async (t) => {
  const { cause } = await refused(t, ["baseline", "--baseline", "absent/x.lock.json"], {
    "mcpward.yaml": SERVER,
  });
  assert.match(cause, /the folder `absent` does not exist/);
});

test("a_command_that_is_not_found_is_named", async (t) => {
  const { cause, rest } = await refused(t, ["baseline", "--", "no-such-command-here"]);
  assert.match(cause, /no-such-command-here/);
  assert.match(rest, /hint: /);
});

test("a_server_that_exits_at_once_shows_its_code_and_the_end_of_its_stderr", async (t) => {
  const { cause, rest } = await refused(t, [
    "baseline",
    ...node("console.error('no license found'); process.exit(7)"),
  ]);
  assert.match(cause, /7/);
  assert.match(rest, /no license found/);
});

test("a_server_that_prints_garbage_is_refused_and_quoted", async (t) => {
  const { cause } = await refused(t, [
    "baseline",
    ...node("console.log('hello \\u001b[31mthere'); setTimeout(() => process.exit(0), 100)"),
  ]);
  assert.match(cause, /it wrote something else on standard output: "hello <U\+001B>\[31mthere"$/);
});

for (const [what, server, words] of [
  ["an_address_without_its_transport", "url: http://localhost", /yaml:2:3: `url` needs `transport: http`$/],
  [
    "a_command_and_an_address",
    "url: http://localhost\n  command: x",
    /yaml:2:3: a server has either `command`/,
  ],
  [
    "a_digest_that_is_none",
    "command: x\n  artifact: { kind: image, digest: latest }",
    /yaml:3:\d+: must be sha256: and 64 hexadecimal digits/,
  ],
] as const) {
  test(`${what}_is_refused_with_its_place`, async (t) => {
    const { cause, rest } = await refused(t, ["lint"], { "mcpward.yaml": `server:\n  ${server}\n` });
    assert.match(cause, words);
    assert.equal(rest, "");
  });
}

test("a_server_that_never_answers_ends_at_the_timeout_which_is_named", async (t) => {
  const files = {
    "mcpward.yaml": `server:\n  command: node\n  args: ["-e", "setInterval(() => {}, 1e3)"]\ntimeouts: { start_ms: 300, connect_ms: 300 }\n`,
  };
  const { cause, rest } = await refused(t, ["baseline"], files);
  assert.match(cause + rest, /start_ms|connect_ms/);
});

for (const status of [401, 404, 500]) {
  test(`http_status_${status}_is_named`, async (t) => {
    const { cause } = await refused(t, ["baseline", "--http", await answering(t, status)]);
    assert.match(cause, new RegExp(String(status)));
  });
}

test("a_refused_connection_names_the_address", async (t) => {
  const url = await answering(t, 200, true);
  const { cause } = await refused(t, ["baseline", "--http", url]);
  assert.match(cause, /127\.0\.0\.1/);
});

test("a_missing_lockfile_says_to_run_baseline", async (t) => {
  const { cause, rest } = await refused(t, ["diff"], { "mcpward.yaml": SERVER });
  assert.match(cause, /`mcpward\.lock\.json` does not exist/);
  assert.match(rest, /mcpward baseline/);
});

for (const [name, text, expected] of [
  ["truncated", `{ "protocolVersion": "2025-11-25", "tools": {`, /mcpward\.lock\.json.*line 1/],
  ["of_a_newer_version", `{"tools":{},"meta":{"schemaVersion":3}}`, /newer/],
  ["no_json", "not json at all", /mcpward\.lock\.json.*JSON/],
  ["empty", "", /mcpward\.lock\.json.*empty/],
] as const) {
  test(`a_lockfile_that_is_${name}_is_refused`, async (t) => {
    const files = { "mcpward.yaml": SERVER, "mcpward.lock.json": text };
    const { cause } = await refused(t, ["diff"], files);
    assert.match(cause, expected);
  });
}

test("baseline_does_not_overwrite_a_lockfile_it_cannot_read", async (t) => {
  const { cause } = await refused(t, ["baseline"], {
    "mcpward.yaml": SERVER,
    "mcpward.lock.json": "not json",
  });
  assert.match(cause, /mcpward\.lock\.json/);
});

for (const [args, words] of [
  [["--jobs", "0"], /`--jobs 0` is no number from 1 to 64/],
  [["--jobs", "many"], /`--jobs many`/],
  [["--shard", "3/2"], /`--shard 3\/2` is no part of a whole/],
  [["--shard", "half"], /`--shard half`/],
] as const) {
  test(`a_share_that_is_none_is_refused_${args.join("_").replace("/", "_of_")}`, async (t) => {
    const servers = SERVER.replace("server:\n", "servers:\n one:\n").replaceAll("\n  ", "\n    ");
    const { cause } = await refused(t, ["lint", ...args], { "mcpward.yaml": servers });
    assert.match(cause, words);
  });
}

test("a_shard_of_one_server_is_refused", async (t) => {
  const { cause } = await refused(t, ["lint", "--shard", "1/2"], { "mcpward.yaml": SERVER });
  assert.match(cause, /`--shard` chooses from a `servers:` map/);
});

test("init_leaves_an_existing_file_alone", async (t) => {
  const cwd = folder(t);
  write(cwd, { "mcpward.yaml": "mine\n" });
  const { code, stdout } = await cli(["init"], { cwd });
  assert.equal(code, 0);
  assert.match(stdout, /exists already/);
});

test("init_writes_a_file_that_the_other_commands_accept", async (t) => {
  const cwd = folder(t);
  assert.equal((await cli(["init"], { cwd })).code, 0);
  assert.ok(existsSync(join(cwd, "mcpward.yaml")));
  const { code, stderr } = await cli(["diff"], { cwd });
  assert.equal(code, 2);
  // It got past the configuration: the lockfile is what is missing.
  assert.match(stderr, /`mcpward\.lock\.json` does not exist/);
});

test("every_option_of_the_starter_file_is_accepted_when_it_is_switched_on", async (t) => {
  const all = starter("schema.json").replace(/^(\s*)#(?=[^\s#])/gm, "$1");
  const { cause } = await refused(t, ["diff"], { "mcpward.yaml": all });
  // It got past the configuration: the lockfile is what is missing.
  assert.match(cause, /`mcpward\.lock\.json` does not exist/);
});

test("recorded_calls_that_do_not_exist_are_named", async (t) => {
  const files = { "a.json": `{"tools":[]}`, "b.json": `{"tools":[]}` };
  const args = ["diff", "--baseline", "a.json", "--against", "b.json", "--calls", "absent.jsonl"];
  const { cause } = await refused(t, args, files);
  assert.match(cause, /the recorded calls `absent\.jsonl` do not exist/);
});

test("recorded_calls_of_a_tool_that_nobody_has_are_told", async (t) => {
  const cwd = folder(t);
  write(cwd, { "a.json": `{"tools":[{"name":"echo"}]}`, "calls.jsonl": '{"tool":"ehco"}\n' });
  const files = ["--baseline", "a.json", "--against", "a.json", "--calls", "calls.jsonl"];
  const { stdout } = await cli(["diff", ...files], { cwd });
  assert.match(stdout, /⚠ 1 recorded call names a tool that neither side has: "ehco"/);
});

/** The address of a server that answers everything with one status; `gone` closes it before it is used. */
async function answering(t: TestContext, status: number, gone = false): Promise<string> {
  const server: Server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "text/plain" }).end("no");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  if (gone) await close();
  else t.after(() => (server.closeAllConnections(), close()));
  return `http://127.0.0.1:${port}/mcp`;
}

test("a_report_never_replaces_what_is_read", async (t) => {
  const cwd = folder(t);
  write(cwd, { "mcpward.yaml": SERVER });
  await cli(["baseline"], { cwd });
  const before = readFileSync(join(cwd, "mcpward.lock.json"), "utf8");
  for (const args of [
    ["diff", "-o", "mcpward.lock.json"],
    ["run", "-r", "json:./mcpward.lock.json"],
    ["diff", "--trace", "mcpward.lock.json"],
    ["run", "-o", "mcpward.yaml"],
    ["diff", "--against", "mcpward.lock.json", "-o", "mcpward.lock.json"],
  ]) {
    const { code, stderr } = await cli(args, { cwd });
    assert.equal(code, 2, args.join(" "));
    assert.match(stderr, /would be overwritten/);
  }
  assert.equal(readFileSync(join(cwd, "mcpward.lock.json"), "utf8"), before);
  assert.equal(readFileSync(join(cwd, "mcpward.yaml"), "utf8"), SERVER);
});

test("a_lockfile_that_was_named_and_is_not_there_is_an_error_of_run_too", async (t) => {
  const { cause } = await refused(t, ["run", "--baseline", "typo.json"], { "mcpward.yaml": SERVER });
  assert.match(cause, /typo\.json/);
});

test("a_hash_that_is_none_is_refused", async (t) => {
  const cwd = folder(t);
  write(cwd, { "mcpward.yaml": SERVER });
  await cli(["baseline"], { cwd });
  const { code, stderr } = await cli(["diff", "--expect-hash", "foo"], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /--expect-hash: `foo` is no hash/);
});

test("brackets_without_end_are_one_error_and_a_quick_one", async (t) => {
  const { cause } = await refused(t, ["diff"], { "mcpward.yaml": `server: ${"[".repeat(200_000)}` });
  assert.match(cause, /nested too deeply/);
});

test("what_a_server_writes_gives_no_command_to_the_ci_runner", async (t) => {
  const cwd = folder(t);
  const script =
    'process.stderr.write("::error::pwn\\n##vso[task.setvariable variable=a]b\\n"); process.exit(1)';
  const { code, stderr } = await cli(["lint", ...node(script)], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /: :error::pwn/);
  assert.doesNotMatch(stderr, /^\s*::|##vso\[/m);
});
