import type { ReportName, Severity, Status, Tally } from "../protocol.js";
import type { Report, ReportRow } from "./report.js";

/** A finding with what the page needs to sort, filter and name it. */
export interface Entry {
  readonly key: string;
  readonly index: number;
  readonly report: ReportName;
  readonly row: ReportRow;
  readonly severity: Severity;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** What the text search looks at, in lower case; made on the first search. */
  haystack?: string;
}

export interface Model {
  readonly entries: readonly Entry[];
  readonly changes: Tally;
  readonly findings: Tally;
}

const KINDS: Readonly<Record<string, string>> = {
  tools: "tool",
  prompts: "prompt",
  resources: "resource",
  resourceTemplates: "resource template",
};

const BY_STATUS: Readonly<Record<Status, number>> = { fail: 0, warn: 1, skip: 2, pass: 3 };
const BY_SEVERITY: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

/** Both reports as one list: what matters most first, all of one definition together. */
export function model(diff: Report, lint: Report): Model {
  const entries: Entry[] = [];
  const keys = new Map<string, number>();
  for (const [report, { results }] of [
    ["diff", diff],
    ["lint", lint],
  ] as const) {
    for (const row of results) {
      if (isHeadline(row)) continue;
      const base = `${report === "diff" ? "c" : "f"}-${row.fingerprint ?? row.id}`;
      const twins = keys.get(base) ?? 0;
      keys.set(base, twins + 1);
      const [kind, name] = subjectOf(row);
      entries.push({
        key: twins === 0 ? base : `${base}-${twins + 1}`,
        index: 0,
        report,
        row,
        severity: row.blastRadius ?? "low",
        group: `${kind} ${name}`,
        kind,
        name,
      });
    }
  }
  return {
    entries: arranged(entries),
    changes: tally(entries.filter(({ report }) => report === "diff")),
    findings: tally(entries.filter(({ report }) => report === "lint")),
  };
}

/** The page says itself how many there are, and does not list what was looked at and is fine. */
function isHeadline(row: ReportRow): boolean {
  return (row.status === "pass" && row.class === undefined) || row.id === "drift/summary";
}

function subjectOf(row: ReportRow): readonly [kind: string, name: string] {
  const [, list = ""] = (row.pointer ?? row.pointerOld ?? "").split("/", 2);
  const kind = KINDS[list];
  return kind === undefined || row.subject === undefined ? ["server", ""] : [kind, row.subject];
}

function arranged(entries: readonly Entry[]): readonly Entry[] {
  const worst = new Map<string, number>();
  const rank = (entry: Entry) => BY_STATUS[entry.row.status] * 3 + BY_SEVERITY[entry.severity];
  for (const entry of entries)
    worst.set(entry.group, Math.min(worst.get(entry.group) ?? Infinity, rank(entry)));
  const sorted = [...entries].sort(
    (a, b) =>
      (worst.get(a.group) ?? 0) - (worst.get(b.group) ?? 0) ||
      compare(a.group, b.group) ||
      rank(a) - rank(b) ||
      compare(a.report, b.report),
  );
  return sorted.map((entry, index) => ({ ...entry, index }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function tally(entries: readonly Entry[]): Tally {
  const counts = { total: entries.length, fail: 0, warn: 0, pass: 0, skip: 0 };
  for (const { row } of entries) counts[row.status] += 1;
  return counts;
}
