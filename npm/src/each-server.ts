import { asMcpwardError, type McpwardError } from "./errors.js";
import type { Io } from "./io.js";
import type { Plan, ServerPlan } from "./plan.js";
import { renderError } from "./render-error.js";

/**
 * Does something with each server, in their order. One of several that fails is told and does not keep the others from
 * their turn; what is wrong with the command line, the configuration or the run itself ends everything.
 *
 * @param onFailure what else is done about a server that failed
 * @returns how many failed
 */
export async function forEachServer(
  { servers, several }: Plan,
  io: Io,
  work: (server: ServerPlan) => Promise<void>,
  onFailure: (server: ServerPlan, error: McpwardError) => void = () => undefined,
): Promise<number> {
  let failures = 0;
  for (const server of servers) {
    try {
      await work(server);
    } catch (thrown) {
      const error = asMcpwardError(thrown);
      if (!several || ENDS_EVERYTHING.has(error.code) || io.signal.aborted) throw error;
      await io.stderr.write(`${server.name}: ${renderError(error, io.stderr.color)}`);
      onFailure(server, error);
      failures += 1;
    }
  }
  return failures;
}

const ENDS_EVERYTHING: ReadonlySet<McpwardError["code"]> = new Set(["usage", "config", "aborted"]);
