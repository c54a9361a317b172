import assert from "node:assert/strict";
import { test } from "node:test";
import { capture, diff, McpwardError, type MessageChannel } from "../dist/index.js";
import { driftChannel } from "./channel.js";

const fails = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof McpwardError);
  assert.equal(error.code, code, error.message);
  assert.match(error.message, message);
  return true;
};

test("a_server_in_this_process_is_captured_through_its_transport", async () => {
  const surface = await capture({ transport: await driftChannel("v1") });
  assert.equal(surface.tools.length, 6);
  assert.equal(surface.serverInfo?.["name"], "drift-server");
});

test("two_servers_in_this_process_are_compared", async () => {
  const old = { transport: await driftChannel("v1") };
  const report = await diff(old, { transport: await driftChannel("v2") });
  assert.ok(report.results.some((row) => row.class === "tool_removed"));
});

test("a_transport_that_cannot_start_is_an_error_with_its_reason", async () => {
  const throws: Partial<MessageChannel> = {
    start: () => {
      throw new Error("already started");
    },
  };
  const work = capture({ transport: await driftChannel("v1", throws) });
  await assert.rejects(work, fails("connect", /already started/));
});

test("a_transport_that_cannot_send_is_an_error_with_its_reason", async () => {
  const work = capture({
    transport: await driftChannel("v1", { send: () => Promise.reject(new Error("not connected")) }),
  });
  await assert.rejects(work, fails("connect", /not connected/));
});

test("a_message_that_is_no_json_is_an_error_and_no_exception_in_the_server", async () => {
  let thrown: unknown;
  const channel = await driftChannel("v1");
  channel.send = async () => {
    try {
      channel.onmessage?.({ jsonrpc: "2.0", id: 1, result: 1n } as never);
    } catch (error) {
      thrown = error;
    }
  };
  await assert.rejects(capture({ transport: channel }), fails("connect", /BigInt/));
  assert.equal(thrown, undefined);
});

test("a_transport_that_never_closes_does_not_hold_the_result", async () => {
  const surface = await capture({
    transport: await driftChannel("v1", { close: () => new Promise<void>(() => {}) }),
  });
  assert.equal(surface.tools.length, 6);
});

test("a_signal_ends_a_server_in_this_process", async () => {
  let closed = false;
  const silent: Partial<MessageChannel> = { send: async () => {}, close: async () => void (closed = true) };
  const work = capture({ transport: await driftChannel("v1", silent) }, { signal: AbortSignal.timeout(50) });
  await assert.rejects(work, fails("aborted", /stopped/));
  assert.ok(closed);
});
