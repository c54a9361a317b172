import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { type Finished } from "./support.js";
import { inPeers, peer } from "./peers.js";

/** One test of a runner, by `server name + expectation`. */
type Results = ReadonlyMap<string, { readonly passed: boolean; readonly message: string }>;

interface Runner {
  /** Runs all tests, or those whose name holds `only`. */
  readonly run: (folder: string, env: Readonly<Record<string, string>>, only?: string) => Promise<Finished>;
  readonly results: (folder: string, output: Finished) => Results;
  readonly expectations: readonly string[];
}

const EXPECTATIONS = ["contract", "contract without its class", "security", "call", "no such tool"];
const NEGATIONS = ["not contract", "not security", "not call"];

const runners: Readonly<Record<string, Runner>> = {
  vitest: {
    // As somebody would who means to update snapshots.
    run: (folder, env, only) => {
      const report = ["--reporter=default", "--reporter=json", `--outputFile=${join(folder, "report.json")}`];
      const filter = only === undefined ? [] : ["-t", only];
      return inPeers("vitest", [peer("vitest/vitest.mjs"), "run", "-u", ...report, ...filter], env);
    },
    results: jsonReport,
    expectations: [...EXPECTATIONS, ...NEGATIONS],
  },
  jest: {
    run: (folder, env, only) => {
      const report = ["--json", `--outputFile=${join(folder, "report.json")}`];
      const filter = only === undefined ? [] : ["-t", only];
      const args = ["--experimental-vm-modules", peer("jest/bin/jest.js"), "-u", ...report, ...filter];
      return inPeers("jest", args, env);
    },
    results: jsonReport,
    expectations: [...EXPECTATIONS, ...NEGATIONS],
  },
  "node:test": {
    run: (_folder, env, only) => {
      const filter = only === undefined ? [] : [`--test-name-pattern=^${only}$`];
      return inPeers("node-test", ["--test", "--test-reporter=tap", ...filter], env);
    },
    results: tapReport,
    expectations: EXPECTATIONS,
  },
};

/** What holds for each server; everything else must fail. */
const HOLDS: Readonly<Record<string, readonly string[]>> = {
  old: ["contract", "contract without its class", "security", "call", "not call"],
  new: ["contract without its class", "security", "not contract", "not call"],
  poisoned: ["contract without its class", "not contract", "not security", "not call"],
  // What cannot be tested is neither true nor false.
  closed: [],
};

let lockfiles: string;

before(async () => {
  lockfiles = mkdtempSync(join(tmpdir(), "mcpward-lockfiles-"));
  for (const sdk of ["sdk1", "sdk2"]) {
    const env = { MCPWARD_LOCKFILES: lockfiles, MCPWARD_UPDATE: "1" };
    const done = await runners["node:test"]!.run(lockfiles, env, `${sdk} old contract`);
    assert.equal(done.code, 0, done.stdout);
    assert.match(done.stdout, new RegExp(`MCPWARD_UPDATE=1: .*${sdk}\\.lock\\.json was created`));
  }
});

after(() => rmSync(lockfiles, { recursive: true, force: true }));

