import type { FacetName, Page, Query } from "../protocol.js";
import { h, need } from "./dom.js";
import { wordFor } from "./words.js";

export type Filter = Omit<Query, "page" | "focus">;

export interface Filters {
  readonly filter: () => Filter;
  /** Shows how many findings each choice would leave. */
  readonly show: (page: Page) => void;
  readonly clear: () => void;
  readonly active: () => boolean;
  readonly focusSearch: () => void;
}

const TITLES: Readonly<Record<FacetName, string>> = {
  status: "Outcome",
  severity: "Severity",
  family: "Family",
  class: "Class of change",
};

interface Choice {
  readonly input: HTMLInputElement;
  readonly label: HTMLElement;
  readonly count: HTMLElement;
}

export function createFilters(changed: () => void): Filters {
  const search = need("#search", HTMLInputElement);
  const box = need("#facets", HTMLElement);
  const reset = need("#reset-filters", HTMLButtonElement);
  const chosen: Record<FacetName, Set<string>> = {
    status: new Set(),
    severity: new Set(),
    family: new Set(),
    class: new Set(),
  };
  const fieldsets = new Map<
    FacetName,
    { readonly set: HTMLFieldSetElement; readonly choices: Map<string, Choice> }
  >();
  for (const [name, title] of Object.entries(TITLES) as [FacetName, string][]) {
    const set = h("fieldset", {}, h("legend", {}, title));
    fieldsets.set(name, { set, choices: new Map() });
    box.append(set);
  }

  const active = () => search.value.trim() !== "" || Object.values(chosen).some((set) => set.size > 0);

  function clear(): void {
    search.value = "";
    for (const set of Object.values(chosen)) set.clear();
    for (const { choices } of fieldsets.values())
      for (const { input } of choices.values()) input.checked = false;
  }

  function choice(name: FacetName, value: string): Choice {
    const input = h("input", { type: "checkbox" });
    const count = h("span", { class: "count" });
    const label = h(
      "label",
      { class: `choice by-${name}` },
      input,
      h("span", { class: "value" }, wordFor(value)),
      count,
    );
    input.addEventListener("change", () => {
      if (input.checked) chosen[name].add(value);
      else chosen[name].delete(value);
      changed();
    });
    return { input, label, count };
  }

  // A pause in typing, so that each letter does not cost a search.
  let timer = 0;
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(changed, 120);
  });
  reset.addEventListener("click", () => {
    clear();
    changed();
    search.focus();
  });

  return {
    active,
    clear,
    focusSearch: () => search.focus(),
    filter: () => ({
      text: search.value,
      status: [...chosen.status],
      severity: [...chosen.severity],
      family: [...chosen.family],
      class: [...chosen.class],
    }),
    show: ({ facets }) => {
      reset.hidden = !active();
      for (const [name, { set, choices }] of fieldsets) {
        const wanted = facets[name];
        for (const [value, { label }] of choices) {
          if (wanted.some((facet) => facet.value === value)) continue;
          label.remove();
          choices.delete(value);
          chosen[name].delete(value);
        }
        for (const { value, count } of wanted) {
          let known = choices.get(value);
          if (known === undefined) {
            known = choice(name, value);
            choices.set(value, known);
          }
          known.count.textContent = count.toLocaleString("en");
          known.label.classList.toggle("none", count === 0);
        }
        // One choice is none.
        set.hidden = wanted.length < 2 && chosen[name].size === 0;
        const order = wanted
          .map(({ value }) => choices.get(value)?.label)
          .filter((label) => label !== undefined);
        const stands = [...set.querySelectorAll("label")];
        if (order.some((label, index) => stands[index] !== label)) set.append(...order);
      }
    },
  };
}
