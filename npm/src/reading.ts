import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as after } from "node:timers/promises";
import { type McpwardError, systemCode } from "./errors.js";

/** More than any document of ours has; what is larger was named by mistake. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** How long somebody may take to open the other end of a pipe. */
const WRITER_MS = 5_000;
/** How often a pipe is asked whether there is more. */
const POLL_MS = 20;
const CHUNK = 64 * 1024;

/** Why a file is not read, in words for a person. */
class Unreadable extends Error {}

/**
 * The text of a file or a pipe, or `undefined` when there is none. A pipe is waited for, as in `-c <(command)`; a
 * device, which may never end, is not read. Throws what `fail` makes of any problem.
 */
export async function readText(
  path: string,
  fail: (reason: string, cause: unknown) => McpwardError,
): Promise<string | undefined> {
  try {
    const bytes = await readBounded(path);
    // A byte order mark is no part of the document.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw fail(error instanceof Unreadable ? error.message : readProblem(code), error);
  }
}

async function readBounded(path: string): Promise<Buffer> {
  const found = await stat(path);
  if (found.isDirectory()) throw new Unreadable("is a folder");
  if (!found.isFile() && !found.isFIFO()) throw new Unreadable("is a device or a socket, not a file");
  // Opening a pipe that nobody writes to would otherwise wait for ever, and the process could not even end.
  const handle = await open(path, constants.O_RDONLY | (found.isFIFO() ? constants.O_NONBLOCK : 0));
  try {
    return await readAll(handle, found.isFIFO());
  } finally {
    await handle.close();
  }
}

async function readAll(handle: FileHandle, pipe: boolean): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  const deadline = Date.now() + WRITER_MS;
  for (;;) {
    const chunk = await readChunk(handle);
    if (chunk === "later") {
      await after(POLL_MS);
    } else if (chunk.length > 0) {
      length += chunk.length;
      if (length > MAX_FILE_BYTES) throw new Unreadable("is larger than 256 MB");
      parts.push(chunk);
    } else if (pipe && length === 0 && Date.now() < deadline) {
      // Nobody has opened the other end yet.
      await after(POLL_MS);
    } else if (pipe && length === 0) {
      throw new Unreadable("is a pipe that nothing is written to");
    } else return Buffer.concat(parts);
  }
}

/** What comes next; empty at the end, `later` when a writer is there who has not written yet. */
async function readChunk(handle: FileHandle): Promise<Buffer | "later"> {
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (systemCode(error) === "EAGAIN") return "later";
    throw error;
  }
}

function readProblem(code: string | undefined): string {
  if (code === "EISDIR") return "is a folder";
  if (code === "EACCES" || code === "EPERM") return "may not be read (permission denied)";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "is not UTF-8 text";
  return `cannot be read (${code ?? "unknown error"})`;
}
