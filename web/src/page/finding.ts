import type { Excerpt, Row, Severity, Status } from "../protocol.js";
import { bytes, h, icon } from "./dom.js";
import { bdi, marked, sentence, stretches } from "./marks.js";

export interface FindingEvents {
  readonly copy: (text: string, what: string) => void;
  readonly link: (row: Row) => void;
  /** All of a value that was cut. */
  readonly whole: (row: Row, member: "before" | "after" | "witness") => Promise<string>;
}

const STATUS: Readonly<Record<Status, string>> = {
  fail: "Fails",
  warn: "Warns",
  pass: "Allowed",
  skip: "Suppressed",
};

export const EFFECTS: Readonly<Record<string, string>> = {
  rejected: "This call worked before and is now rejected",
  ignored: "This call is still taken, but an argument in it is no longer read",
  unexpected: "The server may now send this, which the old contract never allowed",
  missing: "The server used to send this, and part of it no longer comes",
};

/** One finding: a summary line that opens to everything known about it. */
export function finding(row: Row, open: boolean, events: FindingEvents): HTMLDetailsElement {
  const summary = h(
    "summary",
    {},
    h(
      "span",
      { class: `status ${row.status}` },
      icon(row.status),
      row.status === "skip" && !row.suppressed ? "Skipped" : STATUS[row.status],
    ),
    severityBadge(row.severity),
    h("span", { class: "message" }, bdi(row.message)),
  );
  const details = h("details", { class: `finding ${row.status}`, id: row.key, "data-key": row.key }, summary);
  let drawn = false;
  const draw = () => {
    if (drawn) return;
    drawn = true;
    details.append(body(row, events));
  };
  details.addEventListener("toggle", () => details.open && draw());
  if (open) {
    details.open = true;
    draw();
  }
  return details;
}

export function severityBadge(severity: Severity): HTMLElement {
  return h("span", { class: `severity ${severity}` }, icon(severity), severity);
}

function body(row: Row, events: FindingEvents): HTMLElement {
  return h(
    "div",
    { class: "body" },
    ...change(row, events),
    ...evidence(row),
    ...witness(row, events),
    h(
      "dl",
      { class: "advice" },
      ...term("Why", row.why),
      ...term("What to do", row.fix),
      ...term(row.suppressed ? "Accepted because" : "Note", row.reason),
      ...term("Renamed to", row.renamedTo),
    ),
    h(
      "div",
      { class: "foot" },
      h(
        "div",
        { class: "facts" },
        h("code", { title: "rule" }, row.rule),
        row.class !== undefined && h("span", { title: "class, as fail_on names it" }, row.class),
        row.bump !== undefined && h("span", { title: "the version bump this change asks for" }, row.bump),
        row.direction !== undefined && h("span", {}, row.direction),
        row.proven === false && h("span", {}, "not proven by a counterexample"),
        row.openWorld && h("span", {}, "only for callers that send undeclared properties"),
        row.pointer !== undefined && h("code", { class: "pointer", title: "place" }, marked(row.pointer)),
      ),
      h(
        "button",
        { type: "button", class: "small", on: { click: () => events.link(row) } },
        icon("link"),
        "Link to this",
      ),
    ),
  );
}

