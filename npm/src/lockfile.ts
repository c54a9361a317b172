import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { McpwardError } from "./errors.js";
import type { Io } from "./io.js";
import type { NamedFile } from "./plan.js";
import { MAX_FILE_BYTES, readText } from "./reading.js";

/**
 * The text of a lockfile, or `undefined` when there is none.
 *
 * @throws McpwardError `lockfile` when it is there and cannot be read
 */
export async function readLockfile(file: NamedFile, io: Io): Promise<string | undefined> {
  if (file.path.startsWith("git:")) return await fromRevision(file.path, io);
  return await readText(file.path, (reason, cause) => {
    return new McpwardError("lockfile", `the lockfile \`${file.shown}\` ${reason}`, { cause });
  });
}

/** The error for a lockfile that a command cannot do without. */
export function missingLockfile(file: NamedFile): McpwardError {
  return new McpwardError("lockfile", `the lockfile \`${file.shown}\` does not exist`, {
    hint: "run `mcpward baseline` to pin the server, then commit the file",
  });
}

/** The text of a file that a command line names. */
export async function readNamed(name: string, io: Io): Promise<string> {
  const file = name.startsWith("git:")
    ? { path: name, shown: name }
    : { path: resolve(io.cwd, name), shown: name };
  const text = await readLockfile(file, io);
  if (text === undefined) throw new McpwardError("lockfile", `\`${name}\` does not exist`);
  return text;
}

/** Reads `git:REV:PATH`. The path is counted from the top of the repository, or from here when it starts with `./`. */
async function fromRevision(name: string, io: Io): Promise<string> {
  const spec = name.slice("git:".length);
  const [, revision = "", path = ""] = /^([^:]+):(.+)$/s.exec(spec) ?? [];
  // A revision that starts with a dash would be an option to git.
  if (path === "" || revision.startsWith("-")) {
    throw new McpwardError("usage", `\`${name}\` needs the form git:REV:PATH`, {
      hint: "for example git:origin/main:mcpward.lock.json",
    });
  }
  return await new Promise((resolve, reject) => {
    const options = { cwd: io.cwd, maxBuffer: MAX_FILE_BYTES, signal: io.signal, encoding: "utf8" as const };
    execFile(
      "git",
      ["show", `${revision}:${gitPath(path, io.platform)}`],
      options,
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout);
        const reason = stderr.trim().split("\n", 1)[0] || error.message.split("\n", 1)[0] || "unknown error";
        reject(
          new McpwardError("lockfile", `\`${name}\` cannot be read: ${reason}`, {
            hint: "in CI, fetch that revision first (actions/checkout: fetch-depth: 0)",
            cause: error,
          }),
        );
      },
    );
  });
}

/** git writes `/` on every system; elsewhere than on Windows a `\` may stand in a name. */
export function gitPath(path: string, platform: string): string {
  return platform === "win32" ? path.replaceAll("\\", "/") : path;
}
