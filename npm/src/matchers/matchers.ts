import type { CaptureOptions, DiffOptions, LintOptions } from "../api-options.js";
import type { Target } from "../targets.js";
import { acceptsCall, type Arguments } from "./call.js";
import { keepsContract } from "./contract.js";
import { explained, type Outcome } from "./outcome.js";
import { isSecure } from "./security.js";

/** What the matchers add to `expect(target)`. Each takes a {@link Target} and must be awaited. */
export interface ContractMatchers {
  /**
   * What the target offers keeps the contract in a lockfile. A failure shows the console report.
   *
   * With `MCPWARD_UPDATE=1` in the environment the lockfile is written from the target instead, and a warning says so.
   * Nothing else writes it, `--update` of the runner neither.
   *
   * @param lockfile a path, which starts at the current folder, or a `file:` URL
   */
  toMatchContract(lockfile: string | URL, options?: DiffOptions): Promise<void>;

  /** The security rules find nothing, warnings included. Accepted findings go into `suppress`. */
  toHaveNoSecurityFindings(options?: LintOptions): Promise<void>;

  /** A tool declares that it takes a call: its schema accepts the arguments and knows each. Nothing is called. */
  toAcceptCall(tool: string, args?: Arguments, options?: CaptureOptions): Promise<void>;
}

/** What vitest and jest give a matcher as `this`, as far as these look at it. */
export interface MatcherState {
  readonly isNot?: boolean;
}

/** What vitest and jest take from a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers for `expect.extend`, with the same shape in vitest and jest. */
export const matchers = {
  async toMatchContract(
    this: MatcherState,
    target: Target,
    lockfile: string | URL,
    options: DiffOptions = {},
  ): Promise<MatcherResult> {
    return await told(keepsContract(target, lockfile, options, this.isNot !== true));
  },

  async toHaveNoSecurityFindings(
    this: MatcherState,
    target: Target,
    options: LintOptions = {},
  ): Promise<MatcherResult> {
    return await told(isSecure(target, options));
  },

  async toAcceptCall(
    this: MatcherState,
    target: Target,
    tool: string,
    args: Arguments = {},
    options: CaptureOptions = {},
  ): Promise<MatcherResult> {
    return await told(acceptsCall(target, tool, args, options));
  },
};

async function told(work: Promise<Outcome>): Promise<MatcherResult> {
  const { pass, message, notice } = await explained(work);
  // Both runners show it beside the test that it belongs to.
  if (notice !== undefined) console.warn(`mcpward: ${notice}`);
  return { pass, message: () => message };
}
