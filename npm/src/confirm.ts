import type { Names } from "./answers.js";
import { check } from "./engine.js";
import { stopped } from "./errors.js";
import type { CheckRequest } from "./questions.js";

/**
 * Checks, and asks the server a second time before drift fails a build: what differs on every start is no drift.
 * `again` looks at the server once more without calling a tool; a failure of it leaves the first report, unless
 * the second look was `asked` for: then it is always made, and its failure is one.
 */
export async function checkConfirmed(
  request: CheckRequest,
  names: Names,
  signal: AbortSignal,
  again: (() => Promise<string>) | undefined,
  asked = false,
): Promise<string> {
  const report = await check(request, names);
  if (again === undefined || !(asked || hasDriftThatFails(report))) return report;
  const confirm = await again().catch((error: unknown) => {
    if (asked) throw error;
  });
  if (signal.aborted) throw stopped(signal);
  return confirm === undefined ? report : await check({ ...request, confirm }, names);
}

function hasDriftThatFails(report: string): boolean {
  const { results } = JSON.parse(report) as {
    readonly results: readonly { family: string; status: string; class?: string }[];
  };
  // A server that changes once it was called has been asked twice already.
  return results.some(
    (result) => result.family === "drift" && result.status === "fail" && result.class !== "surface_mutated",
  );
}
