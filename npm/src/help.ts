import { COMMANDS, type CommandName, type CommandSpec, OPTIONS, type OptionSpec } from "./options.js";

/** The text of `mcpward --help`, or of `mcpward COMMAND --help`. */
export function help(command: CommandName | undefined): string {
  return command === undefined ? overview() : commandHelp(command);
}

function overview(): string {
  const commands = Object.entries(COMMANDS).map(([name, spec]): [string, string] => [name, spec.summary]);
  return [
    "mcpward: contract testing for MCP servers",
    "",
    "Usage: mcpward COMMAND [OPTIONS]",
    "",
    "Commands:",
    ...table(commands),
    "",
    "A server is named by a configuration file (`-c FILE`, by default mcpward.yaml), by the command that",
    "starts it (`-- COMMAND ARGS…`), or by its address (`--http URL`).",
    "",
    "Exit codes: 0 all checks passed, 1 a check failed, 2 nothing (or not everything) was tested.",
    "",
    "`mcpward COMMAND --help` shows the options of a command.",
    "",
  ].join("\n");
}

function commandHelp(command: CommandName): string {
  const spec: CommandSpec = COMMANDS[command];
  const rows = [...spec.options, "help" as const].map((name): [string, string] => {
    const option: OptionSpec = OPTIONS[name];
    const short = option.short === undefined ? "    " : `-${option.short}, `;
    return [
      `${short}--${name}${option.value === undefined ? "" : ` ${option.value}`}`,
      spec.help?.[name] ?? option.help,
    ];
  });
  return [
    `mcpward ${command}: ${spec.summary}`,
    "",
    `Usage: ${spec.usage}`,
    "",
    "Options:",
    ...table(rows),
    "",
  ].join("\n");
}

function table(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
