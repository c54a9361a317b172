import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { CLI, cli, DRIFT_SERVER, finished, folder, write } from "./support.js";

const SERVER = `server:\n  command: node\n  args: [${JSON.stringify(DRIFT_SERVER)}, v1]\n`;
const posix = process.platform !== "win32";
const only = (wanted: boolean) => ({ skip: wanted ? false : "this system has no such file" });

/** Every place where the command line names a file to read. */
const READERS: readonly (readonly string[])[] = [
  ["diff", "-c"],
  ["baseline", "--baseline"],
  ["diff", "--baseline"],
  ["diff", "--against"],
  ["lint", "--from"],
  ["hash", "--from"],
  ["init", "-c", "new.yaml", "--from"],
  ["contracts", "verify", "--from"],
  ["merge"],
];

function project(t: TestContext): string {
  const cwd = folder(t);
  write(cwd, { "mcpward.yaml": SERVER, "mcpward.lock.json": '{"tools":[]}', "calls.jsonl": "" });
  mkdirSync(join(cwd, "contracts"));
  write(join(cwd, "contracts"), { "x.json": "{}" });
  return cwd;
}

for (const [kind, path, words] of [
  ["device", "/dev/zero", /`\/dev\/zero`.* is a device or a socket, not a file/],
  ["folder", "contracts", /`contracts`.* is a folder/],
] as const) {
  test(`a_${kind}_is_never_read_as_a_file`, only(posix), async (t) => {
    const cwd = project(t);
    const readers = [...READERS, ["diff", "--against", "mcpward.lock.json", "--calls"]];
    for (const args of readers) {
      const { code, stderr } = await cli([...args, path], { cwd });
      assert.equal(code, 2, args.join(" "));
      assert.match(stderr, words, args.join(" "));
    }
  });
}

test("a_pipe_that_nobody_writes_to_is_an_error", only(posix), async (t) => {
  const cwd = project(t);
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  const { code, stderr } = await cli(["lint", "--from", "pipe"], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /`pipe` is a pipe that nothing is written to/);
});

test("what_never_ends_is_given_up", only(posix), async (t) => {
  const { code, stderr } = await shell(project(t), `MCPWARD lint --from <(cat /dev/zero)`);
  assert.equal(code, 2);
  assert.match(stderr, /is larger than 256 MB/);
});

test("the_output_of_a_command_is_read_as_a_file", only(posix), async (t) => {
  const cwd = project(t);
  for (const line of [
    `MCPWARD lint --from <(sleep 0.3; cat mcpward.lock.json)`,
    `cat mcpward.lock.json | MCPWARD lint --from /dev/stdin`,
    `MCPWARD lint --from /dev/stdin < mcpward.lock.json`,
    `mkfifo late; (sleep 0.5; cat mcpward.lock.json > late) & MCPWARD lint --from late`,
    `MCPWARD diff --baseline <(cat mcpward.lock.json) --against mcpward.lock.json -c <(cat mcpward.yaml)`,
  ]) {
    const { code, stderr } = await shell(cwd, line);
    assert.equal(code, 0, `${line}\n${stderr}`);
  }
});

test("the_paths_of_a_configuration_from_a_pipe_start_in_the_current_folder", only(posix), async (t) => {
  const cwd = project(t);
  rmSync(join(cwd, "mcpward.lock.json"));
  const { code, stdout, stderr } = await shell(cwd, "MCPWARD baseline -c <(cat mcpward.yaml)");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Baseline saved to mcpward\.lock\.json/);
});

test("a_report_that_cannot_be_written_whole_is_an_error", only(process.platform === "linux"), async (t) => {
  const cwd = project(t);
  for (const line of [
    `MCPWARD lint --from mcpward.lock.json > /dev/full`,
    `MCPWARD rules > /dev/full`,
    `MCPWARD --version > /dev/full`,
  ]) {
    const { code, stderr } = await shell(cwd, line);
    assert.equal(code, 2, line);
    assert.match(stderr, /^mcpward: cannot write to standard output \(no space left on the device\)$/m);
  }
  assert.equal((await shell(cwd, `MCPWARD nosuch 2> /dev/full`)).code, 2);
});

test("a_reader_that_went_away_is_no_error", only(posix), async (t) => {
  const { stdout, stderr } = await shell(
    project(t),
    `(MCPWARD rules --json; echo "exit $?" >&2) | head -n 1`,
  );
  assert.equal(stdout, "[\n");
  assert.equal(stderr, "exit 0\n");
});

/** Runs a line of bash in which `MCPWARD` is the command. */
async function shell(cwd: string, line: string) {
  const command = line.replaceAll("MCPWARD", `'${process.execPath}' '${CLI}'`);
  return await finished(spawn("bash", ["-c", command], { cwd, stdio: ["ignore", "pipe", "pipe"] }));
}
