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

export function inProcessTransport(channel: MessageChannel, emit: Emit): Transport {
  let closed = false;
  const finish = (): void => {
    if (closed) return;
    closed = true;
    emit({ type: "closed", stderrTail: "" });
  };
  const failed = (error: unknown): void => {
    emit({
      type: "failed",
      code: "in-process",
      message: error instanceof Error ? error.message : String(error),
    });
  };
  const open = (): void => {
    channel.onmessage = (message: unknown) => emit({ type: "message", text: JSON.stringify(message) });
    channel.onclose = finish;
    channel.start().then(() => emit({ type: "opened" }), failed);
  };
  const close = async (): Promise<void> => {
    await channel.close().catch(() => undefined);
    finish();
  };
  return {
    open,
    // There is no second process to have: the same one is asked again.
    reopen: () => queueMicrotask(() => emit({ type: "opened" })),
    send({ exchange, text }) {
      channel.send(JSON.parse(text)).then(() => emit({ type: "sent", exchange }), failed);
    },
    cancel: () => undefined,
    close: () => void close(),
    abort: close,
  };
}
