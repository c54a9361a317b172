// usage: node client.mjs URL    (started by the official conformance suite, once for each scenario)
//
// The client under test is the published library. A scenario that wants certain calls gets exactly those, as test suites.
// Any other gets everything that a run can do: wrong calls, and a call of every tool with generated arguments.
import { capture, formatReport, run } from "../../npm/dist/index.js";

const url = process.argv.at(-1);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_PROTOCOL_VERSION: protocol } = process.env;

/** The calls that a scenario wants. */
async function calls() {
  if (scenario === "tools_call") return [{ name: "add_numbers", arguments: { a: 5, b: 3 } }];
  if (scenario === "json-schema-2020-12-preservation") {
    const { tools } = await capture({ url, protocol });
    const { inputSchema } = tools.find(({ name }) => name === "json_schema_2020_12_tool");
    return [{ name: "json_schema_echo", arguments: { schema: inputSchema } }];
  }
  const { toolCalls = [] } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT || "{}");
  return toolCalls;
}

const server = { transport: "http", url, protocol };
const suites = (await calls()).map(({ name, arguments: args }) => ({ tool: name, cases: [{ name: "called", args }] }));
const report = await run(
  suites.length > 0
    ? { server, suites, checks: { errors: false } }
    : { server, checks: { latency: { call_all: true, samples: 1 } } },
);
console.log(await formatReport(report, "console"));
