import { type Core, withCore } from "./core.js";
import { type ErrorCode, McpwardError } from "./errors.js";
import { inCi, type Io } from "./io.js";
import type { Secret } from "./variables.js";

/** What only the host knows, for reports and lockfiles. */
export interface HostContext {
  readonly timestamp: string;
  readonly target: { readonly transport: string; readonly identity: string };
  readonly environment: { readonly ci: boolean; readonly nodeVersion: string; readonly platform: string };
}

export function hostContext(io: Io, target: HostContext["target"]): HostContext {
  return {
    timestamp: io.now().toISOString(),
    target,
    environment: { ci: inCi(io.env), nodeVersion: io.nodeVersion, platform: io.platform },
  };
}

/** One check of one server, or of a file that stands in for it. Files are given as their text. */
export interface CheckRequest {
  readonly command: "run" | "diff" | "lint";
  /** The configuration as JSON text. */
  readonly config: string;
  readonly capture?: string;
  readonly against?: string;
  readonly baseline?: string;
  readonly server?: string;
  /** Recorded calls to replay. */
  readonly calls?: string;
  /** A second capture, to see what differs on every start. */
  readonly confirm?: string;
  readonly host: HostContext;
  /** What is known of the golden files, by the path in the configuration. */
  readonly goldens?: Readonly<Record<string, GoldenFile>>;
  /** Where the configuration stands, for results about it. */
  readonly configFile?: {
    readonly name: string;
    readonly places: Readonly<Record<string, { readonly line: number; readonly column: number }>>;
  };
  /** What the capture had taken out of it. */
  readonly secrets?: readonly Secret[];
  readonly drift?: { readonly failOn?: string; readonly failOnBump?: string; readonly expectHash?: string };
}

/** A golden file: its text, or why it cannot be read; neither when it does not exist. */
export interface GoldenFile {
  readonly text?: string;
  readonly problem?: string;
}

export interface BaselineRequest {
  readonly config: string;
  readonly capture: string;
  readonly previous?: string;
  readonly server?: string;
  readonly only: readonly string[];
  readonly host: HostContext;
}

/** A report as far as the launcher reads it. */
export interface ReportHead {
  readonly summary: { readonly failed: number };
  readonly incomplete?: string;
}

/** What `baseline` made of a capture. */
export interface BaselineAnswer {
  /** The whole lockfile. */
  readonly text: string;
  readonly changed: boolean;
  readonly serverName: string;
  readonly serverVersion: string;
  readonly tools: number;
  readonly prompts: number;
  readonly resources: number;
  readonly resourceTemplates: number;
  readonly surfaceHash: string;
  /** What was odd about single definitions, safe to show. */
  readonly oddities: readonly string[];
  /** What the new lockfile accepts, as a report; absent when there was no lockfile. */
  readonly accepts?: { readonly results: readonly { readonly message: string }[] };
}

/** What kind of file stands for a contract. */
export interface ContractDescription {
  readonly format: string;
  readonly protocolVersion?: string | null;
  readonly surfaceHash: string;
}

/** Names the files of a request, for error messages. */
export type Names = Readonly<Partial<Record<"baseline" | "against" | "config" | "calls", string>>>;

/** Checks, and gives the report as JSON text. */
export async function check(request: CheckRequest, names: Names): Promise<string> {
  return await ask((core) => core.check(withConfig(request)), names);
}

export async function baseline(request: BaselineRequest, names: Names): Promise<BaselineAnswer> {
  return JSON.parse(await ask((core) => core.baseline(withConfig(request)), names)) as BaselineAnswer;
}

/** The golden files that a capture gives, by the path in the configuration. */
export async function goldens(config: string, capture: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await ask((core) => core.goldens(withConfig({ config, capture })))) as Record<
    string,
    string
  >;
}

/**
 * Says what a file is; `shown` names it in the error.
 *
 * @throws McpwardError `lockfile` when it is no contract of a known kind
 */
export async function describeContract(text: string, shown: string): Promise<ContractDescription> {
  return JSON.parse(
    await ask((core) => core.describeContract(text), { against: shown }),
  ) as ContractDescription;
}

/** The request as JSON text; the configuration goes in as it is, so that its numbers keep their digits. */
function withConfig<T extends { readonly config: string }>({ config, ...rest }: T): string {
  return `{"config":${config},${JSON.stringify(rest).slice(1)}`;
}

/** What the core answers: `{"ok": …}` or `{"error": …}`. Gives the text of the former. */
export async function ask(use: (core: Core) => string, names: Names = {}): Promise<string> {
  const answer = await withCore(use);
  if (answer.startsWith(OK)) return answer.slice(OK.length, -1);
  const { error } = JSON.parse(answer) as { readonly error: Refusal };
  const name = error.side === undefined ? undefined : names[error.side];
  throw new McpwardError(
    CODES[error.code] ?? "usage",
    name === undefined ? error.message : `\`${name}\`: ${error.message}`,
    { cause: error },
  );
}

/** Why the core refuses something. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly side?: "baseline" | "against" | "config" | "calls";
  readonly places?: readonly { readonly pointer: string; readonly message: string }[];
}

const OK = '{"ok":';

const CODES: Readonly<Record<string, ErrorCode>> = {
  config: "config",
  contract: "lockfile",
  "no-baseline": "lockfile",
  request: "internal",
};
