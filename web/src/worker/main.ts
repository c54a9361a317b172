import type { Answer, Ask, Failed, Requests, RequestName, Start, Started } from "../protocol.js";
import * as core from "./core.js";
import { parse } from "./json.js";
import { type Entry, type Model, model } from "./model.js";
import { query } from "./query.js";
import { Refused } from "./refused.js";
import type { Report } from "./report.js";
import { row, whole } from "./row.js";

interface Held {
  readonly model: Model;
  /** The texts of both sides. */
  readonly old: string;
  readonly fresh: string;
  readonly texts: Readonly<Record<"diff" | "lint", string>>;
}

let held: Held | undefined;

type Handlers = { readonly [N in RequestName]: (value: Requests[N]["in"]) => Requests[N]["out"] };

const handlers: Handlers = {
  describe: ({ text, side }) => core.describe(text, side),
  compare: (asked) => {
    const started = performance.now();
    const texts = { diff: core.report("diff", asked), lint: core.report("lint", asked) };
    const diff = parse(texts.diff) as Report;
    const made = model(diff, parse(texts.lint) as Report);
    held = { model: made, texts, old: asked.old, fresh: asked.new };
    const severities = { high: 0, medium: 0, low: 0 };
    for (const { report, severity } of made.entries) if (report === "diff") severities[severity] += 1;
    return {
      bump: diff.bump ?? "NONE",
      changes: made.changes,
      severities,
      findings: made.findings,
      elapsedMs: performance.now() - started,
    };
  },
  query: (asked) => query(current().model.entries, asked, row),
  whole: ({ index, member }) => whole(entryAt(index), member),
  format: ({ report, format, subject }) => {
    const { texts, old, fresh } = current();
    return core.format(texts[report], format, { name: subject, text: report === "diff" ? old : fresh });
  },
};

function current(): Held {
  if (held === undefined) throw new Refused({ code: "request", message: "there is no comparison yet" });
  return held;
}

function entryAt(index: number): Entry {
  const entry = current().model.entries[index];
  if (entry === undefined) throw new Refused({ code: "request", message: "there is no such finding" });
  return entry;
}

/** Settles once the module runs; questions that come earlier wait for it. */
let ready: Promise<boolean> = Promise.resolve(false);

addEventListener("message", ({ data }: MessageEvent<Start | Ask>) => {
  if ("start" in data) {
    ready = begin(data.start);
    return;
  }
  void ready.then((runs) => runs && postMessage(answer(data)));
});

async function begin(start: Start["start"]): Promise<boolean> {
  try {
    const module = typeof start === "string" ? await core.compile(start) : start;
    core.start(module);
    const started: Started = {
      started: { version: core.version(), classes: core.driftClasses(), module },
    };
    postMessage(started);
    return true;
  } catch (error) {
    const failed: Failed = { failed: error instanceof Error ? error.message : String(error) };
    postMessage(failed);
    return false;
  }
}

function answer({ id, name, value }: Ask): Answer {
  try {
    return { id, ok: (handlers[name] as (value: unknown) => Requests[RequestName]["out"])(value) };
  } catch (error) {
    if (error instanceof Refused) return { id, error: error.refusal };
    const message = error instanceof Error ? error.message : String(error);
    return { id, error: { code: "trap", message } };
  }
}
