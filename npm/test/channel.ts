import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { MessageChannel } from "../dist/index.js";
import { DRIFT_SERVER } from "./support.js";

/** The drift server in this process, behind a channel of which parts may misbehave. */
export async function driftChannel(
  version: string,
  odd: Partial<MessageChannel> = {},
): Promise<MessageChannel & { readonly sent: unknown[] }> {
  const protocol = (await import(pathToFileURL(join(DRIFT_SERVER, "../protocol.mjs")).href)) as {
    server: (version: string) => (message: unknown) => unknown;
  };
  const answer = protocol.server(version);
  const sent: unknown[] = [];
  const channel: MessageChannel & { readonly sent: unknown[] } = {
    sent,
    start: async () => {},
    close: async () => channel.onclose?.(),
    send: async (message) => {
      sent.push(message);
      const reply = answer(message);
      if (reply !== undefined) queueMicrotask(() => channel.onmessage?.(reply as never));
    },
    ...odd,
  };
  return channel;
}
