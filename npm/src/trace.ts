import { resolve } from "node:path";
import { type Args, value } from "./args.js";
import { checkWritable, writeWhole } from "./files.js";
import type { Io } from "./io.js";
import { visible } from "./json-text.js";

export interface Trace {
  readonly line: ((line: string) => void) | undefined;
  /** Writes what was collected, also when the run failed: that is when it is wanted. */
  readonly save: () => Promise<void>;
}

/** The sink of `--trace FILE`. */
export async function trace(args: Args, io: Io): Promise<Trace> {
  const name = value(args, "trace");
  if (name === undefined) return { line: undefined, save: async () => {} };
  const path = resolve(io.cwd, name);
  await checkWritable(path, name);
  const lines: string[] = [];
  return {
    line: (line) => void lines.push(visible(line)),
    save: async () => {
      // A run that was refused before it said anything leaves what was there.
      if (lines.length > 0) await writeWhole(path, lines.map((line) => `${line}\n`).join(""), name);
    },
  };
}
