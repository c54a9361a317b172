import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { parse } from "yaml";
import { CLI, cli, DRIFT_SERVER, folder, ROOT } from "./support.js";

const SCRIPT = join(ROOT, "action/run.sh");

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}

const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as Action;

/** Runs the action's script with a mcpward that writes down its arguments. */
function run(t: TestContext, inputs: Readonly<Record<string, string>>, exitCode = 0) {
  const dir = folder(t);
  const files = { output: join(dir, "output"), summary: join(dir, "summary"), argv: join(dir, "argv") };
  writeFileSync(files.output, "");
  writeFileSync(files.summary, "");
  const binary = join(dir, "mcpward");
  writeFileSync(
    binary,
    `#!/usr/bin/env bash\nprintf '%s\\0' "$@" > "${files.argv}"\nfor a; do case "$a" in --reporter=markdown:*) echo "# told" > "\${a#--reporter=markdown:}";; esac; done\nexit ${exitCode}\n`,
  );
  chmodSync(binary, 0o755);
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    GITHUB_OUTPUT: files.output,
    GITHUB_STEP_SUMMARY: files.summary,
    RUNNER_TEMP: dir,
    MCPWARD_ACTION_BINARY: binary,
  };
  for (const [name, { default: text }] of Object.entries(action.inputs)) {
    if (name !== "github-token") env[`MCPWARD_INPUT_${name.toUpperCase().replaceAll("-", "_")}`] = text;
  }
  for (const [name, text] of Object.entries(inputs)) env[`MCPWARD_INPUT_${name}`] = text;
  const { status, stdout } = spawnSync("bash", [SCRIPT], { cwd: dir, env, encoding: "utf8" });
  const argv = existsSync(files.argv) ? readFileSync(files.argv, "utf8").split("\0").slice(0, -1) : undefined;
  return {
    dir,
    status,
    stdout,
    argv,
    output: readFileSync(files.output, "utf8"),
    summary: readFileSync(files.summary, "utf8"),
  };
}

test("the_defaults_run_every_check_of_the_configuration", (t) => {
  const { argv, output, summary, dir } = run(t, {});
  assert.deepEqual(argv?.slice(0, 3), ["run", "--config=mcpward.yaml", "--reporter=console"]);
  assert.equal(argv?.length, 4);
  assert.ok(argv?.[3]?.startsWith(`--reporter=markdown:${dir}`));
  assert.equal(output, "exit-code=0\n");
  assert.equal(summary, "# told\n");
});

test("a_failure_sets_the_outputs_before_it_fails_the_step", (t) => {
  const { status, output, dir } = run(t, { OUTPUT: "out.xml", REPORTER: "junit" }, 1);
  assert.equal(status, 0);
  assert.equal(output, `exit-code=1\nreport-path=${dir}/out.xml\n`);
  const verdict = action.runs.steps[1]?.run ?? "";
  for (const [code, status] of [
    ["1", 1],
    ["2", 2],
    ["", 2],
  ] as const) {
    assert.equal(spawnSync("bash", ["-c", verdict], { env: { EXIT_CODE: code } }).status, status);
  }
});

test("no_input_is_put_into_a_script", () => {
  for (const { run } of action.runs.steps) assert.ok(!run.includes("${{"), run);
  const passed = Object.values(action.runs.steps[0]?.env ?? {}).join(" ");
  for (const name of Object.keys(action.inputs)) assert.ok(passed.includes(`inputs.${name}`), name);
});

test("hostile_inputs_are_arguments_and_nothing_else", (t) => {
  const hostile = '$(touch pwned) `touch pwned`; touch pwned #" && touch pwned';
  const { argv, dir } = run(t, {
    CONFIG: hostile,
    BASELINE: hostile,
    FAIL_ON: "--update-golden",
    OUTPUT: `${hostile}.xml`,
  });
  assert.ok(argv?.includes(`--config=${hostile}`));
  assert.ok(argv?.includes(`--baseline=${hostile}`));
  assert.ok(argv?.includes("--fail-on=--update-golden"));
  assert.ok(argv?.includes(`--reporter=console:${hostile}.xml`));
  assert.ok(!existsSync(join(dir, "pwned")));
});

