/**
 * Matchers for jest. Add them once, in a file that `setupFilesAfterEnv` names:
 *
 * ```js
 * import { expect } from "@jest/globals";
 * import { matchers } from "mcpward/jest";
 * expect.extend(matchers);
 * ```
 *
 * @packageDocumentation
 */
export { type ContractMatchers, matchers, type MatcherResult, type MatcherState } from "./matchers.js";
