import { resolve } from "node:path";
import { diff, formatReport, parseLockfile } from "../api.js";
import type { DiffOptions } from "../api-options.js";
import { baseline } from "../engine.js";
import { McpwardError, stopped } from "../errors.js";
import { shownPath, writeWhole } from "../files.js";
import { inCi } from "../io.js";
import { hostOf, look, pathOf, prepare, signalOf } from "../library.js";
import { readText } from "../reading.js";
import { sourceOf } from "../surface.js";
import type { Target } from "../targets.js";
import type { Outcome } from "./outcome.js";
import { complete } from "./complete.js";

interface Lockfile {
  readonly path: string;
  readonly shown: string;
  readonly text: string | undefined;
}

/**
 * Whether what `target` offers keeps the contract in `lockfile`. With `MCPWARD_UPDATE=1` the lockfile is written
 * instead; nothing else ever writes it.
 */
export async function keepsContract(
  target: Target,
  lockfile: string | URL,
  options: DiffOptions,
  mayUpdate: boolean,
): Promise<Outcome> {
  const file = await readLockfile(lockfile);
  if (mayUpdate && process.env["MCPWARD_UPDATE"] === "1") return await update(target, file, options);
  if (file.text === undefined) {
    throw new McpwardError("lockfile", `the lockfile \`${file.shown}\` does not exist`, {
      hint: "run the tests once with MCPWARD_UPDATE=1, review the file and commit it",
    });
  }
  const report = complete(await diff(file.path, target, options));
  const pass = report.summary.failed === 0;
  const shown = await formatReport(report, "console");
  return {
    pass,
    message: pass
      ? `expected a contract other than \`${file.shown}\`\n${shown}`
      : `the contract in \`${file.shown}\` is not kept\n${shown}\n` +
        `Meant so? Run the tests with MCPWARD_UPDATE=1 and review what it changes in \`${file.shown}\`.`,
  };
}

async function readLockfile(lockfile: string | URL): Promise<Lockfile> {
  const path = resolve(pathOf(lockfile));
  const shown = shownPath(path, process.cwd());
  const text = await readText(path, (reason, cause) => {
    return new McpwardError("lockfile", `the lockfile \`${shown}\` ${reason}`, { cause });
  });
  return { path, shown, text };
}

async function update(target: Target, file: Lockfile, options: DiffOptions): Promise<Outcome> {
  const { side, plan } = await look(await prepare(target, options), options, "baseline");
  const capture =
    "capture" in side
      ? side.capture
      : // A copy has no text behind it, so it becomes a capture.
        (sourceOf({ ...(await parseLockfile(side.text)) }) as { readonly capture: string }).capture;
  const answer = await baseline(
    {
      config: plan?.config ?? "{}",
      capture,
      only: [],
      host: hostOf(plan, options),
      ...(file.text === undefined ? {} : { previous: file.text }),
    },
    { baseline: file.shown },
  );
  const message = `expected a contract other than \`${file.shown}\`, which was just written from it`;
  if (!answer.changed) return { pass: true, message, notice: `MCPWARD_UPDATE=1: ${file.shown} is unchanged` };
  const signal = signalOf(options);
  if (signal.aborted) throw stopped(signal);
  await writeWhole(file.path, answer.text, file.shown);
  const accepted = answer.accepts?.results.map((row) => `  ${row.message}`) ?? [];
  const lines = [
    `MCPWARD_UPDATE=1: ${file.shown} was ${file.text === undefined ? "created" : "rewritten"}; review it and commit it`,
    ...accepted,
    ...(inCi(process.env) ? ["  in CI this accepts whatever the server offers"] : []),
  ];
  return { pass: true, message, notice: lines.join("\n") };
}
