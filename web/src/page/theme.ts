import { need } from "./dom.js";

/** Light, dark, or as the system says. Kept for this visit only: the page stores nothing. */
export function createTheme(): void {
  const select = need("#theme", HTMLSelectElement);
  select.addEventListener("change", () => {
    if (select.value === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = select.value;
  });
}