for (const [name, runner] of Object.entries(runners)) {
  test(`expectations_pass_fail_and_error_under_${name}`, async (t) => {
    const folder = copied(t);
    const done = await runner.run(folder, { MCPWARD_LOCKFILES: folder });
    assert.equal(done.code, 1, done.stdout + done.stderr);
    const results = runner.results(folder, done);
    assert.equal(results.size, 2 * 4 * runner.expectations.length, done.stdout + done.stderr);
    for (const sdk of ["sdk1", "sdk2"]) {
      for (const [server, holds] of Object.entries(HOLDS)) {
        for (const expectation of runner.expectations) {
          const result = results.get(`${sdk} ${server} ${expectation}`);
          const label = `${sdk} ${server}: ${expectation}\n${result?.message}`;
          assert.equal(result?.passed, holds.includes(expectation), label);
        }
        const message = (expectation: string) =>
          results.get(`${sdk} ${server} ${expectation}`)?.message ?? "";
        if (server === "new") {
          assert.match(
            message("contract"),
            /is not kept[^]*DRIFT \(4 failed\)[^]*required property "country"/,
          );
          assert.match(message("contract"), /MCPWARD_UPDATE=1/);
          assert.match(message("call"), /rejects the call of "forecast"[^]*"\/properties\/country"/);
        }
        if (server === "poisoned") assert.match(message("security"), /SECURITY \(\d failed\)/);
        if (server === "closed") {
          for (const expectation of runner.expectations) {
            assert.match(message(expectation), /not connected/i, expectation);
          }
        } else {
          assert.match(message("no such tool"), /no such tool; it has "forecast"/);
        }
      }
    }
    // `-u` is about snapshots: a contract is no snapshot.
    for (const file of ["sdk1.lock.json", "sdk2.lock.json"]) {
      assert.equal(read(folder, file), read(lockfiles, file));
    }
  });

  test(`only_MCPWARD_UPDATE_takes_a_new_baseline_under_${name}`, async (t) => {
    const folder = copied(t);
    const update = { MCPWARD_LOCKFILES: folder, MCPWARD_UPDATE: "1" };
    const done = await runner.run(folder, update, "sdk1 new contract");
    const said = done.stdout + done.stderr;
    assert.equal(done.code, 0, said);
    assert.match(said, /MCPWARD_UPDATE=1: .*sdk1\.lock\.json was rewritten/);
    assert.match(said, /added required property "country"/);
    assert.notEqual(read(folder, "sdk1.lock.json"), read(lockfiles, "sdk1.lock.json"));

    const kept = await runner.run(folder, { MCPWARD_LOCKFILES: folder }, "sdk1 new contract");
    assert.equal(kept.code, 0, kept.stdout + kept.stderr);
  });
}

test("a_negated_expectation_never_takes_a_baseline", async (t) => {
  const folder = copied(t);
  const update = { MCPWARD_LOCKFILES: folder, MCPWARD_UPDATE: "1" };
  const done = await runners["vitest"]!.run(folder, update, "sdk1 new not contract");
  assert.equal(done.code, 0, done.stdout + done.stderr);
  assert.equal(read(folder, "sdk1.lock.json"), read(lockfiles, "sdk1.lock.json"));
});

test("a_missing_lockfile_is_an_error_that_says_how_to_get_one", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "mcpward-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const expectation of ["contract", "not contract"]) {
    const done = await runners["vitest"]!.run(
      folder,
      { MCPWARD_LOCKFILES: folder },
      `sdk1 old ${expectation}`,
    );
    assert.equal(done.code, 1);
    assert.match(
      done.stdout + done.stderr,
      /sdk1\.lock\.json` does not exist\s+run the tests once with MCPWARD_UPDATE=1/,
    );
  }
});

function copied(t: { after(done: () => void): void }): string {
  const folder = join(mkdtempSync(join(tmpdir(), "mcpward-")), "lockfiles");
  mkdirSync(folder);
  t.after(() => rmSync(join(folder, ".."), { recursive: true, force: true }));
  cpSync(lockfiles, folder, { recursive: true });
  return folder;
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

function jsonReport(folder: string): Results {
  const { testResults } = JSON.parse(read(folder, "report.json")) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly {
        readonly fullName: string;
        readonly status: string;
        readonly failureMessages: readonly string[];
      }[];
    }[];
  };
  const rows = testResults.flatMap(({ assertionResults }) => assertionResults);
  return new Map(
    rows.map(({ fullName, status, failureMessages }) => {
      return [fullName, { passed: status === "passed", message: failureMessages.join("\n") }];
    }),
  );
}

function tapReport(_folder: string, { stdout }: Finished): Results {
  const blocks = stdout.split(/^(?=(?:not )?ok \d+ - )/m).slice(1);
  return new Map(
    blocks.map((block) => {
      const [, not, name = ""] = /^(not )?ok \d+ - (.*)$/m.exec(block) ?? [];
      return [name.trim(), { passed: not === undefined, message: block }];
    }),
  );
}
