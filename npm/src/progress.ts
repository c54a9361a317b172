import { inCi, type Io } from "./io.js";

export interface Progress {
  readonly show: (message: string) => void;
  /** Takes the line away, so that a report starts on a clean one. */
  readonly clear: () => Promise<void>;
}

const CLEAR = "\r\u001b[2K";

/** One line on stderr that says what is waited for; nothing where nobody watches. */
export function progress(io: Io): Progress {
  if (!io.stderr.isTty || inCi(io.env)) return { show: () => {}, clear: async () => {} };
  let shown = false;
  return {
    show: (message) => {
      shown = true;
      const width = Math.max((io.stderr.columns ?? 80) - 1, 20);
      void io.stderr.write(`${CLEAR}${message.slice(0, width)}`);
    },
    clear: async () => {
      if (shown) await io.stderr.write(CLEAR);
      shown = false;
    },
  };
}
