/** `JSON.rawJSON` and the third argument of a reviver, where the browser has them. */
interface ExactJson {
  readonly rawJSON?: (text: string) => unknown;
}

const raw = (JSON as ExactJson).rawJSON;

/** Parses what the core wrote. Numbers that a double cannot hold keep their digits where the browser can do it. */
export function parse(text: string): unknown {
  if (raw === undefined || !/\d{16}/.test(text)) return JSON.parse(text);
  const keep = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const source = context?.source;
    return typeof value === "number" &&
      source !== undefined &&
      String(value) !== source &&
      /\d{16}/.test(source)
      ? raw(source)
      : value;
  };
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
}

// What shows nothing, reorders its neighbours or is no character: the rule of the core's `is_invisible`.
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\ufff0-\ufffb]/gu;

/** Writes characters nobody can see as JSON escapes, so that the text still means the same. */
export function visible(text: string, keepLines = false): string {
  return text.replace(INVISIBLE, (character) => {
    if (keepLines && character === "\n") return character;
    let escaped = "";
    for (let unit = 0; unit < character.length; unit += 1)
      escaped += `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`;
    return escaped;
  });
}

/** Marks characters nobody can see the way the core does, `<U+200B>`: for server text that is no JSON. */
export function marked(text: string): string {
  return text.replace(
    INVISIBLE,
    (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`,
  );
}

/** A value as indented JSON that is safe to show and to copy. */
export function shownJson(value: unknown): string {
  return visible(JSON.stringify(value, undefined, 2) ?? "null", true);
}

/** A value as JSON on one line that is safe to show and to copy. */
export function shownLine(value: unknown): string {
  return visible(JSON.stringify(value) ?? "null");
}
