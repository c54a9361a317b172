import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { cli, folder, ROOT, write } from "./support.js";

// The same scripts are played in the core's own tests, where time passes only as they say.
const SCRIPTS = join(ROOT, "fixtures/servers/scripted");
const SERVER = join(SCRIPTS, "server.mjs");

interface Script {
  readonly baselineOf?: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly request?: { readonly goldens?: Readonly<Record<string, { readonly text: string }>> };
  readonly expect: {
    readonly called: readonly unknown[];
    readonly results: readonly (readonly string[])[];
    readonly exit: number;
    readonly incomplete: string | null;
  };
}

interface Report {
  readonly results: readonly {
    id: string;
    rule?: string;
    status: string;
    message: string;
    location?: string;
  }[];
  readonly incomplete?: string;
}

const scriptPath = (name: string) => join(SCRIPTS, `${name}.json`);
const read = (name: string) => JSON.parse(readFileSync(scriptPath(name), "utf8")) as Script;

/** Measured durations differ from run to run. */
const withoutDurations = (text: string) => text.replace(/\d+(\.\d+)? ms/g, "N ms");

const told = (report: Report) =>
  report.results.map(({ id, rule, status, message }) => [rule ?? id, status, withoutDurations(message)]);

/** A folder with the script's configuration for one transport, and its golden files. */
async function prepare(t: TestContext, name: string, transport: "stdio" | "http") {
  const cwd = folder(t);
  const script = read(name);
  const calls = join(cwd, "calls.jsonl");
  writeFileSync(calls, "");
  const args = [SERVER, scriptPath(name), "--calls", calls];
  const server =
    transport === "stdio"
      ? { command: process.execPath, args }
      : { transport: "http", url: await listening(t, [...args, "--http"]) };
  // JSON is YAML.
  write(cwd, { "mcpward.yaml": JSON.stringify({ server, ...script.config }) });
  for (const [path, { text }] of Object.entries(script.request?.goldens ?? {})) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  if (script.baselineOf !== undefined) await pin(cwd, script.baselineOf);
  return { cwd, script, calls };
}

async function pin(cwd: string, name: string) {
  const server = { command: process.execPath, args: [SERVER, scriptPath(name)] };
  write(cwd, { "before.yaml": JSON.stringify({ server, ...read(name).config }) });
  const { code, stderr } = await cli(["baseline", "-c", "before.yaml"], { cwd });
  assert.equal(code, 0, stderr);
}

async function listening(t: TestContext, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill());
  return await new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error("the scripted server ended before it listened")));
    child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
  });
}

/** What a person is told of a lost process is another sentence over HTTP. */
const whyIncomplete = (reason: string | null | undefined) => reason?.replace(/: .*/s, "") ?? null;

const names = readdirSync(SCRIPTS)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));

for (const name of names) {
  for (const transport of ["stdio", "http"] as const) {
    test(`${name.replaceAll("-", "_")}_gives_the_written_report_over_${transport}`, async (t) => {
      const { cwd, script, calls } = await prepare(t, name, transport);
      const { code, stdout, stderr } = await cli(["run", "--json"], { cwd });
      assert.equal(code, script.expect.exit, stdout + stderr);
      const report = JSON.parse(stdout) as Report;
      assert.deepEqual(told(report), script.expect.results);
      assert.equal(whyIncomplete(report.incomplete), whyIncomplete(script.expect.incomplete));
      const called = readFileSync(calls, "utf8").split("\n").filter(Boolean);
      assert.deepEqual(
        called.map((line) => JSON.parse(line) as unknown),
        script.expect.called,
      );
    });
  }
}

