import type { Names } from "../answers.js";
import { ask } from "../engine.js";
import type { ContractFile } from "./folder.js";

/** What is asked of a folder of contracts. */
export interface ContractsRequest {
  readonly action: "check" | "pin" | "changelog" | "verify";
  readonly files: readonly ContractFile[];
  /** `check` and `verify`: the text of the pin file, to check too. */
  readonly pins?: string;
  /** `changelog`: the text that is there. */
  readonly existing?: string;
  /** `verify`: what a session found out, or a file in its place. */
  readonly capture?: string;
  readonly against?: string;
  /** How many months a deprecated tool must stay. */
  readonly months?: number;
  readonly timestamp?: string;
}

/** Gives the report of `check` and `verify` as JSON text. */
export async function contractsReport(request: ContractsRequest, names: Names = {}): Promise<string> {
  const answer = JSON.parse(await ask((core) => core.contracts(JSON.stringify(request)), names)) as {
    readonly report: unknown;
  };
  return JSON.stringify(answer.report);
}

/** Gives the file that `pin` and `changelog` make. */
export async function contractsText(request: ContractsRequest): Promise<string> {
  const answer = JSON.parse(await ask((core) => core.contracts(JSON.stringify(request)))) as {
    readonly text: string;
  };
  return answer.text;
}
