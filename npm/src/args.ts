import { parseArgs } from "node:util";
import { McpwardError } from "./errors.js";
import { didYouMean } from "./nearest.js";
import {
  COMMANDS,
  type CommandName,
  type CommandSpec,
  isCommand,
  OPTIONS,
  type OptionName,
  type OptionSpec,
} from "./options.js";

/** A command line that is well-formed: every flag is known, belongs to the command and has its value. */
export interface Args {
  readonly command: CommandName;
  readonly flags: ReadonlySet<OptionName>;
  readonly values: ReadonlyMap<OptionName, readonly string[]>;
  readonly positionals: readonly string[];
  /** What stands after `--`: the command that starts the server. */
  readonly child: readonly string[] | undefined;
}

/** What to do when the command line asks for no command. */
export type Asked =
  { readonly show: "help"; readonly command: CommandName | undefined } | { readonly show: "version" } | Args;

/** The value of an option that may stand once. */
export function value(args: Args, name: OptionName): string | undefined {
  return args.values.get(name)?.at(-1);
}

/** All values of an option that may be repeated. */
export function values(args: Args, name: OptionName): readonly string[] {
  return args.values.get(name) ?? [];
}

/**
 * Reads the arguments after `node cli.js`.
 *
 * @throws McpwardError `usage` with the nearest known word when a flag or command is unknown.
 */
export function parseCommandLine(argv: readonly string[]): Asked {
  const { own, child } = split(argv);
  const flags = new Set<OptionName>();
  const values = new Map<OptionName, string[]>();
  const words: string[] = [];
  for (const token of tokens(own)) {
    if (token.kind === "positional") {
      words.push(token.value);
      continue;
    }
    if (token.kind !== "option") continue;
    const name = known(token.name, token.rawName, words);
    const spec: OptionSpec = OPTIONS[name];
    if (spec.value === undefined) {
      if (token.value !== undefined) throw usage(`\`${token.rawName}\` takes no value`);
      flags.add(name);
      continue;
    }
    // `--out --json` is a forgotten value, not a file called `--json`; a lone `-` means stdout.
    if (token.value === undefined || (!token.inlineValue && /^-./.test(token.value)) || token.value === "") {
      throw usage(`\`${token.rawName}\` needs a value: ${spec.value}`);
    }
    const list = values.get(name) ?? [];
    if (list.length > 0 && spec.many !== true) throw usage(`\`--${name}\` is given twice`);
    values.set(name, [...list, token.value]);
  }

  if (flags.has("version")) return { show: "version" };
  const [word, ...positionals] = words;
  if (word === "help" || flags.has("help") || word === undefined) {
    const subject = word === "help" ? positionals[0] : word;
    if (subject !== undefined && !isCommand(subject)) throw unknownCommand(subject);
    if (word === undefined && !flags.has("help")) {
      throw usage("no command given", "run `mcpward --help` for the commands, or `mcpward init` to start");
    }
    return { show: "help", command: subject };
  }
  if (!isCommand(word)) throw unknownCommand(word);
  const args: Args = { command: word, flags, values, positionals, child };
  checkCommand(args, COMMANDS[word]);
  return args;
}

function checkCommand(args: Args, spec: CommandSpec): void {
  for (const name of [...args.flags, ...args.values.keys()]) {
    if (name === "help" || name === "version" || spec.options.includes(name)) continue;
    throw usage(
      `\`mcpward ${args.command}\` has no option \`--${name}\`${didYouMean(name, spec.options, "--")}`,
      helpHint(args.command),
    );
  }
  const slots = spec.positionals ?? [];
  const repeats = slots.at(-1)?.endsWith("…") === true;
  if (args.positionals.length > slots.length && !repeats) {
    const extra = args.positionals[slots.length] ?? "";
    throw usage(
      `unexpected argument \`${extra}\``,
      spec.target === true ? "a server's command goes after `--`: " + spec.usage : helpHint(args.command),
    );
  }
  const needed = slots.filter((slot) => slot === slot.toUpperCase() && slot !== "DIR…");
  if (args.positionals.length < needed.length) {
    throw usage(`\`mcpward ${args.command}\` needs ${needed.join(" ")}`, `usage: ${spec.usage}`);
  }
  if (args.child !== undefined) {
    if (spec.target !== true)
      throw usage(`\`mcpward ${args.command}\` starts no server, so nothing may follow \`--\``);
    if (args.child.length === 0) throw usage("nothing follows `--`", `usage: ${spec.usage}`);
    if (args.values.has("http"))
      throw usage("both `--http` and a command after `--` name a server", "keep one of them");
  }
  if (args.values.has("header") && !args.values.has("http")) {
    throw usage("`--header` goes with `--http`", "in a configuration file, use `server.headers`");
  }
  for (const offline of ["against", "from"] as const) {
    if (!args.values.has(offline) || args.command === "init") continue;
    if (args.child === undefined && !args.values.has("http")) continue;
    throw usage(`\`--${offline}\` compares files, so no server can be named`, "drop one of them");
  }
}

function known(name: string, raw: string, words: readonly string[]): OptionName {
  if (Object.hasOwn(OPTIONS, name)) return name as OptionName;
  for (const [long, spec] of Object.entries(OPTIONS) as [OptionName, OptionSpec][]) {
    if (spec.short === name && !raw.startsWith("--")) return long;
  }
  const command = words[0];
  const pool = command !== undefined && isCommand(command) ? COMMANDS[command].options : Object.keys(OPTIONS);
  throw usage(
    `unknown option \`${raw}\`${didYouMean(name, pool, "--")}`,
    helpHint(command !== undefined && isCommand(command) ? command : undefined),
  );
}

function unknownCommand(word: string): McpwardError {
  return usage(`unknown command \`${word}\`${didYouMean(word, Object.keys(COMMANDS))}`, helpHint(undefined));
}

function helpHint(command: CommandName | undefined): string {
  return `see \`mcpward ${command === undefined ? "" : `${command} `}--help\``;
}

function usage(message: string, hint?: string): McpwardError {
  return new McpwardError("usage", message, hint === undefined ? {} : { hint });
}

function split(argv: readonly string[]): { own: string[]; child: string[] | undefined } {
  const at = argv.indexOf("--");
  if (at === -1) return { own: [...argv], child: undefined };
  return { own: argv.slice(0, at), child: argv.slice(at + 1) };
}

function tokens(own: string[]) {
  const options: Record<string, { type: "string" | "boolean"; short?: string }> = {};
  for (const [name, spec] of Object.entries(OPTIONS) as [string, OptionSpec][]) {
    const type = spec.value === undefined ? ("boolean" as const) : ("string" as const);
    options[name] = spec.short === undefined ? { type } : { type, short: spec.short };
  }
  return parseArgs({ args: own, options, strict: false, allowPositionals: true, tokens: true }).tokens;
}
