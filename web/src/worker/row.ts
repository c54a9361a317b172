import type { Excerpt, Row } from "../protocol.js";
import { diffTexts } from "./core.js";
import { marked, shownJson, shownLine } from "./json.js";
import type { Entry } from "./model.js";
import type { ReportRow } from "./report.js";

/** How much of a value is drawn until somebody asks for all of it. */
const MAX_EXCERPT = 4_000;
/** A value this short stands in a line. */
const MAX_LINE = 80;
/** Above this, comparing two values inside one text costs more than it tells. */
const MAX_COMPARED = 60_000;

/** A finding as the page draws it. */
export function row(entry: Entry): Row {
  const { row: source } = entry;
  return {
    key: entry.key,
    index: entry.index,
    report: entry.report,
    id: source.id,
    rule: source.rule ?? source.id,
    family: source.family,
    status: source.status,
    severity: entry.severity,
    message: source.message,
    suppressed: source.suppressed ?? false,
    openWorld: source.openWorld ?? false,
    // Pointers hold names as the server gave them.
    evidence: (source.evidence ?? []).map((seen) => ({ ...seen, pointer: marked(seen.pointer) })),
    ...defined({
      class: source.class,
      why: source.why,
      fix: source.fix,
      reason: source.reason,
      effect: source.effect,
      direction: source.direction,
      verdict: source.verdict,
      proven: source.proven,
      bump: source.bump,
      renamedTo: source.renamedTo,
      pointer: shownPointer(source),
      expected: source.expected,
      actual: source.actual,
    }),
    ...values(source),
    ...(Object.hasOwn(source, "witness") && { witness: excerpt(witness(source)) }),
  };
}

/** The whole JSON text of one member, for copying and for reading on. */
export function whole(entry: Entry, member: "before" | "after" | "witness"): string {
  return member === "witness" ? witness(entry.row) : shownJson(entry.row[member]);
}

function shownPointer({ pointer, pointerOld }: ReportRow): string | undefined {
  const place = pointer ?? pointerOld;
  return place === undefined ? undefined : marked(place);
}

function values(source: ReportRow): Pick<Row, "text" | "json" | "before" | "after"> {
  const { before, after } = source;
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  if (source.diff !== undefined && isText(before) && isText(after)) {
    return { text: diffTexts(textOf(before), textOf(after)) };
  }
  const [old, fresh] = [
    Object.hasOwn(source, "before") ? shortest(before) : undefined,
    Object.hasOwn(source, "after") ? shortest(after) : undefined,
  ];
  const long = old !== undefined && fresh !== undefined && (old.includes("\n") || fresh.includes("\n"));
  if (long && old.length + fresh.length <= MAX_COMPARED) {
    return { json: diffTexts(shownJson(before), shownJson(after)) };
  }
  return {
    ...(old !== undefined && { before: excerpt(old) }),
    ...(fresh !== undefined && { after: excerpt(fresh) }),
  };
}

function shortest(value: unknown): string {
  const line = shownLine(value);
  return line.length <= MAX_LINE ? line : shownJson(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** For an input the call as a client sends it; for an output the value itself. */
function witness(source: ReportRow): string {
  const [, list, name] = (source.pointerOld ?? source.pointer ?? "").split("/", 3);
  if (source.direction !== "input" || list !== "tools" || name === undefined)
    return shownLine(source.witness);
  return shownLine({ name: name.replaceAll("~1", "/").replaceAll("~0", "~"), arguments: source.witness });
}

function excerpt(text: string): Excerpt {
  return text.length <= MAX_EXCERPT ? { text } : { text: text.slice(0, MAX_EXCERPT), cut: text.length };
}

/** Leaves out what is `undefined`. */
function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