test("results_about_a_case_point_at_its_line_in_the_configuration", async (t) => {
  const cwd = folder(t);
  const { script } = await prepare(t, "suites", "stdio");
  const server = { command: process.execPath, args: [SERVER, scriptPath("suites")] };
  const { checks } = script.config;
  write(cwd, {
    "mcpward.yaml": [
      `server: ${JSON.stringify(server)}`,
      `checks: ${JSON.stringify(checks)}`,
      "suites:",
      "  - tool: read_file",
      "    cases:",
      "      - name: reads",
      "        args: { path: /there }",
      "        expect:",
      "          tool_is_error: true",
      "          jsonpath:",
      "            $.content[0].text: no",
      "            $.content[: no",
      "  - tool: gone",
      "    cases: [{ name: nothing }]",
      "",
    ].join("\n"),
  });
  const { code, stdout, stderr } = await cli(["run", "--json"], { cwd });
  assert.equal(code, 1, stderr);
  const places = (JSON.parse(stdout) as Report).results
    .filter(({ status }) => status === "fail")
    .map(({ id, location }) => `${id} ${location}`);
  assert.deepEqual(places, [
    "behavioral/tool-is-error mcpward.yaml:9:11",
    "behavioral/jsonpath mcpward.yaml:12:13",
    "behavioral/jsonpath mcpward.yaml:11:13",
    "behavioral/tool-exists mcpward.yaml:13:5",
  ]);
});

test("update_golden_writes_what_is_missing_and_a_second_run_passes", async (t) => {
  const cwd = folder(t);
  const server = { command: process.execPath, args: [SERVER, scriptPath("suites")] };
  const suites = [
    {
      tool: "count",
      cases: [
        { name: "counts", expect: { golden: "golden/deep/count.json" } },
        { name: "leads out", expect: { golden: "../outside.json" } },
      ],
    },
  ];
  const checks = { compliance: false, schema: false, security: false, collision: false, errors: false };
  write(cwd, { "mcpward.yaml": JSON.stringify({ server, checks, suites }) });

  const missing = await cli(["run"], { cwd });
  assert.equal(missing.code, 1);
  assert.match(missing.stdout, /golden file `golden\/deep\/count\.json` does not exist/);

  const updated = await cli(["run", "--update-golden"], { cwd });
  assert.match(updated.stderr, /golden snapshot written: golden\/deep\/count\.json/);
  assert.match(updated.stdout, /`\.\.\/outside\.json` cannot be used: the path leads out/);
  assert.equal(existsSync(join(dirname(cwd), "outside.json")), false);
  const file = join(cwd, "golden/deep/count.json");
  const before = { text: readFileSync(file, "utf8"), inode: statSync(file).ino };
  assert.equal(
    before.text,
    `${JSON.stringify(
      {
        content: [{ text: "2", type: "text" }],
        isError: false,
        structuredContent: { count: 2, names: ["a", "b"] },
      },
      null,
      2,
    )}\n`,
  );

  const again = await cli(["run", "--update-golden"], { cwd });
  assert.doesNotMatch(again.stderr, /written/);
  assert.deepEqual({ text: readFileSync(file, "utf8"), inode: statSync(file).ino }, before);
});

test("a_secret_that_a_case_expects_is_found_and_not_shown", async (t) => {
  const cwd = folder(t);
  const echo = {
    revision: "2025-11-25",
    tools: [{ name: "echo", inputSchema: { type: "object" } }],
    calls: [
      { tool: "echo", answers: [{ result: { content: [{ type: "text", text: "key s3cr3t-0123456789" }] } }] },
    ],
  };
  const expected = (text: string) => [
    { tool: "echo", cases: [{ name: "echoes", expect: { jsonpath: { "$.content[0].text": text } } }] },
  ];
  const config = (text: string) => ({
    server: { command: process.execPath, args: [SERVER, "echo.json"], env: { KEY: "${KEY}" } },
    checks: { compliance: false, schema: false, security: false, collision: false, errors: false },
    suites: expected(text),
  });
  const env = { KEY: "s3cr3t-0123456789" };
  write(cwd, { "echo.json": JSON.stringify(echo), "mcpward.yaml": JSON.stringify(config("key ${KEY}")) });
  const found = await cli(["run"], { cwd, env });
  assert.equal(found.code, 0, found.stdout + found.stderr);
  write(cwd, { "mcpward.yaml": JSON.stringify(config("another ${KEY}")) });
  const missed = await cli(["run", "--json"], { cwd, env });
  assert.equal(missed.code, 1);
  assert.doesNotMatch(missed.stdout, /s3cr3t/);
});
