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
  readonly capabilities?: JsonObject;
  readonly tools: readonly Tool[];
  readonly prompts?: readonly JsonObject[];
  readonly resources?: readonly JsonObject[];
  readonly resourceTemplates?: readonly JsonObject[];
  /** What had to be changed to keep single entries, e.g. a lone surrogate. */
  readonly oddities?: readonly { readonly pointer: string; readonly what: string }[];
}

/** Captures that surfaces were read from: their text keeps what JavaScript's numbers would lose. */
const sources = new WeakMap<object, string>();

/** The surface inside a capture. */
export function surfaceOf(capture: string): Surface {
  const { surface } = JSON.parse(capture) as { readonly surface: Surface };
  sources.set(surface, capture);
  return surface;
}

/** The capture behind a surface; a surface that a caller made by hand gets one of its own. */
export function captureOf(surface: Surface): string {
  const source = sources.get(surface);
  if (source !== undefined) return source;
  const revision = surface.protocolVersion ?? null;
  return JSON.stringify({
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
  });
}
