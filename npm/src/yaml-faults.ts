import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  type Node,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from "yaml";

/** A place in a file, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A reason to refuse the file, with its place. */
export interface Fault {
  readonly message: string;
  readonly place: Place | undefined;
  readonly hint?: string;
}

/** After this many nobody reads on. */
const MOST_FAULTS = 20;

/** What is wrong with the form of a document: one fault a line, as further ones only follow from the first. */
export function faultsOf(
  document: Document.Parsed,
  text: string,
  placeOf: (offset: number) => Place,
): readonly Fault[] {
  const faults = new Map<number, Fault>();
  for (const problem of [...document.errors, ...document.warnings]) {
    if (faults.size >= MOST_FAULTS) break;
    const place = placeOf(problem.pos[0]);
    if (faults.has(place.line)) continue;
    const start = text.lastIndexOf("\n", problem.pos[0] - 1) + 1;
    const line = text.slice(start, problem.pos[0]) + restOfLine(text, problem.pos[0]);
    const fault = inOurWords(problem, text);
    const quotes = line.includes("${") ? { hint: "put quotes around a value that contains ${…}" } : {};
    faults.set(place.line, { ...fault, place, ...quotes });
  }
  if (faults.size > 0) return [...faults.values()];
  return namesAmiss(document, placeOf);
}

/** Keys that stand twice, and `*name` where no `&name` stands before it. */
function namesAmiss(document: Document.Parsed, placeOf: (offset: number) => Place): readonly Fault[] {
  const anchors = new Set<string>();
  const faults: Fault[] = [];
  const add = (message: string, hint: string, { range }: Node) =>
    void faults.push({ message, hint, place: placeOf(range?.[0] ?? 0) });
  visit(document, (_, node) => {
    if (isMap(node)) {
      for (const key of repeated(node)) {
        add(`the key \`${plain(String(key.value))}\` stands twice`, "keep one of them", key);
      }
    }
    if (isAlias(node)) {
      const name = plain(node.source);
      const message = `\`*${name}\` refers to \`&${name}\`, which does not stand before it`;
      if (!anchors.has(node.source)) add(message, "put quotes around a text that begins with `*`", node);
    } else if (isNode(node) && node.anchor !== undefined) anchors.add(node.anchor);
    return faults.length < MOST_FAULTS ? undefined : visit.BREAK;
  });
  return faults.slice(0, MOST_FAULTS);
}

/** The keys of a map that stand in it before, as texts: `1` and `"1"` are one key. Merge keys may be repeated. */
function repeated(map: YAMLMap): readonly Scalar[] {
  const seen = new Set<string>();
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key) || key.source === "<<") return [];
    const name = String(key.value);
    if (seen.has(name)) return [key];
    seen.add(name);
    return [];
  });
}

/** The words of the parser are for those who know its terms. */
function inOurWords({ code, message, pos }: YAMLError, text: string): Omit<Fault, "place"> {
  const here = text.slice(pos[0], pos[1]);
  switch (code) {
    case "MULTIPLE_DOCS":
      return {
        message: "a second document begins here, and a configuration is one",
        hint: "remove the line `---` (or `...`), or put what follows into a file of its own",
      };
    case "TAB_AS_INDENT":
      return { message: "the line is indented with a tab", hint: "indent with blanks" };
    case "BAD_INDENT":
      return {
        message: /^Flow/.test(message)
          ? "a bracket is still open where the indentation ends"
          : "the line is not indented as those around it",
      };
    case "BLOCK_AS_IMPLICIT_KEY":
      return {
        message: "a second `key:` stands where a value is expected",
        hint: "indent it as the keys beside it, or put quotes around a text that contains `: `",
      };
    case "MULTILINE_IMPLICIT_KEY":
      return { message: "the text goes on where a `:` is expected" };
    case "MISSING_CHAR":
      return { message: missing(message) };
    case "BAD_SCALAR_START":
      return {
        message: `a text cannot begin with \`${plain(here)}\``,
        hint: "put quotes around the text",
      };
    case "BAD_DQ_ESCAPE":
      return {
        message: `\`${plain(text.slice(pos[0], pos[0] + 2))}\` means nothing between double quotes`,
        hint: "write `\\\\` for a backslash, or use single quotes",
      };
    case "TAG_RESOLVE_FAILED":
      return {
        message: "a tag (`!…`) stands here, and a configuration has none",
        hint: "put quotes around a text that begins with `!`",
      };
    case "UNEXPECTED_TOKEN":
      return { message: "this does not belong to what stands before it" };
    case "RESOURCE_EXHAUSTION":
      return { message: "the file is nested too deeply" };
    default:
      return { message: firstLine(message) };
  }
}

function missing(message: string): string {
  if (/closing ["']quote/.test(message)) return "a quoted text is not closed";
  if (/^Missing , /.test(message)) return "a comma is missing between two entries in brackets";
  if (/Implicit map keys|space after :/.test(message)) return "a key without `: ` and a value";
  if (/Sequence item/.test(message)) return "an entry of the list does not begin with `- `";
  return "something is missing here, such as a blank";
}

function restOfLine(text: string, offset: number): string {
  const end = text.indexOf("\n", offset);
  return text.slice(offset, end === -1 ? undefined : end).trimEnd();
}

/** A file of somebody else may carry what a terminal obeys. */
function plain(text: string): string {
  const shown = text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, "?");
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}

function firstLine(text: string): string {
  return (text.split(/\r?\n/, 1)[0] ?? "").trim();
}
