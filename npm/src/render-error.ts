import type { McpwardError } from "./errors.js";

/** What a person reads on stderr: the cause in one line, then details and what to do. */
export function renderError(error: McpwardError, color: boolean): string {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const lines = [`${paint(31, "mcpward:")} ${error.message}`];
  if (error.detail !== undefined)
    for (const line of error.detail.split("\n")) lines.push(`  ${paint(2, line)}`);
  if (error.hint !== undefined) lines.push(`  hint: ${error.hint}`);
  return `${lines.join("\n")}\n`;
}
