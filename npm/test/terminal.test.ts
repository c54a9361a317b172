import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { before, type TestContext, test } from "node:test";
import { CLI, folder } from "./support.js";

/** Everything that a terminal could obey, and what pretends to be a line of ours. */
const HOSTILE = [
  "\u001b[31mred\u001b[0m \u001b[2J\u001b[H\u001b[1A\u001b[?25l\u001b[5m",
  "\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007\u001b]0;title\u0007\u001b]52;c;YQ==\u0007",
  "\u009b2J\u009d0;x\u009c \u001bP$q\u001b\\ \u001b(0 \u000e",
  "\u202eoverride\u2066\u200f\u200b\u{e0041}",
  "\r✓ everything passed\b\b\b\b\u000b\u000c\u0085\u2028\u2029 \u0000\u0007",
  "\n\nSummary: 99 passed\n",
].join(" ");

let tmux = false;
before(() => {
  tmux = spawnSync("tmux", ["-V"]).status === 0;
});

/** What a terminal shows of a command, with and without the attributes of its cells. */
async function shown(t: TestContext, args: readonly string[], cwd: string, color: boolean) {
  const name = join(cwd, "tmux.sock");
  const run = (...command: string[]) =>
    execFileSync("tmux", ["-S", name, "-f", "/dev/null", ...command], { encoding: "utf8" });
  t.after(() => spawnSync("tmux", ["-S", name, "kill-server"]));
  // The pane stays when the command is over, so that it can be read in peace.
  const script = join(cwd, "run.sh");
  const quoted = args.map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(" ");
  writeFileSync(script, `clear\n${process.execPath} ${CLI} ${quoted}\necho "the end: $?"\nsleep 60\n`);
  const env = ["env", "-u", "CI", ...(color ? ["-u", "NO_COLOR"] : ["NO_COLOR=1"]), "TERM=xterm-256color"];
  run(
    "start-server",
    ";",
    "set-option",
    "-g",
    "history-limit",
    "50000",
    ";",
    "new-session",
    "-d",
    "-x",
    "100",
    "-y",
    "40",
    "-c",
    cwd,
    [...env, "bash", script].map((word) => `'${word}'`).join(" "),
  );
  for (let tries = 0; tries < 300; tries += 1) {
    const text = run("capture-pane", "-p", "-J", "-S", "-");
    if (/^the end: \d$/m.test(text)) {
      return {
        text,
        cells: run("capture-pane", "-p", "-e", "-J", "-S", "-"),
        title: run("display-message", "-p", "#{pane_title}").trim(),
        cursor: run("display-message", "-p", "#{cursor_flag}").trim(),
      };
    }
    await setTimeout(100);
  }
  throw new Error("the command did not end");
}

test("a_terminal_shows_the_report_line_by_line_whatever_the_server_says", async (t) => {
  if (!tmux) {
    if (process.env["MCPWARD_SKIPS"])
      appendFileSync(process.env["MCPWARD_SKIPS"], "the report in a terminal (tmux is not installed)\n");
    return t.skip("tmux is not installed");
  }
  const cwd = folder(t);
  const tool = (description: string, more: object = {}) => ({
    name: "echo",
    description,
    inputSchema: { type: "object", properties: { [HOSTILE]: { type: "string" } } },
    ...more,
  });
  writeFileSync(
    join(cwd, "old.json"),
    JSON.stringify({ tools: [tool("Echoes."), { ...tool("Gone."), name: HOSTILE }] }),
  );
  writeFileSync(
    join(cwd, "new.json"),
    JSON.stringify({ tools: [tool(HOSTILE, { title: HOSTILE, annotations: { readOnlyHint: true } })] }),
  );
  const args = ["diff", "--verbose", "--baseline", "old.json", "--against", "new.json"];
  const plain = await shown(t, args, cwd, false);
  // Without colour no cell has an attribute, so nothing of the server was obeyed.
  assert.equal(plain.cells, plain.text);
  const lines = plain.text.split("\n").filter((line) => line !== "");
  assert.match(lines[0] ?? "", /^mcpward v/);
  assert.equal(lines.filter((line) => line.startsWith("Summary:")).length, 1);
  assert.match(lines.at(-2) ?? "", /^Summary: \d+ passed \| \d+ failed/);
  assert.equal(lines.at(-1), "the end: 1");
  assert.ok(
    lines.every((line) => line.length <= 100 || !line.trim().includes(" ")),
    "lines keep to the width",
  );
  assert.ok(!plain.title.includes("title"), plain.title);
  assert.equal(plain.cursor, "1");
});

test("with_colour_only_our_own_attributes_are_set", async (t) => {
  if (!tmux) return t.skip("tmux is not installed");
  const cwd = folder(t);
  const tool = (description: string) => ({ name: "echo", description, inputSchema: { type: "object" } });
  writeFileSync(join(cwd, "old.json"), JSON.stringify({ tools: [tool("Echoes.")] }));
  writeFileSync(join(cwd, "new.json"), JSON.stringify({ tools: [tool(HOSTILE)] }));
  const { text, cells } = await shown(
    t,
    ["diff", "--baseline", "old.json", "--against", "new.json"],
    cwd,
    true,
  );
  const attributes = new Set([...cells.matchAll(/\u001b\[([\d;]*)m/g)].map(([, codes]) => codes));
  // Bold, dim, red, green, and their end, however the terminal puts it.
  for (const codes of attributes)
    assert.match(codes ?? "", /^(0|1|2|22|31|32|33|39|49)?(;(0|1|2|22|31|32|33|39|49))*$/);
  assert.ok(attributes.has("31"), "the report is coloured");
  assert.equal(cells.replace(/\u001b\[[\d;]*m/g, ""), text);
});
