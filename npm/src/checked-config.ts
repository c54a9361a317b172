import type { Refusal } from "./answers.js";
import { type ConfigFile, refusedConfig, unsetVariables } from "./config.js";
import { loadCore } from "./core.js";
import { ask } from "./engine.js";
import { McpwardError } from "./errors.js";
import type { Secret } from "./variables.js";
import { toJson, type YamlMap, type YamlValue } from "./yaml.js";

/** How long things may take, in milliseconds. */
export interface Timeouts {
  readonly start_ms: number;
  readonly connect_ms: number;
  readonly call_ms: number;
  readonly run_ms: number;
}

/** The part of an accepted configuration that the launcher itself acts on. */
export interface CheckedConfig {
  readonly server: CheckedServer;
  readonly timeouts: Timeouts;
  /** A file, or the calls themselves. */
  readonly calls?: unknown;
  readonly checks?: { readonly drift?: { readonly baseline?: string } | null };
}

export interface CheckedServer {
  readonly protocol?: string;
  readonly transport?: "stdio" | "http";
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Checks a file whole, so that one bad server does not hide behind `--server`. Only a variable that is asked for by a
 * server which is not `used` may be unset; that server is left out, as nobody knows what it would say.
 *
 * @param used whether something is done with the server of that name, or with the only one (`undefined`)
 * @throws McpwardError `config`, with the places in the file
 */
export async function checkFile(
  file: ConfigFile,
  used: (server: string | undefined) => boolean,
): Promise<void> {
  const idle = file.unset.filter(({ path: [top, name] }) =>
    top === "server" ? !used(undefined) : top === "servers" && name !== undefined && !used(name),
  );
  const missing = file.unset.filter((variable) => !idle.includes(variable));
  if (missing.length > 0) throw unsetVariables(file, missing);
  const left = idle.reduce(
    (value, { path }) => withoutMember(value, path.slice(0, path[0] === "server" ? 1 : 2)),
    file.value,
  );
  await checkConfig(toJson(left), file);
}

function withoutMember(value: YamlValue, [key = "", ...rest]: readonly string[]): YamlValue {
  if (!(value instanceof Map)) return value;
  const map = value as YamlMap;
  const member = map.get(key);
  if (member === undefined) return value;
  if (rest.length > 0) return new Map([...map, [key, withoutMember(member, rest)] as const]);
  return new Map([...map].filter(([other]) => other !== key));
}

/**
 * Asks the core whether it accepts a configuration, and for the configuration with its defaults.
 *
 * @throws McpwardError `config` with the place in `file`; `usage` when the configuration stands in no file
 */
export async function checkConfig(config: string, file: ConfigFile | undefined): Promise<CheckedConfig> {
  try {
    return JSON.parse(await ask((core) => core.checkConfig(config))) as CheckedConfig;
  } catch (error) {
    const places = error instanceof McpwardError ? (error.cause as Refusal | undefined)?.places : undefined;
    if (places === undefined) throw error;
    if (file !== undefined) throw refusedConfig(file, await redacted(places, file.secrets));
    throw new McpwardError("usage", places[0]?.message ?? "the command line asks for something impossible");
  }
}

/** What is wrong with a value may quote it, and it may have come from a variable. */
async function redacted<T>(places: T, secrets: readonly Secret[]): Promise<T> {
  const core = await loadCore();
  const redactor = new core.Redactor(JSON.stringify(secrets));
  try {
    return JSON.parse(redactor.text(JSON.stringify(places))) as T;
  } finally {
    redactor.free();
  }
}
