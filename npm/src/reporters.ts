import { resolve } from "node:path";
import { type Args, value, values } from "./args.js";
import { McpwardError } from "./errors.js";
import { type Format, FORMATS } from "./formats.js";
import { append, checkWritable, shownPath, writeWhole } from "./files.js";
import type { Io } from "./io.js";
import { didYouMean } from "./nearest.js";

/** One report to produce; without a file it goes to stdout. */
export interface Output {
  readonly format: Format;
  readonly file: string | undefined;
}

/**
 * What `--reporter`, `--json` and `--out` ask for. Every file is checked now, so that a missing folder is known
 * before a server is started.
 *
 * @throws McpwardError `usage` or `output`
 */
export async function plannedOutputs(args: Args, io: Io): Promise<readonly Output[]> {
  const asked = values(args, "reporter").map(parseReporter);
  if (args.flags.has("json") && !asked.some(({ format, file }) => format === "json" && file === undefined)) {
    asked.push({ format: "json", file: undefined });
  }
  if (asked.length === 0) asked.push({ format: "console", file: undefined });
  const out = value(args, "out");
  const loose = asked.filter(({ file }) => file === undefined);
  if (loose.length > 1) {
    throw new McpwardError(
      "usage",
      `${loose.map(({ format }) => format).join(" and ")} would both write to one place`,
      {
        hint: `name a file for one of them: --reporter ${loose[1]?.format}:FILE`,
      },
    );
  }
  if (out !== undefined && loose.length === 0) {
    throw new McpwardError("usage", "`--out` has nothing to write: every reporter names its own file");
  }
  const outputs = asked.map(({ format, file }) => ({
    format,
    file: file ?? (out === "-" ? undefined : out),
  }));
  const files = new Set<string>();
  for (const { file } of outputs) {
    if (file === undefined) continue;
    const path = resolve(io.cwd, file);
    if (files.has(path)) throw new McpwardError("usage", `two reporters would write \`${file}\``);
    files.add(path);
    await checkWritable(path, file);
  }
  return outputs;
}

function parseReporter(text: string): Output {
  const colon = text.indexOf(":");
  const name = colon === -1 ? text : text.slice(0, colon);
  const file = colon === -1 ? undefined : text.slice(colon + 1);
  if (!(FORMATS as readonly string[]).includes(name)) {
    throw new McpwardError("usage", `unknown reporter \`${name}\`${didYouMean(name, FORMATS)}`, {
      hint: `the reporters are ${FORMATS.join(", ")}`,
    });
  }
  if (file === "") throw new McpwardError("usage", `\`--reporter ${text}\` names no file`);
  return { format: name as Format, file };
}

/** How the place looks where a report is shown. */
export interface Canvas {
  readonly color: boolean;
  readonly width?: number;
}

/** Renders one report for each output and writes it. */
export async function writeOutputs(
  outputs: readonly Output[],
  render: (format: Format, canvas: Canvas) => Promise<string>,
  io: Io,
): Promise<void> {
  for (const { format, file } of outputs) {
    if (file === undefined) {
      const { color, columns: width } = io.stdout;
      await io.stdout.write(await render(format, { color, ...(width === undefined ? {} : { width }) }));
      continue;
    }
    const text = await render(format, { color: false });
    const path = resolve(io.cwd, file);
    const summary = io.env["GITHUB_STEP_SUMMARY"];
    // Several commands of one step share the job summary.
    if (summary !== undefined && summary !== "" && path === resolve(io.cwd, summary))
      await append(path, text, file);
    else await writeWhole(path, text, shownPath(path, io.cwd));
  }
}
