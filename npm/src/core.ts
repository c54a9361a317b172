import { readFile } from "node:fs/promises";
import { coreError, isTrap } from "./answers.js";
import { McpwardError } from "./errors.js";
import { PACKAGE_ROOT } from "./package.js";
import type { Score } from "./api-options.js";
import type { Effect, TransportEvent } from "./transports/vocabulary.js";

/**
 * What the glue of the wasm module exports. Documents go in and come out as text; an answer is `{"ok": …}` or
 * `{"error": …}`.
 */
export interface Core {
  readonly version: () => string;
  readonly checkConfig: (config: string) => string;
  readonly describeContract: (text: string) => string;
  readonly readSurface: (text: string) => string;
  readonly baseline: (request: string) => string;
  readonly check: (request: string) => string;
  readonly checkScored: (request: string, score: Score) => string;
  readonly across: (request: string) => string;
  readonly goldens: (request: string) => string;
  readonly formatReport: (report: string, format: string, options: string) => string;
  readonly rules: () => string;
  readonly contracts: (request: string) => string;
  readonly createHandle: (name: string, key: Uint8Array, now: number, ttl: number) => string;
  readonly verifyHandle: (handle: string, key: Uint8Array, now: number, name?: string) => string;
  readonly compareSchemas: (old: string, fresh: string, direction: string) => string;
  readonly Session: new (options: string) => CoreSession;
  readonly Redactor: new (secrets: string) => CoreRedactor;
}

/** The protocol state machine; `host.ts` pumps it. */
export interface CoreSession {
  start(): readonly Effect[];
  on(event: TransportEvent & { readonly at: number }): readonly Effect[];
  free(): void;
}

/** Takes secrets out of texts. */
export interface CoreRedactor {
  text(text: string): string;
  free(): void;
}

type Glue = Core & { readonly initSync: (options: { module: Uint8Array }) => unknown };

let loaded: Promise<Core> | undefined;
let generation = 0;

/**
 * Loads the core, once; only commands that need it ask for it.
 *
 * @throws McpwardError `internal` when the package is damaged.
 */
export function loadCore(): Promise<Core> {
  loaded ??= load();
  return loaded;
}

/**
 * Calls into the core. An instance that trapped is never used again: its memory may be in any state, so the next
 * caller gets a fresh one and one server's trap never ends another's run.
 */
export async function withCore<T>(use: (core: Core) => T): Promise<T> {
  const core = await loadCore();
  try {
    return use(core);
  } catch (error) {
    throw coreFailure(error);
  }
}

/** Turns what the core threw into an error of ours, and retires the instance if it trapped. */
export function coreFailure(error: unknown): McpwardError {
  if (isTrap(error)) loaded = undefined;
  return coreError(error);
}

async function load(): Promise<Core> {
  try {
    const bytes = await readFile(new URL("wasm/mcpward_bg.wasm", PACKAGE_ROOT));
    // The glue holds its instance in module state and `initSync` acts once, so a fresh instance needs a fresh import.
    const url = new URL("wasm/mcpward.js", PACKAGE_ROOT);
    if (generation > 0) url.searchParams.set("instance", String(generation));
    generation += 1;
    const glue = (await import(url.href)) as Glue;
    glue.initSync({ module: bytes });
    return glue;
  } catch (error) {
    loaded = undefined;
    throw new McpwardError("internal", "the wasm core cannot be loaded", {
      hint: "reinstall mcpward, or run `make build` in a checkout",
      cause: error,
    });
  }
}
