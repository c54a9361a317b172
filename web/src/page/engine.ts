import type { Answer, DriftClass, Failed, Refusal, RequestName, Requests, Started } from "../protocol.js";

/** The worker, as the page uses it. */
export interface Engine {
  /** Asks; a refusal of the core is an `EngineError`. */
  readonly ask: <N extends RequestName>(name: N, value: Requests[N]["in"]) => Promise<Requests[N]["out"]>;
  /** Gives up whatever is being worked on; those who wait get a `Cancelled`. */
  readonly cancel: () => void;
  readonly busy: () => boolean;
  readonly about: Promise<Started["started"]>;
}

export class EngineError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The question was withdrawn. */
export class Cancelled extends Error {}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the worker from the texts that the page carries. */
export function createEngine(workerSource: string, wasm: string): Engine {
  const blob = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
  const url = trusted(blob);
  const waiting = new Map<number, Waiting>();
  let next = 1;
  let start: string | WebAssembly.Module = wasm;
  let tell: (about: Started["started"]) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const about = new Promise<{ version: string; classes: readonly DriftClass[]; module: WebAssembly.Module }>(
    (resolve, reject) => {
      tell = resolve;
      fail = reject;
    },
  );
  let worker = launch();

  function launch(): Worker {
    const made = new Worker(url);
    made.addEventListener("message", ({ data }: MessageEvent<Answer | Started | Failed>) => receive(data));
    made.addEventListener("error", (event) => {
      event.preventDefault();
      dismiss(new EngineError({ code: "trap", message: event.message || "the worker could not be started" }));
    });
    made.postMessage({ start });
    return made;
  }

  function receive(data: Answer | Started | Failed): void {
    if ("started" in data) {
      // Compiled once; a worker that takes over starts from this.
      start = data.started.module;
      tell(data.started);
    } else if ("failed" in data) {
      fail(new EngineError({ code: "trap", message: data.failed }));
      dismiss(new EngineError({ code: "trap", message: data.failed }));
    } else {
      const asker = waiting.get(data.id);
      waiting.delete(data.id);
      if ("ok" in data) asker?.resolve(data.ok as never);
      else {
        asker?.reject(new EngineError(data.error));
        // The memory of an instance that trapped may be in any state.
        if (data.error.code === "trap") restart(new Cancelled());
      }
    }
  }

  function dismiss(error: Error): void {
    fail(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function restart(error: Error): void {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    worker = launch();
  }

  return {
    about,
    busy: () => waiting.size > 0,
    cancel: () => {
      if (waiting.size > 0) restart(new Cancelled());
    },
    ask: (name, value) =>
      new Promise((resolve, reject) => {
        const id = next;
        next += 1;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, name, value });
      }),
  };
}

interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ) => { readonly createScriptURL: (url: string) => string };
}

/** The one script address of this page, vouched for where the browser asks for it. */
function trusted(address: string): string {
  const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
  if (types === undefined) return address;
  const policy = types.createPolicy("mcpward-worker", {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError("not the address of this page's worker");
      return url;
    },
  });
  return policy.createScriptURL(address);
}
