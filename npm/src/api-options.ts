import type { Checks, Config as AnyConfig, FailOn, Server, Suppression } from "./generated/config.js";
import type { Contract } from "./targets.js";

/** Options of everything that may talk to a server. */
export interface CaptureOptions {
  /** Ends the work; the server is gone when the promise is rejected. */
  readonly signal?: AbortSignal;
  /** Called with one line, safe to show, whenever something new is waited for. */
  readonly onProgress?: (message: string) => void;
  readonly timeouts?: Limits;
}

/** How long things may take, each in milliseconds. A limit that is exceeded is an error with the code `timeout`. */
export interface Limits {
  /** Until the process says anything: package download and process start. Default 60,000. */
  readonly startMs?: number;
  /** The handshake, from the first byte on. Default 10,000. */
  readonly connectMs?: number;
  /** One request. Default 30,000. */
  readonly callMs?: number;
  /** Everything. Default 300,000. */
  readonly runMs?: number;
}

/** How contracts are judged. */
export interface JudgeOptions {
  /** The same object as under `checks` in `mcpward.yaml`. */
  readonly checks?: Checks;
  /** Accepted findings, as under `suppress` in `mcpward.yaml`. */
  readonly suppress?: readonly Suppression[];
}

/**
 * Says how alike two descriptions are, from 0 (nothing in common) to 1 (the same). Called once for each pair of tools
 * that could be taken for one another, with the part of each description that says what the tool does. Must be
 * synchronous and give the same for the same texts: to use an embedding model, compute the vectors of all descriptions
 * first and compare them here.
 *
 * @example
 * ```js
 * const surface = await capture({ command: "node", args: ["server.js"] });
 * const vectors = new Map();
 * for (const { description } of surface.tools) vectors.set(description, await model.embed(description));
 * await lint(surface, { score: (left, right) => model.similarity(vectors.get(left), vectors.get(right)) });
 * ```
 */
export type Score = (left: string, right: string) => number;

/** How single definitions are judged. */
export interface DefinitionOptions extends JudgeOptions {
  /**
   * The measure of the collision check, in place of the share of common words. Every pair is asked about, so above 500
   * tools the check is skipped with a warning. `checks.collision.threshold` applies to what it gives.
   */
  readonly score?: Score;
}

/** How changes are judged. */
export interface ChangeOptions extends JudgeOptions {
  /** What fails: a level (`high`, `medium` or `low`: that and above), a class, or a list of both. Default: every class that docs/rules.md marks as failing. */
  readonly failOn?: NonNullable<FailOn>;
  /** Also fail from this semver bump on. Default `never`. */
  readonly failOnBump?: "major" | "minor" | "patch" | "never";
  /** Calls that somebody made: each that was accepted before must still be. */
  readonly calls?: readonly RecordedCall[];
}

/** A call that somebody made. */
export interface RecordedCall {
  /** The name of the tool. */
  readonly tool: string;
  /** Default: none. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Options of a comparison. */
export interface DiffOptions extends ChangeOptions, CaptureOptions {}

/** Options of `lint`. */
export interface LintOptions extends DefinitionOptions, CaptureOptions {}

/** Options of `run`. */
export interface RunOptions extends DiffOptions, DefinitionOptions {
  /** What to compare with: the path or `file:` URL of a lockfile, or a contract. Without it drift is not checked. */
  readonly baseline?: string | URL | Contract;
}

/** A configuration as `mcpward.yaml` has it, with one `server`. Nothing in it is expanded: give values, not `${NAME}`. */
export interface Config extends Omit<AnyConfig, "servers"> {
  /** The server to test. */
  readonly server: Server;
}

/** How two schemas are compared. */
export interface CompareOptions {
  /** `input` (the default) for what callers send, `output` for what they receive. */
  readonly direction?: "input" | "output";
}

/** How a report is rendered. */
export interface FormatOptions {
  /** With the colours of a terminal; only the console format has any. Default `false`. */
  readonly color?: boolean;
  /** Passing checks one by one. Default `false`. */
  readonly verbose?: boolean;
}
