/**
 * Indents JSON text by two spaces without reading its values: numbers keep all their digits and strings their
 * spelling.
 */
export function pretty(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let out = "";
  let depth = 0;
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === "{" || token === "[") {
      out += token;
      if (next === "}" || next === "]") return;
      depth += 1;
      out += newline(depth);
    } else if (token === "}" || token === "]") {
      const empty = tokens[index - 1] === "{" || tokens[index - 1] === "[";
      if (!empty) {
        depth -= 1;
        out += newline(depth);
      }
      out += token;
    } else if (token === ",") {
      out += `,${newline(depth)}`;
    } else if (token === ":") {
      out += ": ";
    } else {
      out += token.startsWith('"') ? visible(token) : token;
    }
  });
  return `${out}\n`;
}

/** A value on one line, safe to show to a person. */
export function shownJson(value: unknown): string {
  return visible(JSON.stringify(value) ?? String(value));
}

/** Writes invisible and bidi characters as `\\uXXXX`, the same value, so that a terminal that prints it obeys nobody. */
export function visible(token: string): string {
  return token.replace(
    /[\u007f-\u00a0\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/gu,
    (character) =>
      Array.from({ length: character.length }, (_, index) => {
        return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
      }).join(""),
  );
}

function newline(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
