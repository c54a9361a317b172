// Tests our client against servers over the official Python SDK, 1.x and 2.x, each in a virtual environment of its own
// that is made here and kept. Without Python it says so, and that is all.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cache } from "./other-node.mjs";

/** Exact, so that the same commit tests against the same SDK. */
const VERSIONS = ["1.30.0", "2.3.0"];
const windows = process.platform === "win32";
const npm = fileURLToPath(new URL("../npm/", import.meta.url));

const python = ["python3", "python"].find((name) => run(name, ["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))"], "ignore"));
if (python === undefined) {
  const line = "Python MCP SDK 1.x and 2.x (there is no Python 3.10 or newer with venv)\n";
  if (process.env.MCPWARD_SKIPS) appendFileSync(process.env.MCPWARD_SKIPS, line);
  else process.stdout.write(`python-peers: skipped 1: ${line}`);
} else {
  const interpreters = Object.fromEntries(VERSIONS.map((version) => [version, environment(version)]));
  const tests = [join(npm, "test-dist/full/python-peers.test.js")];
  const env = { ...process.env, MCPWARD_PYTHONS: JSON.stringify(interpreters) };
  const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", ...tests], { env, stdio: "inherit" });
  process.exitCode = status ?? 1;
}

/** The interpreter of a virtual environment that has this version of the SDK. */
function environment(version) {
  const folder = join(cache, `python-mcp-${version}`);
  const interpreter = join(folder, windows ? "Scripts/python.exe" : "bin/python");
  if (existsSync(interpreter) && run(interpreter, ["-c", "import mcp.server"], "ignore")) return interpreter;
  console.log(`python-peers: installing mcp ${version}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  if (!run(python, ["-m", "venv", folder], "inherit")) throw new Error("the virtual environment could not be made");
  const installed = run(interpreter, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", `mcp==${version}`], "inherit");
  if (!installed) throw new Error(`mcp ${version} could not be installed`);
  return interpreter;
}

function run(command, args, stdio) {
  return spawnSync(command, args, { stdio }).status === 0;
}
