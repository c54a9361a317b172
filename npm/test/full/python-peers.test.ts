import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { capture, type Config, run, type Surface } from "../../dist/index.js";
import { freePort, ROOT } from "../support.js";

const SERVER = join(ROOT, "fixtures/servers/python/server.py");
const PYTHONS = JSON.parse(process.env["MCPWARD_PYTHONS"] ?? "{}") as Readonly<Record<string, string>>;
/** What every version of the SDK speaks when nothing else is asked for. */
const REVISION = "2025-11-25";
/** What only the newer one speaks. */
const MODERN = "2026-07-28";

async function listening(t: TestContext, python: string, transport: string): Promise<string> {
  const port = await freePort();
  const child = spawn(python, [SERVER, transport, String(port)], { stdio: ["ignore", "ignore", "ignore"] });
  t.after(() => child.kill());
  let ended = false;
  child.on("exit", () => (ended = true));
  while (!(await answers(port))) {
    if (ended) throw new Error(`the Python server ended before it listened (${transport})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}

function offered({ serverInfo, tools, prompts, resources, instructions }: Surface) {
  const names = (list: readonly { readonly name?: unknown }[] = []) => list.map(({ name }) => name);
  return [serverInfo?.["name"], instructions, names(tools), names(prompts), names(resources)];
}
const OFFERED = ["python-server", "Two tools.", ["echo", "add"], ["greet"], ["memo"]];

for (const [version, python] of Object.entries(PYTHONS)) {
  const modern = !version.startsWith("1.");

  test(`python_sdk_${version}_offers_the_same_over_its_three_transports`, async (t) => {
    const stdio = await capture({ command: python, args: [SERVER, "stdio"] });
    assert.equal(stdio.protocolVersion, REVISION);
    assert.deepEqual(offered(stdio), OFFERED);
    for (const transport of ["streamable-http", "sse"]) {
      assert.deepEqual(await capture({ url: await listening(t, python, transport) }), stdio, transport);
    }
  });

  test(`python_sdk_${version}_is_spoken_to_in_the_era_that_is_asked_for`, async (t) => {
    const url = await listening(t, python, "streamable-http");
    for (const target of [{ command: python, args: [SERVER, "stdio"] }, { url }]) {
      const surface = await capture({ ...target, protocol: MODERN });
      assert.equal(surface.protocolVersion, modern ? MODERN : REVISION);
      assert.deepEqual(offered(surface), OFFERED);
    }
  });

  test(`python_sdk_${version}_answers_suites_over_each_transport`, async (t) => {
    const servers = [
      { transport: "stdio", command: python, args: [SERVER, "stdio"] },
      { transport: "http", url: await listening(t, python, "streamable-http") },
      { transport: "http", url: await listening(t, python, "sse") },
    ];
    const suites = [
      {
        tool: "echo",
        cases: [
          { name: "echoes", args: { text: "hi" }, expect: { jsonpath: { "$.content[0].text": "hi" } } },
        ],
      },
      { tool: "add", cases: [{ name: "adds", args: { a: 2 }, expect: { output_matches_schema: true } }] },
    ];
    for (const server of servers) {
      const report = await run({ server, suites } as Config);
      assert.deepEqual(
        report.results.filter(({ status }) => status === "fail"),
        [],
        JSON.stringify(server),
      );
    }
  });
}

test("there_is_a_python_to_test_with", () => {
  assert.ok(Object.keys(PYTHONS).length > 0, "scripts/python-peers.mjs starts these tests");
});
