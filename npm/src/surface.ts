import { McpwardError } from "./errors.js";

/** Any JSON object, as a server sent it. */
export type JsonObject = { readonly [member: string]: unknown };

/** A tool as served; members that the protocol does not know are kept. */
export interface Tool extends JsonObject {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

/** Everything a server offers, in the order it was served. */
export interface Surface {
  /** The negotiated revision, e.g. `2025-11-25`. */
  readonly protocolVersion?: string | null;
  /** The server's own account of itself. */
  readonly serverInfo?: JsonObject;
  /** The text that the server asks clients to put before the model. */
  readonly instructions?: string | null;
  /** What the server declares to support. */
  readonly capabilities?: JsonObject;
  /** In the order they were listed; a name may stand twice. */
  readonly tools: readonly Tool[];
  readonly prompts?: readonly JsonObject[];
  readonly resources?: readonly JsonObject[];
  readonly resourceTemplates?: readonly JsonObject[];
  /** What had to be changed to keep single entries, e.g. a lone surrogate. */
  readonly oddities?: readonly { readonly pointer: string; readonly what: string }[];
}

/** What surfaces were read from: the text keeps what JavaScript's numbers would lose. */
const sources = new WeakMap<object, Source>();

type Source = { readonly capture: string } | { readonly text: string };

/** The surface inside a capture. It is frozen, so that it cannot come to differ from its source. */
export function surfaceOf(capture: string): Surface {
  const { surface } = JSON.parse(capture) as { readonly surface: Surface };
  sources.set(surface, { capture });
  return frozen(surface);
}

/** The surface `json` that was read from the text of a file, frozen as well. */
export function surfaceOfText(json: string, text: string): Surface {
  const surface = JSON.parse(json) as Surface;
  sources.set(surface, { text });
  return frozen(surface);
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/**
 * What a surface was read from; a surface that a caller made by hand gets a capture of its own.
 *
 * @throws McpwardError `usage` when it cannot be written as JSON
 */
export function sourceOf(surface: Surface): Source {
  const source = sources.get(surface);
  if (source !== undefined) return source;
  const revision = surface.protocolVersion ?? null;
  const capture = {
    surface: {
      serverInfo: {},
      capabilities: {},
      prompts: [],
      resources: [],
      resourceTemplates: [],
      ...surface,
    },
    era: "legacy",
    handshake: { asked: revision ?? "", answered: revision },
    transport: "inProcess",
    ping: { state: "notInRevision" },
    timings: {},
  };
  try {
    return { capture: JSON.stringify(capture) };
  } catch (cause) {
    throw new McpwardError("usage", "the surface cannot be written as JSON", { cause });
  }
}
