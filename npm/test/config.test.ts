import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedConfig } from "../dist/config.js";
import { parseYaml } from "../dist/yaml.js";

function refused(text: string, ...problems: { pointer: string; message: string }[]) {
  const parsed = parseYaml(text, {});
  assert.ok(!("faults" in parsed));
  return refusedConfig(
    { ...parsed, path: "/project/mcpward.yaml", shown: "mcpward.yaml", folder: "/" },
    problems,
  );
}

test("a_problem_is_shown_at_its_line_and_column", () => {
  const error = refused("server:\n  command: x\ntimeouts:\n  run_ms: 0\n", {
    pointer: "/timeouts/run_ms",
    message: "must be positive",
  });
  assert.equal(error.message, "mcpward.yaml:4:3: must be positive");
});

test("an_unknown_key_names_the_nearest_known_one_and_the_others", () => {
  const error = refused("checks:\n  drfit: {}\n", {
    pointer: "/checks/drfit",
    message: "unknown field `drfit`, expected one of `compliance`, `drift`, `latency`",
  });
  assert.equal(error.message, "mcpward.yaml:2:3: unknown key `drfit`; did you mean `drift`?");
  assert.equal(error.hint, "the keys known here are compliance, drift, latency");
});

test("further_problems_are_not_lost", () => {
  const error = refused("a: 1\nb: 2\n", { pointer: "/a", message: "one" }, { pointer: "/b", message: "two" });
  assert.equal(error.detail, "mcpward.yaml:2:1: two");
});
