import type { Stretch } from "../protocol.js";
import { h, hidden } from "./dom.js";

const MARK = /<U\+([0-9A-F]{4,6})>/g;

const NAMES: Readonly<Record<string, string>> = {
  "0009": "tab",
  "000A": "line feed",
  "000D": "carriage return",
  "001B": "escape",
  "00A0": "no-break space",
  "00AD": "soft hyphen",
  "200B": "zero-width space",
  "200C": "zero-width non-joiner",
  "200D": "zero-width joiner",
  "200E": "left-to-right mark",
  "200F": "right-to-left mark",
  "202A": "left-to-right embedding",
  "202B": "right-to-left embedding",
  "202C": "pop directional formatting",
  "202D": "left-to-right override",
  "202E": "right-to-left override",
  "2060": "word joiner",
  "2066": "left-to-right isolate",
  "2067": "right-to-left isolate",
  "2069": "pop directional isolate",
  FEFF: "zero-width no-break space",
};

function nameOf(code: string): string {
  const point = Number.parseInt(code, 16);
  // A tag character hides the letter whose code it carries.
  if (point > 0xe0020 && point < 0xe007f)
    return `tag character, hides "${String.fromCodePoint(point - 0xe0000)}"`;
  return NAMES[code] ?? "invisible character";
}

/** Text that the core has made safe, with its marks of invisible characters drawn as such. */
export function marked(text: string, breaks: "mark" | "plain" = "mark"): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, code = ""] = match;
    fragment.append(text.slice(from, match.index));
    from = match.index + whole.length;
    if (code === "000A") {
      if (breaks === "mark") fragment.append(h("span", { class: "eol", title: "line feed" }, "↵"));
      fragment.append("\n");
    } else {
      fragment.append(h("span", { class: "mark", title: nameOf(code) }, `U+${code}`));
    }
  }
  fragment.append(text.slice(from));
  return fragment;
}

/** Server text inside a sentence, isolated so that it cannot reorder what stands around it. */
export function bdi(text: string): HTMLElement {
  return h("bdi", {}, marked(text));
}

/** A sentence of ours, in which what stands between backticks is code. */
export function sentence(text: string): HTMLElement {
  const parts = text.split("`");
  // An odd number of backticks is no markup.
  if (parts.length % 2 === 0) return bdi(text);
  return h(
    "bdi",
    {},
    ...parts.map((part, index) => (index % 2 === 0 ? marked(part) : h("code", {}, marked(part)))),
  );
}

/** Two texts in one: what went is struck out, what came is underlined. */
export function stretches(parts: readonly Stretch[], breaks: "mark" | "plain"): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const [kind, text] of parts) {
    if (kind === "=") fragment.append(marked(text, breaks));
    else if (kind === "-")
      fragment.append(h("del", {}, hidden(" [removed: "), marked(text, breaks), hidden("] ")));
    else fragment.append(h("ins", {}, hidden(" [added: "), marked(text, breaks), hidden("] ")));
  }
  return fragment;
}
