// usage: node scripts/judge-speed.mjs
//
// Times the judge in the module that ships and natively, on the labelled pairs where they are at hand (their folder in
// MCPWARD_SHARED_DATA), else on the fixtures, and prints both. Times are only told; what is gated is their ratio, and
// that both give the same verdicts.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const MOST = 4;
const root = fileURLToPath(new URL("..", import.meta.url));
const shared = join(process.env.MCPWARD_SHARED_DATA ?? join(root, "../shared/data"), "schema-pairs.dev.jsonl");

function pairs() {
  if (existsSync(shared)) {
    // Cut out as text, so that numbers stay as they are written.
    return readFileSync(shared, "utf8").trimEnd().split("\n");
  }
  console.log(`there is no ${shared}: the fixtures are timed instead`);
  const folder = join(root, "fixtures/drift/schema");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const text = (file) => readFileSync(join(folder, name, file), "utf8").replaceAll("\n", " ");
      return `{"old":${text("old.json")},"new":${text("new.json")}}`;
    });
}

const work = mkdtempSync(join(tmpdir(), "judge-speed-"));
const file = join(work, "pairs.jsonl");
const lines = pairs();
writeFileSync(file, lines.join("\n"));
const native = execFileSync(
  "cargo",
  ["run", "--quiet", "--profile", "bench", "--package", "mcpward-core", "--example", "judge_times", "--", file],
  { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 },
)
  .trimEnd()
  .split("\n")
  .map((line) => line.split(" "));
rmSync(work, { recursive: true });

const glue = await import(pathToFileURL(join(root, "npm/wasm/mcpward.js")).href);
glue.initSync({ module: readFileSync(join(root, "npm/wasm/mcpward_bg.wasm")) });
const times = { native: [], wasm: [] };
let differing = 0;
for (const [at, line] of lines.entries()) {
  const { old, new: fresh } = JSON.parse(line, (_, value, context) =>
    typeof value === "number" ? JSON.rawJSON?.(context.source) ?? value : value,
  );
  for (const [turn, direction] of ["input", "output"].entries()) {
    const [before, after] = [JSON.stringify(old), JSON.stringify(fresh)];
    let best = Infinity;
    let answer = "";
    for (let round = 0; round < 3; round++) {
      const start = performance.now();
      answer = glue.compareSchemas(before, after, direction);
      best = Math.min(best, performance.now() - start);
    }
    const [micros, verdict] = native[2 * at + turn];
    times.native.push(Number(micros) / 1000);
    times.wasm.push(best);
    if (JSON.parse(answer).ok.verdict !== verdict) differing += 1;
  }
}

const share = (list, part) => list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * part)];
const rows = [
  ["median", (list) => share(list, 0.5)],
  ["p95", (list) => share(list, 0.95)],
  ["p99", (list) => share(list, 0.99)],
  ["maximum", (list) => share(list, 1)],
  ["sum", (list) => list.reduce((sum, time) => sum + time, 0)],
];
console.log(`${times.wasm.length} directions, best of three each\n`);
console.log("| | native | wasm | ratio |\n|---|---|---|---|");
let failed = differing > 0;
for (const [name, of] of rows) {
  const [one, other] = [of(times.native), of(times.wasm)];
  const ratio = other / one;
  // Below a tenth of a millisecond the clock and the crossing into the module are what is timed.
  const isGated = other >= 0.1;
  if (isGated && ratio > MOST) failed = true;
  console.log(`| ${name} | ${one.toFixed(2)} ms | ${other.toFixed(2)} ms | ${ratio.toFixed(1)} |`);
}
if (differing > 0) console.log(`\n${differing} verdicts differ`);
if (failed) {
  console.error(`judge-speed: verdicts must be the same and wasm at most ${MOST} times slower`);
  process.exit(1);
}
