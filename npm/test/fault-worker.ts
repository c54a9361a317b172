// Runs sessions for faults.test.ts in a process of its own, so that its memory and what it leaves behind can be measured.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { NPM } from "./support.js";

export interface Asked {
  readonly target?: object;
  readonly session?: object;
}

export interface Answer {
  readonly ended?: Ended;
  /** The most memory that was resident at once. */
  readonly peakMb?: number;
}

export interface Ended {
  readonly notes: readonly string[];
  readonly tools: number;
  readonly calls: readonly string[];
  readonly error: string;
  readonly detail: string;
  readonly elapsed: number;
  /** Sockets, processes and timers that are still there. */
  readonly open: readonly string[];
}

const dist = (name: string) => import(pathToFileURL(join(NPM, "dist", name)).href) as Promise<any>;

async function talk(target: object, session: object): Promise<Ended> {
  const { loadCore } = await dist("core.js");
  const { runSession } = await dist("host.js");
  const started = performance.now();
  const ended = (more: object): Ended => ({
    notes: [],
    tools: 0,
    calls: [],
    error: "",
    detail: "",
    elapsed: performance.now() - started,
    open: [],
    ...more,
  });
  try {
    const { signal } = new AbortController();
    const text = await runSession(await loadCore(), { target, session, env: process.env, signal });
    const { notes, calls, surface } = JSON.parse(text) as {
      notes: { code: string }[];
      calls: { outcome: { state: string } }[];
      surface: { tools: unknown[] };
    };
    return ended({
      notes: notes.map(({ code }) => code),
      calls: calls.map(({ outcome }) => outcome.state),
      tools: surface.tools.length,
    });
  } catch (error) {
    const { message, detail } = error as { message: string; detail?: string };
    return ended({ error: message, detail: detail ?? "" });
  }
}

function peakMb(): number {
  // What getrusage says includes the parent's memory at the time of the fork.
  const [, peak] = existsSync("/proc/self/status")
    ? (/^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [])
    : [];
  return (peak === undefined ? process.resourceUsage().maxRSS : Number(peak)) / 1024;
}

/** What a session left behind, once what it closed has had a moment to go. */
async function leftOpen(): Promise<readonly string[]> {
  // The channel to the parent and the standard streams are pipes, so pipes tell nothing.
  const found = (): readonly string[] =>
    process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS|Process|Timeout|HTTP)/.test(name));
  for (const until = performance.now() + 1_000; found().length > 0 && performance.now() < until;) {
    await new Promise(setImmediate);
  }
  return found();
}

process.on("message", ({ target, session }: Asked) => {
  if (target === undefined) process.send?.({ peakMb: peakMb() });
  else
    void talk(target, session ?? {}).then(async (ended) => {
      process.send?.({ ended: { ...ended, open: await leftOpen() } });
    });
});
