import { type CaptureOptions, captureServer } from "./capture.js";
import type { Io } from "./io.js";
import type { ServerPlan } from "./plan.js";
import { progress } from "./progress.js";
import type { Trace } from "./trace.js";

/**
 * Looks at a server for a command: whoever waits sees what is waited for, and the traffic goes into the trace.
 *
 * @throws McpwardError as `captureServer`
 */
export async function lookAt(
  server: ServerPlan,
  io: Io,
  traffic: Trace,
  options: Pick<CaptureOptions, "command" | "baseline">,
): Promise<string> {
  const status = progress(io);
  const { name } = server;
  return await captureServer(server, io, {
    ...options,
    progress: (message) => status.show(name === undefined ? message : `${name}: ${message}`),
    ...(traffic.line === undefined ? {} : { trace: traffic.line }),
  }).finally(status.clear);
}
