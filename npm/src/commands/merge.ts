import { resolve } from "node:path";
import type { Args } from "../args.js";
import { McpwardError } from "../errors.js";
import type { ExitCode, Io } from "../io.js";
import { readText } from "../reading.js";
import { plannedOutputs, writeOutputs } from "../reporters.js";
import { exitCode, type NamedReport, renderReports } from "../reports.js";

/** Joins the JSON reports of several runs, such as the jobs of a CI matrix, and gives their common exit code. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  const outputs = await plannedOutputs(args, io);
  const reports: NamedReport[] = [];
  for (const name of args.positionals) reports.push(...(await readReports(name, io)));
  await writeOutputs(
    outputs,
    (format, canvas) =>
      renderReports(reports, true, format, { ...canvas, verbose: args.flags.has("verbose") }),
    io,
  );
  return exitCode(reports);
}

/** The reports in a file: one, or the several of a `servers:` map. */
async function readReports(name: string, io: Io): Promise<NamedReport[]> {
  const text = await readText(
    resolve(io.cwd, name),
    (reason, cause) => new McpwardError("usage", `the report \`${name}\` ${reason}`, { cause }),
  );
  if (text === undefined) throw new McpwardError("usage", `the report \`${name}\` does not exist`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new McpwardError("usage", `the report \`${name}\` is not JSON`, { cause });
  }
  const { servers, across } = (document ?? {}) as { servers?: unknown; across?: unknown };
  const single: readonly unknown[] = Array.isArray(servers) ? servers : [document];
  const together: readonly unknown[] = Array.isArray(across) ? across : [];
  return [...single, ...together].map((report: unknown, index) => {
    const { schemaVersion, results, server } = (report ?? {}) as Record<string, unknown>;
    if (schemaVersion !== 1 || !Array.isArray(results)) {
      throw new McpwardError("usage", `\`${name}\` is not a JSON report of version 1`, {
        hint: "write one with `mcpward run --reporter json --out FILE`",
      });
    }
    if (index >= single.length) return { name: undefined, text: JSON.stringify(report), across: true };
    // In the report of several servers each has the name that its configuration gives it.
    const { name: configured, ...rest } = report as Record<string, unknown>;
    return {
      name: String(configured ?? (server as { name?: unknown } | undefined)?.name ?? name),
      text: JSON.stringify(rest),
    };
  });
}
