// Makes npm/peers ready: the runners, SDKs and checkers that mcpward is tested with, and mcpward itself as npm would
// install it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const npm = fileURLToPath(new URL("../", import.meta.url));
const peers = `${npm}peers`;
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const lock = readFileSync(`${peers}/package-lock.json`, "utf8");
const stamp = `${peers}/node_modules/.mcpward-lock.json`;
if (read(stamp) !== lock) {
  console.log("peers: installing");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], peers);
  writeFileSync(stamp, lock);
}

// Packed and unpacked, not linked: what is missing in the package is missing in the tests as well.
const folder = mkdtempSync(`${peers}/node_modules/.mcpward-`);
try {
  const name = run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], npm).trim();
  mkdirSync(`${folder}/new`);
  run("tar", ["-xzf", `${folder}/${name}`, "-C", `${folder}/new`, "--strip-components=1"], folder);
  rmSync(`${peers}/node_modules/mcpward`, { recursive: true, force: true });
  renameSync(`${folder}/new`, `${peers}/node_modules/mcpward`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function read(path) {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path, "utf8");
}