function change(row: Row, events: FindingEvents): readonly Node[] {
  if (row.text !== undefined) {
    return [h("h4", {}, "Text"), h("p", { class: "words", dir: "auto" }, stretches(row.text, "mark"))];
  }
  if (row.json !== undefined)
    return [
      h("h4", {}, "Before and after"),
      scrolling("Before and after", "pre", stretches(row.json, "plain")),
    ];
  if (row.before !== undefined && row.after !== undefined && isShort(row.before) && isShort(row.after)) {
    return [
      h(
        "p",
        { class: "pair" },
        h("span", { class: "label" }, "from"),
        h("code", {}, h("bdi", {}, row.before.text)),
        h("span", { class: "label" }, "to"),
        h("code", {}, h("bdi", {}, row.after.text)),
      ),
    ];
  }
  const sides = [
    row.before !== undefined &&
      value(row.after === undefined ? "Removed" : "Before", "before", row.before, row, events),
    row.after !== undefined &&
      value(row.before === undefined ? "Added" : "After", "after", row.after, row, events),
  ].filter((side) => side !== false);
  if (sides.length > 0) return [h("div", { class: "sides" }, ...sides)];
  const said = [
    row.expected !== undefined &&
      h("div", {}, h("h4", {}, "Expected"), h("p", { class: "words" }, marked(row.expected))),
    row.actual !== undefined &&
      h("div", {}, h("h4", {}, "Found"), h("p", { class: "words" }, marked(row.actual))),
  ].filter((side) => side !== false);
  return said.length > 0 ? [h("div", { class: "sides" }, ...said)] : [];
}

function isShort({ text }: Excerpt): boolean {
  return text.length <= 80 && !text.includes("\n");
}

function value(
  title: string,
  member: "before" | "after",
  excerpt: Excerpt,
  row: Row,
  events: FindingEvents,
): HTMLElement {
  return h("div", {}, h("h4", {}, title), ...shownExcerpt(title, excerpt, () => events.whole(row, member)));
}

function shownExcerpt(title: string, excerpt: Excerpt, whole: () => Promise<string>): readonly Node[] {
  const text = h("bdi", {}, excerpt.text);
  const box = scrolling(title, "pre", text);
  if (excerpt.cut === undefined) return [box];
  const more = h("button", { type: "button", class: "small" }, `Show all ${bytes(excerpt.cut)}`);
  more.addEventListener("click", () => {
    void whole().then((all) => {
      text.textContent = all;
      more.remove();
      box.focus();
    });
  });
  text.append("…");
  return [box, more];
}

function evidence(row: Row): readonly Node[] {
  if (row.evidence.length === 0) return [];
  return [
    h("h4", {}, "Seen"),
    h(
      "ul",
      { class: "evidence" },
      ...row.evidence.map(({ quote, decoded, pointer, view }) =>
        h(
          "li",
          {},
          h("q", { class: "words", dir: "auto" }, marked(quote)),
          decoded !== undefined &&
            h("p", {}, "decoded: ", h("q", { class: "words", dir: "auto" }, marked(decoded))),
          h(
            "p",
            { class: "facts" },
            h("code", { class: "pointer" }, marked(pointer)),
            view !== "raw" && h("span", {}, `${view} reading`),
          ),
        ),
      ),
    ),
  ];
}

function witness(row: Row, events: FindingEvents): readonly Node[] {
  if (row.witness === undefined) return [];
  const text = row.witness;
  const said = EFFECTS[row.effect ?? ""] ?? "A value that shows it";
  const copy = () => {
    const all = text.cut === undefined ? Promise.resolve(text.text) : events.whole(row, "witness");
    void all.then((whole) => events.copy(whole, row.direction === "output" ? "value" : "call"));
  };
  return [
    h("h4", {}, said),
    h(
      "div",
      { class: "witness" },
      scrolling(said, "pre", h("bdi", {}, text.text, text.cut !== undefined && "…")),
      h(
        "button",
        { type: "button", class: "small", on: { click: copy } },
        icon("copy"),
        row.direction === "output" ? "Copy value" : "Copy call",
      ),
    ),
  ];
}

function term(title: string, text: string | undefined): readonly Node[] {
  return text === undefined || text === "" ? [] : [h("dt", {}, title), h("dd", {}, sentence(text))];
}

/** A box that may scroll must be reachable by keyboard, and say what it is. */
function scrolling(label: string, tag: "pre", ...children: readonly Node[]): HTMLElement {
  return h(tag, { tabindex: "0", role: "group", "aria-label": label, dir: "ltr" }, ...children);
}
