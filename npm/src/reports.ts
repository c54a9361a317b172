import type { McpwardError } from "./errors.js";
import { render } from "./engine.js";
import type { ExitCode, Io } from "./io.js";
import { version } from "./package.js";
import type { Format } from "./formats.js";
import type { LockfileText, RenderOptions, ReportHead } from "./questions.js";

/** The JSON report of one server; `name` is its key under `servers:`. */
export interface NamedReport {
  readonly name: string | undefined;
  readonly text: string;
  /** It tells what several servers show only together. */
  readonly across?: boolean;
  /** What it was compared with, so that a finding can point at a line. */
  readonly lockfile?: LockfileText;
}

/** Renders one report, or all reports of a `servers:` map as one document of the format. */
export async function renderReports(
  reports: readonly NamedReport[],
  several: boolean,
  format: Format,
  options: RenderOptions,
): Promise<string> {
  const [first] = reports;
  const report = several || first === undefined ? joined(reports) : first.text;
  return await render(report, format, format === "sarif" ? { ...options, ...lockfiles(reports) } : options);
}

function lockfiles(reports: readonly NamedReport[]): Partial<RenderOptions> {
  const [first] = reports;
  const named = reports.flatMap(({ name, lockfile }) =>
    name === undefined || lockfile === undefined ? [] : [[name, lockfile] as const],
  );
  return {
    ...(first?.lockfile && { lockfilePath: first.lockfile.path, lockfileText: first.lockfile.text }),
    lockfiles: Object.fromEntries(named),
  };
}

/** The reports as one document, each with its name. Their text goes in as it is. */
function joined(reports: readonly NamedReport[]): string {
  const single = reports.filter((report) => report.across !== true);
  const servers = single.map(
    ({ name, text }) => `{"name":${JSON.stringify(name ?? "")},${text.trim().slice(1)}`,
  );
  const across = reports.filter((report) => report.across === true).map(({ text }) => text.trim());
  const together = across.length === 0 ? "" : `,"across":[${across.join(",")}]`;
  return `{"servers":[${servers.join(",")}]${together}}`;
}

/** 2 if anything was left untested, else 1 if anything failed, else 0. */
export function exitCode(reports: readonly NamedReport[]): ExitCode {
  const heads = reports.map(({ text }) => JSON.parse(text) as ReportHead);
  if (heads.some((head) => head.incomplete !== undefined)) return 2;
  return heads.some((head) => head.summary.failed > 0) ? 1 : 0;
}

/** The report of a server that could not be tested. */
export function incompleteReport(command: string, name: string, error: McpwardError, io: Io): string {
  return JSON.stringify({
    schemaVersion: 1,
    version: version(),
    timestamp: io.now().toISOString(),
    command,
    server: { name, version: "", protocolVersion: "" },
    summary: { total: 0, passed: 0, failed: 0, warnings: 0, skipped: 0 },
    incomplete: error.message,
    results: [],
  });
}
