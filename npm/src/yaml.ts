import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
} from "yaml";
import { expand, type Secret } from "./variables.js";

/** A place in a file, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A reason to refuse the file, with its place. */
export interface Fault {
  readonly message: string;
  readonly place: Place | undefined;
  readonly hint?: string;
}

export interface Parsed {
  /** The document with variables expanded. */
  readonly value: YamlValue;
  /** The same before variables were expanded: what a lockfile may show. */
  readonly unexpanded: YamlValue;
  /** Values that came from the environment. */
  readonly secrets: readonly Secret[];
  /** Where a JSON Pointer leads: to the key for a member, to the value for an element. */
  readonly locate: (pointer: string) => Place | undefined;
}

/** What YAML holds, in types that lose nothing: maps keep a key named `__proto__`, integers keep their digits. */
export type YamlValue = null | boolean | number | bigint | string | readonly YamlValue[] | YamlMap;

export type YamlMap = ReadonlyMap<string, YamlValue>;

/** No configuration needs more, and a parser that is asked for more takes long to fail. */
const MAX_NESTING = 500;

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
  if (nesting(text) > MAX_NESTING) {
    return { faults: [{ message: "the file is nested too deeply", place: undefined }] };
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    intAsBigInt: true,
    keepSourceTokens: false,
  });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    return {
      faults: problems.map((problem) => {
        const place = placeOf(problem.pos[0]);
        const line = text.split(/\r?\n/)[place.line - 1] ?? "";
        const message = firstLine(problem.message);
        return line.includes("${")
          ? { message, place, hint: "put quotes around a value that contains ${…}" }
          : { message, place };
      }),
    };
  }
  if (document.contents === null) return { faults: [{ message: "the file is empty", place: undefined }] };

  const unexpanded = toValue(document);
  if ("fault" in unexpanded) return { faults: [unexpanded.fault] };
  const secrets = new Map<string, Secret>();
  const faults: Fault[] = [];
  visit(document, {
    Scalar(key, node, path) {
      if (key === "key" || typeof node.value !== "string" || !node.value.includes("${")) return;
      const expanded = expand(node.value, env);
      for (const secret of expanded.used) secrets.set(secret.value, secret);
      for (const { name } of expanded.unset) {
        const start = node.range?.[0] ?? 0;
        const inside = text.slice(start, node.range?.[1]).indexOf("${" + name);
        faults.push({
          message: `the environment variable \`${name}\` is not set`,
          place: placeOf(start + Math.max(inside, 0)),
          hint: `set ${name}, or write \${${name}:-…} to give it a default`,
        });
      }
      const whole = node.type === Scalar.PLAIN && /^\$\{[^}]*\}$/.test(node.value);
      node.value = whole && takesNumbers(path) ? typed(expanded.text) : expanded.text;
    },
  });
  if (faults.length > 0) return { faults };
  const expanded = toValue(document);
  if ("fault" in expanded) return { faults: [expanded.fault] };
  return {
    value: expanded.value,
    unexpanded: unexpanded.value,
    secrets: [...secrets.values()],
    locate: (pointer) => {
      const offset = offsetOf(document, pointer);
      return offset === undefined ? undefined : placeOf(offset);
    },
  };
}

/** Whether an unquoted `${VAR}` may become a number or a boolean there: never in what a server receives. */
function takesNumbers(path: readonly unknown[]): boolean {
  const keys = path.filter(isPair).map((pair) => (isScalar(pair.key) ? String(pair.key.value) : ""));
  const top = keys[0];
  return (top === "timeouts" || top === "checks") && !keys.includes("args");
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
    const message = error instanceof Error ? firstLine(error.message) : "the file cannot be read";
    return { fault: { message, place: undefined } };
  }
}

/** Refuses what JSON cannot say. */
function checked(value: unknown, depth: number): YamlValue {
  if (depth > 200) throw new Error("the file nests too deeply");
  if (value instanceof Map) {
    const members = [...value].map(([key, member]): [string, YamlValue] => {
      if (typeof key === "object" && key !== null) throw new Error("a key must be a plain word");
      return [String(key), checked(member, depth + 1)];
    });
    return new Map(members);
  }
  if (Array.isArray(value)) return value.map((element) => checked(element, depth + 1));
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("a number must be finite");
  if (value === undefined || value === null) return null;
  if (["string", "number", "bigint", "boolean"].includes(typeof value)) return value as YamlValue;
  throw new Error("a value is of a kind that JSON does not have");
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

function offsetOf(document: Document.Parsed, pointer: string): number | undefined {
  let node: unknown = document.contents;
  let offset = (document.contents as Node | null)?.range?.[0];
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    node = resolved(document, node);
    if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
      continue;
    }
    const pair = findPair(document, node, key, 0);
    if (pair === undefined) return offset;
    offset = (pair.key as Node).range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
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

function firstLine(text: string): string {
  return (text.split(/\r?\n/, 1)[0] ?? "").trim();
}
