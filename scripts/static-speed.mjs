// usage: node scripts/static-speed.mjs
//
// Puts all static checks of the packed command line to 1,000 and to 10,000 tools, some all different and some all
// alike, and prints time and memory. Times are only told; what is gated is their ratio, and the memory.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Ten times the tools may take this many times as long. */
const MAX_RATIO = 12;
const MAX_MEGABYTES = 400;
const ROUNDS = 3;
const cli = fileURLToPath(new URL("../npm/dist/cli.js", import.meta.url));
const verbs = ["Lists", "Creates", "Updates", "Deletes", "Fetches", "Exports", "Counts", "Validates"];

const inputSchema = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string", description: "Which one." },
    limit: { type: "integer", minimum: 1, maximum: 100, default: 10, description: "How many." },
    filter: { type: "object", properties: { status: { type: "string", enum: ["open", "done"] } } },
  },
};

const kinds = {
  different: (n) => {
    const [verb, noun] = [verbs[n % verbs.length], Math.floor(n / verbs.length)];
    const description = `${verb} the resource${noun} entries of project area${noun % 97} with paging and a status filter.`;
    return { name: `${verb.toLowerCase()}_resource${noun}`, description, inputSchema };
  },
  alike: (n) => ({ name: `tool_${n}`, description: "Gets a record of the store by its id.", inputSchema }),
};

/** Milliseconds and megabytes of one run. */
async function measured(file) {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, "lint", "--from", file, "--json"], { stdio: ["ignore", "ignore", "inherit"] });
  let most = 0;
  const poll = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It has ended, or this system does not tell.
    }
  }, 10);
  const code = await new Promise((resolve) => child.on("exit", resolve));
  clearInterval(poll);
  if (code !== 0 && code !== 1) throw new Error(`mcpward lint ended with ${code}`);
  return { time: performance.now() - started, memory: most };
}

const work = mkdtempSync(join(tmpdir(), "static-speed-"));
let failed = false;
for (const [kind, tool] of Object.entries(kinds)) {
  const times = [];
  for (const count of [1_000, 10_000]) {
    const file = join(work, `${kind}-${count}.json`);
    writeFileSync(file, JSON.stringify({ tools: Array.from({ length: count }, (_, n) => tool(n)) }));
    let [time, memory] = [Infinity, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const run = await measured(file);
      time = Math.min(time, run.time);
      memory = Math.max(memory, run.memory);
    }
    times.push(time);
    failed ||= memory > MAX_MEGABYTES;
    console.log(`${kind.padEnd(10)} ${String(count).padStart(6)} tools  ${time.toFixed(0).padStart(6)} ms  ${memory.toFixed(0).padStart(4)} MB`);
  }
  const ratio = times[1] / times[0];
  failed ||= ratio > MAX_RATIO;
  console.log(`${kind.padEnd(10)} ratio ${ratio.toFixed(1)} of at most ${MAX_RATIO}`);
}
rmSync(work, { recursive: true });
if (failed) {
  console.error(`static-speed: more than ${MAX_RATIO} times as long, or more than ${MAX_MEGABYTES} MB`);
  process.exit(1);
}
