import assert from "node:assert/strict";
import { test } from "node:test";
import { didYouMean, nearest } from "../dist/nearest.js";

const known = ["baseline", "diff", "run", "reporter", "read_data"];

test("a_swap_of_neighbours_finds_the_word", () => {
  assert.equal(nearest("dfif", known), "diff");
});

test("a_shortened_word_finds_the_whole_one", () => {
  assert.equal(nearest("base", known), "baseline");
});

test("an_unrelated_word_finds_nothing", () => {
  assert.equal(nearest("zebra", known), undefined);
  assert.equal(didYouMean("zebra", known), "");
});

test("the_question_carries_the_prefix", () => {
  assert.equal(didYouMean("reportr", known, "--"), "; did you mean `--reporter`?");
});
