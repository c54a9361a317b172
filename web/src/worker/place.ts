import { units } from "../columns.js";
import type { Refusal } from "../protocol.js";
import { visible } from "./json.js";

/** How many characters are shown on either side of the place. */
const AROUND = 40;

/** The line of a place, cut to what surrounds it. Columns count characters, from 1. */
export function place(
  text: string,
  line: number | undefined,
  column: number | undefined,
): Refusal["place"] | undefined {
  if (line === undefined || column === undefined) return undefined;
  let start = 0;
  for (let seen = 1; seen < line; seen += 1) {
    const end = text.indexOf("\n", start);
    if (end === -1) break;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  const whole = text.slice(start, end === -1 ? undefined : end).replace(/\r$/, "");
  const at = units(whole, column - 1);
  const from = Math.max(0, at - AROUND);
  const before = `${from > 0 ? "…" : ""}${visible(whole.slice(from, at))}`;
  const after = visible(whole.slice(at, at + AROUND));
  const more = whole.length > at + AROUND ? "…" : "";
  return { line, column, excerpt: `${before}${after}${more}`, caret: before.length };
}
