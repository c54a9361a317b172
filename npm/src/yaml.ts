import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
} from "yaml";
import { expand, type Secret } from "./variables.js";
import { type Fault, faultsOf, type Place } from "./yaml-faults.js";

/** An environment variable that the file asks for and that is not set. */
export interface UnsetVariable extends Fault {
  /** The keys and indices that lead to the text that asks for it. */
  readonly path: readonly string[];
}

export interface Parsed {
  /** The document with variables expanded; one that is not set stands as it is written. */
  readonly value: YamlValue;
  /** The same before variables were expanded: what a lockfile may show. */
  readonly unexpanded: YamlValue;
  /** Values that came from the environment. */
  readonly secrets: readonly Secret[];
  /** Whether one that is not set matters depends on what is done with the file. */
  readonly unset: readonly UnsetVariable[];
  /** Where a JSON Pointer leads: to the key for a member, to the value for an element. */
  readonly locate: (pointer: string) => Place | undefined;
}

/** What YAML holds, in types that lose nothing: maps keep a key named `__proto__`, integers keep their digits. */
export type YamlValue = null | boolean | number | bigint | string | readonly YamlValue[] | YamlMap;

export type YamlMap = ReadonlyMap<string, YamlValue>;

/** No configuration needs more, and a parser that is asked for more takes long to fail. */
const MAX_NESTING = 500;
const MAX_CHARACTERS = 16_000_000;

/** How deep brackets stand in brackets at most; those in texts count too, which is far from the limit. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
  }
  return deepest;
}

/** Reads YAML 1.2 (merge keys included); gives either the document or every fault found. */
export function parseYaml(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Parsed | { readonly faults: readonly Fault[] } {
  const lines = new LineCounter();
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (text.length > MAX_CHARACTERS) {
    return { faults: [{ message: "the file is larger than 16 MB", place: undefined }] };
  }
  if (nesting(text) > MAX_NESTING) {
    return { faults: [{ message: "the file is nested too deeply", place: undefined }] };
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    intAsBigInt: true,
    keepSourceTokens: false,
    // The parser compares each key with each other one; ours are looked up.
    uniqueKeys: false,
  });
  const faults = faultsOf(document, text, placeOf);
  if (faults.length > 0) return { faults };
  if (document.contents === null) return { faults: [{ message: "the file is empty", place: undefined }] };

  const unexpanded = toValue(document);
  if ("fault" in unexpanded) return { faults: [unexpanded.fault] };
  const secrets = new Map<string, Secret>();
  const unset: UnsetVariable[] = [];
  const expandOne = (written: string, path: readonly string[]): YamlValue => {
    if (!written.includes("${")) return written;
    const expanded = expand(written, env);
    for (const secret of expanded.used) secrets.set(secret.value, secret);
    const { node } = follow(document, path);
    const scalar = isScalar(node) ? node : undefined;
    const [start, end] = scalar?.range ?? [0, 0];
    for (const { name } of expanded.unset) {
      const inside = text.slice(start, end).indexOf("${" + name);
      unset.push({
        path,
        message: `the environment variable \`${name}\` is not set`,
        place: placeOf(start + Math.max(inside, 0)),
        hint: `set ${name}, or write \${${name}:-…} to give it a default`,
      });
    }
    const whole = scalar?.type === Scalar.PLAIN && /^\$\{[^}]*\}$/.test(written);
    return whole && takesNumbers(path) ? typed(expanded.text) : expanded.text;
  };
  return {
    value: mapTexts(unexpanded.value, expandOne),
    unexpanded: unexpanded.value,
    secrets: [...secrets.values()],
    unset,
    locate: (pointer) => {
      const { offset } = follow(document, segments(pointer));
      return offset === undefined ? undefined : placeOf(offset);
    },
  };
}

/** The value with each text, but no key, replaced. */
function mapTexts(
  value: YamlValue,
  replace: (text: string, path: readonly string[]) => YamlValue,
  path: readonly string[] = [],
): YamlValue {
  const below = (key: string, member: YamlValue) => mapTexts(member, replace, [...path, key]);
  if (value instanceof Map) {
    return new Map([...(value as YamlMap)].map(([key, member]) => [key, below(key, member)] as const));
  }
  if (Array.isArray(value)) return value.map((element, index) => below(String(index), element));
  return typeof value === "string" ? replace(value, path) : value;
}

/** Whether an unquoted `${VAR}` may become a number or a boolean there: never in what a server receives. */
function takesNumbers(path: readonly string[]): boolean {
  const [top] = path;
  return (top === "timeouts" || top === "checks") && !path.includes("args");
}

function typed(text: string): string | number | boolean {
  if (text === "true") return true;
  if (text === "false") return false;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function toValue(document: Document.Parsed): { readonly value: YamlValue } | { readonly fault: Fault } {
  try {
    return { value: checked(document.toJS({ mapAsMap: true, maxAliasCount: 100 }), 0) };
  } catch (error) {
    const message = error instanceof Unsayable ? error.message : unresolved(error);
    return { fault: { message, place: undefined } };
  }
}

function unresolved(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (/alias count/.test(message)) return "aliases (`*name`) repeat too much of the file";
  if (/merge/i.test(message)) return "`<<` needs keys and values, or an alias of some";
  return "the file cannot be read";
}

/** What YAML can say and JSON cannot. */
class Unsayable extends Error {}

/** Refuses what JSON cannot say. */
function checked(value: unknown, depth: number): YamlValue {
  if (depth > 200) throw new Unsayable("the file nests too deeply");
  if (value instanceof Map) {
    const members = [...value].map(([key, member]): [string, YamlValue] => {
      if (typeof key === "object" && key !== null) throw new Unsayable("a key must be a plain word");
      return [String(key), checked(member, depth + 1)];
    });
    return new Map(members);
  }
  if (Array.isArray(value)) return value.map((element) => checked(element, depth + 1));
  if (typeof value === "number" && !Number.isFinite(value)) throw new Unsayable("a number must be finite");
  if (value === undefined || value === null) return null;
  if (["string", "number", "bigint", "boolean"].includes(typeof value)) return value as YamlValue;
  throw new Unsayable("a value is of a kind that JSON does not have");
}

/** JSON text of a value. */
export function toJson(value: YamlValue): string {
  if (value instanceof Map) {
    const members = [...(value as YamlMap)].map(
      ([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`,
    );
    return `{${members.join(",")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`;
  if (typeof value === "bigint") return value.toString();
  return JSON.stringify(value);
}

function segments(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The node at a path, and where it stands: its key for a member, itself for an element, else what is nearest. */
function follow(
  document: Document.Parsed,
  path: readonly string[],
): { readonly node: unknown; readonly offset: number | undefined } {
  let node: unknown = document.contents;
  let offset = (document.contents as Node | null)?.range?.[0];
  for (const key of path) {
    node = resolved(document, node);
    if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
      continue;
    }
    const pair = findPair(document, node, key, 0);
    if (pair === undefined) return { node: undefined, offset };
    offset = (pair.key as Node).range?.[0] ?? offset;
    node = pair.value;
  }
  return { node: resolved(document, node), offset };
}

function findPair(document: Document.Parsed, node: unknown, key: string, depth: number): Pair | undefined {
  if (!isMap(node) || depth > 20) return undefined;
  const own = node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
  if (own !== undefined) return own;
  for (const pair of node.items) {
    if (!isScalar(pair.key) || pair.key.source !== "<<") continue;
    const merged = resolved(document, pair.value);
    for (const source of isSeq(merged) ? merged.items : [merged]) {
      const found = findPair(document, resolved(document, source), key, depth + 1);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function resolved(document: Document.Parsed, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}
