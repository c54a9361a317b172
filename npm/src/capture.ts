import { loadCore } from "./core.js";
import { describeContract } from "./engine.js";
import { runSession } from "./host.js";
import type { Io } from "./io.js";
import type { ServerPlan } from "./plan.js";

/** What a capture needs beside the plan. */
export interface CaptureOptions {
  /** What the capture is for: `run` also probes and calls, as configured; the others only list. */
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
export async function captureServer(plan: CapturePlan, io: Io, options: CaptureOptions): Promise<string> {
  const { timeouts } = plan;
  const protocol = plan.protocol === "auto" ? await recordedRevision(options.baseline) : plan.protocol;
  const core = await loadCore();
  const redactor = options.trace === undefined ? undefined : new core.Redactor(JSON.stringify(plan.secrets));
  try {
    return await runSession(core, {
      target: plan.target,
      session: {
        target: plan.identity,
        protocol,
        timeouts: {
          startMs: timeouts.start_ms,
          connectMs: timeouts.connect_ms,
          callMs: timeouts.call_ms,
          runMs: timeouts.run_ms,
        },
        secrets: plan.secrets,
        plan: { command: options.command, config: plan.config },
      },
      env: io.env,
      signal: io.signal,
      ...(options.progress === undefined ? {} : { progress: options.progress }),
      ...(options.trace === undefined ? {} : { trace: options.trace }),
      ...(redactor === undefined ? {} : { redact: (text: string) => redactor.text(text) }),
    });
  } finally {
    redactor?.free();
  }
}

/** The part of a plan that a capture needs. */
export type CapturePlan = Pick<ServerPlan, "identity" | "protocol" | "timeouts" | "secrets" | "config"> & {
  readonly target: ServerPlan["target"] | Parameters<typeof runSession>[1]["target"];
};

/** A server that speaks several revisions may offer something else in each: so a comparison asks for the recorded one. */
async function recordedRevision(lockfile: string | undefined): Promise<string> {
  if (lockfile === undefined) return "auto";
  const { protocolVersion } = await describeContract(lockfile, "the lockfile");
  return protocolVersion != null && /^\d{4}-\d{2}-\d{2}$/.test(protocolVersion) ? protocolVersion : "auto";
}
