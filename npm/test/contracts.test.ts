import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import {
  assertBootable,
  buildPins,
  createHandle,
  loadContracts,
  verifyHandle,
  verifySurface,
} from "../dist/contracts/index.js";
import { McpwardError } from "../dist/index.js";
import { cli, DRIFT_SERVER, folder } from "./support.js";

const server = ["--", process.execPath, DRIFT_SERVER, "v1"];

async function started(t: TestContext): Promise<string> {
  const cwd = folder(t);
  const made = await cli(["contracts", "new", "compute", ...server], { cwd });
  assert.equal(made.code, 0, made.stderr);
  assert.equal(made.stdout, "✓ contracts/compute/v1.json written\n");
  return cwd;
}

function edit(cwd: string, version: number, change: (contract: Record<string, any>) => void): void {
  const path = join(cwd, `contracts/compute/v${version}.json`);
  const contract = JSON.parse(readFileSync(path, "utf8")) as Record<string, any>;
  change(contract);
  writeFileSync(path, JSON.stringify(contract));
}

test("a_served_tool_becomes_a_contract_that_is_checked_and_pinned", async (t) => {
  const cwd = await started(t);
  assert.equal((await cli(["contracts", "check"], { cwd })).code, 0);
  assert.equal((await cli(["contracts", "pin", "--check"], { cwd })).code, 1, "nothing is pinned yet");
  assert.equal((await cli(["contracts", "pin"], { cwd })).stdout, "✓ pinned_tools.lock.json written\n");
  assert.equal((await cli(["contracts", "pin", "--check"], { cwd })).code, 0);
  edit(cwd, 1, (contract) => (contract["description"] += " And more."));
  assert.equal(
    (await cli(["contracts", "pin"], { cwd })).stdout,
    "⚠ compute v1 is pinned anew: it was changed after it was pinned\n✓ pinned_tools.lock.json written\n",
  );
  assert.equal((await cli(["contracts", "changelog"], { cwd })).code, 0);
  assert.match(readFileSync(join(cwd, "TOOL_CHANGELOG.md"), "utf8"), /## compute v1\n[^]*First version/);
});

test("a_version_that_breaks_callers_fails_with_the_call_and_is_never_pinned", async (t) => {
  const cwd = await started(t);
  await cli(["contracts", "new", "compute"], { cwd });
  edit(cwd, 2, (contract) => contract["inputSchema"]["required"].push("multiplier"));
  edit(cwd, 2, (contract) => (contract["inputSchema"]["properties"]["multiplier"] = { type: "number" }));
  const checked = await cli(["contracts", "check"], { cwd });
  assert.equal(checked.code, 1);
  assert.match(checked.stdout, /v1 → v2 inputSchema added required property "multiplier"/);
  assert.match(checked.stdout, /worked before, rejected now: \{"value":0\}/);
  assert.equal((await cli(["contracts", "pin"], { cwd })).code, 1);
  assert.throws(() => readFileSync(join(cwd, "pinned_tools.lock.json")));
});

test("a_boot_without_pins_is_refused_and_one_over_broken_contracts_has_the_report", async (t) => {
  const cwd = await started(t);
  const contracts = join(cwd, "contracts");
  await assert.rejects(assertBootable(contracts), {
    code: "contracts",
    message: /there is no `pinned_tools/,
  });
  assert.equal((await cli(["contracts", "pin"], { cwd })).code, 0);
  assert.equal((await assertBootable(contracts)).length, 1);
  await cli(["contracts", "new", "compute"], { cwd });
  edit(cwd, 2, (contract) => (contract["inputSchema"]["properties"]["value"]["maximum"] = 1));
  const refusal: unknown = await assertBootable(contracts).catch((error: unknown) => error);
  assert.ok(refusal instanceof McpwardError && refusal.code === "contracts");
  assert.match(refusal.message, /v1 → v2 inputSchema/);
  const broken = refusal.report?.results.filter(({ status }) => status === "fail") ?? [];
  assert.deepEqual(
    broken.map(({ id }) => id),
    ["contracts/not-additive", "contracts/pin-missing"],
  );
  assert.ok("witness" in broken[0]!);
});

test("verify_looks_at_the_pins_too", async (t) => {
  const cwd = await started(t);
  assert.equal((await cli(["contracts", "pin"], { cwd })).code, 0);
  edit(cwd, 1, (contract) => (contract["description"] += " And more."));
  const tool = JSON.parse(readFileSync(join(cwd, "contracts/compute/v1.json"), "utf8")) as unknown;
  writeFileSync(join(cwd, "served.json"), JSON.stringify({ tools: [tool] }));
  const done = await cli(["contracts", "verify", "--from", "served.json"], { cwd });
  assert.equal(done.code, 1, "server and contract agree, and neither is what was pinned");
  assert.match(done.stdout, /Tool "compute" v1 is not what was pinned/);
});

test("what_cannot_be_read_is_never_overwritten", async (t) => {
  const cwd = await started(t);
  const path = join(cwd, "contracts/compute/v1.json");
  const bytes = Buffer.from([0xff, 0xfe, 0x00]);
  writeFileSync(path, bytes);
  const done = await cli(["contracts", "new", "compute", ...server], { cwd });
  assert.equal(done.code, 2);
  assert.match(done.stderr, /is not UTF-8 text/);
  assert.deepEqual(readFileSync(path), bytes);
});

test("files_that_do_not_belong_are_named_and_notes_are_passed_over", async (t) => {
  const cwd = await started(t);
  const contracts = join(cwd, "contracts");
  for (const name of ["README.md", "compute/notes.txt", "compute/.v2.json.swp"]) {
    writeFileSync(join(contracts, name), "{");
  }
  assert.equal((await cli(["contracts", "check"], { cwd })).code, 0);
  for (const name of ["v1.json", "compute/v2.JSON", "compute/latest.json"]) {
    writeFileSync(join(contracts, name), "{}");
  }
  const { code, stdout } = await cli(["contracts", "check"], { cwd });
  assert.equal(code, 1);
  for (const name of ["v1.json", "compute/v2.JSON", "compute/latest.json"]) {
    assert.ok(stdout.includes(`✗ ${name}: its name is not of the form`), stdout);
  }
});

test("a_folder_without_contracts_is_not_checked", async (t) => {
  const cwd = folder(t);
  mkdirSync(join(cwd, "contracts/compute"), { recursive: true });
  for (const action of ["check", "pin", "changelog"]) {
    const { code, stderr } = await cli(["contracts", action], { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /there are no contracts in `contracts`/);
  }
});

test("a_change_of_what_was_pinned_stops_the_boot", async (t) => {
  const cwd = await started(t);
  const contracts = join(cwd, "contracts");
  const pins = await buildPins(await loadContracts(contracts));
  await assertBootable(contracts, { pins });
  edit(cwd, 1, (contract) => (contract["description"] += " And more."));
  await assert.rejects(assertBootable(contracts, { pins }), /is not what was pinned/);
});

test("a_break_is_published_under_a_new_name", async (t) => {
  const cwd = await started(t);
  const made = await cli(["contracts", "new", "compute", "--as", "compute_v2"], { cwd });
  assert.equal(made.stdout, "✓ contracts/compute_v2/v1.json written\n✓ contracts/compute/v2.json written\n");
  const checked = await cli(["contracts", "check", "--verbose"], { cwd });
  assert.equal(checked.code, 0, checked.stdout);
});

test("a_server_is_held_to_its_contracts", async (t) => {
  const cwd = await started(t);
  const listed = JSON.parse(readFileSync(join(cwd, "contracts/compute/v1.json"), "utf8")) as Record<
    string,
    unknown
  >;
  const files = await loadContracts(join(cwd, "contracts"));
  const good = await verifySurface(files, JSON.stringify({ tools: [listed] }));
  assert.equal(good.summary.failed, 0);
  const bad = await verifySurface(files, JSON.stringify({ tools: [{ ...listed, description: "Other." }] }));
  assert.equal(bad.summary.failed, 1);
  const live = await cli(["contracts", "verify", "--trace", "verify.trace", ...server], { cwd });
  assert.match(readFileSync(join(cwd, "verify.trace"), "utf8"), /tools\/list/);
  assert.equal(live.code, 1, "the other tools have no contract");
  assert.match(live.stdout, /is served and has no contract/);
});

test("handles_are_refused_when_anything_is_wrong", async () => {
  const key = "0123456789abcdef0123456789abcdef";
  const handle = await createHandle("space", key, { ttl: 60, now: 1_000 });
  assert.notEqual(handle, await createHandle("space", key, { ttl: 60, now: 1_000 }), "the nonce is fresh");
  assert.equal(await verifyHandle(handle, key, { now: 1_059, name: "space" }), "space");
  const refused = [
    verifyHandle(handle, key, { now: 1_060 }),
    verifyHandle(handle, "f".repeat(32), { now: 1_000 }),
    verifyHandle(handle.slice(0, -2), key, { now: 1_000 }),
    verifyHandle(handle, key, { now: 1_000, name: "other" }),
    verifyHandle(handle.replace("h1.", "h2."), key, { now: 1_000 }),
    verifyHandle(handle, key, { now: NaN }),
    createHandle("space", "short"),
    createHandle("", key),
    createHandle("space", key, { ttl: NaN }),
    createHandle("space", key, { ttl: -1 }),
  ];
  for (const refusal of refused) await assert.rejects(refusal, { code: "handle" });
});

test("bad_words_are_usage_errors_and_write_nothing", async (t) => {
  const cwd = folder(t);
  mkdirSync(join(cwd, "contracts"));
  for (const words of [
    ["chekc"],
    ["new"],
    ["new", "../up"],
    ["check", "nowhere"],
    ["new", "a", "--as", "b"],
  ]) {
    const done = await cli(["contracts", ...words], { cwd });
    assert.equal(done.code, 2, `${words.join(" ")}: ${done.stdout}${done.stderr}`);
    assert.match(done.stderr, /^mcpward: /);
  }
});
