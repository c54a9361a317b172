import type { Emit, Transport } from "./vocabulary.js";

/** The client's end of an in-process connection: the shape of the official SDK's transports. */
export interface MessageChannel {
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

/** How long a channel may take to close before it is left alone. */
const GRACE_MS = 2_000;

export function inProcessTransport(channel: MessageChannel, emit: Emit): Transport {
  let closed = false;
  const finish = (): void => {
    if (closed) return;
    closed = true;
    emit({ type: "closed", stderrTail: "" });
  };
  const failed = (error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error);
    emit({ type: "failed", code: "in-process", message });
  };
  const receive = (message: unknown): void => {
    let text: string | undefined;
    try {
      text = JSON.stringify(message);
    } catch (error) {
      return failed(error);
    }
    if (text !== undefined) emit({ type: "message", text });
  };
  const open = (): void => {
    channel.onmessage = receive;
    channel.onclose = finish;
    attempt(() => channel.start()).then(() => emit({ type: "opened" }), failed);
  };
  const close = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GRACE_MS);
    });
    await Promise.race([attempt(() => channel.close()).catch(() => undefined), grace]);
    clearTimeout(timer);
    finish();
  };
  return {
    open,
    // There is no second process to have: the same one is asked again.
    reopen: () => queueMicrotask(() => emit({ type: "opened" })),
    send({ exchange, text }) {
      attempt(() => channel.send(JSON.parse(text))).then(() => emit({ type: "sent", exchange }), failed);
    },
    cancel: () => undefined,
    close: () => void close(),
    abort: close,
  };
}

/** A channel that somebody wrote by hand may throw where it should reject, or give no promise. */
async function attempt(work: () => Promise<void>): Promise<void> {
  await work();
}
