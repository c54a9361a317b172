import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folder, ROOT } from "./support.js";

/** A copy of what the script reads and changes. `make full` also builds what it writes. */
function copy(t: TestContext): string {
  const dir = folder(t);
  for (const name of ["core/src/rules/schema", "core/src/rules/security", "docs/rules", "npm/package.json"])
    cpSync(join(ROOT, name), join(dir, name), { recursive: true });
  return dir;
}

function begin(dir: string, rule: string) {
  return spawnSync("node", [join(ROOT, "scripts/new-rule.mjs"), rule, "--root", dir], { encoding: "utf8" });
}

test("a_new_rule_begins_with_a_check_that_is_listed_and_called_and_a_page", (t) => {
  for (const [family, rows] of [
    ["schema", "rows.rs"],
    ["security", "rows/mod.rs"],
  ] as const) {
    const dir = copy(t);
    const { status, stderr } = begin(dir, `${family}/loud-text`);
    assert.equal(status, 0, stderr);
    const read = (name: string) => readFileSync(join(dir, `core/src/rules/${family}`, name), "utf8");
    assert.match(read("mod.rs"), /^mod loud_text;$/m);
    assert.match(read(rows), /^ {4}&super(::super)?::loud_text::META,$/m);
    assert.match(read("check.rs"), /super::loud_text::check\(\w+, &mut found\);/);
    assert.match(read("loud_text.rs"), new RegExp(`rule: "${family}/loud-text"`));
    assert.match(readFileSync(join(dir, `docs/rules/${family}/loud-text.md`), "utf8"), /\(write this\)/);
    assert.equal(begin(dir, `${family}/loud-text`).status, 1, "twice");
  }
});

test("a_family_whose_checks_differ_gets_a_page_and_a_word_about_the_rest", (t) => {
  const dir = copy(t);
  const { status, stdout } = begin(dir, "drift/colour_changed");
  assert.equal(status, 0);
  assert.match(stdout, /add a row for drift\/colour_changed/);
  assert.match(readFileSync(join(dir, "docs/rules/drift/colour_changed.md"), "utf8"), /```json old/);
});

test("what_is_no_name_of_a_rule_is_refused_and_nothing_is_written", (t) => {
  const dir = copy(t);
  for (const rule of ["", "loud", "colour/loud", "schema/Loud", "schema/../loud", "schema/tool-name"]) {
    assert.equal(begin(dir, rule).status, 1, rule);
  }
  assert.ok(!existsSync(join(dir, "docs/rules/colour")));
});
