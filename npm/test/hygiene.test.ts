import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { cli, DRIFT_SERVER, folder, ROOT, write } from "./support.js";

const SCRIPTED = join(ROOT, "fixtures/servers/scripted/server.mjs");
const v1 = ["--", process.execPath, DRIFT_SERVER, "v1"];
const v2 = ["--", process.execPath, DRIFT_SERVER, "v2"];

interface Lockfile {
  readonly tools: Readonly<Record<string, { readonly description: string }>>;
  readonly prompts: Readonly<Record<string, unknown>>;
  readonly meta: { readonly unlisted?: readonly string[] };
}

const lockfile = (cwd: string): Lockfile =>
  JSON.parse(readFileSync(join(cwd, "mcpward.lock.json"), "utf8")) as Lockfile;

/** A server that plays a script, as a target of the command line. */
function scripted(cwd: string, script: object): readonly string[] {
  const tool = { name: "echo", description: "Says it again.", inputSchema: { type: "object" } };
  const whole = { revision: "2025-11-25", tools: [tool], calls: [], ...script };
  write(cwd, { "script.json": JSON.stringify(whole) });
  return ["--", process.execPath, SCRIPTED, "script.json"];
}

const unlisted = {
  capabilities: { tools: {}, prompts: {} },
  failing: { "prompts/list": { code: -32603, message: "no database" } },
};
const listed = { capabilities: { tools: {}, prompts: {} }, prompts: [{ name: "greet" }] };

test("only_the_named_tools_are_accepted", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", ...v1], { cwd });
  const { code, stderr } = await cli(["baseline", "--only", "echo", "--only", "removed_tool", ...v2], {
    cwd,
  });
  assert.equal(code, 0, stderr);
  const { tools } = lockfile(cwd);
  assert.match(tools["echo"]!.description, /^Modified/);
  assert.equal(tools["removed_tool"], undefined);
  const left = await cli(["diff", ...v2], { cwd });
  assert.match(left.stdout, /2 failing change\(s\) out of 4 total/);

  const before = readFileSync(join(cwd, "mcpward.lock.json"), "utf8");
  const stranger = await cli(["baseline", "--only", "ehco", ...v2], { cwd });
  assert.equal(stranger.code, 2);
  assert.match(stranger.stderr, /ehco/);
  assert.equal(readFileSync(join(cwd, "mcpward.lock.json"), "utf8"), before);
});

function git(cwd: string, ...args: string[]): void {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd, stdio: "pipe" });
}

async function repository(t: TestContext): Promise<string> {
  const cwd = folder(t);
  git(cwd, "init", "-q", "-b", "main");
  assert.equal((await cli(["baseline", ...v1], { cwd })).code, 0);
  git(cwd, "add", ".");
  git(cwd, "commit", "-q", "-m", "pin");
  return cwd;
}

test("a_lockfile_is_read_from_a_revision_so_that_an_edited_one_hides_nothing", async (t) => {
  const cwd = await repository(t);
  // What a pull request could do: accept the new surface in the same breath.
  assert.equal((await cli(["baseline", ...v2], { cwd })).code, 0);
  assert.equal((await cli(["diff", ...v2], { cwd })).code, 0);
  const honest = await cli(["diff", "--baseline", "git:HEAD:mcpward.lock.json", ...v2], { cwd });
  assert.equal(honest.code, 1, honest.stderr);
  assert.match(honest.stdout, /4 failing change\(s\) out of 6/);
  const files = await cli(
    ["diff", "--baseline", "git:HEAD:mcpward.lock.json", "--against", "mcpward.lock.json"],
    { cwd },
  );
  assert.equal(files.code, 1, files.stderr);
});

test("a_revision_that_cannot_be_read_is_an_error_that_names_it", async (t) => {
  const cwd = await repository(t);
  for (const [source, words] of [
    ["git:nosuch:mcpward.lock.json", /nosuch/],
    ["git:HEAD:other.json", /other\.json/],
    ["git:--output=x:mcpward.lock.json", /--output=x/],
    ["git:HEAD", /git:REV:PATH/],
  ] as const) {
    const { code, stderr } = await cli(["diff", "--baseline", source, ...v2], { cwd });
    assert.equal(code, 2, source);
    assert.match(stderr, words);
    assert.ok(!existsSync(join(cwd, "x")));
  }
});

test("what_differs_on_every_start_is_named_when_asked", async (t) => {
  const cwd = folder(t);
  const tool = { name: "now", description: "Started at {started}.", inputSchema: { type: "object" } };
  const server = scripted(cwd, { tools: [tool] });
  const pinned = await cli(["baseline", "--confirm", ...server], { cwd });
  assert.equal(pinned.code, 0, pinned.stderr);
  assert.match(pinned.stdout, /⚠ Two listings of the same server differ at \/tools\/now\/description/);
  assert.match(pinned.stdout, /checks\.drift\.ignore/);

  write(cwd, {
    "mcpward.yaml": `server:\n  command: node\n  args: [${JSON.stringify(SCRIPTED)}, script.json]\nchecks:\n  security: false\n  drift:\n    ignore:\n      - { pointer: /tools/now/description, reason: it says when it started }\n`,
  });
  const run = await cli(["run", "--confirm"], { cwd });
  assert.equal(run.code, 0, run.stdout + run.stderr);
  assert.doesNotMatch(run.stdout, /differ/);
});

