import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { McpwardError, systemCode } from "../errors.js";
import { readText } from "../files.js";

/** A file of a contracts folder. */
export interface ContractFile {
  /** Relative to the folder, with `/`: `convert_units/v1.json`. */
  readonly path: string;
  readonly text: string;
}

/** How many files a contracts folder may hold, and how large one may be. */
const MAX_FILES = 20_000;

/**
 * Reads every JSON file of a contracts folder, one folder for each tool, in a fixed order.
 *
 * @throws McpwardError `usage` when the folder does not exist or cannot be read
 */
export async function readContracts(folder: string, shown: string): Promise<readonly ContractFile[]> {
  const files: ContractFile[] = [];
  for (const tool of await entries(folder, shown)) {
    if (!tool.isDirectory() || tool.name.startsWith(".")) continue;
    for (const entry of await entries(join(folder, tool.name), `${shown}/${tool.name}`)) {
      if (!entry.isFile() || !entry.name.endsWith(".json")) continue;
      const path = `${tool.name}/${entry.name}`;
      const text = await readText(
        join(folder, tool.name, entry.name),
        (reason, cause) =>
          new McpwardError("usage", `the contract \`${shown}/${path}\` ${reason}`, { cause }),
      );
      files.push({ path, text: text ?? "" });
      if (files.length > MAX_FILES) {
        throw new McpwardError("usage", `\`${shown}\` holds more than ${MAX_FILES} contracts`);
      }
    }
  }
  return files;
}

async function entries(folder: string, shown: string) {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    return found.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (cause) {
    const missing = systemCode(cause) === "ENOENT";
    throw new McpwardError(
      "usage",
      missing
        ? `there is no contracts folder \`${shown}\``
        : `the contracts folder \`${shown}\` cannot be read`,
      { hint: "start one with `mcpward contracts new TOOL`", cause },
    );
  }
}

/** The newest version of a tool and its text; version 0 when there is none. */
export function latest(files: readonly ContractFile[], tool: string): { version: number; text: string } {
  let newest = { version: 0, text: "" };
  for (const { path, text } of files) {
    const [, name, number] = /^([^/]+)\/v([1-9]\d*)\.json$/.exec(path) ?? [];
    if (name === tool && Number(number) > newest.version) newest = { version: Number(number), text };
  }
  return newest;
}
