/**
 * Contract tests for MCP servers, as a library: look at what a server offers, compare it with what was pinned, check it.
 *
 * @packageDocumentation
 */
export { capture, compareSchemas, diff, formatReport, lint, parseLockfile, rules, run } from "./api.js";
export type {
  CaptureOptions,
  ChangeOptions,
  CompareOptions,
  Config,
  DefinitionOptions,
  DiffOptions,
  FormatOptions,
  JudgeOptions,
  Limits,
  LintOptions,
  RecordedCall,
  RunOptions,
  Score,
} from "./api-options.js";
export type {
  Bump,
  Direction,
  Effect,
  Evidence,
  Family,
  Level,
  Outcome,
  ServerIdentity,
  Severity,
  Summary,
  TextPlace,
  Verdict,
} from "./generated/report.js";
export { type ErrorCode, McpwardError } from "./errors.js";
export type { Format } from "./formats.js";
export type { Report, ReportResult } from "./report.js";
export type { Rule } from "./rule.js";
export type { SchemaChange, SchemaComparison } from "./schema-comparison.js";
export type { JsonObject, Surface, Tool } from "./surface.js";
export type {
  Contract,
  ContractText,
  HttpTarget,
  ServerTarget,
  StdioTarget,
  Target,
  TransportTarget,
} from "./targets.js";
export type { MessageChannel } from "./transports/in-process.js";