test("a_server_that_answers_twice_the_same_is_confirmed_in_silence", async (t) => {
  const cwd = folder(t);
  const { code, stdout } = await cli(["baseline", "--confirm", ...v1], { cwd });
  assert.equal(code, 0);
  assert.doesNotMatch(stdout, /⚠/);
  const diff = await cli(["diff", "--confirm", ...v1], { cwd });
  assert.equal(diff.code, 0, diff.stdout + diff.stderr);
});

test("a_list_that_cannot_be_had_is_no_removal_and_never_passes", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", ...scripted(cwd, listed)], { cwd });
  const { code, stdout } = await cli(["diff", ...scripted(cwd, unlisted)], { cwd });
  assert.equal(code, 1);
  assert.match(stdout, /✗ The server's prompts could not be listed, so they were not compared/);
  assert.match(stdout, /no database/);
  assert.doesNotMatch(stdout, /was removed/);
});

test("a_baseline_never_drops_what_it_could_not_see", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", ...scripted(cwd, listed)], { cwd });
  const { code, stderr } = await cli(["baseline", ...scripted(cwd, unlisted)], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /prompts could not be listed/);
  assert.ok(lockfile(cwd).prompts["greet"]);
});

test("a_list_that_was_never_seen_is_not_pinned_and_says_so", async (t) => {
  const cwd = folder(t);
  const pinned = await cli(["baseline", ...scripted(cwd, unlisted)], { cwd });
  assert.equal(pinned.code, 0, pinned.stderr);
  assert.match(pinned.stdout, /⚠ prompts could not be listed and are not pinned/);
  assert.deepEqual(lockfile(cwd).meta.unlisted, ["prompts"]);
  const { code, stdout } = await cli(["diff", ...scripted(cwd, listed)], { cwd });
  assert.equal(code, 0, stdout);
});

test("a_revision_that_the_server_no_longer_speaks_is_a_finding_of_its_own", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", ...scripted(cwd, { revision: "2025-06-18" })], { cwd });
  const { code, stdout, stderr } = await cli(["diff", ...scripted(cwd, { revision: "2024-11-05" })], { cwd });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Protocol revision changed from 2025-06-18 to 2024-11-05/);
});

test("a_baseline_in_ci_warns", async (t) => {
  const cwd = folder(t);
  const { stderr } = await cli(["baseline", ...v1], { cwd, env: { CI: "true" } });
  assert.match(stderr, /warning: a baseline taken in CI/);
});

test("the_hash_of_the_whole_surface_is_printed_and_expected", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", ...v1], { cwd });
  const live = await cli(["hash", ...v1], { cwd });
  const file = await cli(["hash", "--from", "mcpward.lock.json"], { cwd });
  assert.match(live.stdout, /^sha256:[0-9a-f]{64}\n$/);
  assert.equal(file.stdout, live.stdout);
  const expected = live.stdout.trim();
  assert.equal((await cli(["diff", "--expect-hash", expected, ...v1], { cwd })).code, 0);
  const other = await cli(
    ["diff", "--expect-hash", expected.replace(/.$/, (last) => (last === "0" ? "1" : "0")), ...v1],
    { cwd },
  );
  assert.equal(other.code, 1);
  assert.match(other.stdout, /does not have the expected hash/);
});

test("a_lockfile_without_texts_still_says_that_and_where_they_changed", async (t) => {
  const cwd = folder(t);
  write(cwd, {
    "mcpward.yaml": `server:\n  command: node\n  args: [${JSON.stringify(DRIFT_SERVER)}, v1]\nchecks:\n  drift: { full_text: false }\n`,
  });
  assert.equal((await cli(["baseline"], { cwd })).code, 0);
  assert.doesNotMatch(readFileSync(join(cwd, "mcpward.lock.json"), "utf8"), /echoes back/);
  assert.equal((await cli(["diff"], { cwd })).code, 0);
  const { code, stdout } = await cli(["diff", ...v2], { cwd });
  assert.equal(code, 1);
  assert.match(stdout, /✗ Tool "echo" description changed/);
});

test("without_a_configuration_every_result_points_into_the_lockfile", async (t) => {
  const cwd = folder(t);
  await cli(["baseline", ...v1], { cwd });
  await cli(["baseline", "--baseline", "new.json", ...v2], { cwd });
  for (const args of [
    ["diff", ...v2],
    ["run", ...v2],
    ["diff", "--against", "new.json"],
  ]) {
    const { stdout } = await cli([...args.slice(0, 1), "-r", "sarif", ...args.slice(1)], { cwd });
    const uris = [...stdout.matchAll(/"uri": "([^"]*)"/g)].map(([, uri]) => uri);
    assert.ok(uris.length >= 5, stdout);
    assert.deepEqual([...new Set(uris)], ["mcpward.lock.json"], args.join(" "));
  }
});
