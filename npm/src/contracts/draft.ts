import { McpwardError } from "../errors.js";
import { pretty } from "../json-text.js";

/** The members of a contract file, in the order in which they are written. */
const MEMBERS = [
  "$schema",
  "name",
  "title",
  "description",
  "inputSchema",
  "outputSchema",
  "annotations",
] as const;

/** A contract as JSON, as far as drafting needs to know it. */
export type ContractDraft = Readonly<Record<string, unknown>>;

/** The text of a contract file. */
export function contractText(draft: ContractDraft): string {
  const known = MEMBERS.filter((member) => draft[member] !== undefined && draft[member] !== null);
  const rest = Object.keys(draft).filter((key) => !(MEMBERS as readonly string[]).includes(key));
  const ordered = Object.fromEntries([...known, ...rest].map((key) => [key, draft[key]]));
  return pretty(JSON.stringify(ordered));
}

/** The first contract of a tool that nobody serves yet. */
export function starter(tool: string): ContractDraft {
  return {
    name: tool,
    description: "Say in one sentence what the tool does and when to use it.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
  };
}

/** What a contract fixes of a served tool. */
export function served(tool: ContractDraft): ContractDraft {
  const fixed = MEMBERS.filter((member) => member !== "$schema" && tool[member] !== undefined);
  return { description: "", ...Object.fromEntries(fixed.map((member) => [member, tool[member]])) };
}

/** The older name's next version: deprecated in favour of the new one, with the days that its callers need. */
export function deprecated(
  draft: ContractDraft,
  replacement: string,
  today: Date,
  months: number,
): ContractDraft {
  const removal = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months + 1, 1));
  return {
    ...draft,
    description: `Deprecated: use ${replacement}. ${String(draft["description"] ?? "")}`,
    deprecated: { since: day(today), replaced_by: replacement, remove_after: day(removal) },
  };
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** @throws McpwardError `usage` when the text is no JSON object */
export function parseContract(text: string, shown: string): ContractDraft {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as ContractDraft;
  } catch (cause) {
    throw new McpwardError("usage", `the contract \`${shown}\` is not JSON`, { cause });
  }
  throw new McpwardError("usage", `the contract \`${shown}\` is no JSON object`);
}
