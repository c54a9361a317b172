export {
  capture,
  type CaptureOptions,
  compareSchemas,
  type Config,
  diff,
  type DiffOptions,
  formatReport,
  type HttpTarget,
  lint,
  type LintOptions,
  parseLockfile,
  rules,
  run,
  type RunOptions,
  type SchemaComparison,
  type ServerTarget,
  type StdioTarget,
  type Target,
  type TransportTarget,
} from "./api.js";
export { type ErrorCode, McpwardError } from "./errors.js";
export type { Report, ReportResult } from "./report.js";
export type { Format } from "./reporters.js";
export type { Rule } from "./rule-book.js";
export type { MessageChannel } from "./transports/in-process.js";
export type { JsonObject, Surface, Tool } from "./surface.js";
