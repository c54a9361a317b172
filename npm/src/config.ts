import { dirname, resolve } from "node:path";
import { McpwardError } from "./errors.js";
import { shownPath } from "./files.js";
import type { Io } from "./io.js";
import { didYouMean } from "./nearest.js";
import { readText } from "./reading.js";
import { type Parsed, parseYaml } from "./yaml.js";
import type { Fault } from "./yaml-faults.js";

export const DEFAULT_CONFIG = "mcpward.yaml";

/** A configuration file, read and expanded but not yet checked: the core knows what belongs in it. */
export interface ConfigFile extends Parsed {
  readonly path: string;
  /** As a person would type it. */
  readonly shown: string;
  /** The folder that relative paths in the file start from. */
  readonly folder: string;
}

/**
 * Reads the configuration. Without a name it is `mcpward.yaml`, which need not exist.
 *
 * @throws McpwardError `config`, with file, line and column
 */
export async function readConfig(name: string | undefined, io: Io): Promise<ConfigFile | undefined> {
  const path = resolve(io.cwd, name ?? DEFAULT_CONFIG);
  const shown = shownPath(path, io.cwd);
  const text = await readText(
    path,
    (reason, cause) => new McpwardError("config", `\`${shown}\` ${reason}`, { cause }),
  );
  if (text === undefined) {
    if (name === undefined) return undefined;
    throw new McpwardError("config", `the configuration \`${shown}\` does not exist`, {
      hint: "run `mcpward init` to write a starter file",
    });
  }
  const parsed = parseYaml(text, io.env);
  if ("faults" in parsed) throw configError(shown, parsed.faults);
  // What comes through a pipe (`-c /dev/stdin`, `-c <(command)`) stands nowhere: its paths start here.
  const piped = /^\/(?:dev|proc)\//.test(path);
  return { ...parsed, path, shown, folder: piped ? io.cwd : dirname(path) };
}

/** What the core answers about a configuration it refuses. */
export interface ConfigProblem {
  readonly pointer: string;
  readonly message: string;
}

/** The error for problems that the core found, each at its line and column. */
export function refusedConfig(file: ConfigFile, problems: readonly ConfigProblem[]): McpwardError {
  return configError(
    file.shown,
    problems.map(({ pointer, message }) => ({ ...reworded(message), place: file.locate(pointer) })),
  );
}

/** Says of an unknown key which known one was probably meant. */
function reworded(message: string): { readonly message: string; readonly hint?: string } {
  const [, key, rest] = /^unknown field `(.*?)`, expected (.*)$/s.exec(message) ?? [];
  if (key === undefined || rest === undefined) return { message };
  const known = [...rest.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");
  return {
    message: `unknown key \`${key}\`${didYouMean(key, known)}`,
    hint: `the keys known here are ${known.join(", ")}`,
  };
}

/** The error for variables that are not set; one that an alias repeats is told once. */
export function unsetVariables(file: ConfigFile, unset: readonly Fault[]): McpwardError {
  const place = ({ place, message }: Fault) => `${place?.line}:${place?.column} ${message}`;
  return configError(file.shown, [...new Map(unset.map((fault) => [place(fault), fault])).values()]);
}

/** One error for all faults of a file: the first is the message, the others are its detail. */
function configError(shown: string, faults: readonly Fault[]): McpwardError {
  const lines = faults.map(({ message, place }) => {
    const at = place === undefined ? shown : `${shown}:${place.line}:${place.column}`;
    return `${at}: ${message}`;
  });
  const [first = `${shown}: invalid`, ...others] = lines;
  const hint = faults.find((fault) => fault.hint !== undefined)?.hint;
  return new McpwardError("config", first, {
    ...(hint === undefined ? {} : { hint }),
    ...(others.length === 0 ? {} : { detail: others.join("\n") }),
  });
}
