// Gives a Node of another major version: this process's own when it is that, else a cached one from npm.
//
// usage: node scripts/other-node.mjs MAJOR    prints the path of the binary
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Exact, so that the same commit tests the same Node. */
const VERSIONS = { 20: "20.20.2", 22: "22.23.3", 24: "24.22.3", 26: "26.12.1" };

/** The folder for what tests install: outside the checkout, so that it outlives a clean. */
export const cache = process.env.MCPWARD_TEST_CACHE || join(homedir(), ".cache/mcpward/tests");

export function nodeBinary(major) {
  if (Number(process.versions.node.split(".")[0]) === major) return process.execPath;
  const version = VERSIONS[major];
  if (version === undefined) throw new Error(`no version of Node ${major} is chosen in other-node.mjs`);
  const folder = join(cache, `node-${version}`);
  const apple = process.platform === "darwin" && process.arch === "arm64";
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node${apple ? "-bin" : ""}-${platform}-${process.arch}`;
  const binary = join(folder, "node_modules", name, "bin", platform === "win" ? "node.exe" : "node");
  if (!existsSync(binary)) {
    console.error(`other-node: installing Node ${version}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    npm(["install", "--no-save", `${name}@${version}`], folder);
  }
  return binary;
}

/** Runs npm without the install scripts of what it installs. */
export function npm(args, cwd) {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // Standard output belongs to the caller.
  execFileSync("npm", [...args, ...quiet], { cwd, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(nodeBinary(Number(process.argv[2])));
