import assert from "node:assert/strict";
import { test } from "node:test";
import { type Args, parseCommandLine, value, values } from "../dist/args.js";
import { McpwardError } from "../dist/errors.js";

function parse(...argv: string[]): Args {
  const asked = parseCommandLine(argv);
  assert.ok("command" in asked && !("show" in asked));
  return asked;
}

function refused(...argv: string[]): string {
  try {
    parseCommandLine(argv);
  } catch (error) {
    assert.ok(error instanceof McpwardError);
    assert.equal(error.code, "usage");
    assert.doesNotMatch(error.message, /\n/);
    return error.message;
  }
  throw new assert.AssertionError({ message: `accepted: ${argv.join(" ")}` });
}

test("everything_after_the_separator_belongs_to_the_server", () => {
  const args = parse("diff", "--verbose", "--", "node", "server.mjs", "--json", "--", "-c");
  assert.deepEqual(args.child, ["node", "server.mjs", "--json", "--", "-c"]);
  assert.deepEqual([...args.flags], ["verbose"]);
});

test("flags_may_stand_before_the_command", () => {
  assert.equal(value(parse("-c", "x.yaml", "run"), "config"), "x.yaml");
});

test("a_repeatable_option_keeps_all_its_values", () => {
  assert.deepEqual(values(parse("run", "-r", "console", "-r", "json:out.json"), "reporter"), [
    "console",
    "json:out.json",
  ]);
});

test("an_option_that_stands_once_is_refused_twice", () => {
  assert.match(refused("run", "-o", "a", "-o", "b"), /`--out` is given twice/);
});

test("an_unknown_option_names_the_nearest_one", () => {
  assert.match(
    refused("run", "--reportr", "json"),
    /unknown option `--reportr`; did you mean `--reporter`\?/,
  );
});

test("an_unknown_command_names_the_nearest_one", () => {
  assert.match(refused("dif"), /unknown command `dif`; did you mean `diff`\?/);
});

test("an_option_of_another_command_is_refused", () => {
  assert.match(refused("run", "--against", "x"), /`mcpward run` has no option `--against`/);
});

test("a_forgotten_value_is_not_taken_from_the_next_flag", () => {
  assert.match(refused("run", "--out", "--json"), /`--out` needs a value/);
  assert.match(refused("run", "--out"), /`--out` needs a value/);
});

test("a_switch_takes_no_value", () => {
  assert.match(refused("run", "--json=yes"), /takes no value/);
});

test("a_server_command_without_the_separator_is_explained", () => {
  assert.match(refused("baseline", "node", "server.mjs"), /unexpected argument `node`/);
});

test("two_ways_to_name_a_server_are_refused", () => {
  assert.match(refused("run", "--http", "http://localhost/mcp", "--", "node"), /both `--http` and a command/);
  assert.match(refused("diff", "--against", "b.json", "--", "node"), /no server can be named/);
});

test("a_header_without_an_address_is_refused", () => {
  assert.match(refused("run", "--header", "A: b"), /`--header` goes with `--http`/);
});

test("a_missing_positional_is_named", () => {
  assert.match(refused("explain"), /needs RULE/);
});

test("no_command_is_an_error_and_help_is_not", () => {
  assert.match(refused(), /no command given/);
  assert.deepEqual(parseCommandLine(["--help"]), { show: "help", command: undefined });
  assert.deepEqual(parseCommandLine(["help", "run"]), { show: "help", command: "run" });
  assert.deepEqual(parseCommandLine(["run", "-h"]), { show: "help", command: "run" });
  assert.deepEqual(parseCommandLine(["-V"]), { show: "version" });
});
