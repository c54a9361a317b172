import { units } from "../columns.js";
import type { Description, Refusal, Side } from "../protocol.js";
import { bytes, counted, h, icon, need } from "./dom.js";
import { bdi, marked } from "./marks.js";

/** What a page takes on each side; more than that belongs on the command line. */
export const MAX_TEXT = 32_000_000;
/** Above this a text field makes the page slow, so the text is held beside it. */
const MAX_FIELD = 250_000;
const PREVIEW = 2_000;

/** One of the two contracts on the page. */
export interface Pane {
  readonly side: Side;
  readonly text: () => string;
  readonly name: () => string;
  /** Puts a text in; gives whether it was taken. */
  readonly put: (text: string, name: string) => boolean;
  readonly clear: () => void;
  readonly described: (description: Description) => void;
  readonly refused: (refusal: Refusal) => void;
  readonly waiting: () => void;
  readonly tooLarge: (size: number, name: string) => void;
  readonly focus: () => void;
}

interface Events {
  /** The text is another one; `typed` when a person is still at it. */
  readonly changed: (pane: Pane, typed: boolean) => void;
  readonly file: (pane: Pane, file: File) => void;
}

export function createPane(side: Side, events: Events): Pane {
  const field = need(`#text-${side}`, HTMLTextAreaElement);
  const state = need(`#state-${side}`, HTMLElement);
  const fileName = need(`#name-${side}`, HTMLElement);
  const picker = need(`#file-${side}`, HTMLInputElement);
  const hint = [...state.childNodes];
  let heldText: string | undefined;
  let name = "";

  const pane: Pane = {
    side,
    text: () => heldText ?? field.value,
    name: () => name,
    put: (text, newName) => {
      if (text.length > MAX_TEXT) {
        pane.tooLarge(text.length, newName);
        return false;
      }
      name = newName;
      hold(text.length > MAX_FIELD ? text : undefined);
      field.value = heldText === undefined ? text : preview(text);
      if (heldText !== undefined) state.replaceChildren();
      showName();
      events.changed(pane, false);
      return true;
    },
    clear: () => {
      name = "";
      hold(undefined);
      field.value = "";
      showName();
      events.changed(pane, false);
    },
    described: (description) => {
      field.removeAttribute("aria-invalid");
      state.className = "state ok";
      state.replaceChildren(...summary(description));
      if (heldText !== undefined)
        state.append(
          h("span", { class: "note" }, `Too long to edit here; all ${bytes(heldText.length)} are compared.`),
        );
    },
    refused: ({ message, place }) => {
      field.setAttribute("aria-invalid", "true");
      state.className = "state bad";
      state.replaceChildren(h("p", {}, icon("fail"), h("strong", {}, "Cannot be read: "), bdi(message)));
      if (place === undefined) return;
      state.append(
        h(
          "pre",
          { class: "excerpt" },
          `${place.line} │ `,
          h("bdi", {}, place.excerpt),
          `\n${" ".repeat(String(place.line).length)} │ ${" ".repeat(place.caret)}^`,
        ),
      );
      if (heldText === undefined) {
        const go = () => goTo(field, place.line, place.column);
        state.append(
          h("button", { type: "button", class: "small", on: { click: go } }, `Go to line ${place.line}`),
        );
      }
    },
    waiting: () => {
      field.removeAttribute("aria-invalid");
      state.className = "state";
      state.replaceChildren(...(field.value === "" ? hint : ["Reading…"]));
    },
    tooLarge: (size, itsName) => {
      state.className = "state bad";
      state.replaceChildren(
        h(
          "p",
          {},
          icon("fail"),
          h("strong", {}, "Too large: "),
          bdi(itsName === "" ? "the text" : itsName),
          ` has ${bytes(size)}, and this page takes ${bytes(MAX_TEXT)} a side. `,
          "The command line takes it: ",
          h("code", {}, "mcpward diff --baseline OLD --against NEW"),
        ),
      );
    },
    focus: () => field.focus(),
  };

  function hold(text: string | undefined): void {
    heldText = text;
    field.readOnly = text !== undefined;
  }

  function showName(): void {
    fileName.replaceChildren(name === "" ? "" : bdi(name));
  }

  field.addEventListener("input", () => events.changed(pane, true));
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const all = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    // Into an empty field or over all of it: a new document. Else an edit, which the field does itself.
    if (text === "" || (!all && text.length <= MAX_FIELD && heldText === undefined)) return;
    event.preventDefault();
    pane.put(text, "");
  });
  need(`#clear-${side}`, HTMLButtonElement).addEventListener("click", () => {
    pane.clear();
    field.focus();
  });
  need(`#open-${side}`, HTMLButtonElement).addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    const [file] = picker.files ?? [];
    if (file !== undefined) events.file(pane, file);
    picker.value = "";
  });
  return pane;
}

function preview(text: string): string {
  return `${text.slice(0, PREVIEW)}\n…`;
}

function summary(description: Description): readonly Node[] {
  const counts = [
    counted(description.tools, "tool"),
    ...(description.prompts > 0 ? [counted(description.prompts, "prompt")] : []),
    ...(description.resources > 0 ? [counted(description.resources, "resource")] : []),
    ...(description.resourceTemplates > 0
      ? [counted(description.resourceTemplates, "resource template")]
      : []),
  ];
  const server = [description.serverName, description.serverVersion].filter((part) => part !== "").join(" ");
  return [
    h("span", { class: "kind" }, icon("ok"), marked(description.format)),
    ...(server === "" ? [] : [h("span", { class: "server" }, bdi(server))]),
    h("span", {}, counts.join(", ")),
  ];
}

/** Selects the character at a line and column. */
function goTo(field: HTMLTextAreaElement, line: number, column: number): void {
  let start = 0;
  for (let seen = 1; seen < line; seen += 1) start = field.value.indexOf("\n", start) + 1;
  const end = field.value.indexOf("\n", start);
  const whole = field.value.slice(start, end === -1 ? undefined : end);
  const at = start + units(whole, column - 1);
  field.focus();
  field.setSelectionRange(at, Math.min(field.value.length, at + 1));
  // A text field does not scroll to what a script selects.
  const lineHeight = Number.parseFloat(getComputedStyle(field).lineHeight) || 18;
  field.scrollTop = Math.max(0, (line - 3) * lineHeight);
}
