import { resolve } from "node:path";
import { type Args, value, values } from "./args.js";
import {
  type CheckedConfig,
  type CheckedServer,
  checkConfig,
  checkFile,
  type Timeouts,
} from "./checked-config.js";
import { commandLineServer } from "./command-line-server.js";
import { type ConfigFile, DEFAULT_CONFIG, readConfig } from "./config.js";
import { McpwardError } from "./errors.js";
import { shownPath } from "./files.js";
import type { Io } from "./io.js";
import { didYouMean } from "./nearest.js";
import { secretArguments, withoutSecrets } from "./secrets.js";
import type { Secret } from "./variables.js";
import { toJson, type YamlMap, type YamlValue } from "./yaml.js";
import { ofThisShard } from "./share.js";

/** How to reach one server; exactly what the configuration or the command line says, variables expanded. */
export type Target =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | { readonly transport: "http"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** One server to test, and what is asked of it. */
export interface ServerPlan {
  /** Its key under `servers:`; `undefined` for a single server. */
  readonly name: string | undefined;
  readonly target: Target;
  /** The target as a lockfile may show it: `${VAR}` unexpanded, no query of an address. */
  readonly identity: string;
  /** The configuration of this server alone, as JSON text that the core accepted. */
  readonly config: string;
  readonly secrets: readonly Secret[];
  /** `auto`, `legacy`, `modern` or a revision. */
  readonly protocol: string;
  readonly timeouts: Timeouts;
  readonly lockfile: NamedFile;
  /** Recorded calls to replay. */
  readonly calls: NamedFile | undefined;
  /** Where relative paths of the configuration start. */
  readonly folder: string;
  /** The file that the configuration comes from. */
  readonly file: Located | undefined;
}

/** A file whose places are known. */
export type Located = Pick<ConfigFile, "path" | "shown" | "locate">;

/** A file, and how to name it to a person. */
export interface NamedFile {
  readonly path: string;
  readonly shown: string;
}

export interface Plan {
  readonly servers: readonly ServerPlan[];
  /** Whether the configuration has a `servers:` map, so that reports are wrapped. */
  readonly several: boolean;
  /** The configuration file, for places in reports; `undefined` when the command line says everything. */
  readonly file: Located | undefined;
}

const DEFAULT_LOCKFILE = "mcpward.lock.json";
const EMPTY: YamlMap = new Map();

/**
 * Puts the configuration file and the command line together.
 *
 * @throws McpwardError `config` or `usage`
 */
export async function planServers(args: Args, io: Io): Promise<Plan> {
  const file = await readConfig(value(args, "config"), io);
  const given = commandLineServer(args, io);
  if (file === undefined && given === undefined) {
    throw new McpwardError("config", `there is no \`${DEFAULT_CONFIG}\` here`, {
      hint: "run `mcpward init` to write one, or name the server: `-- COMMAND ARGS…` or `--http URL`",
    });
  }
  const document = asMap(file?.value ?? EMPTY, file);
  const unexpanded = asMap(file?.unexpanded ?? EMPTY, file);
  const listed = given === undefined ? document.get("servers") : undefined;
  const map: YamlMap = listed instanceof Map ? (listed as YamlMap) : EMPTY;
  const names = ofThisShard(chosen(args, map), args);
  if (file !== undefined) {
    await checkFile(file, (name) => (name === undefined ? given === undefined : names.includes(name)));
  }

  const base = without(document, "server", "servers");
  const folder = file?.folder ?? io.cwd;
  const common = { args, io, base, folder, file };
  if (given !== undefined) {
    const server = await planOne(common, undefined, given.server, given.unexpanded, given.secrets);
    return { servers: [server], several: false, file };
  }
  const secrets = file?.secrets ?? [];
  if (map.size === 0) {
    const server = document.get("server");
    if (server === undefined) throw noServer(file);
    for (const option of ["server", "shard"] as const) {
      if (!args.values.has(option)) continue;
      const what = `\`--${option}\` chooses from a \`servers:\` map, and the configuration has none`;
      throw new McpwardError("usage", what);
    }
    const raw = asMap(unexpanded.get("server") ?? EMPTY, file);
    return {
      servers: [await planOne(common, undefined, asMap(server, file), raw, secrets)],
      several: false,
      file,
    };
  }
  const rawMap = asMap(unexpanded.get("servers") ?? EMPTY, file);
  const servers: ServerPlan[] = [];
  for (const name of names) {
    const server = asMap(map.get(name) ?? EMPTY, file);
    servers.push(await planOne(common, name, server, asMap(rawMap.get(name) ?? EMPTY, file), secrets));
  }
  return { servers, several: true, file };
}

/** A comparison of files: the configuration without a server, and the lockfile. */
export interface FilePlan {
  readonly config: string;
  readonly lockfile: NamedFile;
  readonly calls: NamedFile | undefined;
  /** The configuration file, for places in reports. */
  readonly file: Located | undefined;
}

/** The same for two files, where no server is needed and the configuration may be absent. */
export async function planFiles(args: Args, io: Io): Promise<FilePlan> {
  const file = await readConfig(value(args, "config"), io);
  const document = asMap(file?.value ?? EMPTY, file);
  if (file !== undefined) await checkFile(file, () => false);
  const base = without(document, "server", "servers");
  const drift = drifted(args, asMap(base.get("checks") ?? EMPTY, file), file);
  const config = toJson(withDrift(base, drift, file));
  const accepted = await checkConfig(config, undefined);
  const folder = file?.folder ?? io.cwd;
  return {
    config,
    lockfile: lockfile(args, io, folder, undefined, accepted.checks?.drift?.baseline),
    calls: recordedCalls(args, io, folder, accepted),
    file,
  };
}

function withDrift(base: YamlMap, drift: YamlMap | undefined, file: ConfigFile | undefined): YamlMap {
  if (drift === undefined) return base;
  const checks = asMap(base.get("checks") ?? EMPTY, file);
  return new Map([...base, ["checks", new Map([...checks, ["drift", drift] as const])] as const]);
}

interface Common {
  readonly args: Args;
  readonly io: Io;
  readonly base: YamlMap;
  readonly folder: string;
  readonly file: ConfigFile | undefined;
}

async function planOne(
  { args, io, base, folder, file }: Common,
  name: string | undefined,
  server: YamlMap,
  unexpanded: YamlMap,
  secrets: readonly Secret[],
): Promise<ServerPlan> {
  const drift = drifted(args, asMap(base.get("checks") ?? EMPTY, file), file);
  const config = toJson(new Map([...withDrift(base, drift, file), ["server", server] as const]));
  // The file passed already, so what is refused now came from the command line.
  const accepted = await checkConfig(config, undefined);
  return {
    ...serverPlan(accepted, config, folder, io),
    name,
    identity: identity(unexpanded),
    secrets: [...secrets, ...serverSecrets(accepted.server)],
    lockfile: lockfile(args, io, folder, name, accepted.checks?.drift?.baseline),
    calls: recordedCalls(args, io, folder, accepted),
    file,
  };
}

/** What to do about the one server of a configuration. */
export type SinglePlan = Omit<ServerPlan, "name" | "lockfile" | "calls" | "file">;

/**
 * The plan of a configuration that stands in no file.
 *
 * @throws McpwardError `usage` when the core refuses it
 */
export async function planConfig(config: string, folder: string, io: Io): Promise<SinglePlan> {
  return serverPlan(await checkConfig(config, undefined), config, folder, io);
}

function serverPlan(accepted: CheckedConfig, config: string, folder: string, io: Io): SinglePlan {
  const { server, timeouts } = accepted;
  return {
    target: target(server, folder, io),
    identity: identity(new Map(Object.entries(server)) as YamlMap),
    config,
    secrets: serverSecrets(server),
    protocol: server.protocol ?? "auto",
    timeouts,
    folder,
  };
}

/** `checks.drift`, where the command compares with a lockfile at all. */
function drifted(args: Args, checks: YamlMap, file: ConfigFile | undefined): YamlMap | undefined {
  const wanted = checks.has("drift") || args.values.has("baseline") || file === undefined;
  if (wanted || args.command === "diff" || args.command === "baseline") {
    return asMap(checks.get("drift") ?? EMPTY, file);
  }
  for (const option of ["fail-on", "fail-on-bump"] as const) {
    if (!args.values.has(option)) continue;
    throw new McpwardError(
      "usage",
      `\`--${option}\` is about drift, and the configuration has no \`checks.drift\``,
    );
  }
  return undefined;
}

function lockfile(
  args: Args,
  io: Io,
  folder: string,
  name: string | undefined,
  configured: string | undefined,
): NamedFile {
  const flag = value(args, "baseline");
  if (flag !== undefined) {
    if (name !== undefined && values(args, "server").length !== 1) {
      throw new McpwardError("usage", "`--baseline` names one file, and there are several servers", {
        hint: "choose one with `--server NAME`",
      });
    }
    return flag.startsWith("git:")
      ? { path: flag, shown: flag }
      : { path: resolve(io.cwd, flag), shown: flag };
  }
  const single = resolve(folder, configured ?? DEFAULT_LOCKFILE);
  // Each server of a map has a lockfile of its own: mcpward.lock.json becomes mcpward.NAME.lock.json.
  const path =
    name === undefined ? single : single.replace(/(\.lock)?(\.[^./\\]+)?$/, (end) => `.${name}${end}`);
  return { path, shown: shownPath(path, io.cwd) };
}

/** The file of `--calls`, else the one that the configuration names. */
function recordedCalls(args: Args, io: Io, folder: string, { calls }: CheckedConfig): NamedFile | undefined {
  const flag = value(args, "calls");
  if (flag !== undefined) return { path: resolve(io.cwd, flag), shown: flag };
  if (typeof calls !== "string") return undefined;
  const path = resolve(folder, calls);
  return { path, shown: shownPath(path, io.cwd) };
}

function target(server: CheckedServer, folder: string, io: Io): Target {
  if (server.transport === "http")
    return { transport: "http", url: server.url ?? "", headers: server.headers ?? {} };
  return {
    transport: "stdio",
    command: server.command ?? "",
    args: server.args ?? [],
    env: server.env ?? {},
    cwd: server.cwd === undefined ? io.cwd : resolve(folder, server.cwd),
  };
}

/** Headers and variables of a server are secrets too, and so is what looks like one among its arguments. */
function serverSecrets({ args, env, headers }: CheckedServer): Secret[] {
  const named = Object.entries({ ...env, ...headers }).map(([name, value]) => ({ name, value }));
  // `Authorization: Bearer SECRET` may come back without its scheme.
  const bare = named.flatMap(({ name, value }) => {
    const [, credential] = /^(?:Bearer|Basic|Token) (.+)$/i.exec(value) ?? [];
    return credential === undefined ? [] : [{ name, value: credential }];
  });
  return [...named, ...bare, ...secretArguments(args ?? [])];
}

function identity(server: YamlMap): string {
  const url = server.get("url");
  if (server.get("transport") === "http" && typeof url === "string") return withoutQuery(url);
  const args = server.get("args");
  const words = Array.isArray(args) ? args.map((word) => String(word ?? "")) : [];
  return [String(server.get("command") ?? ""), ...withoutSecrets(words)].join(" ");
}

/** Origin and path: a query or user name may be a credential. Works on text, since `${VAR}` is no valid address. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/^([a-z]+:\/\/)[^/@]*@/i, "$1");
}

function chosen(args: Args, map: YamlMap): readonly string[] {
  const names = values(args, "server");
  if (names.length === 0 || map.size === 0) return [...map.keys()];
  for (const name of names) {
    if (map.has(name)) continue;
    throw new McpwardError(
      "usage",
      `the configuration has no server \`${name}\`${didYouMean(name, map.keys())}`,
    );
  }
  return names;
}

function noServer(file: ConfigFile | undefined): McpwardError {
  return new McpwardError("config", `${file?.shown ?? DEFAULT_CONFIG}: no \`server\` is configured`, {
    hint: "add a `server:` with a `command` or a `url`; `mcpward init` shows one",
  });
}

function asMap(found: YamlValue, file: ConfigFile | undefined): YamlMap {
  if (found instanceof Map) return found as YamlMap;
  if (found === null) return EMPTY;
  throw new McpwardError("config", `${file?.shown ?? "configuration"}: expected keys and values`);
}

function without(map: YamlMap, ...keys: string[]): YamlMap {
  return new Map([...map].filter(([key]) => !keys.includes(key)));
}
