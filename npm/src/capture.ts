import { coreFailure, loadCore } from "./core.js";
import { runSession } from "./host.js";
import type { Io } from "./io.js";
import type { ServerPlan } from "./plan.js";

/** What a capture needs beside the plan. */
export interface CaptureOptions {
  /** What the calls are for: `run` probes and calls as configured, the others only list. */
  readonly command: "baseline" | "diff" | "run" | "lint" | "hash";
  /** The lockfile to compare with: its protocol revision is asked for. */
  readonly baseline?: string;
  readonly progress?: (message: string) => void;
  /** Receives the traffic, redacted, line by line. */
  readonly trace?: (line: string) => void;
}

/**
 * Connects to a server, looks at what it offers, and disconnects. Gives the capture as JSON text.
 *
 * @throws McpwardError `connect`, `timeout` or `aborted`; the server is gone by then
 */
export async function captureServer(plan: ServerPlan, io: Io, options: CaptureOptions): Promise<string> {
  const core = await loadCore();
  const secrets = JSON.stringify(plan.secrets);
  let redact = (text: string): string => text;
  if (options.trace !== undefined) {
    try {
      const redactor = new core.Redactor(secrets);
      redact = (text) => redactor.text(text);
    } catch (error) {
      throw coreFailure(error);
    }
  }
  return await runSession(core, {
    target: plan.target,
    session: {
      target: plan.identity,
      protocol: protocol(plan.config, options.baseline),
      timeouts: timeouts(plan.config),
      secrets: plan.secrets,
    },
    env: io.env,
    signal: io.signal,
    redact,
    ...(options.progress === undefined ? {} : { progress: options.progress }),
    ...(options.trace === undefined ? {} : { trace: options.trace }),
  });
}

interface Configured {
  readonly server?: { readonly protocol?: string };
  readonly timeouts?: Readonly<Record<string, number>> | null;
}

/** What the configuration says wins; without it the revision that the lockfile recorded is asked for. */
function protocol(config: string, baseline: string | undefined): string {
  const configured = (JSON.parse(config) as Configured).server?.protocol;
  if (configured !== undefined && configured !== "auto") return configured;
  if (baseline === undefined) return "auto";
  // The core has read this file already; whatever it is, it is JSON.
  const recorded = (JSON.parse(baseline) as { protocolVersion?: unknown } | null)?.protocolVersion;
  return typeof recorded === "string" && recorded !== "" ? recorded : "auto";
}

function timeouts(config: string): Readonly<Record<string, number>> {
  const given = (JSON.parse(config) as Configured).timeouts ?? {};
  const names = { start_ms: "startMs", connect_ms: "connectMs", call_ms: "callMs", run_ms: "runMs" } as const;
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => (given[key] === undefined ? [] : [[name, given[key]]])),
  );
}
