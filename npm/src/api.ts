import { fileURLToPath } from "node:url";
import { captureServer } from "./capture.js";
import { ask, baseline, check, type CheckRequest, hostContext } from "./engine.js";
import { McpwardError } from "./errors.js";
import { readText } from "./files.js";
import type { HostTarget } from "./host.js";
import type { Io } from "./io.js";
import { planConfig, type SinglePlan } from "./plan.js";
import type { Report } from "./report.js";
import { render } from "./reports.js";
import { type Format, FORMATS } from "./reporters.js";
import { type Rule, ruleBook } from "./rule-book.js";
import type { MessageChannel } from "./transports/in-process.js";
import { suiteContext } from "./suites.js";
import { captureOf, type Surface, surfaceOf } from "./surface.js";

/** A server that is started for the purpose and speaks on its standard streams. */
export interface StdioTarget {
  /** The program; never given to a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the inherited environment, which lacks `GITHUB_TOKEN` and `MCPWARD_GITHUB_TOKEN`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the current folder. */
  readonly cwd?: string;
}

/** A server that runs already. */
export interface HttpTarget {
  /** `http://` or `https://`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server in this process, through one end of a transport such as the official SDK's `InMemoryTransport`. */
export interface TransportTarget {
  readonly transport: MessageChannel;
}

/** A server to look at. */
export type ServerTarget = StdioTarget | HttpTarget | TransportTarget;

/** What can be compared: a server, a surface, or a file (lockfile, `tools/list` result) by path or `file:` URL. */
export type Target = ServerTarget | Surface | string | URL;

/** Options of everything that may talk to a server. */
export interface CaptureOptions {
  /** Ends the work; the server is gone when the promise is rejected. */
  readonly signal?: AbortSignal;
  /** Called with one line, safe to show, whenever something new is waited for. */
  readonly onProgress?: (message: string) => void;
  /** Limits in milliseconds. */
  readonly timeouts?: {
    /** Until the process says anything. Default 60,000. */
    readonly startMs?: number;
    /** The handshake. Default 10,000. */
    readonly connectMs?: number;
    /** One request. Default 30,000. */
    readonly callMs?: number;
    /** Everything. Default 300,000. */
    readonly runMs?: number;
  };
}

/** Options of a comparison. */
export interface DiffOptions extends CaptureOptions {
  /** What fails: a level (`high`, `medium`, `low`), a class, or a list of both. Default: as docs/rules.md says. */
  readonly failOn?: string | readonly string[];
  /** Also fail from this semver bump on. Default `never`. */
  readonly failOnBump?: "major" | "minor" | "patch" | "never";
  /** The same object as under `checks` in `mcpward.yaml`. */
  readonly checks?: Readonly<Record<string, unknown>>;
  /** Accepted findings, as under `suppress` in `mcpward.yaml`. */
  readonly suppress?: readonly Readonly<Record<string, unknown>>[];
}

/** Options of `lint`. */
export type LintOptions = Omit<DiffOptions, "failOn" | "failOnBump">;

/** Options of `run`. */
export interface RunOptions extends DiffOptions {
  /** The lockfile to compare with, as a path or `file:` URL. Without one the drift check is skipped. */
  readonly baseline?: string | URL;
}

/** A configuration as `mcpward.yaml` has it, with one `server`. */
export interface Config {
  readonly server: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

/**
 * Looks at what a server offers. Calls no tool.
 *
 * @throws McpwardError `connect`, `timeout` or `aborted`; for a file `lockfile`
 * @example
 * const surface = await capture({ command: "node", args: ["server.js"] });
 * console.log(surface.tools.length);
 */
export async function capture(target: Target, options: CaptureOptions = {}): Promise<Surface> {
  const side = await sideOf(target, options, "baseline", undefined);
  if ("capture" in side) return surfaceOf(side.capture);
  return await parseLockfile(side.text);
}

/**
 * Compares two contracts: what changed, whom it hurts, and what fails.
 *
 * @throws McpwardError when a side cannot be read or reached
 * @example
 * const report = await diff("mcpward.lock.json", { url: "http://localhost:3000/mcp" }, { failOn: "high" });
 * if (report.summary.failed > 0) console.log(await formatReport(report, "console"));
 */
export async function diff(old: Target, fresh: Target, options: DiffOptions = {}): Promise<Report> {
  const before = await lockfileText(old, options);
  const after = await sideOf(fresh, options, "diff", before);
  return await checked("diff", options, after, before);
}

/**
 * Checks definitions by themselves: schema, security and collision rules. Calls no tool.
 *
 * @example
 * const report = await lint(await capture({ command: "node", args: ["server.js"] }));
 */
export async function lint(target: Target, options: LintOptions = {}): Promise<Report> {
  return await checked("lint", options, await sideOf(target, options, "lint", undefined), undefined);
}

/**
 * Runs every enabled check against a server. Some checks call tools; see "Which checks call tools" in the docs.
 *
 * @param target a server, or a configuration as in `mcpward.yaml`
 */
export async function run(target: ServerTarget | Config, options: RunOptions = {}): Promise<Report> {
  const { server, ...config } = "server" in target ? target : { server: serverConfig(target) };
  const channel = "server" in target ? undefined : channelOf(target);
  const baseline = options.baseline === undefined ? undefined : await fileText(options.baseline);
  const plan = await planOf(
    { ...configOf(options, baseline !== undefined), ...config, server },
    options,
    channel,
  );
  const io = libraryIo(options);
  const request: CheckRequest = {
    command: "run",
    config: plan.config,
    capture: await captureText(plan, options, "run", baseline),
    host: hostOf(plan, io),
    drift: driftOf(options),
    secrets: plan.secrets,
    ...(await suiteContext(plan.config, io.cwd, undefined)),
    ...(baseline === undefined ? {} : { baseline }),
  };
  return JSON.parse(await check(request, {})) as Report;
}

/** What `compareSchemas` found. */
export interface SchemaComparison {
  readonly verdict: "equivalent" | "compatible" | "breaking" | "undecided";
  /** Present when there is a value that shows the break; `null` is a value. */
  readonly witness?: unknown;
  readonly [member: string]: unknown;
}

/**
 * Decides whether values of one JSON Schema are still right under another. Never throws on what the schemas say: text
 * that is no JSON is `undecided`, with the reason.
 *
 * @param old a schema, or its JSON text (which keeps numbers that JavaScript would round)
 * @param options `direction`: `input` (default) for what callers send, `output` for what they receive
 */
export async function compareSchemas(
  old: unknown,
  fresh: unknown,
  options: { readonly direction?: "input" | "output" } = {},
): Promise<SchemaComparison> {
  const text = (schema: unknown) => (typeof schema === "string" ? schema : (JSON.stringify(schema) ?? ""));
  const direction = options.direction ?? "input";
  return JSON.parse(
    await ask((core) => core.compareSchemas(text(old), text(fresh), direction)),
  ) as SchemaComparison;
}

/**
 * Reads the text of a lockfile (version 1 or 2), or of anything that can stand in for one.
 *
 * @throws McpwardError `lockfile`
 */
export async function parseLockfile(text: string): Promise<Surface> {
  return JSON.parse(await ask((core) => core.readSurface(text))) as Surface;
}

/**
 * Renders a report.
 *
 * @param format `console`, `json`, `junit`, `sarif` or `markdown`
 */
export async function formatReport(
  report: Report,
  format: Format,
  options: { readonly color?: boolean; readonly verbose?: boolean } = {},
): Promise<string> {
  if (!FORMATS.includes(format)) {
    throw new McpwardError("usage", `unknown format \`${String(format)}\``, { hint: FORMATS.join(", ") });
  }
  const { color = false, verbose = false } = options;
  return await render(JSON.stringify(report), format, { color, verbose });
}

/** Every rule there is. */
export async function rules(): Promise<readonly Rule[]> {
  return await ruleBook();
}

/** One side of a comparison: a capture, with its server where there is one, or the text of a file. */
type Side = { readonly capture: string; readonly plan?: LibraryPlan } | { readonly text: string };

async function sideOf(
  target: Target,
  options: CaptureOptions,
  command: "baseline" | "diff" | "lint",
  baseline: string | undefined,
): Promise<Side> {
  if (typeof target === "string" || target instanceof URL) return { text: await fileText(target) };
  if ("tools" in target) return { capture: captureOf(target) };
  const plan = await planOf(
    { ...configOf(options, true), server: serverConfig(target) },
    options,
    channelOf(target),
  );
  return { capture: await captureText(plan, options, command, baseline), plan };
}

async function lockfileText(target: Target, options: CaptureOptions): Promise<string> {
  const side = await sideOf(target, options, "baseline", undefined);
  if ("text" in side) return side.text;
  const host = hostOf(side.plan, libraryIo(options));
  return (await baseline({ config: "{}", capture: side.capture, only: [], host }, {})).text;
}

async function checked(
  command: "diff" | "lint",
  options: DiffOptions,
  side: Side,
  before: string | undefined,
): Promise<Report> {
  const plan = "capture" in side ? side.plan : undefined;
  const request: CheckRequest = {
    command,
    config: plan?.config ?? JSON.stringify(configOf(options, command === "diff")),
    host: hostOf(plan, libraryIo(options)),
    drift: driftOf(options),
    ...("capture" in side ? { capture: side.capture } : { against: side.text }),
    ...(before === undefined ? {} : { baseline: before }),
  };
  return JSON.parse(await check(request, {})) as Report;
}

/** A plan whose server may also be in this process. */
type LibraryPlan = Omit<SinglePlan, "target"> & { readonly target: HostTarget };

async function planOf(
  config: Readonly<Record<string, unknown>>,
  options: CaptureOptions,
  channel: MessageChannel | undefined,
): Promise<LibraryPlan> {
  const io = libraryIo(options);
  const plan = await planConfig(JSON.stringify(config), io.cwd, io);
  return channel === undefined ? plan : { ...plan, target: { transport: "inProcess", channel } };
}

function channelOf(target: ServerTarget): MessageChannel | undefined {
  return "transport" in target ? target.transport : undefined;
}

async function captureText(
  plan: LibraryPlan,
  options: CaptureOptions,
  command: "baseline" | "diff" | "lint" | "run",
  baseline: string | undefined,
): Promise<string> {
  return await captureServer(plan, libraryIo(options), {
    command,
    ...(options.onProgress === undefined ? {} : { progress: options.onProgress }),
    ...(baseline === undefined ? {} : { baseline }),
  });
}

function hostOf(plan: LibraryPlan | undefined, io: Io) {
  const target =
    plan === undefined ? undefined : { transport: plan.target.transport, identity: plan.identity };
  return hostContext(io, target ?? { transport: "library", identity: "" });
}

function serverConfig(target: ServerTarget): Readonly<Record<string, unknown>> {
  if ("url" in target) return { transport: "http", ...target };
  // The configuration knows no server in this process; this one is never started.
  if ("transport" in target) return { transport: "stdio", command: "in-process" };
  return { transport: "stdio", ...target };
}

function configOf(options: DiffOptions, drift: boolean): Record<string, unknown> {
  const { startMs, connectMs, callMs, runMs } = options.timeouts ?? {};
  const timeouts = { start_ms: startMs, connect_ms: connectMs, call_ms: callMs, run_ms: runMs };
  return {
    timeouts,
    checks: { ...(drift ? { drift: {} } : {}), ...options.checks },
    suppress: options.suppress,
  };
}

function driftOf({ failOn, failOnBump }: DiffOptions): NonNullable<CheckRequest["drift"]> {
  return {
    ...(failOn === undefined ? {} : { failOn: typeof failOn === "string" ? failOn : failOn.join(",") }),
    ...(failOnBump === undefined ? {} : { failOnBump }),
  };
}

async function fileText(file: string | URL): Promise<string> {
  const path = typeof file === "string" && !file.startsWith("file:") ? file : fileURLToPath(file);
  const text = await readText(
    path,
    (reason, cause) => new McpwardError("lockfile", `\`${path}\` ${reason}`, { cause }),
  );
  if (text === undefined) throw new McpwardError("lockfile", `\`${path}\` does not exist`);
  return text;
}

/** A library writes to no stream and reads no variables but what a child process inherits. */
function libraryIo(options: CaptureOptions): Io {
  const silent = { write: async () => {}, isTty: false, columns: undefined, color: false };
  return {
    stdout: silent,
    stderr: silent,
    env: globalThis.process.env,
    cwd: globalThis.process.cwd(),
    signal: options.signal ?? new AbortController().signal,
    now: () => new Date(),
    nodeVersion: globalThis.process.version,
    platform: globalThis.process.platform,
  };
}
