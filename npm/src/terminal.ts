const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Style = keyof typeof STYLES;

/** The text in a style, where there is colour. */
export function paint(style: Style, text: string, color: boolean): string {
  return color ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;
}

/** Wide enough to read and not wider, whatever the terminal is; what is no terminal gets the same. */
export function readingWidth(columns: number | undefined, most = 88): number {
  return Math.max(40, Math.min(columns ?? most, most));
}

/** Breaks text at spaces so that no line is wider than `width`, where the words allow it; code stays in one piece. */
export function wrapped(text: string, width: number, indent = "", hanging = indent): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.match(/(?:`[^`]*`|[^\s`]|`)+/g) ?? []) {
    const start = lines.length === 0 ? indent : hanging;
    if (line !== "" && start.length + line.length + 1 + word.length > width) {
      lines.push(start + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push((lines.length === 0 ? indent : hanging) + line);
  return lines.join("\n");
}

/** A label as it is drawn, and how wide that looks. */
export interface Label {
  readonly drawn: string;
  readonly width: number;
}

/** A label with a text beside it, from `column` on; below it where labels leave too little room. */
export function labelled(label: Label, column: number, text: string, width: number): string {
  if (column > width / 2) return `${label.drawn}\n${wrapped(text, width, "      ")}`;
  const gap = " ".repeat(column - label.width);
  return label.drawn + gap + wrapped(text, width, " ".repeat(column)).slice(column);
}

/** Paragraphs, lists and fenced blocks of our own Markdown for a terminal. Its inline marks go, code is coloured. */
export function markdownForTerminal(text: string, width: number, color: boolean, indent: string): string {
  const blocks: string[] = [];
  for (const part of text.split(/^(```[^]*?^```)$/m)) {
    if (part.startsWith("```")) {
      const [fence = "", ...lines] = part.split("\n").slice(0, -1);
      const broken = fence.startsWith("```text")
        ? lines.map((line) => brokenLine(line, width - indent.length - 2))
        : lines;
      blocks.push(
        broken
          .flatMap((line) => line.split("\n"))
          .map((line) => `${indent}  ${coloredLine(line, color)}`.trimEnd())
          .join("\n"),
      );
      continue;
    }
    for (const paragraph of part.split(/\n{2,}|\n(?=- )/)) {
      const plain = paragraph.trim();
      if (plain === "") continue;
      const item = plain.startsWith("- ");
      const broken = wrapped(withoutMarks(plain), width, indent, item ? `${indent}  ` : indent);
      blocks.push(color ? broken.replace(/`[^`]+`/g, (code) => paint("cyan", code, true)) : broken);
    }
  }
  return blocks.join("\n\n").replace(/:\n\n(?= )/g, ":\n");
}

/** A line of a report that is too long goes on below, further in; code is never broken. */
function brokenLine(line: string, width: number): string {
  if (line.length <= width) return line;
  const start = /^ */.exec(line)?.[0] ?? "";
  return wrapped(line, width, start, `${start}  `);
}

/** A line of a report in an example, coloured as the report is. */
function coloredLine(line: string, color: boolean): string {
  const signs: Readonly<Record<string, Style>> = { "✗": "red", "⚠": "yellow", "✓": "green", "○": "dim" };
  const style = signs[line.charAt(0)];
  return style === undefined ? line : paint(style, line.charAt(0), color) + line.slice(1);
}

function withoutMarks(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/\*\*?([^*]+)\*\*?/g, "$1");
}
