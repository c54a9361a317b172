import type { WriteStream } from "node:tty";
import { McpwardError, systemCode } from "./errors.js";
import type { TextStream } from "./io.js";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Wraps a stream of the process. A reader that went away (`mcpward run | head`) ends the writing, not the run. Anything
 * else, such as a full disk, is an error where the stream carries results, which have a `name` for it; what is said
 * beside them may be lost.
 */
export function textStream(stream: NodeJS.WriteStream, env: Env, name?: string): TextStream {
  let open = true;
  let failure: McpwardError | undefined;
  const broke = (error: Error): void => {
    open = false;
    if (name !== undefined && !readerLeft(error)) failure ??= unwritable(name, error);
  };
  stream.on("error", broke);
  const isTty = stream.isTTY === true;
  return {
    isTty,
    columns: isTty ? (stream as WriteStream).columns : undefined,
    color: wantsColor(isTty, env),
    write: (text) =>
      new Promise((resolve, reject) => {
        const done = (): void => (failure === undefined ? resolve() : reject(failure));
        if (!open || text === "") return done();
        stream.write(text, (error) => {
          if (error != null) broke(error);
          done();
        });
      }),
  };
}

function readerLeft(error: Error): boolean {
  return ["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"].includes(systemCode(error) ?? "");
}

function unwritable(name: string, cause: Error): McpwardError {
  const code = systemCode(cause) ?? "unknown error";
  const reason = code === "ENOSPC" ? "no space left on the device" : code;
  return new McpwardError("output", `cannot write to ${name} (${reason})`, { cause });
}

/** `NO_COLOR` (set, not empty) wins over `FORCE_COLOR` (anything but 0 or empty), which wins over the terminal. */
export function wantsColor(isTty: boolean, env: Env): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const force = env["FORCE_COLOR"];
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  return isTty && env["TERM"] !== "dumb";
}
