import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { appendFile, chmod, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { McpwardError, systemCode } from "./errors.js";

/** Temporary files being written right now; a forced exit removes them. */
const unfinished = new Set<string>();

/** Removes what an interrupted write left behind. */
export function discardUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true });
}

/** A path as the user would type it from `cwd`. */
export function shownPath(path: string, cwd: string): string {
  const near = relative(cwd, resolve(cwd, path));
  return near === "" || near.startsWith("..") ? path : near;
}

/**
 * Refuses a target that can never be written, before any server is started.
 *
 * @throws McpwardError `output`
 */
export async function checkWritable(path: string, shown: string): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  if (target?.isDirectory() === true) throw new McpwardError("output", `\`${shown}\` is a folder`);
  if (target !== undefined) return;
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() === true) return;
  const name = dirname(shown);
  throw new McpwardError("output", `cannot write \`${shown}\`: the folder \`${name}\` does not exist`, {
    hint: `create it first: mkdir -p ${name}`,
  });
}

/**
 * Writes a file so that a reader sees the old text or the new one, never a part. What is no regular file (a pipe,
 * a device, a mounted file) is written in place.
 *
 * @throws McpwardError `output`
 */
export async function writeWhole(path: string, text: string, shown: string): Promise<void> {
  try {
    const existing = await stat(path).catch(() => undefined);
    if (existing !== undefined && !existing.isFile()) return await writeFile(path, text);
    // A symbolic link keeps pointing at the file it points at.
    const target = existing === undefined ? path : await realpath(path);
    await replace(target, text, existing?.mode);
  } catch (error) {
    throw writeError(shown, error);
  }
}

/**
 * Adds to a file that its owner collects from several commands, such as `$GITHUB_STEP_SUMMARY`.
 *
 * @throws McpwardError `output`
 */
export async function append(path: string, text: string, shown: string): Promise<void> {
  try {
    await appendFile(path, text);
  } catch (error) {
    throw writeError(shown, error);
  }
}

function writeError(shown: string, error: unknown): McpwardError {
  return new McpwardError("output", `cannot write \`${shown}\` (${systemCode(error) ?? "unknown error"})`, {
    cause: error,
  });
}

async function replace(target: string, text: string, mode: number | undefined): Promise<void> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
  unfinished.add(temporary);
  try {
    const handle = await open(temporary, "wx");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (mode !== undefined) await chmod(temporary, mode);
    try {
      await rename(temporary, target);
    } catch (error) {
      // A file that is itself a mount point cannot be replaced, only rewritten.
      if (!["EBUSY", "EXDEV", "EPERM"].includes(systemCode(error) ?? "")) throw error;
      await writeFile(target, text);
    }
  } finally {
    await rm(temporary, { force: true });
    unfinished.delete(temporary);
  }
}
