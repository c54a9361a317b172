import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitPath } from "../dist/lockfile.js";
import { childEnvironment, ending, startFailure, startOptions } from "../dist/transports/system.js";
import { folder, NPM } from "./support.js";

// No Windows here: what is decided for it is tested with the platform as an argument, against what Windows, Node and
// cross-spawn document.

test("a_configured_variable_replaces_the_inherited_one_whatever_its_case_on_windows", () => {
  const inherited = { Path: "C:\\Windows", PATHEXT: ".EXE", Temp: "t" };
  assert.deepEqual(childEnvironment(inherited, { PATH: "D:\\bin" }, "win32"), {
    PATH: "D:\\bin",
    PATHEXT: ".EXE",
    Temp: "t",
  });
  // Elsewhere these are two variables.
  assert.deepEqual(childEnvironment({ Path: "a" }, { PATH: "b" }, "linux"), { Path: "a", PATH: "b" });
});

test("our_own_credentials_are_withheld_whatever_their_case", () => {
  for (const platform of ["win32", "linux"] as const) {
    const inherited = { GITHUB_TOKEN: "x", github_token: "y", Mcpward_Github_Token: "z", KEPT: "1" };
    assert.deepEqual(childEnvironment(inherited, {}, platform), { KEPT: "1" });
    assert.deepEqual(childEnvironment(inherited, { GITHUB_TOKEN: "own" }, platform), {
      KEPT: "1",
      GITHUB_TOKEN: "own",
    });
  }
});

test("a_variable_named_like_a_prototype_is_a_variable", () => {
  const inherited = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
  assert.equal(Object.getPrototypeOf(childEnvironment(inherited, {}, "linux")), Object.prototype);
});

test("windows_has_no_groups_and_gets_no_window", () => {
  assert.deepEqual(startOptions("win32"), { detached: false, windowsHide: true });
  assert.deepEqual(startOptions("linux"), { detached: true, windowsHide: true });
});

test("a_process_is_ended_with_its_children", () => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    assert.deepEqual(ending(4321, signal, "linux"), { group: -4321, signal });
    assert.deepEqual(ending(4321, signal, "win32"), {
      program: "taskkill",
      args: ["/PID", "4321", "/T", "/F"],
    });
  }
});

test("a_batch_file_that_is_not_there_is_told_like_any_command", () => {
  // What cross-spawn emits in place of the exit of cmd.exe with code 1.
  const fromShell = { code: "ENOENT", errno: "ENOENT", syscall: "spawn absent" };
  assert.equal(startFailure(fromShell, 99), "command-not-found");
  assert.equal(startFailure({ code: "ENOENT", syscall: "spawn absent" }, undefined), "command-not-found");
  assert.equal(startFailure({ code: "EACCES", syscall: "spawn x" }, undefined), "permission-denied");
  assert.equal(startFailure({ code: "EPERM" }, undefined), "spawn-failed");
  // A signal that could not be sent is no failed start.
  assert.equal(startFailure({ code: "EPERM", syscall: "kill" }, 99), undefined);
});

test("a_path_inside_a_revision_has_the_slashes_of_git", () => {
  assert.equal(gitPath("sub\\mcpward.lock.json", "win32"), "sub/mcpward.lock.json");
  assert.equal(gitPath("odd\\name.json", "linux"), "odd\\name.json");
});

interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments?: boolean };
}

/** What cross-spawn would start on Windows, from a process that takes itself for one there. */
function started(cwd: string, command: string, args: readonly string[]): Started {
  // Upper case, as PATHEXT has it: the file system here tells them apart.
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  for (const file of ["npx.CMD", "tool.EXE", "node_modules/.bin/shim.CMD"])
    writeFileSync(join(cwd, file), "");
  const path = [cwd, join(cwd, "node_modules/.bin")].join(";");
  const script = `
    process.env.PATHEXT = ".COM;.EXE;.BAT;.CMD";
    process.env.comspec = "C:\\\\Windows\\\\system32\\\\cmd.exe";
    const { childEnvironment } = await import(${JSON.stringify(join(NPM, "dist/transports/system.js"))});
    const { createRequire } = await import("node:module");
    const require = createRequire(${JSON.stringify(join(NPM, "package.json"))});
    Object.defineProperty(process, "platform", { value: "win32" });
    const parse = require("cross-spawn/lib/parse.js");
    const env = childEnvironment({ Path: "C:\\\\elsewhere" }, { PATH: ${JSON.stringify(path)} }, "win32");
    console.log(JSON.stringify(parse(${JSON.stringify(command)}, ${JSON.stringify(args)}, { env })));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }),
  ) as Started;
}

test("a_program_is_started_without_a_shell_on_windows", (t) => {
  const args = ["a b", "x&calc", "%PATH%"];
  const { command, args: given, options } = started(folder(t), "tool", args);
  assert.deepEqual([command, given, options.windowsVerbatimArguments], ["tool", args, undefined]);
});

test("an_argument_of_a_batch_file_cannot_become_a_command_on_windows", (t) => {
  const { command, args, options } = started(folder(t), "npx", [
    "-y",
    "a b",
    "x&calc",
    "%PATH%",
    'say "hi"',
    "end\\",
  ]);
  assert.equal(command, "C:\\Windows\\system32\\cmd.exe");
  assert.equal(options.windowsVerbatimArguments, true);
  assert.deepEqual(args.slice(0, 3), ["/d", "/s", "/c"]);
  const line = String.raw`"npx ^"-y^" ^"a^ b^" ^"x^&calc^" ^"^%PATH^%^" ^"say^ \^"hi\^"^" ^"end\\^""`;
  assert.equal(args[3], line);
});

test("a_shim_of_npm_is_escaped_for_the_second_shell_too_on_windows", (t) => {
  const { args } = started(folder(t), "shim", ["x&calc"]);
  assert.equal(args[3], String.raw`"shim ^^^"x^^^&calc^^^""`);
});
