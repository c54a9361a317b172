import assert from "node:assert/strict";
import { test } from "node:test";
import { pretty } from "../dist/json-text.js";

test("indented_text_is_what_json_stringify_gives", () => {
  const value = { a: [], b: {}, c: [1, { d: 'x"{,}:\\' }], e: null, f: [[]], "": -1.5e3 };
  assert.equal(pretty(JSON.stringify(value)), `${JSON.stringify(value, null, 2)}\n`);
});

test("numbers_keep_their_digits", () => {
  assert.equal(pretty('{"n":12345678901234567890.10}'), '{\n  "n": 12345678901234567890.10\n}\n');
});