test("inputs_that_could_forge_something_are_refused", (t) => {
  for (const inputs of [
    { OUTPUT: "a\nexit-code=0" },
    { VERSION: "1.0.0 --registry=http://evil.example" },
    { VERSION: "file:../evil" },
    { COMMAND: "init" },
    { REPORTER: "console:x" },
    { WORKING_DIRECTORY: "no such folder" },
  ]) {
    const { argv, output, stdout, status } = run(t, inputs);
    assert.equal(argv, undefined, JSON.stringify(inputs));
    assert.equal(output, "exit-code=2\n");
    assert.match(stdout, /^::error title=mcpward::/);
    assert.equal(status, 0);
  }
});

test("the_log_of_a_server_is_no_command_of_the_runner", (t) => {
  const { stdout } = run(t, {});
  const [first = "", last = ""] = stdout.trim().split("\n");
  const token = first.replace("::stop-commands::", "");
  assert.match(token, /^mcpward-[0-9a-f]{32}$/);
  assert.equal(last, `::${token}::`);
});

/** A repository whose pull request changes lockfiles, and the action's job summary there. */
async function summaryOf(t: TestContext, changed: readonly string[], fetched = true) {
  const dir = folder(t);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: dir, stdio: "pipe" });
  const pin = async (version: string) => {
    for (const name of changed) {
      const done = await cli(
        ["baseline", "--baseline", name, "--", process.execPath, DRIFT_SERVER, version],
        {
          cwd: dir,
        },
      );
      assert.equal(done.code, 0, done.stderr);
    }
  };
  git("init", "--quiet", "--initial-branch=main");
  await pin("v1");
  git("add", "--all");
  git("commit", "--quiet", "--message=base");
  if (fetched) git("update-ref", "refs/remotes/origin/main", "HEAD");
  await pin("v2");
  git("add", "--all");
  git("commit", "--quiet", "--message=change");
  const binary = join(dir, "mcpward");
  writeFileSync(binary, `#!/usr/bin/env bash\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  chmodSync(binary, 0o755);
  for (const name of ["output", "summary"]) writeFileSync(join(dir, name), "");
  const env = {
    PATH: process.env["PATH"] ?? "",
    GITHUB_OUTPUT: join(dir, "output"),
    GITHUB_STEP_SUMMARY: join(dir, "summary"),
    GITHUB_BASE_REF: "main",
    RUNNER_TEMP: dir,
    MCPWARD_ACTION_BINARY: binary,
    MCPWARD_INPUT_COMMAND: "diff",
  };
  const { status } = spawnSync("bash", [SCRIPT], { cwd: dir, env, encoding: "utf8" });
  assert.equal(status, 0);
  return { dir, summary: readFileSync(join(dir, "summary"), "utf8") };
}

test("what_a_pull_request_changes_in_a_lockfile_is_shown", async (t) => {
  const { summary } = await summaryOf(t, ["mcpward.lock.json"]);
  assert.match(summary, /^## This pull request changes a lockfile$/m);
  assert.match(summary, /^ {4}mcpward\.lock\.json$/m);
  assert.match(summary, /Tool "removed\\?_tool" was removed/);
  assert.match(summary, /description changed/);
});

test("a_lockfile_with_a_hostile_name_is_a_name_and_nothing_else", async (t) => {
  const name = "mcpward`touch pwned`$(touch pwned)\n# pwned <b>.lock.json";
  const { summary, dir } = await summaryOf(t, [name]);
  assert.match(summary, /^ {4}mcpward`touch pwned`\$\(touch pwned\)\?# pwned <b>\.lock\.json$/m);
  assert.match(summary, /was removed/);
  assert.ok(!existsSync(join(dir, "pwned")));
});

test("without_the_base_the_summary_says_how_to_get_it", async (t) => {
  const { summary } = await summaryOf(t, ["mcpward.lock.json"], false);
  assert.match(summary, /fetch-depth: 0/);
});

test("the_script_is_well_formed", () => {
  execFileSync("bash", ["-n", SCRIPT]);
  const version = (JSON.parse(readFileSync(join(ROOT, "npm/package.json"), "utf8")) as { version: string })
    .version;
  assert.match(
    readFileSync(SCRIPT, "utf8"),
    new RegExp(`^own_version=${version.replaceAll(".", "\\.")}$`, "m"),
  );
});
