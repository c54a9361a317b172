import type { Args } from "../args.js";
import { runChecks } from "../checking.js";
import type { ExitCode, Io } from "../io.js";

/** Every check that is enabled. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  return await runChecks("run", args, io);
}
