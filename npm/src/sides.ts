import { FORMATS, type Format } from "./formats.js";
import { McpwardError } from "./errors.js";
import type { ChangeOptions, CompareOptions, FormatOptions, RunOptions } from "./api-options.js";
import { nearest } from "./nearest.js";
import type { CheckRequest, HostContext, Questions } from "./questions.js";
import type { Report } from "./report.js";
import type { SchemaComparison } from "./schema-comparison.js";
import { sourceOf, type Surface, surfaceOfText } from "./surface.js";
import type { Contract } from "./targets.js";

/** One side of a comparison: what a session found out, or the text of a file. */
export type Side = { readonly capture: string } | { readonly text: string };

export function contractSide(contract: Contract): Side {
  if ("tools" in contract) return sourceOf(contract);
  return { text: contract.text };
}

/** The text of a lockfile with what this side offers; `config` says how it was reached. */
export async function lockfileOf(
  core: Questions,
  side: Side,
  host: HostContext,
  config = "{}",
): Promise<string> {
  if ("text" in side) return side.text;
  return (await core.baseline({ config, capture: side.capture, only: [], host })).text;
}

/** The members of a request that carry the side which is judged. */
export function judged(side: Side): Pick<CheckRequest, "capture" | "against"> {
  return "capture" in side ? { capture: side.capture } : { against: side.text };
}

/** What the options say of drift beside the configuration. */
export function driftOf({ failOn, failOnBump }: ChangeOptions): NonNullable<CheckRequest["drift"]> {
  return {
    ...(failOn === undefined ? {} : { failOn: typeof failOn === "string" ? failOn : failOn.join(",") }),
    ...(failOnBump === undefined ? {} : { failOnBump }),
  };
}

/**
 * The configuration that the options stand for.
 *
 * @throws McpwardError `usage` for an option that there is not: a stricter gate must not be off for a slip
 */
export function configOf(options: ChangeOptions, drift: boolean): Readonly<Record<string, unknown>> {
  refuseUnknown(options, OPTIONS);
  return {
    checks: { ...(drift ? { drift: {} } : {}), ...options.checks },
    suppress: options.suppress,
    calls: options.calls,
  };
}

const OPTIONS: Readonly<Record<keyof RunOptions, true>> = {
  signal: true,
  onProgress: true,
  timeouts: true,
  checks: true,
  suppress: true,
  score: true,
  failOn: true,
  failOnBump: true,
  calls: true,
  baseline: true,
};

function refuseUnknown(options: object, known: object): void {
  const names = Object.keys(known);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, names);
  throw new McpwardError("usage", `there is no option ${JSON.stringify(unknown.slice(0, 60))}`, {
    hint: meant === undefined ? `options are ${names.join(", ")}` : `did you mean \`${meant}\`?`,
  });
}

/**
 * Compares two schemas, each given as a value or as its JSON text.
 *
 * @throws McpwardError `usage` when an option is wrong
 */
export async function comparedSchemas(
  core: Questions,
  old: unknown,
  fresh: unknown,
  options: CompareOptions,
): Promise<SchemaComparison> {
  refuseUnknown(options, { direction: true });
  const { direction = "input" } = options;
  if (direction !== "input" && direction !== "output") {
    throw new McpwardError("usage", "`direction` must be `input` or `output`");
  }
  return JSON.parse(
    await core.compareSchemas(schemaText(old), schemaText(fresh), direction),
  ) as SchemaComparison;
}

/** What has no JSON text becomes the empty text, which the judge calls undecided. */
function schemaText(schema: unknown): string {
  if (typeof schema === "string") return schema;
  try {
    return JSON.stringify(schema) ?? "";
  } catch {
    return "";
  }
}

export async function parsedLockfile(core: Questions, text: string): Promise<Surface> {
  // A caller in JavaScript may hand over what JSON.parse or readFile gave.
  if (typeof text !== "string") {
    throw new McpwardError("usage", "`parseLockfile` takes the text of a file, as a string");
  }
  return surfaceOfText(await core.readSurface(text), text);
}

export async function formattedReport(
  core: Questions,
  report: Report,
  format: Format,
  { color = false, verbose = false }: FormatOptions,
): Promise<string> {
  if (!FORMATS.includes(format)) {
    throw new McpwardError("usage", `unknown format \`${String(format)}\``, { hint: FORMATS.join(", ") });
  }
  return await core.render(JSON.stringify(report), format, { color, verbose });
}
