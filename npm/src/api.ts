import type {
  CaptureOptions,
  CompareOptions,
  Config,
  DefinitionOptions,
  DiffOptions,
  FormatOptions,
  LintOptions,
  RunOptions,
} from "./api-options.js";
import { checkConfirmed } from "./confirm.js";
import * as core from "./engine.js";
import type { Format } from "./formats.js";
import {
  capturePlan,
  fileOrContract,
  hostOf,
  libraryConfig,
  look,
  type Looked,
  planLibrary,
  planServer,
  prepare,
  secondLook,
  signalOf,
} from "./library.js";
import type { CheckRequest } from "./questions.js";
import type { Report } from "./report.js";
import type { Rule } from "./rule.js";
import type { SchemaComparison } from "./schema-comparison.js";
import { comparedSchemas, driftOf, formattedReport, judged, lockfileOf, parsedLockfile } from "./sides.js";
import { suiteContext } from "./suites.js";
import { type Surface, surfaceOf } from "./surface.js";
import type { ServerTarget, Target } from "./targets.js";

/**
 * Looks at what a server offers. Calls no tool. The surface is frozen: copy it to change it.
 *
 * @throws McpwardError `connect`, `timeout` or `aborted` for a server; `lockfile` for a file; `usage` for anything else
 * @example
 * ```js
 * const surface = await capture({ command: "node", args: ["server.js"] }, { timeouts: { runMs: 20_000 } });
 * console.log(surface.tools.length);
 * ```
 */
export async function capture(target: Target, options: CaptureOptions = {}): Promise<Surface> {
  const { side, file } = await look(await prepare(target, options), options, "baseline");
  if ("capture" in side) return surfaceOf(side.capture);
  if (file !== undefined) await core.describeContract(side.text, file);
  return await parseLockfile(side.text);
}

/**
 * Compares two contracts: what changed, whom it hurts, and what fails. A server whose changes fail is asked a second
 * time, so that what differs on every start is named as that; a server in this process is asked once.
 *
 * @param old what callers rely on
 * @param fresh what is offered now
 * @throws McpwardError when a side cannot be read or reached, see {@link capture}; `usage` when an option is wrong
 * @example
 * ```js
 * const report = await diff("mcpward.lock.json", { url: "http://localhost:3000/mcp" }, { failOn: "high" });
 * if (report.summary.failed > 0) console.log(await formatReport(report, "console"));
 * ```
 */
export async function diff(old: Target, fresh: Target, options: DiffOptions = {}): Promise<Report> {
  const before = await prepare(old, options);
  const after = await prepare(fresh, options);
  // A surface says nothing of credentials: those of the other side are assumed.
  const config = (after.plan ?? before.plan)?.config;
  const baseline = await baselineOf(await look(before, options, "baseline"), options, config);
  const looked = await look(after, options, "diff", baseline.text);
  return await checked("diff", options, looked, baseline, config === undefined ? {} : { config });
}

/**
 * Checks definitions by themselves: schema, security and collision rules. Calls no tool.
 *
 * @throws McpwardError when the target cannot be read or reached, see {@link capture}
 * @example
 * ```js
 * const report = await lint({ command: "node", args: ["server.js"] }, { checks: { collision: false } });
 * for (const { status, message } of report.results) console.log(status, message);
 * ```
 */
export async function lint(target: Target, options: LintOptions = {}): Promise<Report> {
  return await checked("lint", options, await look(await prepare(target, options), options, "lint"));
}

/**
 * Runs every enabled check against a server, as `mcpward run` does. Some checks call tools; docs/calling-tools.md says
 * which, and which tools.
 *
 * @param target a server, or a configuration as in `mcpward.yaml`; what it says wins over `options`
 * @throws McpwardError when the server cannot be reached, see {@link capture}; `lockfile` for the baseline; `usage` when
 *   the configuration or an option is wrong
 * @example
 * ```js
 * const report = await run(
 *   { server: { command: "node", args: ["server.js"] }, checks: { latency: { p95_budget_ms: 200 } } },
 *   { baseline: "mcpward.lock.json", signal: AbortSignal.timeout(60_000) },
 * );
 * process.exitCode = report.summary.failed > 0 ? 1 : 0;
 * ```
 */
