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
  readonly usage?: Usage;
}

export interface Ended {
  readonly notes: readonly string[];
  readonly tools: number;
  readonly calls: readonly string[];
  readonly error: string;
  readonly detail: string;
  readonly elapsed: number;
}

export interface Usage {
  /** The most memory that was resident at once. */
  readonly peakMb: number;
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

function usage(): Usage {
  // What getrusage says includes the parent's memory at the time of the fork.
  const [, peak] = existsSync("/proc/self/status")
    ? (/^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [])
    : [];
  const kilobytes = peak === undefined ? process.resourceUsage().maxRSS : Number(peak);
  // The channel to the parent and the standard streams are pipes, so pipes tell nothing.
  const open = process
    .getActiveResourcesInfo()
    .filter((name) => /^(TCP|TLS|Process|Timeout|HTTP)/.test(name));
  return { peakMb: kilobytes / 1024, open };
}

process.on("message", ({ target, session }: Asked) => {
  if (target === undefined) process.send?.({ usage: usage() });
  else void talk(target, session ?? {}).then((ended) => process.send?.({ ended }));
});
