/**
 * Matchers for vitest. Add them once, in a file that `setupFiles` names:
 *
 * ```ts
 * import { expect } from "vitest";
 * import { matchers } from "mcpward/vitest";
 * expect.extend(matchers);
 * ```
 *
 * @packageDocumentation
 */
export { type ContractMatchers, matchers, type MatcherResult, type MatcherState } from "./matchers.js";
