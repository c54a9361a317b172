/**
 * Assertions for `node:test`.
 *
 * @packageDocumentation
 */
import { AssertionError } from "node:assert";
import type { CaptureOptions, DiffOptions, LintOptions } from "../api-options.js";
import type { Target } from "../targets.js";
import { acceptsCall, type Arguments } from "./call.js";
import { keepsContract } from "./contract.js";
import { explained, type Outcome } from "./outcome.js";
import { isSecure } from "./security.js";

/** The context of a test, as far as the assertions use it. */
export interface TestContext {
  /** Ends the work when the test is over, for example by its timeout. */
  readonly signal?: AbortSignal;
  diagnostic?(message: string): void;
}

/**
 * Asserts that what `target` offers keeps the contract in a lockfile.
 *
 * With `MCPWARD_UPDATE=1` in the environment the lockfile is written from the target instead, and the test says so.
 *
 * @param lockfile a path, which starts at the current folder, or a `file:` URL
 * @throws AssertionError with the console report when the contract is broken
 * @throws McpwardError when it could not be tested: see `capture`; `lockfile` when there is none
 * @example
 * ```js
 * test("the server keeps its contract", async (t) => {
 *   await assertContract(t, { command: "node", args: ["server.js"] }, "mcpward.lock.json", { failOn: "high" });
 * });
 * ```
 */
export async function assertContract(
  t: TestContext,
  target: Target,
  lockfile: string | URL,
  options: DiffOptions = {},
): Promise<void> {
  await assert(t, assertContract, keepsContract(target, lockfile, within(t, options), true));
}

/**
 * Asserts that the security rules find nothing, warnings included. Accepted findings go into `suppress`.
 *
 * @throws AssertionError with the console report
 * @throws McpwardError when it could not be tested: see `capture`
 */
export async function assertNoSecurityFindings(
  t: TestContext,
  target: Target,
  options: LintOptions = {},
): Promise<void> {
  await assert(t, assertNoSecurityFindings, isSecure(target, within(t, options)));
}

/**
 * Asserts that a tool declares that it takes a call. Nothing is called.
 *
 * @throws AssertionError with what the input schema asks for
 * @throws McpwardError when it could not be tested: see `capture`; `usage` when it cannot be decided
 */
export async function assertAcceptsCall(
  t: TestContext,
  target: Target,
  tool: string,
  args: Arguments = {},
  options: CaptureOptions = {},
): Promise<void> {
  await assert(t, assertAcceptsCall, acceptsCall(target, tool, args, within(t, options)));
}

async function assert(
  t: TestContext,
  assertion: (...args: never) => unknown,
  work: Promise<Outcome>,
): Promise<void> {
  const { pass, message, notice } = await explained(work);
  if (notice !== undefined) t.diagnostic?.(`mcpward: ${notice}`);
  if (!pass) throw new AssertionError({ message, operator: assertion.name });
}

/** The options, ended by the test as well as by the caller. */
function within<T extends CaptureOptions>({ signal: ofTest }: TestContext, options: T): T {
  const signals = [ofTest, options.signal].filter((signal) => signal !== undefined);
  const [only] = signals;
  if (only === undefined) return options;
  return { ...options, signal: signals.length === 1 ? only : AbortSignal.any(signals) };
}
