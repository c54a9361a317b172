import type { Args } from "../args.js";
import { runChecks } from "../checking.js";
import type { ExitCode, Io } from "../io.js";

/** Only what changed since the lockfile. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  return await runChecks("diff", args, io);
}
