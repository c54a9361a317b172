import assert from "node:assert/strict";
import { test } from "node:test";
import { expand } from "../dist/variables.js";

test("a_variable_is_replaced_wherever_it_stands", () => {
  assert.equal(expand("a${X}b${X}", { X: "1" }).text, "a1b1");
});

test("a_default_serves_for_unset_and_empty", () => {
  assert.equal(expand("${X:-d}", {}).text, "d");
  assert.equal(expand("${X:-d}", { X: "" }).text, "d");
  assert.equal(expand("${X:-d}", { X: "v" }).text, "v");
});

test("a_default_is_no_secret", () => {
  assert.deepEqual(expand("${X:-d}", {}).used, []);
});

test("a_doubled_dollar_is_a_literal", () => {
  assert.deepEqual(expand("$${X}", {}), { text: "${X}", used: [], unset: [] });
});

test("an_unset_variable_is_reported_and_an_empty_one_is_not", () => {
  assert.deepEqual(expand("-${X}", {}).unset, [{ name: "X", offset: 1 }]);
  assert.deepEqual(expand("-${X}", { X: "" }), { text: "-", used: [], unset: [] });
});

test("the_value_of_a_variable_is_not_expanded_again", () => {
  assert.equal(expand("${A}", { A: "${B}", B: "no" }).text, "${B}");
});
