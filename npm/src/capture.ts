import type { Io } from "./io.js";
import { McpwardError } from "./errors.js";
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
export async function captureServer(_plan: ServerPlan, _io: Io, _options: CaptureOptions): Promise<string> {
  throw new McpwardError("internal", "not wired yet");
}
