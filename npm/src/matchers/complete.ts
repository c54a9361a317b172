import { McpwardError } from "../errors.js";
import type { Report } from "../report.js";

/**
 * The report of a server that was tested whole.
 *
 * @throws McpwardError `timeout` when it was not: then an expectation neither holds nor fails
 */
export function complete(report: Report): Report {
  if (report.incomplete === undefined) return report;
  throw new McpwardError("timeout", `not everything was tested: ${report.incomplete}`);
}
