import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cli, DRIFT_SERVER, folder, ROOT } from "./support.js";

test("the_example_in_the_readme_is_what_the_commands_print", async (t) => {
  const cwd = folder(t);
  const pinned = await cli(["baseline", "--", process.execPath, DRIFT_SERVER, "v1"], { cwd });
  const changed = await cli(["diff", "--", process.execPath, DRIFT_SERVER, "v2"], { cwd });
  const example = [
    "```console",
    "$ mcpward baseline -- node server.mjs v1",
    pinned.stdout.trimEnd(),
    "",
    "$ mcpward diff -- node server.mjs v2",
    changed.stdout.trimEnd(),
    "",
    "$ echo $?",
    "1",
    "```",
  ].join("\n");
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  assert.ok(readme.includes(example), `README.md should hold:\n${example}`);
});
