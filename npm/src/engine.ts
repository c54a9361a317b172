import { answered, type Ask } from "./answers.js";
import { withCore } from "./core.js";
import { inCi, type Io } from "./io.js";
import { type HostContext, questions } from "./questions.js";

/** Asks the core of this process. */
export const ask: Ask = async (use, names) => answered(await withCore(use), names);

export const {
  check,
  across,
  baseline,
  goldens,
  describeContract,
  readSurface,
  compareSchemas,
  render,
  ruleBook,
} = questions(ask);

export function hostContext(io: Io, target: HostContext["target"]): HostContext {
  return {
    timestamp: io.now().toISOString(),
    target,
    environment: { ci: inCi(io.env), nodeVersion: io.nodeVersion, platform: io.platform },
  };
}
