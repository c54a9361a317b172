import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { capture, McpwardError, type MessageChannel, run } from "../dist/index.js";
import { DRIFT_SERVER, NPM } from "./support.js";

const require = createRequire(join(NPM, "package.json"));
const load = (name: string) => import(pathToFileURL(require.resolve(name)).href) as Promise<any>;

interface Pair {
  readonly transport: MessageChannel;
}

/** A server of the official SDK 2.x. */
async function newSdk(): Promise<Pair> {
  const { fromJsonSchema, InMemoryTransport, McpServer } = await load("@modelcontextprotocol/server");
  const server = new McpServer({ name: "inside", version: "1.0.0" });
  const inputSchema = fromJsonSchema({
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
  });
  const echo = { description: "Gives the text back.", inputSchema };
  server.registerTool("echo", echo, async ({ text }: { text: string }) => ({
    content: [{ type: "text", text }],
  }));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  return { transport: ours };
}

/** The same over the SDK 1.x. */
async function oldSdk(): Promise<Pair> {
  const { InMemoryTransport } = await load("@modelcontextprotocol/sdk/inMemory.js");
  const { McpServer } = await load("@modelcontextprotocol/sdk/server/mcp.js");
  const { z } = await load("zod");
  const server = new McpServer({ name: "inside", version: "1.0.0" });
  server.registerTool(
    "echo",
    { description: "Gives the text back.", inputSchema: { text: z.string() } },
    async ({ text }: { text: string }) => ({ content: [{ type: "text", text }] }),
  );
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  return { transport: ours };
}

for (const [name, pair] of Object.entries({ "1": oldSdk, "2": newSdk })) {
  test(`a_server_of_the_sdk_${name}_is_looked_at_and_run_in_this_process`, async () => {
    const surface = await capture(await pair());
    assert.equal(surface.serverInfo?.["name"], "inside");
    assert.deepEqual(
      surface.tools.map(({ name }) => name),
      ["echo"],
    );
    const report = await run(await pair());
    assert.deepEqual(
      report.results.filter(({ status }) => status === "fail").map(({ message }) => message),
      [],
    );
  });
}

type Answer = (message: unknown) => unknown;

/** A channel to a well-behaved server, changed in one way. */
async function channel(change: (channel: MessageChannel, answer: Answer) => Partial<MessageChannel>) {
  const { server } = (await import(pathToFileURL(join(DRIFT_SERVER, "../protocol.mjs")).href)) as {
    server: (version: string) => Answer;
  };
  const answer = server("v1");
  const transport: MessageChannel = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      const reply = answer(message);
      if (reply !== undefined) queueMicrotask(() => transport.onmessage?.(reply as never));
    },
  };
  return { transport: Object.assign(transport, change(transport, answer)) };
}

const isList = (message: unknown): boolean => (message as { method?: string }).method === "tools/list";
const short = { timeouts: { callMs: 300, connectMs: 300 } };

const FATAL: Readonly<
  Record<string, readonly [(channel: MessageChannel, answer: Answer) => Partial<MessageChannel>, RegExp]>
> = {
  that_does_not_start: [() => ({ start: () => Promise.reject(new Error("no start")) }), /failed: no start/],
  that_throws_at_the_start: [
    () => ({
      start: () => {
        throw new Error("thrown at once");
      },
    }),
    /failed: thrown at once/,
  ],
  that_does_not_send: [() => ({ send: () => Promise.reject(new Error("no send")) }), /failed: no send/],
  that_throws_when_it_sends: [
    () => ({
      send: () => {
        throw new Error("thrown on send");
      },
    }),
    /failed: thrown on send/,
  ],
  that_never_answers: [() => ({ send: async () => {} }), /did not answer `initialize` within 300 ms/],
  that_closes_in_the_middle: [
    (channel, answer) => ({
      send: async (message) => {
        if (isList(message)) return channel.onclose?.();
        const reply = answer(message);
        if (reply !== undefined) queueMicrotask(() => channel.onmessage?.(reply as never));
      },
    }),
    /closed the connection before answering `tools\/list`/,
  ],
  whose_message_is_no_json: [
    (channel) => ({
      send: async () => queueMicrotask(() => channel.onmessage?.({ jsonrpc: "2.0", id: 1n } as never)),
    }),
    /failed: .*BigInt/,
  ],
  whose_message_is_nothing: [
    (channel) => ({ send: async () => queueMicrotask(() => channel.onmessage?.(undefined as never)) }),
    /did not answer `initialize` within 300 ms/,
  ],
};
for (const [name, [change, words]] of Object.entries(FATAL)) {
  test(`a_channel_${name}_is_told_in_its_own_words`, async () => {
    await assert.rejects(capture(await channel(change), short), (error) => {
      assert.ok(error instanceof McpwardError, String(error));
      assert.match(error.message, words);
      return true;
    });
  });
}

test("a_channel_that_never_closes_is_left_after_its_time", async () => {
  const surface = await capture(await channel(() => ({ close: () => new Promise(() => {}) })));
  assert.equal(surface.tools.length, 6);
});

test("a_channel_that_throws_on_close_costs_nothing", async () => {
  for (const close of [
    () => Promise.reject(new Error("no close")),
    () => {
      throw new Error("thrown on close");
    },
  ]) {
    assert.equal((await capture(await channel(() => ({ close })))).tools.length, 6);
  }
});
