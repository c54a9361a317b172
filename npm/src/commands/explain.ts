import { McpwardError } from "../errors.js";
import type { ExitCode } from "../io.js";

/** Versioned contracts in a repository. */
export async function run(): Promise<ExitCode> {
  throw new McpwardError("usage", "`mcpward contracts` is not part of this version yet");
}
