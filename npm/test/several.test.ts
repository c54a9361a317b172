import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "../dist/several.js";

test("junit_suites_stand_below_one_root_with_added_counts", () => {
  const one =
    '<?xml version="1.0"?>\n<testsuites tests="2" failures="1"><testsuite name="drift" tests="2"/></testsuites>';
  const joined = join(
    [
      { name: "a", text: one },
      { name: "b", text: one },
    ],
    "junit",
  );
  assert.match(joined, /<testsuites name="mcpward" tests="4" failures="2">/);
  assert.match(joined, /<testsuite name="a: drift" tests="2"\/>\s*<testsuite name="b: drift"/);
  assert.equal(joined.match(/<\?xml/g)?.length, 1);
});

test("sarif_has_one_run_a_server_each_in_its_own_category", () => {
  const text = JSON.stringify({ version: "2.1.0", runs: [{ results: [] }] });
  const joined = JSON.parse(
    join(
      [
        { name: "a", text },
        { name: "b", text },
      ],
      "sarif",
    ),
  ) as { runs: { automationDetails: { id: string } }[] };
  assert.deepEqual(
    joined.runs.map((run) => run.automationDetails.id),
    ["mcpward/a/", "mcpward/b/"],
  );
});

test("console_reports_are_told_apart_by_name", () => {
  assert.match(join([{ name: "a", text: "x\n" }], "console"), /── a ──\nx/);
});
