/**
 * The part of mcpward that needs no server: compare, check and format contracts in a browser, a worker, or any other
 * place that has WebAssembly.
 *
 * @packageDocumentation
 */
import { answered, type Ask, coreError, isTrap } from "../answers.js";
import type { ChangeOptions, CompareOptions, DefinitionOptions, FormatOptions } from "../api-options.js";
import { McpwardError } from "../errors.js";
import type { Format } from "../formats.js";
import { type HostContext, questions } from "../questions.js";
import type { Report } from "../report.js";
import type { Rule } from "../rule.js";
import type { SchemaComparison } from "../schema-comparison.js";
import {
  comparedSchemas,
  configOf,
  contractSide,
  driftOf,
  formattedReport,
  judged,
  lockfileOf,
  parsedLockfile,
} from "../sides.js";
import type { Surface } from "../surface.js";
import type { Contract } from "../targets.js";
import { glue, load } from "./glue.js";

export type {
  ChangeOptions,
  CompareOptions,
  DefinitionOptions,
  FormatOptions,
  JudgeOptions,
  RecordedCall,
  Score,
} from "../api-options.js";
export { type ErrorCode, McpwardError } from "../errors.js";
export type { Format } from "../formats.js";
export type { Report, ReportResult } from "../report.js";
export type { Rule } from "../rule.js";
export type { SchemaChange, SchemaComparison } from "../schema-comparison.js";
export type { JsonObject, Surface, Tool } from "../surface.js";
export type { Contract, ContractText } from "../targets.js";

/** Where the wasm module comes from: an address, a response to a request for it, or its bytes. */
export type WasmSource = string | URL | Response | ArrayBuffer | ArrayBufferView;

let ready: Promise<unknown> | undefined;
let trapped: unknown;

/**
 * Loads the wasm module. Only needed where it does not lie beside the script: otherwise the first call of any function
 * fetches it, from the address that bundlers recognise and rewrite.
 *
 * @param source default: `mcpward_bg.wasm`, where the package has it. Has no effect once the module is loaded.
 * @throws McpwardError `internal` when it cannot be loaded; the next call tries again
 * @example
 * ```js
 * import { init } from "mcpward/browser";
 * import wasm from "mcpward/mcpward.wasm?url"; // Vite
 * await init(wasm);
 * ```
 */
export async function init(source?: WasmSource): Promise<void> {
  ready ??= load(source === undefined ? undefined : { module_or_path: source });
  try {
    await ready;
  } catch (cause) {
    ready = undefined;
    throw new McpwardError("internal", "the wasm core cannot be loaded", {
      hint: "serve mcpward_bg.wasm beside the script, or pass its address or bytes to `init`",
      cause,
    });
  }
}

const ask: Ask = async (use, names) => {
  await init();
  if (trapped !== undefined) throw coreError(trapped);
  try {
    return answered(use(glue), names);
  } catch (error) {
    // Its memory may be in any state, and a page cannot load the module twice.
    if (isTrap(error)) trapped = error;
    throw coreError(error);
  }
};

const core = questions(ask);

/**
 * Compares two contracts: what changed, whom it hurts, and what fails.
 *
 * @param old what callers rely on
 * @param fresh what is offered now
 * @throws McpwardError `lockfile` when a text is no contract; `usage` when an option is wrong
 * @example
 * ```js
 * const report = await diff({ text: oldLockfile }, { text: newLockfile }, { failOn: ["high", "tool_removed"] });
 * document.querySelector("pre").textContent = await formatReport(report, "console");
 * ```
 */
export async function diff(old: Contract, fresh: Contract, options: ChangeOptions = {}): Promise<Report> {
  const host = here();
  const report = await core.check({
    command: "diff",
    config: JSON.stringify(configOf(options, true)),
    baseline: await lockfileOf(core, contractSide(old), host),
    drift: driftOf(options),
    host,
    ...judged(contractSide(fresh)),
  });
  return JSON.parse(report) as Report;
}

/**
 * Checks definitions by themselves: schema, security and collision rules.
 *
 * @throws McpwardError `lockfile` when a text is no contract; `usage` when an option is wrong
 * @example
 * ```js
 * const report = await lint({ tools: [{ name: "echo", inputSchema: { type: "object" } }] });
 * ```
 */
export async function lint(contract: Contract, options: DefinitionOptions = {}): Promise<Report> {
  const report = await core.check({
    command: "lint",
    config: JSON.stringify(configOf(options, false)),
    host: here(),
    ...(options.score === undefined ? {} : { score: options.score }),
    ...judged(contractSide(contract)),
  });
  return JSON.parse(report) as Report;
}

/**
 * Decides whether values of one JSON Schema are still right under another. Never throws on what the schemas say: text
 * that is no JSON is `undecided`, with the reason.
 *
 * @throws McpwardError `usage` when an option is wrong
 * @param old a schema, or its JSON text (which keeps numbers that JavaScript would round)
 * @param fresh the same, as it is now
 */
export async function compareSchemas(
  old: unknown,
  fresh: unknown,
  options: CompareOptions = {},
): Promise<SchemaComparison> {
  return await comparedSchemas(core, old, fresh, options);
}

/**
 * Reads the text of a lockfile (version 1 or 2), or of anything that can stand in for one, such as a `tools/list`
 * result. The surface is frozen: copy it to change it.
 *
 * @throws McpwardError `lockfile` when it is none of these; `usage` for what is no string
 */
export async function parseLockfile(text: string): Promise<Surface> {
  return await parsedLockfile(core, text);
}

/**
 * Renders a report.
 *
 * @param format `console`, `json`, `junit`, `sarif` or `markdown`
 * @throws McpwardError `usage` for another format
 */
export async function formatReport(
  report: Report,
  format: Format,
  options: FormatOptions = {},
): Promise<string> {
  return await formattedReport(core, report, format, options);
}

/** Every rule there is, sorted by its finer name. */
export async function rules(): Promise<readonly Rule[]> {
  return await core.ruleBook();
}

function here(): HostContext {
  return {
    timestamp: new Date().toISOString(),
    target: { transport: "library", identity: "" },
    environment: { ci: false, nodeVersion: "", platform: "browser" },
  };
}
