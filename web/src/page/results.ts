import type { Group, Overview, Page, Row } from "../protocol.js";
import { counted, h, icon, need } from "./dom.js";
import type { Engine } from "./engine.js";
import { createFilters } from "./filters.js";
import { finding, type FindingEvents } from "./finding.js";
import { bdi } from "./marks.js";

export interface Results {
  /** Draws a new comparison. `focus` is a finding to go to. */
  readonly show: (overview: Overview, focus?: string) => Promise<void>;
  readonly hide: () => void;
  readonly focus: (key: string) => Promise<boolean>;
  /** To the next finding, or the one before; across pages. */
  readonly step: (by: 1 | -1) => Promise<void>;
  readonly expandAll: (open: boolean) => void;
  readonly focusSearch: () => void;
}

/** With more failing findings than this they start closed, so that one sees them all at once. */
const OPEN_AT_FIRST = 8;

export interface ResultsEvents extends Omit<FindingEvents, "whole"> {
  readonly say: (text: string) => void;
  readonly trouble: (error: unknown) => void;
}

export function createResults(engine: Engine, events: ResultsEvents): Results {
  const list = need("#findings", HTMLElement);
  const outline = need("#outline", HTMLElement);
  const shownCount = need("#shown-count", HTMLElement);
  const pager = need("#pager", HTMLElement);
  const area = need("#results", HTMLElement);
  const filters = createFilters(() => void refresh({ page: 0 }, true).catch(events.trouble));
  const findingEvents: FindingEvents = {
    ...events,
    whole: async (row, member) => await engine.ask("whole", { index: row.index, member }),
  };

  let overview: Overview | undefined;
  let page: Page | undefined;
  let opening: "auto" | "all" | "none" = "auto";
  const toggled = new Map<string, boolean>();
  let asked = 0;

  async function refresh(
    where: { readonly page?: number; readonly focus?: string },
    spoken = false,
  ): Promise<void> {
    asked += 1;
    const mine = asked;
    const answer = await engine.ask("query", {
      ...filters.filter(),
      page: where.page ?? page?.page ?? 0,
      ...(where.focus !== undefined && { focus: where.focus }),
    });
    if (mine !== asked) return;
    page = answer;
    filters.show(answer);
    draw(answer);
    if (spoken)
      events.say(`${counted(answer.matched, "finding")} of ${answer.total.toLocaleString("en")} shown`);
  }

  function draw(shown: Page): void {
    shownCount.textContent =
      shown.matched === shown.total
        ? counted(shown.total, "finding")
        : `${shown.matched.toLocaleString("en")} of ${counted(shown.total, "finding")}`;
    list.replaceChildren(...(shown.matched === 0 ? [nothing(shown)] : shown.groups.map(group)));
    drawOutline(shown);
    drawPager(shown);
    area.classList.toggle("empty", shown.total === 0);
  }

  function nothing({ total }: Page): HTMLElement {
    if (total === 0)
      return h("p", { class: "nothing" }, "Nothing to show: no change, and nothing wrong with the new side.");
    const reset = () => {
      filters.clear();
      void refresh({ page: 0 }, true).catch(events.trouble);
    };
    return h(
      "p",
      { class: "nothing" },
      "No finding matches these filters. ",
      h("button", { type: "button", class: "small", on: { click: reset } }, "Clear filters"),
    );
  }

  function group({ key, kind, name, count, continued, rows }: Group): HTMLElement {
    const heading = h(
      "h3",
      {},
      h("span", { class: "what" }, kind === "server" ? "whole server" : kind),
      name !== "" && h("span", { class: "name" }, bdi(name)),
      h("span", { class: "count" }, continued ? "continued" : counted(count, "finding")),
    );
    return h("section", { class: "group", "data-group": key }, heading, ...rows.map(one));
  }

  function one(row: Row): HTMLElement {
    const element = finding(row, toggled.get(row.key) ?? opensAtFirst(row), findingEvents);
    element.addEventListener("toggle", () => toggled.set(row.key, element.open));
    return element;
  }

  function opensAtFirst(row: Row): boolean {
    if (opening !== "auto") return opening === "all";
    const failing = overview === undefined ? 0 : overview.changes.fail + overview.findings.fail;
    return row.status === "fail" && failing <= OPEN_AT_FIRST;
  }

  function drawOutline({ outline: entries, outlineRest, pages }: Page): void {
    const go = (key: string) => () => void focusGroup(key).catch(events.trouble);
    outline.replaceChildren(
      ...entries.map(({ key, kind, name, count, status }) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: `entry ${status}`, on: { click: go(key) } },
            icon(status),
            h("span", { class: "sr" }, `${kind} `),
            name === ""
              ? h("span", { class: "name" }, "whole server")
              : h("span", { class: "name" }, bdi(name)),
            h("span", { class: "count" }, String(count)),
          ),
        ),
      ),
      ...(outlineRest > 0
        ? [h("li", { class: "note" }, `and ${outlineRest.toLocaleString("en")} more; the search narrows it`)]
        : []),
    );
    need("#outline-box", HTMLElement).hidden = entries.length < 2 && pages < 2;
  }

  function drawPager({ page: at, pages }: Page): void {
    pager.hidden = pages < 2;
    const turn = (to: number) => () => {
      void refresh({ page: to }, true)
        .then(() => {
          list.scrollIntoView({ block: "start" });
          first()?.focus();
        })
        .catch(events.trouble);
    };
    pager.replaceChildren(
      h("button", { type: "button", disabled: at === 0, on: { click: turn(at - 1) } }, "Previous"),
      h("span", {}, `Page ${(at + 1).toLocaleString("en")} of ${pages.toLocaleString("en")}`),
      h("button", { type: "button", disabled: at === pages - 1, on: { click: turn(at + 1) } }, "Next"),
    );
  }

  const summaries = () => [...list.querySelectorAll<HTMLElement>(".finding > summary")];
  const first = () => summaries()[0];

  async function focusGroup(key: string): Promise<void> {
    await refresh({ focus: key });
    const section = [...list.querySelectorAll<HTMLElement>(".group")].find(
      (element) => element.dataset["group"] === key,
    );
    section?.scrollIntoView({ block: "start" });
    section?.querySelector<HTMLElement>("summary")?.focus({ preventScroll: true });
  }

  async function focus(key: string): Promise<boolean> {
    toggled.set(key, true);
    await refresh({ focus: key });
    const element = document.getElementById(key);
    if (element === null || !list.contains(element)) return false;
    element.scrollIntoView({ block: "start" });
    element.querySelector<HTMLElement>("summary")?.focus({ preventScroll: true });
    return true;
  }

  return {
    show: async (made, wanted) => {
      overview = made;
      area.hidden = false;
      if (wanted === undefined) await refresh({});
      else if (!(await focus(wanted))) events.say("The finding that this link names is not here");
    },
    hide: () => {
      overview = undefined;
      page = undefined;
      opening = "auto";
      toggled.clear();
      filters.clear();
      area.hidden = true;
      list.replaceChildren();
    },
    focus,
    focusSearch: filters.focusSearch,
    expandAll: (open) => {
      toggled.clear();
      opening = open ? "all" : "none";
      for (const element of list.querySelectorAll<HTMLDetailsElement>(".finding")) element.open = open;
    },
    step: async (by) => {
      const all = summaries();
      const active = document.activeElement;
      const here = all.findIndex((summary) => summary.parentElement?.contains(active));
      const to = here === -1 ? (by === 1 ? 0 : all.length - 1) : here + by;
      let target = all[to];
      if (target === undefined && page !== undefined) {
        const next = page.page + by;
        if (next < 0 || next >= page.pages) {
          events.say(by === 1 ? "That was the last finding" : "That was the first finding");
          return;
        }
        await refresh({ page: next });
        target = by === 1 ? first() : summaries().at(-1);
      }
      target?.focus();
      target?.scrollIntoView({ block: "nearest" });
    },
  };
}
