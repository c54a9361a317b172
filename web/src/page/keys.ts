import { need } from "./dom.js";

export interface KeyActions {
  readonly compare: () => void;
  readonly step: (by: 1 | -1) => void;
  readonly search: () => void;
}

/** Keyboard shortcuts. Those of a single key can be turned off, and never fire while somebody types. */
export function createKeys(actions: KeyActions): void {
  const help = need("#help-dialog", HTMLDialogElement);
  const single = need("#single-keys", HTMLInputElement);
  need("#help", HTMLButtonElement).addEventListener("click", () => help.showModal());

  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      actions.compare();
      return;
    }
    if (event.key === "Escape") closeMenus();
    if (!single.checked || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    switch (event.key) {
      case "n":
        actions.step(1);
        break;
      case "p":
        actions.step(-1);
        break;
      case "/":
        actions.search();
        break;
      case "?":
        help.showModal();
        break;
      default:
        return;
    }
    event.preventDefault();
  });
  document.addEventListener("click", ({ target }) => {
    for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false;
  });
}

function openMenus(): readonly HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")];
}

function closeMenus(): void {
  for (const menu of openMenus()) {
    const inside = menu.contains(document.activeElement);
    menu.open = false;
    if (inside) menu.querySelector("summary")?.focus();
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== "checkbox")
  );
}
