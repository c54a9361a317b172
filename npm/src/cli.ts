#!/usr/bin/env node
// The one file that touches `process`: arguments, streams, signals and the exit code.
import { constants } from "node:os";
import { parseCommandLine } from "./args.js";
import { commands } from "./commands.js";
import { asMcpwardError, McpwardError } from "./errors.js";
import { discardUnfinished } from "./files.js";
import { help } from "./help.js";
import type { ExitCode, Io } from "./io.js";
import { version } from "./package.js";
import { renderError } from "./render-error.js";
import { textStream } from "./streams.js";

const stopping = new AbortController();
let stoppedBy: NodeJS.Signals | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (stoppedBy !== undefined) {
      // Asked twice: the orderly way takes too long for somebody.
      discardUnfinished();
      process.exit(128 + constants.signals[signal]);
    }
    stoppedBy = signal;
    stopping.abort(new McpwardError("aborted", `stopped by ${signal}`));
  });
}

const io: Io = {
  stdout: textStream(process.stdout, process.env, "standard output"),
  stderr: textStream(process.stderr, process.env),
  env: process.env,
  cwd: process.cwd(),
  signal: stopping.signal,
  now: () => new Date(),
  nodeVersion: process.version,
  platform: process.platform,
};

async function main(): Promise<ExitCode> {
  const asked = parseCommandLine(process.argv.slice(2));
  if (!("show" in asked)) {
    const { run } = await commands[asked.command]();
    return await run(asked, io);
  }
  await io.stdout.write(asked.show === "version" ? `${version()}\n` : help(asked.command));
  return 0;
}

async function failed(thrown: unknown): Promise<ExitCode> {
  await io.stderr.write(renderError(asMcpwardError(thrown), io.stderr.color));
  return 2;
}

process.on("uncaughtException", (error) => {
  discardUnfinished();
  void failed(error).then((code) => process.exit(code));
});

const code = await main().catch(failed);
// A signal that came while the core was at work is delivered only now.
await new Promise((resolve) => setImmediate(resolve));
// Everything is written by now; a timer or socket that somebody left open must not hold the job.
process.exit(stoppedBy === undefined ? code : 128 + constants.signals[stoppedBy]);
