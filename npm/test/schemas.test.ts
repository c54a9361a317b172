import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { validator } from "./schemas.js";
import { cli, DRIFT_SERVER, folder, write } from "./support.js";

test("every_command_writes_what_its_schema_says", async (t) => {
  const dir = folder(t);
  const server = ["--", process.execPath, DRIFT_SERVER];
  const report = validator("report.v1");
  const baseline = await cli(["baseline", ...server, "v1"], { cwd: dir });
  assert.equal(baseline.code, 0, baseline.stderr);
  const lockfile = JSON.parse(readFileSync(join(dir, "mcpward.lock.json"), "utf8")) as unknown;
  assert.deepEqual(validator("lockfile.v2")(lockfile), []);
  for (const args of [["diff"], ["run"], ["lint"]]) {
    const done = await cli([...args, "--json", ...server, "v2"], { cwd: dir });
    assert.notEqual(done.code, 2, done.stderr);
    assert.deepEqual(report(JSON.parse(done.stdout)), [], args.join(" "));
  }
});

test("the_starter_file_and_a_file_with_every_option_are_valid", async (t) => {
  const dir = folder(t);
  const config = validator("config.v1");
  assert.equal((await cli(["init"], { cwd: dir })).code, 0);
  assert.deepEqual(config(parse(readFileSync(join(dir, "mcpward.yaml"), "utf8"))), []);
  assert.deepEqual(config({ server: { transport: "stdio", command: "x" }, checks: { drift: null } }), []);
});

test("a_config_with_a_mistake_is_not_valid", () => {
  const config = validator("config.v1");
  for (const mistake of [
    { server: { transport: "pipe" } },
    { server: { comand: "x" } },
    { checks: { drift: { fail_on: "loud" } } },
    { checks: { collision: { threshold: 2 } } },
    { timeouts: { call_ms: 0 } },
    { suppress: [{ rule: "drift/tool-removed" }] },
  ]) {
    assert.notDeepEqual(config(mistake), [], JSON.stringify(mistake));
  }
});

test("several_servers_are_one_valid_document", async (t) => {
  const dir = folder(t);
  const server = { transport: "stdio", command: process.execPath, args: [DRIFT_SERVER, "v1"] };
  write(dir, { "mcpward.yaml": JSON.stringify({ servers: { one: server, two: server } }) });
  const done = await cli(["lint", "--json"], { cwd: dir });
  const document = JSON.parse(done.stdout) as { servers: { name: string }[] };
  assert.deepEqual(validator("servers.v1")(document), []);
  assert.deepEqual(
    document.servers.map(({ name }) => name),
    ["one", "two"],
  );
});
