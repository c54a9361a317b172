import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { McpwardError } from "../dist/errors.js";
import { checkWritable, writeWhole } from "../dist/files.js";
import { readText } from "../dist/reading.js";

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "mcpward-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("a_written_file_leaves_no_temporary_beside_it", async (t) => {
  const path = join(folder(t), "a.json");
  await writeWhole(path, "one", "a.json");
  await writeWhole(path, "two", "a.json");
  assert.equal(readFileSync(path, "utf8"), "two");
  assert.deepEqual(readdirSync(join(path, "..")), ["a.json"]);
});

test("a_replaced_file_keeps_its_mode", async (t) => {
  const path = join(folder(t), "a.json");
  writeFileSync(path, "");
  chmodSync(path, 0o640);
  await writeWhole(path, "x", "a.json");
  assert.equal(statSync(path).mode & 0o777, 0o640);
});

test("a_link_keeps_pointing_at_its_file", async (t) => {
  const dir = folder(t);
  writeFileSync(join(dir, "real"), "old");
  symlinkSync("real", join(dir, "link"));
  await writeWhole(join(dir, "link"), "new", "link");
  assert.equal(readFileSync(join(dir, "real"), "utf8"), "new");
});

test("a_device_is_written_in_place", async () => {
  await writeWhole("/dev/null", "x", "/dev/null");
  assert.ok(statSync("/dev/null").isCharacterDevice());
});

test("a_missing_folder_is_known_beforehand_and_says_how_to_make_it", async (t) => {
  const path = join(folder(t), "absent", "a.json");
  await assert.rejects(checkWritable(path, "absent/a.json"), (error) => {
    assert.ok(error instanceof McpwardError);
    assert.equal(error.code, "output");
    assert.match(error.message, /the folder `absent` does not exist/);
    assert.match(error.hint ?? "", /mkdir -p absent/);
    return true;
  });
});

test("a_folder_is_no_target", async (t) => {
  await assert.rejects(checkWritable(folder(t), "x"), /`x` is a folder/);
});

test("reading_tells_absent_from_unreadable", async (t) => {
  const dir = folder(t);
  const fail = (reason: string) => new McpwardError("lockfile", reason);
  assert.equal(await readText(join(dir, "absent"), fail), undefined);
  mkdirSync(join(dir, "sub"));
  await assert.rejects(readText(join(dir, "sub"), fail), /is a folder/);
  writeFileSync(join(dir, "binary"), Buffer.from([0xff, 0xfe, 0x00]));
  await assert.rejects(readText(join(dir, "binary"), fail), /not UTF-8/);
  writeFileSync(join(dir, "bom"), "\ufeff{}");
  assert.equal(await readText(join(dir, "bom"), fail), "{}");
});
