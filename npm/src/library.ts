import { fileURLToPath } from "node:url";
import type { CaptureOptions, ChangeOptions } from "./api-options.js";
import { captureServer } from "./capture.js";
import { hostContext } from "./engine.js";
import { McpwardError } from "./errors.js";
import type { HostTarget } from "./host.js";
import type { Io } from "./io.js";
import { planConfig, type SinglePlan } from "./plan.js";
import type { HostContext } from "./questions.js";
import { readText } from "./reading.js";
import { configOf, contractSide, type Side } from "./sides.js";
import type { Contract, ServerTarget, Target } from "./targets.js";
import type { MessageChannel } from "./transports/in-process.js";

type Options = ChangeOptions & CaptureOptions;

/** What a capture is for; see `CaptureOptions.command` of `capture.ts`. */
export type Purpose = "baseline" | "diff" | "lint" | "run";

/** A plan whose server may also be in this process. */
export type LibraryPlan = Omit<SinglePlan, "target"> & { readonly target: HostTarget };

/** A target that was looked at: with its plan where it is a server. */
export interface Looked {
  readonly side: Side;
  /** The file, for error messages. */
  readonly file?: string;
  readonly plan?: LibraryPlan;
}

/** A target before anything was started for it. */
export type Prepared = Looked | { readonly plan: LibraryPlan };

/**
 * Reads a target, or plans how to look at it.
 *
 * @throws McpwardError `usage` when it is no target; `lockfile` for a file
 */
export async function prepare(target: Target, options: Options): Promise<Prepared> {
  if (!isServer(target)) return await fileOrContract(target);
  return { plan: await planServer(target, options) };
}

/**
 * Looks at a target.
 *
 * @throws McpwardError `connect`, `timeout` or `aborted` for a server
 */
export async function look(
  prepared: Prepared,
  options: Options,
  purpose: Purpose,
  baseline?: string,
): Promise<Looked> {
  if ("side" in prepared) return prepared;
  const { plan } = prepared;
  return { side: { capture: await capturePlan(plan, options, purpose, baseline) }, plan };
}

/** The plan of a server that no configuration describes. */
export async function planServer(target: ServerTarget, options: Options, drift = true): Promise<LibraryPlan> {
  const config = { ...libraryConfig(options, drift), server: serverConfig(target) };
  return await planLibrary(config, options, "transport" in target ? target.transport : undefined);
}

export async function planLibrary(
  config: Readonly<Record<string, unknown>>,
  options: Options,
  channel?: MessageChannel,
): Promise<LibraryPlan> {
  const io = libraryIo(options);
  const plan = await planConfig(JSON.stringify(config), io.cwd, io);
  return channel === undefined
    ? plan
    : { ...plan, identity: "", target: { transport: "inProcess", channel } };
}

export async function capturePlan(
  plan: LibraryPlan,
  options: Options,
  purpose: Purpose,
  baseline?: string,
): Promise<string> {
  return await captureServer(plan, libraryIo(options), {
    command: purpose,
    ...(options.onProgress === undefined ? {} : { progress: options.onProgress }),
    ...(baseline === undefined ? {} : { baseline }),
  });
}

/** A second look at a server, which calls no tool; a server in this process can be had only once. */
export function secondLook(
  plan: LibraryPlan | undefined,
  options: Options,
  baseline: string | undefined,
): (() => Promise<string>) | undefined {
  if (plan === undefined || plan.target.transport === "inProcess") return undefined;
  return () => capturePlan(plan, options, "lint", baseline);
}

/** The configuration that the options stand for. */
export function libraryConfig(options: Options, drift: boolean): Readonly<Record<string, unknown>> {
  const { startMs, connectMs, callMs, runMs } = options.timeouts ?? {};
  const timeouts = { start_ms: startMs, connect_ms: connectMs, call_ms: callMs, run_ms: runMs };
  return { ...configOf(options, drift), timeouts };
}

/** A file or a contract as one side. */
export async function fileOrContract(source: string | URL | Contract): Promise<Looked> {
  if (typeof source !== "string" && !(source instanceof URL)) return { side: contractSide(source) };
  const path = pathOf(source);
  const text = await readText(
    path,
    (reason, cause) => new McpwardError("lockfile", `\`${path}\` ${reason}`, { cause }),
  );
  if (text === undefined) throw new McpwardError("lockfile", `\`${path}\` does not exist`);
  return { side: { text }, file: path };
}

/** A path as it was given, or that of a `file:` URL. */
export function pathOf(file: string | URL): string {
  return typeof file === "string" && !file.startsWith("file:") ? file : fileURLToPath(file);
}

export function hostOf(plan: LibraryPlan | undefined, options: Options): HostContext {
  const target =
    plan === undefined
      ? { transport: "library", identity: "" }
      : { transport: plan.target.transport, identity: plan.identity };
  return hostContext(libraryIo(options), target);
}

export function signalOf({ signal }: Options): AbortSignal {
  return signal ?? new AbortController().signal;
}

function isServer(target: Target): target is ServerTarget {
  if (typeof target === "string" || target instanceof URL) return false;
  if (typeof target === "object" && target !== null) {
    if ("tools" in target || "text" in target) return false;
    if ("command" in target || "url" in target || "transport" in target) return true;
  }
  throw new McpwardError("usage", "this is nothing that can be looked at", {
    hint: "give { command }, { url }, { transport }, a surface, { text }, or the path of a lockfile",
  });
}

function serverConfig(target: ServerTarget): Readonly<Record<string, unknown>> {
  if ("url" in target) return { transport: "http", ...target };
  // The configuration knows no server in this process; this one is never started.
  if ("transport" in target) return { transport: "stdio", command: "in-process" };
  return { transport: "stdio", ...target };
}

/** A library writes to no stream and reads no variables but what a child process inherits. */
function libraryIo(options: Options): Io {
  const silent = { write: async () => {}, isTty: false, columns: undefined, color: false };
  return {
    stdout: silent,
    stderr: silent,
    env: globalThis.process.env,
    cwd: globalThis.process.cwd(),
    signal: signalOf(options),
    now: () => new Date(),
    nodeVersion: globalThis.process.version,
    platform: globalThis.process.platform,
  };
}
