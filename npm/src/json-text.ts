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
      out += token;
    }
  });
  return `${out}\n`;
}

function newline(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
