import { type Args, value, values } from "./args.js";
import { McpwardError } from "./errors.js";
import type { Io } from "./io.js";
import { expand, type Secret } from "./variables.js";
import type { YamlMap, YamlValue } from "./yaml.js";

/** The server that the command line names, in the form that a configuration has. */
export interface CommandLineServer {
  readonly server: YamlMap;
  readonly unexpanded: YamlMap;
  readonly secrets: readonly Secret[];
}

/**
 * What `-- COMMAND ARGS…` or `--http URL` names; `undefined` when neither stands there.
 *
 * @throws McpwardError `usage`
 */
export function commandLineServer(args: Args, io: Io): CommandLineServer | undefined {
  if (args.child !== undefined) {
    const [command = "", ...rest] = args.child;
    const server = new Map<string, YamlValue>([
      ["transport", "stdio"],
      ["command", command],
      ["args", rest],
    ]);
    return { server, unexpanded: server, secrets: [] };
  }
  const url = value(args, "http");
  if (url === undefined) return undefined;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new McpwardError("usage", "`--http` needs an address that starts with http:// or https://");
  }
  const secrets: Secret[] = [];
  const headers = new Map<string, YamlValue>();
  const raw = new Map<string, YamlValue>();
  for (const header of values(args, "header")) {
    const [, name, text] = /^([!#$%&'*+.^_`|~A-Za-z0-9-]+)\s*:\s*(.*)$/s.exec(header) ?? [];
    if (name === undefined || text === undefined) {
      throw new McpwardError("usage", "`--header` needs the form 'NAME: VALUE'");
    }
    const expanded = expand(text, io.env);
    const [unset] = expanded.unset;
    if (unset !== undefined) {
      throw new McpwardError(
        "usage",
        `\`--header '${name}: …'\`: the environment variable \`${unset.name}\` is not set`,
      );
    }
    secrets.push(...expanded.used);
    headers.set(name, expanded.text);
    raw.set(name, text);
  }
  const server = (fields: YamlMap): YamlMap =>
    new Map<string, YamlValue>([
      ["transport", "http"],
      ["url", url],
      ...(fields.size > 0 ? [["headers", fields] as const] : []),
    ]);
  return { server: server(headers), unexpanded: server(raw), secrets };
}
