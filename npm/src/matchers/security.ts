import { formatReport, lint } from "../api.js";
import type { LintOptions } from "../api-options.js";
import type { Target } from "../targets.js";
import { complete } from "./complete.js";
import type { Outcome } from "./outcome.js";

/** Whether the security rules find nothing in what `target` offers, warnings included. */
export async function isSecure(target: Target, options: LintOptions): Promise<Outcome> {
  const checks = { ...options.checks, compliance: false, schema: false, collision: false, security: true };
  const report = complete(await lint(target, { ...options, checks }));
  const found = report.results.filter(
    ({ family, status }) => family === "security" && (status === "fail" || status === "warn"),
  );
  const shown = await formatReport(report, "console");
  return {
    pass: found.length === 0,
    message:
      found.length === 0
        ? `expected security findings, and there are none\n${shown}`
        : `there are ${found.length} security finding(s)\n${shown}`,
  };
}
