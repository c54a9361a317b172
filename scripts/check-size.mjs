// Fails when what users download grows past its budget.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

const wasm = readFileSync(new URL("../npm/wasm/mcpward_bg.wasm", import.meta.url));
const [pack] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: new URL("../npm/", import.meta.url),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
);

/** As `gzip -9` has it; the zlib in Node packs two per cent worse. */
function gzipped(bytes) {
  return execFileSync("gzip", ["-9", "-c"], { input: bytes, maxBuffer: 1 << 26 }).length;
}

// [what, bytes, limit]: what was decided once; over it fails.
const budgets = [
  ["wasm, raw", wasm.length, 3_600_000],
  ["wasm, gzipped", gzipped(wasm), 1_150_000],
  ["package, unpacked", pack.unpackedSize, 5_000_000],
  ["page", statSync(new URL("../web/dist/index.html", import.meta.url)).size, 2_200_000],
];
const mb = (bytes) => (bytes / 1e6).toFixed(2);
for (const [name, bytes, limit] of budgets) {
  const note = bytes > limit ? "OVER THE LIMIT" : "";
  console.log(`size: ${name.padEnd(18)} ${mb(bytes)} MB of ${mb(limit)} MB  ${note}`.trimEnd());
}
if (budgets.some(([, bytes, limit]) => bytes > limit)) process.exit(1);
