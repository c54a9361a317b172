import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { peer, PEERS } from "./peers.js";
import { finished, ROOT } from "./support.js";

// docs/testing-your-server.md is carried out from top to bottom: a block that starts with a file's name is written, a
// `diff` is applied to the server, and a `console` block is run and must show its lines in that order, `…` standing
// for any others.

interface Block {
  readonly language: string;
  readonly text: string;
}

function blocks(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    language,
    text,
  }));
}

function change(server: string, diff: string): string {
  const side = (sign: string) =>
    diff
      .split("\n")
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join("\n");
  assert.ok(server.includes(side("-")), `the server has no\n${side("-")}`);
  return server.replace(side("-"), side("+"));
}

/** Runs a line such as `NAME=1 node --test x.mjs` with the programs that the peers hold. */
async function run(line: string, cwd: string): Promise<string> {
  const words = line.split(" ");
  const variables = words
    .filter((word) => /^[A-Z_]+=/.test(word))
    .map((word) => word.split("=") as [string, string]);
  const [program, ...args] = words.slice(variables.length);
  const programs: Readonly<Record<string, readonly string[]>> = {
    node: [],
    vitest: [peer("vitest/vitest.mjs")],
  };
  const start = programs[program ?? ""];
  assert.ok(start !== undefined, `the page runs \`${program}\`, and this test does not know it`);
  const rest = args.flatMap((arg) => {
    if (arg === "--test") return ["--test", "--test-reporter=spec"];
    return [arg.startsWith("node_modules/") ? peer(arg.slice("node_modules/".length)) : arg];
  });
  const {
    CI: _ci,
    NODE_TEST_CONTEXT: _context,
    NODE_OPTIONS: _options,
    MCPWARD_UPDATE: _update,
    ...inherited
  } = process.env;
  const child = spawn(process.execPath, [...start, ...rest], {
    cwd,
    env: { ...inherited, NO_COLOR: "1", ...Object.fromEntries(variables) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { stdout, stderr } = await finished(child);
  return stdout + stderr;
}

/** Whether `wanted` stands in `output` line by line; `…` lets any lines pass. */
function shows(output: string, wanted: readonly string[]): string | undefined {
  const lines = output.split("\n").map((line) => line.replace(/\s+/g, " "));
  let at = 0;
  let anywhere = true;
  for (const line of wanted) {
    if (line === "…") {
      anywhere = true;
      continue;
    }
    const text = line.trim().replace(/\s+/g, " ");
    const found = lines.findIndex((each, index) => index >= at && each.includes(text));
    if (found === -1 || (!anywhere && found !== at)) return line;
    at = found + 1;
    anywhere = false;
  }
  return undefined;
}

test("the_tutorial_does_what_it_says", async (t) => {
  const page = readFileSync(join(ROOT, "docs/testing-your-server.md"), "utf8");
  // Beside the packages, and not inside `node_modules`, where runners look for no tests.
  const cwd = mkdtempSync(join(PEERS, ".tutorial-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  let commands = 0;
  for (const { language, text } of blocks(page)) {
    const [, file] = /^\/\/ ([\w.]+)$/m.exec(text.split("\n", 1)[0] ?? "") ?? [];
    if (file !== undefined) writeFileSync(join(cwd, file), text);
    if (language === "diff") {
      const server = join(cwd, "server.mjs");
      writeFileSync(server, change(readFileSync(server, "utf8"), text));
    }
    if (language !== "console") continue;
    for (const part of text.split(/^\$ /m).slice(1)) {
      const [line = "", ...wanted] = part.trimEnd().split("\n");
      const output = await run(line, cwd);
      commands += 1;
      assert.equal(
        shows(output, wanted),
        undefined,
        `\`${line}\` does not show this line; it shows\n${output}`,
      );
    }
  }
  assert.ok(commands >= 8);
});
