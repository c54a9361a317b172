import assert from "node:assert/strict";
import { test } from "node:test";
import { type Parsed, parseYaml, toJson } from "../dist/yaml.js";
import type { Fault } from "../dist/yaml-faults.js";

function parsed(text: string, env: Record<string, string> = {}): Parsed {
  const result = parseYaml(text, env);
  assert.ok(!("faults" in result), JSON.stringify(result));
  return result;
}

function fault(text: string, env: Record<string, string> = {}): Fault {
  const result = parseYaml(text, env);
  assert.ok("faults" in result && result.faults[0] !== undefined, "accepted");
  return result.faults[0];
}

test("a_syntax_error_has_line_and_column", () => {
  assert.deepEqual(fault("server:\n  command: [node\n").place, { line: 3, column: 1 });
});

test("a_duplicate_key_is_named_with_its_place", () => {
  const { message, place } = fault("server:\n  command: x\n  'command': y\n");
  assert.equal(message, "the key `command` stands twice");
  assert.deepEqual(place, { line: 3, column: 3 });
});

test("a_key_is_a_text_however_it_is_written", () => {
  assert.equal(fault('1: a\n"1": b\n').message, "the key `1` stands twice");
  const merged = parsed("a: &a { x: 1 }\nb: &b { y: 2 }\nc: { <<: *a, <<: *b }\n");
  assert.equal(toJson(merged.value), '{"a":{"x":1},"b":{"y":2},"c":{"x":1,"y":2}}');
});

