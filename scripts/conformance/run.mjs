// usage: node scripts/conformance/run.mjs [SCENARIO…]
//
// Runs the official MCP conformance suite against our client (client.mjs): each scenario that a client without
// authorization and without capabilities of its own can be asked, in each revision that has it. A warning fails, and so
// does a scenario that checked nothing.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cache, nodeBinary, npm } from "../other-node.mjs";

/** The suite needs a newer Node than the package does; the client runs on the one that runs this. */
const SUITE_NODE = 22;
const SCENARIOS = {
  "2025-11-25": ["initialize", "tools_call", "sse-retry", "json-schema-2020-12-preservation"],
  "2026-07-28": [
    "tools_call",
    "request-metadata",
    "http-standard-headers",
    "http-custom-headers",
    "http-invalid-tool-headers",
    "json-schema-ref-no-deref",
    "json-schema-2020-12-preservation",
    "sep-2322-client-request-state",
  ],
};

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const started = performance.now();
const suite = install();
const node = Number(process.versions.node.split(".")[0]) >= SUITE_NODE ? process.execPath : nodeBinary(SUITE_NODE);
const chosen = process.argv.slice(2);
const results = mkdtempSync(join(tmpdir(), "mcpward-conformance-"));
process.on("exit", () => rmSync(results, { recursive: true, force: true }));

const waiting = Object.entries(SCENARIOS).flatMap(([revision, names]) =>
  names.filter((name) => chosen.length === 0 || chosen.includes(name)).map((name) => ({ name, revision })),
);
if (waiting.length === 0) throw new Error(`no such scenario: ${chosen.join(", ")}`);
const total = waiting.length;
let failed = 0;
// Two at a time: each is two processes that mostly wait for one another.
await Promise.all([worker(), worker()]);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`conformance: ${total - failed} of ${total} scenarios pass without a warning (${seconds} s)`);
process.exitCode = failed === 0 ? 0 : 1;

async function worker() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { output, checks } = await play(next);
    const count = (status) => checks.filter((check) => check.status === status).length;
    const bad = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    const passed = bad.length === 0 && count("SUCCESS") > 0;
    console.log(`${passed ? "✓" : "✗"} ${next.revision} ${next.name}: ${count("SUCCESS")} checks, ${count("SKIPPED")} not applicable`);
    if (passed) continue;
    failed += 1;
    for (const { id, status, errorMessage, details } of bad) {
      console.log(`    ${status} ${id}: ${errorMessage ?? JSON.stringify(details)}`);
    }
    console.log(output.replace(/^/gm, "    "));
  }
}

/** Plays one scenario, and gives what the suite checked. */
async function play({ name, revision }) {
  const folder = join(results, `${revision}-${name}`);
  // The suite gives it to a shell.
  const command = [process.execPath, here("client.mjs")].map((part) => `"${part}"`).join(" ");
  const child = spawn(
    node,
    [suite, "client", "--command", command, "--scenario", name, "--spec-version", revision, "--output-dir", folder],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  await new Promise((resolve) => child.on("close", resolve));
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  const file = found.find((path) => path.endsWith("checks.json"));
  const checks = file === undefined ? [] : JSON.parse(readFileSync(join(folder, file), "utf8"));
  return { output, checks };
}

/** Installs the suite, exactly as locked, and gives its path. */
function install() {
  const { dependencies } = JSON.parse(readFileSync(here("package.json"), "utf8"));
  const [[name, version]] = Object.entries(dependencies);
  const folder = join(cache, `conformance-${version}`);
  const entry = join(folder, "node_modules", name, "dist/index.js");
  if (!existsSync(entry)) {
    console.error(`conformance: installing ${name} ${version}`);
    mkdirSync(folder, { recursive: true });
    for (const file of ["package.json", "package-lock.json"]) cpSync(here(file), join(folder, file));
    npm(["ci"], folder);
  }
  return entry;
}
