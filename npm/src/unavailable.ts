import type { Args } from "./args.js";
import { McpwardError } from "./errors.js";
import type { OptionName } from "./options.js";

/** Options that are promised and not built yet: asking for one is an error, never a silent pass. */
export const UNAVAILABLE: readonly OptionName[] = ["jobs", "shard"];

/** @throws McpwardError `usage` */
export function refuseUnavailable(args: Args): void {
  for (const name of UNAVAILABLE) {
    if (!args.values.has(name) && !args.flags.has(name)) continue;
    throw new McpwardError("usage", `\`--${name}\` is not part of this version yet`);
  }
}
