// Fails when what users download grows past its budget.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const wasm = readFileSync(new URL("../npm/wasm/mcpward_bg.wasm", import.meta.url));
const [pack] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: new URL("../npm/", import.meta.url),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
);

const budgets = [
  ["wasm, raw", wasm.length, 3_600_000],
  ["wasm, gzipped", gzipSync(wasm, { level: 9 }).length, 1_150_000],
  ["package, unpacked", pack.unpackedSize, 5_000_000],
];
const over = budgets.filter(([, bytes, limit]) => bytes > limit);
for (const [name, bytes, limit] of budgets) {
  console.log(`size: ${name.padEnd(18)} ${(bytes / 1e6).toFixed(2)} MB of ${(limit / 1e6).toFixed(2)} MB`);
}
if (over.length > 0) {
  console.error(`size: over budget: ${over.map(([name]) => name).join(", ")}`);
  process.exit(1);
}
