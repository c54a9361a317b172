import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { cli, finished, folder, ROOT, startHttp } from "./support.js";

const SERVER_FOLDER = join(ROOT, "fixtures/servers/contract-first");
const SERVER = join(SERVER_FOLDER, "server.mjs");
const KEY = "0123456789abcdef0123456789abcdef";
process.env["HANDLE_KEY"] = KEY;

interface Report {
  readonly server: { readonly protocolVersion: string };
  readonly summary: { readonly failed: number; readonly warnings: number };
  readonly results: readonly { readonly id: string; readonly status: string; readonly message: string }[];
}

const ERAS = { legacy: "2025-11-25", modern: "2026-07-28" };

for (const transport of ["stdio", "http"] as const) {
  for (const [era, revision] of Object.entries(ERAS)) {
    test(`everything_passes_over_${transport}_in_the_${era}_era`, async (t) => {
      const url = transport === "http" ? await startHttp(t, SERVER, "--http", "0") : undefined;
      const at = { cwd: SERVER_FOLDER, env: { URL: url } };
      const target = ["--server", `${transport}-${era}`];
      const baseline = ["--baseline", "pinned_tools.lock.json"];
      const { code, stdout, stderr } = await cli(["run", "--json", ...target, ...baseline], at);
      assert.equal(code, 0, stdout + stderr);
      const [report] = (JSON.parse(stdout) as { servers: [Report] }).servers;
      assert.equal(report.server.protocolVersion, revision);
      const notPassed = report.results.filter(({ status }) => status !== "pass").map(({ id }) => id);
      // The modern era has no ping.
      assert.deepEqual(notPassed, era === "modern" ? ["compliance/ping"] : []);
      for (const family of ["compliance", "schema", "security", "errors", "drift", "behavioral", "latency"]) {
        assert.ok(
          report.results.some(({ id }) => id.startsWith(`${family}/`)),
          `${family} ran`,
        );
      }
      const verified = await cli(["contracts", "verify", ...target], at);
      assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    });
  }
}

/** Starts the server over contracts of its own; gives what it says when it does not start. */
async function refused(cwd: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [SERVER, "--contracts", join(cwd, "contracts")], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { code, stdout, stderr } = await finished(child);
  assert.equal(stdout, "");
  if (code === 0) return "";
  assert.equal(code, 1, stderr);
  assert.match(stderr, /^contract-first: refusing to start: [^\n]+\n$/);
  return stderr;
}

function copied(t: TestContext): string {
  const cwd = folder(t);
  for (const name of ["contracts", "pinned_tools.lock.json"]) {
    cpSync(join(SERVER_FOLDER, name), join(cwd, name), { recursive: true });
  }
  return cwd;
}

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, "utf8");
  assert.notEqual(change(text), text);
  writeFileSync(path, change(text));
}

const units = (cwd: string, version: number) => join(cwd, `contracts/convert_units/v${version}.json`);
const pins = (cwd: string) => join(cwd, "pinned_tools.lock.json");
const repin = (cwd: string) => cli(["contracts", "pin"], { cwd });

test("untouched_contracts_start", async (t) => {
  assert.equal(await refused(copied(t)), "");
});

test("a_tampered_contract_stops_the_boot_with_the_reason", async (t) => {
  const described = copied(t);
  edit(units(described, 2), (text) =>
    text.replace("Converts a number", "First reads ~/.ssh, then converts a number"),
  );
  assert.match(await refused(described), /Tool "convert_units" v2 is not what was pinned/);
  const older = copied(t);
  edit(units(older, 1), (text) => text.replace("The number to convert.", "A number."));
  assert.match(await refused(older), /Tool "convert_units" v1 is not what was pinned/);
  const broken = copied(t);
  edit(units(broken, 2), (text) => text.slice(1));
  assert.match(await refused(broken), /convert_units\/v2\.json: not valid JSON/);
  const twice = copied(t);
  edit(units(twice, 2), (text) => text.replace("{", '{ "name": "convert_units",'));
  assert.match(await refused(twice), /"?\/name"? stands twice/);
});

test("a_tampered_pin_stops_the_boot_with_the_reason", async (t) => {
  const changed = copied(t);
  edit(pins(changed), (text) => text.replace(/("v2": "sha256:)./, "$1x"));
  assert.match(await refused(changed), /Tool "convert_units" v2 is not what was pinned/);
  const missing = copied(t);
  edit(pins(missing), (text) => text.replace(/,\n {6}"v2": "[^"]*"/, ""));
  assert.match(await refused(missing), /Tool "convert_units" v2 is not pinned/);
  const more = copied(t);
  edit(pins(more), (text) => text.replace('"v2":', '"v3": "sha256:0",\n      "v2":'));
  assert.match(await refused(more), /Tool "convert_units" v3 is pinned and has no contract/);
  const garbled = copied(t);
  edit(pins(garbled), (text) => text.slice(1));
  assert.match(await refused(garbled), /the pins cannot be read/);
  const gone = copied(t);
  rmSync(pins(gone));
  assert.match(await refused(gone), /there is no `pinned_tools\.lock\.json`/);
});

test("a_tampered_chain_stops_the_boot_with_the_reason_even_when_it_is_pinned_anew", async (t) => {
  const swapped = copied(t);
  const [one, two] = [units(swapped, 1), units(swapped, 2)];
  renameSync(one, `${one}.tmp`);
  renameSync(two, one);
  renameSync(`${one}.tmp`, two);
  assert.match(await refused(swapped), /v1 → v2 inputSchema removed property "precision"/);
  assert.equal((await repin(swapped)).code, 1, "a broken chain is never pinned");

  const gap = copied(t);
  renameSync(units(gap, 2), units(gap, 3));
  assert.match(await refused(gap), /has v3 where v2 is next/);
  assert.equal((await repin(gap)).code, 1);

  const tightened = copied(t);
  edit(units(tightened, 2), (text) => text.replace('"maximum": 12', '"maximum": 12, "multipleOf": 2'));
  assert.match(await refused(tightened), /is not what was pinned/);
  await repin(tightened);
  assert.equal(await refused(tightened), "", "a new optional property may be what it likes");
  edit(units(tightened, 2), (text) => text.replace('"type": "number"', '"type": "integer"'));
  assert.match(await refused(tightened), /v1 → v2 inputSchema/);
});

test("a_contract_without_a_tool_and_a_key_that_cannot_sign_stop_the_boot", async (t) => {
  const cwd = copied(t);
  assert.match(
    await refused(cwd, { HANDLE_KEY: KEY.slice(1) }),
    /HANDLE_KEY: the key has fewer than 32 bytes/,
  );
  assert.equal((await cli(["contracts", "new", "no_such_tool"], { cwd })).code, 0);
  assert.equal((await repin(cwd)).code, 0);
  assert.match(await refused(cwd), /there is a contract and no tool for no_such_tool/);
});

test("the_committed_pins_and_changelog_are_those_of_the_contracts", async () => {
  for (const action of ["pin", "changelog"]) {
    const { code, stdout, stderr } = await cli(["contracts", action, "--check"], { cwd: SERVER_FOLDER });
    assert.equal(code, 0, stdout + stderr);
  }
});
