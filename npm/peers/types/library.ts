import {
  capture,
  compareSchemas,
  type Config,
  diff,
  type DiffOptions,
  formatReport,
  lint,
  McpwardError,
  parseLockfile,
  type Report,
  type ReportResult,
  rules,
  run,
  type Surface,
  type Target,
} from "mcpward";
import { assertBootable, type ContractFile, createHandle } from "mcpward/contracts";
import { assertContract } from "mcpward/node-test";
import { test } from "node:test";
import * as browser from "mcpward/browser";

const targets: readonly Target[] = [
  { command: "node", args: ["server.js"], env: { A: "b" }, cwd: "." },
  { url: "https://example.com/mcp", headers: { authorization: "Bearer x" } },
  { tools: [] },
  { text: "{}" },
  "mcpward.lock.json",
  new URL("./mcpward.lock.json", import.meta.url),
];
const options: DiffOptions = {
  failOn: ["high", "tool_removed"],
  failOnBump: "major",
  signal: AbortSignal.timeout(1),
  onProgress: (line) => console.log(line.length),
  timeouts: { startMs: 1, connectMs: 1, callMs: 1, runMs: 1 },
  checks: { drift: { profile: "semver" }, collision: false },
  suppress: [{ rule: "schema/tool-name", reason: "it is what it is" }],
  calls: [{ tool: "t", arguments: { a: 1 } }],
};
const config: Config = { server: { command: "node" }, checks: { latency: { samples: 3 } } };

export async function everything(): Promise<void> {
  for (const target of targets) {
    const surface: Surface = await capture(target, { signal: options.signal! });
    const name: unknown = surface.tools[0]?.name;
    const report: Report = await diff(surface, target, options);
    const rows: readonly ReportResult[] = report.results;
    const status: "pass" | "fail" | "warn" | "skip" | undefined = rows[0]?.status;
    const text: string = await formatReport(report, "sarif", { color: true, verbose: true });
    console.log(name, status, text, report.bump, report.incomplete, "witness" in rows[0]!);
  }
  await lint({ tools: [] }, { checks: { security: true } });
  await run(config, { baseline: "mcpward.lock.json" });
  const { verdict, changes } = await compareSchemas({}, true, { direction: "output" });
  const known: "equivalent" | "compatible" | "undecided" | "breaking" = verdict;
  console.log(known, changes[0]?.rule, (await parseLockfile("{}")).serverInfo);
  const [rule] = await rules();
  console.log(rule?.default === "fail", new McpwardError("usage", "no").code === "usage");
  const files: readonly ContractFile[] = await assertBootable("contracts");
  console.log(files.length, await createHandle("x", "k".repeat(32)));
  await browser.init(new Uint8Array(8));
  const page: Report = await browser.diff({ text: "{}" }, { tools: [] }, { failOn: "high" });
  console.log(page.summary.failed);
}

test("types", async (t) => {
  await assertContract(t, { tools: [] }, "mcpward.lock.json", { failOn: "medium" });
});

// What must not compile.
export async function mistakes(): Promise<void> {
  // @ts-expect-error a server is no target
  await capture({ server: {} });
  // @ts-expect-error no such level
  await diff({ tools: [] }, { tools: [] }, { failOn: "loud" });
  // @ts-expect-error no such format
  await formatReport({} as Report, "html");
  // @ts-expect-error no such check
  await lint({ tools: [] }, { checks: { secruity: true } });
  // @ts-expect-error a surface is read-only
  (await parseLockfile("{}")).tools.push({});
  // @ts-expect-error a page has no files
  await browser.diff("old.json", "new.json");
}
