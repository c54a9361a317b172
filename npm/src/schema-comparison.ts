import type { Effect, Verdict } from "./generated/report.js";
import type { RuleName } from "./generated/rules.js";

/** What the judge says of two schemas. */
export interface SchemaComparison {
  /** `breaking` always has a witness, `equivalent` and `compatible` are proven, `undecided` always has a reason. */
  readonly verdict: Verdict;
  /** How a break shows at the caller; only when breaking. */
  readonly effect?: Effect;
  /** Only a caller that sends undeclared properties could notice. */
  readonly openWorld?: boolean;
  /** The smallest value that shows the break. Look for the key: `null` is a value. */
  readonly witness?: unknown;
  /** Why it is undecided. */
  readonly reason?: string;
  /** What changed where, each with its own verdict. */
  readonly changes: readonly SchemaChange[];
}

/** One place in a schema that changed. */
export interface SchemaChange {
  /** The row of the rule table that names it, e.g. `drift/property-required-added`. */
  readonly rule: RuleName;
  /** JSON Pointer in the old schema. */
  readonly pointerOld: string;
  /** JSON Pointer in the new schema. */
  readonly pointerNew: string;
  /** Which way it went. */
  readonly movement: "add" | "remove" | "narrow" | "widen" | "change";
  /** What this change does on its own. */
  readonly verdict: Verdict;
  /** How a break shows at the caller; only when this change breaks. */
  readonly effect?: Effect;
  /** The old value at that place; `null` when there was none. */
  readonly before?: unknown;
  /** The new value at that place; `null` when there is none. */
  readonly after?: unknown;
  /** Why this change is undecided. */
  readonly reason?: string;
  /** A whole value, not only of that place, that this change breaks. */
  readonly witness?: unknown;
}
