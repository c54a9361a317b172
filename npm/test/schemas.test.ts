import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { validator } from "./schemas.js";
import { cli, DRIFT_SERVER, folder, NPM, ROOT, write } from "./support.js";

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

test("reports_that_are_joined_and_reports_about_contracts_are_what_their_schemas_say", async (t) => {
  const dir = folder(t);
  const server = ["--", process.execPath, DRIFT_SERVER];
  assert.equal((await cli(["baseline", ...server, "v1"], { cwd: dir })).code, 0);
  for (const [name, version] of [
    ["one.json", "v1"],
    ["two.json", "v2"],
  ] as const) {
    await cli(["run", "--reporter", `json:${name}`, "--reporter", "console", ...server, version], {
      cwd: dir,
    });
  }
  const merged = await cli(["merge", "--json", "one.json", "two.json"], { cwd: dir });
  assert.equal(merged.code, 1, merged.stderr);
  assert.deepEqual(validator("servers.v1")(JSON.parse(merged.stdout)), []);
  const contract = { name: "echo", description: "Echoes.", inputSchema: { type: "object" } };
  mkdirSync(join(dir, "contracts/echo"), { recursive: true });
  writeFileSync(join(dir, "contracts/echo/v1.json"), JSON.stringify(contract));
  const checked = await cli(["contracts", "check", "--json"], { cwd: dir });
  assert.notEqual(checked.code, 2, checked.stderr);
  assert.deepEqual(validator("report.v1")(JSON.parse(checked.stdout)), []);
});

test("a_lockfile_of_everything_a_server_can_offer_is_valid_with_and_without_its_texts", async (t) => {
  const dir = folder(t);
  const everything = join(NPM, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
  const server = { transport: "stdio", command: process.execPath, args: [everything] };
  for (const full_text of [true, false]) {
    const drift = { full_text, output: { enabled: true } };
    write(dir, { "mcpward.yaml": JSON.stringify({ server, checks: { drift } }) });
    const done = await cli(["baseline"], { cwd: dir });
    assert.equal(done.code, 0, done.stderr);
    const lockfile = JSON.parse(readFileSync(join(dir, "mcpward.lock.json"), "utf8")) as Record<
      string,
      unknown
    >;
    assert.deepEqual(validator("lockfile.v2")(lockfile), []);
    for (const list of ["tools", "prompts", "resources"]) assert.ok(lockfile[list] !== undefined, list);
    assert.equal(lockfile["textHashes"] !== undefined, !full_text);
  }
});

test("the_configurations_of_the_examples_are_valid", () => {
  const config = validator("config.v1");
  for (const name of ["everything", "filesystem", "memory"]) {
    const text = readFileSync(join(ROOT, "docs/examples", name, "mcpward.yaml"), "utf8");
    assert.deepEqual(config(parse(text)), [], name);
  }
});

test("the_starter_file_and_a_file_with_every_option_are_valid", async (t) => {
  const dir = folder(t);
  const config = validator("config.v1");
  assert.equal((await cli(["init"], { cwd: dir })).code, 0);
  assert.deepEqual(config(parse(readFileSync(join(dir, "mcpward.yaml"), "utf8"))), []);
  assert.deepEqual(config({ server: { transport: "stdio", command: "x" }, checks: { drift: null } }), []);
});

test("contract_files_and_pins_are_valid", async (t) => {
  const dir = folder(t);
  const server = ["--", process.execPath, DRIFT_SERVER, "v1"];
  const drafted = await cli(["contracts", "new", "compute", ...server], { cwd: dir });
  assert.equal(drafted.code, 0, drafted.stderr);
  const renamed = await cli(["contracts", "new", "compute", "--as", "compute_v2"], { cwd: dir });
  assert.equal(renamed.code, 0, renamed.stderr);
  assert.equal((await cli(["contracts", "new", "by_hand"], { cwd: dir })).code, 0);
  assert.equal((await cli(["contracts", "pin"], { cwd: dir })).code, 0);
  let checked = 0;
  for (const place of [dir, join(ROOT, "fixtures/servers/contract-first")]) {
    for (const tool of readdirSync(join(place, "contracts"))) {
      for (const file of readdirSync(join(place, "contracts", tool))) {
        const text = readFileSync(join(place, "contracts", tool, file), "utf8");
        assert.deepEqual(validator("contract.v1")(JSON.parse(text)), [], `${tool}/${file}`);
        checked++;
      }
    }
    const pins = JSON.parse(readFileSync(join(place, "pinned_tools.lock.json"), "utf8")) as unknown;
    assert.deepEqual(validator("pins.v1")(pins), []);
  }
  assert.equal(checked, 9);
});

test("a_contract_with_a_mistake_is_not_valid_and_is_not_taken", async (t) => {
  const good = { name: "t", description: "Does a thing.", inputSchema: { type: "object" } };
  const valid = validator("contract.v1");
  const taken = async (contract: unknown) => {
    const dir = folder(t);
    mkdirSync(join(dir, "contracts/t"), { recursive: true });
    write(join(dir, "contracts/t"), { "v1.json": JSON.stringify(contract) });
    return (await cli(["contracts", "check"], { cwd: dir })).code === 0;
  };
  assert.deepEqual(valid(good), []);
  assert.ok(await taken(good));
  for (const mistake of [
    { name: undefined },
    { description: undefined },
    { description: "" },
    { description: 1 },
    { inputSchema: undefined },
    { inputSchema: true },
    { inputSchema: { type: "string" } },
    { outputSchema: "object" },
    { annotations: [] },
    { title: 1 },
    { inputschema: {} },
    { deprecated: { since: "soon", remove_after: "2099-01-01" } },
    { deprecated: { since: "2026-01-01" } },
  ]) {
    const contract = { ...good, ...mistake };
    const plain = JSON.parse(JSON.stringify(contract)) as unknown;
    assert.notDeepEqual(valid(plain), [], `the schema takes ${JSON.stringify(mistake)}`);
    assert.equal(await taken(plain), false, `the check takes ${JSON.stringify(mistake)}`);
  }
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
