import { McpwardError } from "../errors.js";

/** What became of an expectation. */
export interface Outcome {
  readonly pass: boolean;
  /** Why it failed; or what holds, for an expectation that it does not. */
  readonly message: string;
  /** Something to tell although it passed. */
  readonly notice?: string;
}

/**
 * The outcome, or an error that says everything it knows: runners show a message and none of the other members.
 *
 * @throws McpwardError whose message has further lines
 */
export async function explained(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof McpwardError)) throw error;
    const { code, message, hint, detail, cause } = error;
    const lines = [message, ...[hint, detail].filter((part) => part !== undefined)];
    throw new McpwardError(code, lines.join("\n"), { hint, detail, cause });
  }
}
