import type { WriteStream } from "node:tty";
import type { TextStream } from "./io.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Wraps a stream of the process. A reader that went away (`mcpward run | head`) ends the writing, not the run. */
export function textStream(stream: NodeJS.WriteStream, env: Env): TextStream {
  let open = true;
  stream.on("error", () => (open = false));
  const isTty = stream.isTTY === true;
  return {
    isTty,
    columns: isTty ? (stream as WriteStream).columns : undefined,
    color: wantsColor(isTty, env),
    write: (text) =>
      new Promise((resolve) => {
        if (!open || text === "") resolve();
        else stream.write(text, () => resolve());
      }),
  };
}

/** `NO_COLOR` (set, not empty) wins over `FORCE_COLOR` (anything but 0 or empty), which wins over the terminal. */
export function wantsColor(isTty: boolean, env: Env): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const force = env["FORCE_COLOR"];
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  return isTty && env["TERM"] !== "dumb";
}
