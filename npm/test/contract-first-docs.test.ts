import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { CLI, finished, folder, NPM, ROOT, startHttp } from "./support.js";

const PAGE = join(ROOT, "docs/contract-first.md");
const SERVER_FOLDER = join(ROOT, "fixtures/servers/contract-first");

/** What differs from run to run. */
const settled = (text: string) =>
  text
    .replace(/\d+(\.\d+)? ms(?=, p95| over)/g, "N ms")
    .replace(/^(.*\n)*?mcpward v\d.*$/m, (head) => head.replace(/mcpward v\d.*/, "mcpward v…"))
    .trimEnd();

/** A folder as the page assumes it: the reference server, and `mcpward` on the path. */
async function workplace(t: TestContext): Promise<{ cwd: string; env: NodeJS.ProcessEnv }> {
  const key = "k".repeat(32);
  process.env["HANDLE_KEY"] = key;
  const url = await startHttp(t, join(SERVER_FOLDER, "server.mjs"), "--http", "0");
  const top = folder(t);
  const [cwd, bin] = [join(top, "server"), join(top, "bin")];
  cpSync(SERVER_FOLDER, cwd, { recursive: true });
  // A copy finds its packages where the original does.
  const packages = join(cwd, "packages.mjs");
  const npm = pathToFileURL(NPM).href;
  writeFileSync(packages, readFileSync(packages, "utf8").replaceAll('"../../../npm', `"${npm}`));
  mkdirSync(bin);
  const shim = join(bin, "mcpward");
  writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  chmodSync(shim, 0o755);
  const { CI: _ci, NODE_TEST_CONTEXT: _test, ...rest } = process.env;
  const path = [bin, join(process.execPath, ".."), rest["PATH"]].join(delimiter);
  return { cwd, env: { ...rest, PATH: path, NO_COLOR: "1", HANDLE_KEY: key, URL: url } };
}

async function shell(command: string, { cwd, env }: Awaited<ReturnType<typeof workplace>>): Promise<string> {
  const child = spawn("sh", ["-c", command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const { stdout, stderr } = await finished(child);
  return stdout + stderr;
}

test("the_page_shows_what_its_commands_print", { skip: process.platform === "win32" }, async (t) => {
  const page = readFileSync(PAGE, "utf8");
  const place = await workplace(t);
  const printed: string[] = [];
  const blocks = [...page.matchAll(/```console\n([^]*?)```/g)].map(([, block]) => block!);
  assert.ok(blocks.length > 0);
  // One block after the other, in one folder: the page tells one story.
  for (const block of blocks) {
    const commands = block.match(/^\$ (?:.*\\\n)*.*$/gm) ?? [];
    let whole = "";
    for (const command of commands) {
      const output = (await shell(command.slice("$ ".length), place)).replace(/^\n+/, "\n").trimEnd();
      whole += `${whole === "" ? "" : "\n"}${command}\n${output === "" ? "" : `${output}\n`}`;
    }
    printed.push(whole);
  }
  if (process.env["MCPWARD_WRITE_DOCS"] !== undefined) {
    let next = 0;
    writeFileSync(
      PAGE,
      page.replace(/```console\n[^]*?```/g, () => `\`\`\`console\n${printed[next++]}\`\`\``),
    );
    return;
  }
  for (const [index, block] of blocks.entries()) {
    assert.equal(settled(printed[index]!), settled(block), "write it anew with MCPWARD_WRITE_DOCS=1");
  }
});
