import type { Facet, FacetName, Group, OutlineEntry, Page, Query, Row, Status } from "../protocol.js";
import type { Entry } from "./model.js";

/** How many findings stand on one page: few enough to draw at once. */
const PAGE_SIZE = 50;
const MAX_OUTLINE = 150;

const FACETS: Readonly<Record<FacetName, (entry: Entry) => string | undefined>> = {
  severity: ({ severity }) => severity,
  status: ({ row }) => row.status,
  family: ({ row }) => row.family,
  class: ({ row }) => row.class,
};

const ORDERS: Readonly<Partial<Record<FacetName, readonly string[]>>> = {
  severity: ["high", "medium", "low"],
  status: ["fail", "warn", "pass", "skip"],
};

/** One page of the findings that a query matches. */
export function query(entries: readonly Entry[], asked: Query, row: (entry: Entry) => Row): Page {
  const words = asked.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found =
    words.length === 0
      ? entries
      : entries.filter((entry) => words.every((word) => haystack(entry).includes(word)));
  const names = Object.keys(FACETS) as FacetName[];
  const passes = (entry: Entry, name: FacetName) =>
    asked[name].length === 0 || asked[name].includes(FACETS[name](entry) ?? "");
  const matched = found.filter((entry) => names.every((name) => passes(entry, name)));
  const facets = {} as Record<FacetName, readonly Facet[]>;
  for (const name of names) {
    const others = names.filter((other) => other !== name);
    // What the other filters leave, so that each number is what a click would show.
    const visible = found.filter((entry) => others.every((other) => passes(entry, other)));
    facets[name] = counted(name, entries, visible);
  }

  const groups = grouped(matched);
  const pages = Math.max(1, Math.ceil(matched.length / PAGE_SIZE));
  const focused =
    asked.focus === undefined
      ? -1
      : matched.findIndex(({ key, group }) => key === asked.focus || group === asked.focus);
  const page =
    focused === -1 ? Math.min(Math.max(0, asked.page), pages - 1) : Math.floor(focused / PAGE_SIZE);
  const [from, to] = [page * PAGE_SIZE, (page + 1) * PAGE_SIZE];
  return {
    total: entries.length,
    matched: matched.length,
    page,
    pages,
    groups: onPage(matched.slice(from, to), matched, from, groups, row),
    outline: groups.slice(0, MAX_OUTLINE).map(({ entry }) => entry),
    outlineRest: Math.max(0, groups.length - MAX_OUTLINE),
    facets,
  };
}

function haystack(entry: Entry): string {
  const { row } = entry;
  entry.haystack ??= [
    entry.kind,
    row.subject,
    row.message,
    row.id,
    row.rule,
    row.pointer,
    row.pointerOld,
    row.diff,
    row.reason,
    ...(row.evidence ?? []).map(({ quote, decoded }) => `${quote} ${decoded ?? ""}`),
  ]
    .join("\n")
    .toLowerCase();
  return entry.haystack;
}

function counted(name: FacetName, all: readonly Entry[], visible: readonly Entry[]): readonly Facet[] {
  const counts = new Map<string, number>();
  const value = FACETS[name];
  for (const entry of all) {
    const key = value(entry);
    if (key !== undefined) counts.set(key, 0);
  }
  for (const entry of visible) {
    const key = value(entry);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const order = ORDERS[name];
  const keys = order === undefined ? [...counts.keys()].sort() : order.filter((key) => counts.has(key));
  return keys.map((key) => ({ value: key, count: counts.get(key) ?? 0 }));
}

interface Grouped {
  readonly first: number;
  readonly entry: OutlineEntry;
}

/** The groups in order; findings of one group stand together. */
function grouped(entries: readonly Entry[]): readonly Grouped[] {
  const groups: Grouped[] = [];
  let first = 0;
  while (first < entries.length) {
    const head = entries[first];
    if (head === undefined) break;
    let end = first;
    while (entries[end]?.group === head.group) end += 1;
    const { group: key, kind, name, row } = head;
    // The first of a group is its worst.
    const status: Status = row.status;
    groups.push({ first, entry: { key, kind, name, count: end - first, status } });
    first = end;
  }
  return groups;
}

function onPage(
  entries: readonly Entry[],
  matched: readonly Entry[],
  from: number,
  groups: readonly Grouped[],
  row: (entry: Entry) => Row,
): readonly Group[] {
  const counts = new Map(groups.map(({ entry }) => [entry.key, entry.count]));
  const before = matched[from - 1]?.group;
  const shown: (Omit<Group, "rows"> & { readonly rows: Row[] })[] = [];
  for (const entry of entries) {
    let last = shown.at(-1);
    if (last?.key !== entry.group) {
      const { group: key, kind, name } = entry;
      last = {
        key,
        kind,
        name,
        count: counts.get(key) ?? 0,
        continued: before === key && shown.length === 0,
        rows: [],
      };
      shown.push(last);
    }
    last.rows.push(row(entry));
  }
  return shown;
}
