import type { Report } from "./report.js";

/**
 * What kept mcpward from testing anything.
 *
 * - `usage`: the command line is wrong, or asks for something this version does not do.
 * - `config`: the configuration is missing, unreadable or invalid.
 * - `lockfile`: a lockfile is missing, unreadable or of a version this release does not know.
 * - `connect`: the server could not be started or reached, or did not speak MCP.
 * - `timeout`: a limit under `timeouts` was exceeded.
 * - `output`: a report, trace or lockfile could not be written.
 * - `contracts`: a contract, a chain or a pin is broken, so nothing may start.
 * - `handle`: a handle is refused, or cannot be minted.
 * - `aborted`: the caller's signal fired.
 * - `internal`: a defect of mcpward itself.
 */
export type ErrorCode =
  | "usage"
  | "config"
  | "lockfile"
  | "connect"
  | "timeout"
  | "output"
  | "contracts"
  | "handle"
  | "aborted"
  | "internal";

/** Optional parts of an {@link McpwardError}. */
export interface ErrorParts {
  /** What the reader can do about it: one sentence. */
  readonly hint?: string | undefined;
  /** Further lines, such as the tail of a server's stderr. Already redacted and safe to print. */
  readonly detail?: string | undefined;
  readonly cause?: unknown;
  /** With code `contracts`: everything that was found. */
  readonly report?: Report;
}

/** The one error type that mcpward throws. `message` is a single line, lower case, without a full stop. */
export class McpwardError extends Error {
  override readonly name = "McpwardError";
  /** What kind of failure it is; stable, unlike the message. */
  readonly code: ErrorCode;
  /** What the reader can do about it, in one sentence. */
  readonly hint: string | undefined;
  /** Further lines, such as the tail of a server's standard error; redacted and safe to print. */
  readonly detail: string | undefined;
  readonly report: Report | undefined;

  constructor(code: ErrorCode, message: string, parts: ErrorParts = {}) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = code;
    this.hint = parts.hint;
    this.detail = parts.detail;
    this.report = parts.report;
  }
}

/** Turns anything thrown into an `McpwardError`; an unknown one is an `internal` error. */
export function asMcpwardError(thrown: unknown): McpwardError {
  if (thrown instanceof McpwardError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new McpwardError("internal", `unexpected error: ${firstLine(message)}`, {
    hint: "this is a defect in mcpward; please report it with the command you ran",
    cause: thrown,
  });
}

/** The error for work that the caller's signal ended. */
export function stopped(signal: AbortSignal): McpwardError {
  if (signal.reason instanceof McpwardError) return signal.reason;
  return new McpwardError("aborted", "stopped before the server was tested", { cause: signal.reason });
}

/** The code of a Node system error (`ENOENT`, `EACCES`, …), when it has one. */
export function systemCode(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? "";
}
