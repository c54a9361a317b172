import type { Args } from "./args.js";
import type { ExitCode, Io } from "./io.js";
import type { CommandName } from "./options.js";

/** What every file in `commands/` exports. */
export interface Command {
  readonly run: (args: Args, io: Io) => Promise<ExitCode>;
}

/** Each command is loaded when it is asked for: `--version` reads no YAML. */
export const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  init: () => import("./commands/init.js"),
  baseline: () => import("./commands/baseline.js"),
  diff: () => import("./commands/diff.js"),
  run: () => import("./commands/run.js"),
  lint: () => import("./commands/lint.js"),
  hash: () => import("./commands/hash.js"),
  rules: () => import("./commands/rules.js"),
  explain: () => import("./commands/explain.js"),
  merge: () => import("./commands/merge.js"),
  contracts: () => import("./commands/contracts.js"),
};
