import type { Ask, Names } from "./answers.js";
import type { Score } from "./api-options.js";
import type { Format } from "./formats.js";
import { pretty } from "./json-text.js";
import type { Rule } from "./rule.js";
import type { Secret } from "./variables.js";

/** What only the host knows, for reports and lockfiles. */
export interface HostContext {
  readonly timestamp: string;
  readonly target: { readonly transport: string; readonly identity: string };
  readonly environment: { readonly ci: boolean; readonly nodeVersion: string; readonly platform: string };
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
  /** How alike two descriptions are; the core calls it while it checks. */
  readonly score?: Score;
  readonly drift?: { readonly failOn?: string; readonly failOnBump?: string; readonly expectHash?: string };
}

/** A check of several servers together. */
export interface AcrossRequest {
  readonly command: "run" | "lint";
  readonly config: string;
  readonly servers: readonly { readonly name: string; readonly capture: string }[];
  readonly host: HostContext;
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
  /** A second capture, to see what differs on every start. */
  readonly confirm?: string;
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
  /** Every place at which a second look found something else, as sentences, safe to show. */
  readonly unstable: readonly string[];
  /** What the new lockfile accepts, as a report; absent when there was no lockfile. */
  readonly accepts?: { readonly results: readonly { readonly message: string; readonly why?: string }[] };
}

/** What kind of file stands for a contract. */
export interface ContractDescription {
  readonly format: string;
  readonly protocolVersion?: string | null;
  /** Absent where only the hashes of tools are known. */
  readonly surfaceHash?: string;
}

/** What is said of a report besides its results when it is rendered. */
export interface RenderOptions {
  readonly color: boolean;
  readonly verbose: boolean;
  /** Console: break lines at this many columns. */
  readonly width?: number;
  /** Markdown: the most characters to write. */
  readonly maxChars?: number;
  readonly configPath?: string;
  readonly lockfilePath?: string;
  readonly lockfileText?: string;
  readonly lockfiles?: Readonly<Record<string, LockfileText>>;
}

export interface LockfileText {
  readonly path: string;
  readonly text: string;
}

/** Everything that the core can be asked, with typed answers. */
export interface Questions {
  /** Checks, and gives the report as JSON text. */
  check(request: CheckRequest, names?: Names): Promise<string>;
  /** What several servers show only together, as a report; nothing when that is not checked. */
  across(request: AcrossRequest): Promise<string | undefined>;
  baseline(request: BaselineRequest, names?: Names): Promise<BaselineAnswer>;
  /** The golden files that a capture gives, by the path in the configuration. */
  goldens(config: string, capture: string): Promise<Readonly<Record<string, string>>>;
  /**
   * Says what a file is; `shown` names it in the error.
   *
   * @throws McpwardError `lockfile` when it is no contract of a known kind
   */
  describeContract(text: string, shown: string): Promise<ContractDescription>;
  /** The surface that a file holds, as JSON text. */
  readSurface(text: string): Promise<string>;
  /** What the judge says of two schemas, as JSON text. */
  compareSchemas(old: string, fresh: string, direction: "input" | "output"): Promise<string>;
  /** Renders one report, or `{"servers": […]}`. JSON stays as it was written, so that numbers keep their digits. */
  render(report: string, format: Format, options: RenderOptions): Promise<string>;
  ruleBook(): Promise<readonly Rule[]>;
}

/** The questions, given a way to put them. */
export function questions(ask: Ask): Questions {
  return {
    check: ({ score, ...request }, names) => {
      const text = withConfig(request);
      return ask((core) => (score === undefined ? core.check(text) : core.checkScored(text, score)), names);
    },
    across: async (request) => {
      const report = await ask((core) => core.across(withConfig(request)));
      return report === "null" ? undefined : report;
    },
    baseline: async (request, names) =>
      JSON.parse(await ask((core) => core.baseline(withConfig(request)), names)) as BaselineAnswer,
    goldens: async (config, capture) =>
      JSON.parse(await ask((core) => core.goldens(withConfig({ config, capture })))) as Record<
        string,
        string
      >,
    describeContract: async (text, shown) =>
      JSON.parse(await ask((core) => core.describeContract(text), { against: shown })) as ContractDescription,
    readSurface: (text) => ask((core) => core.readSurface(text)),
    compareSchemas: (old, fresh, direction) => ask((core) => core.compareSchemas(old, fresh, direction)),
    render: async (report, format, options) => {
      if (format === "json") return pretty(report);
      return JSON.parse(
        await ask((core) => core.formatReport(report, format, JSON.stringify(options))),
      ) as string;
    },
    ruleBook: async () => JSON.parse(await ask((core) => core.rules())) as readonly Rule[],
  };
}

/** The request as JSON text; the configuration goes in as it is, so that its numbers keep their digits. */
function withConfig<T extends { readonly config: string }>({ config, ...rest }: T): string {
  return `{"config":${config},${JSON.stringify(rest).slice(1)}`;
}
