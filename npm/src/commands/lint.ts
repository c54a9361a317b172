import type { Args } from "../args.js";
import { runChecks } from "../checking.js";
import type { ExitCode, Io } from "../io.js";

/** Only what definitions show by themselves; calls no tool. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  return await runChecks("lint", args, io);
}
