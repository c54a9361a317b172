import type { Core } from "./core.js";
import { type ErrorCode, McpwardError } from "./errors.js";

/** Names the files of a request, for error messages. */
export type Names = Readonly<Partial<Record<"baseline" | "against" | "config" | "calls", string>>>;

/** Puts a question to the core, wherever it runs, and gives its answer as JSON text. */
export type Ask = (use: (core: Core) => string, names?: Names) => Promise<string>;

/** Why the core refuses something. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly side?: "baseline" | "against" | "config" | "calls";
  readonly places?: readonly { readonly pointer: string; readonly message: string }[];
}

const OK = '{"ok":';

const CODES: Readonly<Record<string, ErrorCode>> = {
  config: "config",
  contract: "lockfile",
  "no-baseline": "lockfile",
  request: "internal",
};

/** The text inside `{"ok": …}`; an `{"error": …}` is thrown. */
export function answered(answer: string, names: Names = {}): string {
  if (answer.startsWith(OK)) return answer.slice(OK.length, -1);
  const { error } = JSON.parse(answer) as { readonly error: Refusal };
  const name = error.side === undefined ? undefined : names[error.side];
  throw new McpwardError(
    CODES[error.code] ?? "usage",
    name === undefined ? error.message : `\`${name}\`: ${error.message}`,
    { cause: error },
  );
}

/** Whether the instance that threw this may be in any state: a trap, or a stack that ran out inside wasm. */
export function isTrap(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === "RuntimeError" || thrown.name === "RangeError");
}

/** What the core threw, as an error of ours. */
export function coreError(thrown: unknown): McpwardError {
  if (thrown instanceof McpwardError) return thrown;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new McpwardError("internal", `the core failed: ${reason.split("\n", 1)[0]}`, {
    hint: "this is a defect in mcpward; please report it with the file or server that caused it",
    cause: thrown,
  });
}