test("a_file_is_read_in_a_time_that_grows_with_its_size", () => {
  const time = (keys: number) => {
    const text = Array.from({ length: keys }, (_, index) => `key${index}: 1\n`).join("");
    const start = process.cpuUsage();
    parsed(text);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  time(1_000);
  // Ten times as many; a comparison of each with each other one would take a hundred times as long.
  const [few, many] = [time(4_000), time(40_000)];
  assert.ok(many < 40 * few, `${few} and ${many} microseconds`);
  assert.match(fault(`a: ${"x".repeat(16_000_001)}`).message, /larger than 16 MB/);
});

test("what_is_nested_too_deeply_is_told_as_that", () => {
  assert.match(fault("- ".repeat(20_000)).message, /nest/);
});

test("an_empty_file_is_refused", () => {
  assert.match(fault("# nothing\n").message, /empty/);
});

test("a_second_document_is_refused", () => {
  const { message, place } = fault("a: 1\n---\nb: 2\n");
  assert.equal(message, "a second document begins here, and a configuration is one");
  assert.deepEqual(place, { line: 2, column: 1 });
});

/** Terms that only those know who know the parser. */
const TERMS = /YAML\.|parseAll|mapping|scalar|flow|collection|token|implicit|node|sequence|stream/i;

for (const [what, text] of [
  ["a_tab", "a:\n\tb: 1\n"],
  ["a_second_colon", "a: b: c\n"],
  ["an_open_bracket", "server:\n  command: [node\n"],
  ["an_open_quote", 'a: "x\nb: 1'],
  ["a_tag", "a: !!foo 1"],
  ["an_alias_of_nothing", "a: *x\n"],
  ["text_after_a_quoted_one", 'a: "b" c'],
  ["a_key_in_a_list", "- a\nb: 1\n"],
  ["a_key_without_a_colon", "key\nother: 1"],
  ["an_unknown_escape", 'a: "\\q"'],
  ["a_character_that_begins_no_text", "a: @x"],
] as const) {
  test(`${what}_is_told_in_plain_words_with_its_place`, () => {
    const { message, place } = fault(text);
    assert.doesNotMatch(message, TERMS);
    assert.ok(place !== undefined && place.column > 0, message);
  });
}

test("many_faults_of_one_file_are_told_quickly_and_in_part", () => {
  const result = parseYaml("a: 1\n".repeat(20_000), {});
  assert.ok("faults" in result);
  assert.equal(result.faults.length, 20);
});

test("an_unset_variable_is_named_with_its_place", () => {
  const { unset } = parsed('server:\n  headers:\n    Authorization: "Bearer ${MCP_TOKEN}"\n');
  assert.equal(unset.length, 1);
  assert.match(unset[0]?.message ?? "", /`MCP_TOKEN` is not set/);
  assert.deepEqual(unset[0]?.place, { line: 3, column: 28 });
  assert.deepEqual(unset[0]?.path, ["server", "headers", "Authorization"]);
});

test("an_alias_asks_for_the_variables_of_what_it_repeats", () => {
  const { unset } = parsed("servers:\n  a: { env: &e { K: '${NOPE}' } }\n  b: { env: *e }\n");
  assert.deepEqual(
    unset.map(({ path, place }) => [path[1], place]),
    [
      ["a", { line: 2, column: 22 }],
      ["b", { line: 2, column: 22 }],
    ],
  );
});

test("an_unset_variable_in_a_comment_is_no_fault", () => {
  assert.equal(toJson(parsed("a: 1 # ${NOPE}\n").value), '{"a":1}');
});

test("expanded_values_are_secrets_and_stay_out_of_the_unexpanded_text", () => {
  const result = parsed('url: "https://h/${KEY}"\n', { KEY: "hunter22" });
  assert.equal(toJson(result.value), '{"url":"https://h/hunter22"}');
  assert.equal(toJson(result.unexpanded), '{"url":"https://h/${KEY}"}');
  assert.deepEqual(result.secrets, [{ name: "KEY", value: "hunter22" }]);
});

test("a_variable_cannot_add_structure", () => {
  assert.equal(toJson(parsed("a: ${X}\n", { X: "1\nb: 2" }).value), '{"a":"1\\nb: 2"}');
});

test("an_unquoted_variable_is_a_number_where_a_check_wants_one_and_text_for_a_server", () => {
  const text = "timeouts:\n  call_ms: ${N}\nserver:\n  env:\n    PORT: ${N}\n";
  assert.equal(
    toJson(parsed(text, { N: "5000" }).value),
    '{"timeouts":{"call_ms":5000},"server":{"env":{"PORT":"5000"}}}',
  );
});

test("big_integers_keep_their_digits", () => {
  assert.equal(toJson(parsed("a: 12345678901234567890123\n").value), '{"a":12345678901234567890123}');
});

test("a_key_named_proto_is_an_ordinary_key", () => {
  assert.equal(toJson(parsed("__proto__:\n  a: 1\n").value), '{"__proto__":{"a":1}}');
});

test("a_number_that_json_lacks_is_refused", () => {
  assert.match(fault("a: .inf\n").message, /finite/);
});

test("an_alias_bomb_is_refused", () => {
  const bomb = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i < 9; i++)
    bomb.push(
      `a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(", ")}]`,
    );
  assert.match(fault(bomb.join("\n")).message, /alias/i);
});

test("a_pointer_finds_the_key_of_a_member_and_the_element_of_a_list", () => {
  const { locate } = parsed("checks:\n  drift:\n    fail_on: [a, b]\n");
  assert.deepEqual(locate("/checks/drift/fail_on"), { line: 3, column: 5 });
  assert.deepEqual(locate("/checks/drift/fail_on/1"), { line: 3, column: 18 });
  assert.deepEqual(locate("/checks/drift/absent"), { line: 2, column: 3 });
});

test("a_pointer_leads_through_merge_keys_and_aliases", () => {
  const { locate, value } = parsed("base: &base\n  x: 1\nuse:\n  <<: *base\nlist: [*base]\n");
  assert.equal(toJson(value), '{"base":{"x":1},"use":{"x":1},"list":[{"x":1}]}');
  assert.deepEqual(locate("/use/x"), { line: 2, column: 3 });
  assert.deepEqual(locate("/list/0/x"), { line: 2, column: 3 });
});

test("an_unquoted_variable_in_a_flow_map_gets_the_hint_to_quote_it", () => {
  assert.match(fault("env: { TOKEN: ${TOKEN} }\n", { TOKEN: "x" }).hint ?? "", /quotes/);
});
