type Child = Node | string | undefined | false;

interface Attributes {
  readonly class?: string;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
  readonly [name: string]: unknown;
}

/** Makes an element. Text becomes text nodes and nothing else, so that no server text is ever markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { on, ...attributes }: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const [type, listener] of Object.entries(on ?? {})) element.addEventListener(type, listener);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** A drawing from the page's sprite; it decorates a word and is never the only signal. */
export function icon(name: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** An element of the page's own markup. */
export function need<T extends Element>(selector: string, kind: new () => T): T {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page lacks ${selector}`);
  return element;
}

/** A name in code that may be broken behind its underscores. */
export function identifier(name: string): HTMLElement {
  const code = h("code");
  for (const part of name.split(/(?<=_)/)) code.append(part, document.createElement("wbr"));
  return code;
}

/** Text for screen readers only. */
export function hidden(text: string): HTMLElement {
  return h("span", { class: "sr" }, text);
}

export function counted(count: number, noun: string): string {
  const number = count.toLocaleString("en");
  return count === 1 ? `1 ${noun}` : `${number} ${noun.endsWith("s") ? noun : `${noun}s`}`;
}

export function bytes(count: number): string {
  if (count < 1_000) return `${count} bytes`;
  if (count < 1_000_000) return `${(count / 1_000).toFixed(1)} KB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}
