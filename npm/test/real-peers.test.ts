import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { capture, type Report, run, type ServerTarget, type Surface } from "../dist/index.js";
import { freePort, NPM, ROOT, startHttp } from "./support.js";

const EVERYTHING = join(NPM, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
const SDK = join(ROOT, "fixtures/servers/sdk/server.mjs");

async function everything(t: TestContext, transport: "streamableHttp" | "sse"): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [EVERYTHING, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  t.after(() => child.kill());
  await new Promise<void>((resolve, reject) => {
    child.on("exit", () => reject(new Error("server-everything ended before it listened")));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (/(listening|running) on port/.test(text)) resolve();
    });
  });
  return `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`;
}

const failures = ({ results }: Report): readonly string[] =>
  results.filter(({ status }) => status === "fail").map(({ rule, id }) => rule ?? id);

test("server_everything_offers_the_same_over_its_three_transports", async (t) => {
  const stdio = await capture({ command: process.execPath, args: [EVERYTHING, "stdio"] });
  assert.ok(stdio.tools.length > 5);
  for (const transport of ["streamableHttp", "sse"] as const) {
    const there = await capture({ url: await everything(t, transport) });
    assert.deepEqual(there, stdio, transport);
  }
});

test("server_everything_is_run_over_http_and_sse_as_over_stdio", async (t) => {
  const targets: ServerTarget[] = [
    { command: process.execPath, args: [EVERYTHING, "stdio"] },
    { url: await everything(t, "streamableHttp") },
    { url: await everything(t, "sse") },
  ];
  const [stdio, ...others] = await Promise.all(targets.map(async (target) => failures(await run(target))));
  for (const other of others) assert.deepEqual(other, stdio);
});

/** What each server of the official SDK 2.x must be spoken to in, by what is asked for. */
const REVISIONS = {
  dual: { auto: "2025-11-25", "2025-06-18": "2025-06-18", "2026-07-28": "2026-07-28" },
  reject: { auto: "2026-07-28", "2025-06-18": "2026-07-28", legacy: /-32022/ },
  modern: { auto: "2026-07-28", modern: "2026-07-28", legacy: /-32601/ },
} as const;
for (const [mode, revisions] of Object.entries(REVISIONS)) {
  test(`sdk_2_${mode}_is_spoken_to_in_the_right_era_over_both_transports`, async (t) => {
    const url = await startHttp(t, SDK, mode, "--http");
    for (const target of [{ command: process.execPath, args: [SDK, mode] }, { url }]) {
      for (const [protocol, expected] of Object.entries(revisions)) {
        const row = `${protocol} of ${JSON.stringify(target)}`;
        const look: Promise<Surface> = capture({ ...target, protocol });
        if (expected instanceof RegExp) await assert.rejects(look, expected, row);
        else {
          const { protocolVersion, serverInfo, tools } = await look;
          assert.equal(protocolVersion, expected, row);
          assert.equal(serverInfo?.["name"], "sdk-server", row);
          assert.deepEqual(
            tools.map(({ name }) => name),
            ["echo", "two_rounds"],
            row,
          );
        }
      }
    }
  });
}

test("sdk_2_passes_every_check_in_both_eras_rounds_included", async (t) => {
  const url = await startHttp(t, SDK, "dual", "--http");
  for (const protocol of ["2025-11-25", "2026-07-28"]) {
    for (const server of [
      { transport: "stdio", command: process.execPath, args: [SDK, "dual"], protocol },
      { transport: "http", url, protocol },
    ] as const) {
      const called = (tool: string, args: object, text: string) => ({
        tool,
        cases: [{ name: "done", args, expect: { jsonpath: { "$.content[0].text": text } } }],
      });
      const report = await run({
        server,
        suites: [called("echo", { text: "hi" }, "hi"), called("two_rounds", {}, "done")],
      } as Parameters<typeof run>[0]);
      assert.deepEqual(
        report.results.filter(({ status }) => status === "fail" || status === "warn"),
        [],
      );
    }
  }
});
