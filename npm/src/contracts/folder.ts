import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { McpwardError, systemCode } from "../errors.js";
import { readText } from "../reading.js";

/** A file of a contracts folder. */
export interface ContractFile {
  /** Relative to the folder, with `/`: `convert_units/v1.json`. */
  readonly path: string;
  readonly text: string;
}

/** The file beside a contracts folder that holds their hashes. */
export const PINS = "pinned_tools.lock.json";

/** How many files a contracts folder may hold, and how large one may be. */
const MAX_FILES = 20_000;

/**
 * Reads every JSON file of a contracts folder, one folder for each tool, in a fixed order. One that does not belong
 * where it stands is read as well, so that the check names it; only names that start with a dot are passed over.
 *
 * @throws McpwardError `usage` when the folder does not exist, holds nothing or cannot be read
 */
export async function readContracts(
  folder: string,
  shown: string,
  { empty }: { readonly empty?: boolean } = {},
): Promise<readonly ContractFile[]> {
  const files: ContractFile[] = [];
  for (const tool of await entries(folder, shown)) {
    const inside = tool.isDirectory() ? await entries(join(folder, tool.name), `${shown}/${tool.name}`) : [];
    const paths = tool.isDirectory() ? inside.map(({ name }) => `${tool.name}/${name}`) : [tool.name];
    for (const path of paths.filter((path) => /\.json$/i.test(path))) {
      files.push({ path, text: await contractAt(join(folder, path), `${shown}/${path}`) });
      if (files.length > MAX_FILES) {
        throw new McpwardError("usage", `\`${shown}\` holds more than ${MAX_FILES} contracts`);
      }
    }
  }
  if (files.length === 0 && empty !== true) {
    throw new McpwardError("usage", `there are no contracts in \`${shown}\``, { hint: START });
  }
  return files;
}

async function contractAt(path: string, shown: string): Promise<string> {
  const text = await readText(
    path,
    (reason, cause) => new McpwardError("usage", `the contract \`${shown}\` ${reason}`, { cause }),
  );
  return text ?? "";
}

const START = "start one with `mcpward contracts new TOOL`";

async function entries(folder: string, shown: string) {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    const shownOnes = found.filter(({ name }) => !name.startsWith("."));
    return shownOnes.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (cause) {
    const missing = systemCode(cause) === "ENOENT";
    throw new McpwardError(
      "usage",
      missing
        ? `there is no contracts folder \`${shown}\``
        : `the contracts folder \`${shown}\` cannot be read`,
      { hint: START, cause },
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
