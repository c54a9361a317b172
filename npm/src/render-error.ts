import type { McpwardError } from "./errors.js";

/** What a person reads on stderr: the cause in one line, then details and what to do. */
export function renderError(error: McpwardError, color: boolean): string {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const lines = [`${paint(31, "mcpward:")} ${inert(error.message)}`];
  if (error.detail !== undefined)
    for (const line of inert(error.detail).split("\n")) lines.push(`  ${paint(2, line)}`);
  if (error.hint !== undefined) lines.push(`  hint: ${error.hint}`);
  return `${lines.join("\n")}\n`;
}

/** What a server wrote must not be able to give commands to the CI runner that reads this output. */
function inert(text: string): string {
  return text
    .replace(/^(\s*)::/gm, "$1: :")
    .replaceAll("##[", "# #[")
    .replaceAll("##vso[", "# #vso[");
}