export async function run(target: ServerTarget | Config, options: RunOptions = {}): Promise<Report> {
  const { baseline: file } = options;
  const plan =
    "server" in target
      ? await planLibrary({ ...libraryConfig(options, file !== undefined), ...target }, options)
      : await planServer(target, options, file !== undefined);
  const baseline =
    file === undefined ? undefined : await baselineOf(await fileOrContract(file), options, plan.config);
  const side = { capture: await capturePlan(plan, options, "run", baseline?.text) };
  const suites = await suiteContext(plan.config, plan.folder);
  return await checked("run", options, { side, plan }, baseline, suites);
}

/**
 * Decides whether values of one JSON Schema are still right under another. Never throws on what the schemas say: text
 * that is no JSON is `undecided`, with the reason.
 *
 * @throws McpwardError `usage` when an option is wrong
 * @param old a schema, or its JSON text (which keeps numbers that JavaScript would round)
 * @param fresh the same, as it is now
 * @example
 * ```js
 * const { verdict, witness } = await compareSchemas({ type: "integer" }, { type: "integer", minimum: 0 });
 * console.log(verdict, witness); // breaking -1
 * ```
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
 * @example
 * ```js
 * const surface = await parseLockfile(await readFile("mcpward.lock.json", "utf8"));
 * ```
 */
export async function parseLockfile(text: string): Promise<Surface> {
  return await parsedLockfile(core, text);
}

/**
 * Renders a report.
 *
 * @param format `console`, `json`, `junit`, `sarif` or `markdown`
 * @throws McpwardError `usage` for another format
 * @example
 * ```js
 * await writeFile("report.sarif", await formatReport(report, "sarif"));
 * ```
 */
export async function formatReport(
  report: Report,
  format: Format,
  options: FormatOptions = {},
): Promise<string> {
  return await formattedReport(core, report, format, options);
}

/**
 * Every rule there is, sorted by its finer name.
 *
 * @example
 * ```js
 * const failing = (await rules()).filter((rule) => rule.default === "fail");
 * ```
 */
export async function rules(): Promise<readonly Rule[]> {
  return await core.ruleBook();
}

interface Baseline {
  readonly text: string;
  readonly file: string | undefined;
}

/** What was looked at, as the text of a lockfile that can be compared with. */
async function baselineOf(
  { side, plan, file }: Looked,
  options: CaptureOptions,
  config?: string,
): Promise<Baseline> {
  const text = await lockfileOf(core, side, hostOf(plan, options), plan?.config ?? config);
  // It is read here once, so that what is no lockfile is known before a server is started.
  await core.describeContract(text, file ?? "the old contract");
  return { text, file };
}

async function checked(
  command: CheckRequest["command"],
  options: DiffOptions & DefinitionOptions,
  { side, plan, file }: Looked,
  baseline?: Baseline,
  more: Partial<CheckRequest> = {},
): Promise<Report> {
  const request: CheckRequest = {
    command,
    config: plan?.config ?? JSON.stringify(libraryConfig(options, command === "diff")),
    host: hostOf(plan, options),
    drift: driftOf(options),
    ...judged(side),
    ...(options.score === undefined ? {} : { score: options.score }),
    ...(plan === undefined ? {} : { secrets: plan.secrets }),
    ...(baseline === undefined ? {} : { baseline: baseline.text }),
    ...more,
  };
  const names = {
    ...(file === undefined ? {} : { against: file }),
    ...(baseline?.file === undefined ? {} : { baseline: baseline.file }),
  };
  const again = secondLook(plan, options, baseline?.text);
  return JSON.parse(await checkConfirmed(request, names, signalOf(options), again)) as Report;
}
