import type { Refusal } from "../protocol.js";
import { visible } from "./json.js";

/** How many characters are shown on either side of the place. */
const AROUND = 40;

/** The line that an error message names, cut to what surrounds the place. Columns count bytes, as the core counts. */
export function place(text: string, message: string): Refusal["place"] | undefined {
  const [, lineText, columnText] = /\bline (\d+), column (\d+)/.exec(message) ?? [];
  if (lineText === undefined || columnText === undefined) return undefined;
  const [line, column] = [Number(lineText), Number(columnText)];
  let start = 0;
  for (let seen = 1; seen < line; seen += 1) {
    const end = text.indexOf("\n", start);
    if (end === -1) break;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  const whole = text.slice(start, end === -1 ? undefined : end).replace(/\r$/, "");
  const at = Math.max(0, characters(whole, column) - 1);
  const from = Math.max(0, at - AROUND);
  const before = `${from > 0 ? "…" : ""}${visible(whole.slice(from, at))}`;
  const after = visible(whole.slice(at, at + AROUND));
  const more = whole.length > at + AROUND ? "…" : "";
  return { line, column, excerpt: `${before}${after}${more}`, caret: before.length };
}

/** How many UTF-16 units the first bytes of a text are. */
function characters(text: string, bytes: number): number {
  const head = new TextEncoder().encode(text.slice(0, bytes)).slice(0, bytes);
  return new TextDecoder().decode(head).length;
}
