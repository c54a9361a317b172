import { stringify } from "yaml";
import { McpwardError } from "../errors.js";
import { looksSecret } from "../secrets.js";
import { parseJsonc } from "./jsonc.js";

/** What a client's configuration says about its servers, as a part of ours. */
export interface Imported {
  /** The `server:` or `servers:` part, as YAML. */
  readonly yaml: string;
  readonly names: readonly string[];
  /** Environment variables that must be set, because a value was not copied. */
  readonly variables: readonly string[];
  /** Entries that were left out, each with its reason. */
  readonly skipped: readonly string[];
}

type Server =
  | { transport: "stdio"; command: string; args?: string[]; env?: Record<string, string> }
  | { transport: "http"; url: string; headers?: Record<string, string> };

type Json = Record<string, unknown>;

/**
 * Reads `.mcp.json`, `claude_desktop_config.json`, `.vscode/mcp.json` or `.cursor/mcp.json`. Secrets stay behind:
 * what looks like one becomes a `${VARIABLE}`, since our configuration is made to be committed.
 *
 * @throws McpwardError `config`
 */
export function importServers(text: string, shown: string): Imported {
  let document: unknown;
  try {
    document = parseJsonc(text);
  } catch (error) {
    throw new McpwardError("config", `\`${shown}\` is not JSON`, { cause: error });
  }
  const entries = serverEntries(document);
  if (entries === undefined) {
    throw new McpwardError("config", `\`${shown}\` lists no servers`, {
      hint: "expected `mcpServers` (Claude, Cursor) or `servers` (VS Code) at the top",
    });
  }
  const variables = new Set<string>();
  const skipped: string[] = [];
  const servers: Record<string, Server> = {};
  for (const [original, entry] of Object.entries(entries)) {
    const name = freeName(original, servers);
    const server = isObject(entry) ? convert(name, entry, variables) : undefined;
    if (server === undefined) skipped.push(`${original}: neither a command nor an address`);
    else servers[name] = server;
  }
  const names = Object.keys(servers);
  const [only] = Object.values(servers);
  if (only === undefined)
    throw new McpwardError("config", `\`${shown}\` lists no server that can be started or reached`);
  const part = names.length === 1 ? { server: only } : { servers };
  return {
    yaml: stringify(part, { defaultStringType: "PLAIN", defaultKeyType: "PLAIN", lineWidth: 0 }),
    names,
    variables: [...variables],
    skipped,
  };
}

function serverEntries(document: unknown): Json | undefined {
  if (!isObject(document)) return undefined;
  const nested = isObject(document["mcp"]) ? document["mcp"] : {};
  return [document["mcpServers"], document["servers"], nested["servers"]].find(
    (found): found is Json => isObject(found) && Object.keys(found).length > 0,
  );
}

function convert(name: string, entry: Json, variables: Set<string>): Server | undefined {
  const { command, args, env, url, headers } = entry;
  const convertText = (text: string) => ours(text, variables);
  const convertMap = (map: unknown, always: boolean): Record<string, string> | undefined => {
    if (!isObject(map) || Object.keys(map).length === 0) return undefined;
    const pairs = Object.entries(map).map(([key, raw]): [string, string] => {
      const value = convertText(String(raw));
      if (value.includes("${") || !(always || looksSecret(key, value))) return [key, value];
      const variable = variableName(always ? `${name}_${key}` : key);
      variables.add(variable);
      const scheme = /^(Bearer|Basic|Token) /i.exec(value)?.[0] ?? "";
      return [key, `${scheme}\${${variable}}`];
    });
    return Object.fromEntries(pairs);
  };
  const address = typeof url === "string" ? url : entry["serverUrl"];
  if (typeof address === "string") {
    const found = convertMap(headers, true);
    const plain = withoutCredentials(convertText(address), name, variables);
    return { transport: "http", url: plain, ...(found === undefined ? {} : { headers: found }) };
  }
  if (typeof command !== "string" || command === "") return undefined;
  const list = Array.isArray(args) ? args.map((arg) => convertText(String(arg))) : [];
  const found = convertMap(env, false);
  return {
    transport: "stdio",
    command: convertText(command),
    ...(list.length === 0 ? {} : { args: hideArguments(list, name, variables) }),
    ...(found === undefined ? {} : { env: found }),
  };
}

/** Their placeholders, in our writing: `${env:X}` and `${input:x}` become variables, the workspace the current folder. */
function ours(text: string, variables: Set<string>): string {
  return text
    .replace(/\$\{workspaceFolder\}/g, ".")
    .replace(/\$\{userHome\}/g, "${HOME}")
    .replace(/\$\{(?:env|input):([^}]+)\}/g, (_, name: string) => {
      const variable = variableName(name);
      variables.add(variable);
      return `\${${variable}}`;
    });
}

function hideArguments(args: readonly string[], name: string, variables: Set<string>): string[] {
  return args.map((arg, index) => {
    if (arg.includes("${")) return arg;
    const flag = /^(--?[^=]+)=(.+)$/.exec(arg);
    if (flag?.[1] !== undefined && flag[2] !== undefined) {
      if (!looksSecret(flag[1], flag[2])) return arg;
      return `${flag[1]}=${hidden(`${name}_${flag[1]}`, variables)}`;
    }
    const before = args[index - 1] ?? "";
    const named = before.startsWith("-") && !arg.startsWith("-");
    if (!looksSecret(named ? before : "", arg)) return arg;
    return hidden(named ? `${name}_${before}` : `${name}_ARG_${index + 1}`, variables);
  });
}

function withoutCredentials(url: string, name: string, variables: Set<string>): string {
  return url
    .replace(
      /^(https?:\/\/)[^/@]+@/,
      (_, scheme: string) => `${scheme}${hidden(`${name}_CREDENTIALS`, variables)}@`,
    )
    .replace(/([?&])([^=&]+)=([^&]+)/g, (whole, mark: string, key: string, value: string) =>
      value.includes("${") || !looksSecret(key, value)
        ? whole
        : `${mark}${key}=${hidden(`${name}_${key}`, variables)}`,
    );
}

function hidden(base: string, variables: Set<string>): string {
  const variable = variableName(base);
  variables.add(variable);
  return `\${${variable}}`;
}

function variableName(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

function freeName(original: string, taken: object): string {
  const base = original.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 60) || "server";
  let name = base;
  for (let i = 2; Object.hasOwn(taken, name); i++) name = `${base}-${i}`;
  return name;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
