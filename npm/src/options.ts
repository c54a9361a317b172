/** How one flag reads: `value` names its argument in the help; without it the flag is a switch. */
export interface OptionSpec {
  readonly short?: string;
  readonly value?: string;
  readonly many?: true;
  readonly help: string;
}

/** How one command reads. `target` accepts `-c FILE`, `-- COMMAND ARGS…` and `--http URL`. */
export interface CommandSpec {
  readonly summary: string;
  readonly usage: string;
  readonly options: readonly OptionName[];
  /** What an option does here, where that is something else than elsewhere. */
  readonly help?: Partial<Record<OptionName, string>>;
  readonly target?: true;
  /** Names of positional arguments; a last one that ends in `…` takes any number. */
  readonly positionals?: readonly string[];
}

export const OPTIONS = {
  config: { short: "c", value: "FILE", help: "configuration file (default: mcpward.yaml)" },
  http: { value: "URL", help: "test the server at this address (Streamable HTTP)" },
  header: {
    value: "'NAME: VALUE'",
    many: true,
    help: "header for --http; ${VAR} is read from the environment",
  },
  server: { value: "NAME", many: true, help: "only this server of a `servers:` map (repeatable)" },
  baseline: { value: "FILE", help: "lockfile to use; git:REV:PATH reads it from a revision" },
  against: {
    value: "FILE",
    help: "compare with this lockfile or `tools/list` result (or git:REV:PATH), ask no server",
  },
  from: { value: "FILE", help: "read a lockfile or `tools/list` result (or git:REV:PATH), ask no server" },
  "expect-hash": { value: "sha256:…", help: "fail unless the surface has this hash" },
  "fail-on": {
    value: "LEVEL|LIST",
    help: "what drift fails: high, medium, low (and above), classes, joined by commas",
  },
  "fail-on-bump": { value: "BUMP", help: "fail from this semver bump on: major, minor, patch or never" },
  check: { help: "write nothing; exit 1 if the lockfile would change" },
  confirm: { help: "ask the server twice and name every place that differs between the two" },
  only: { value: "TOOL", many: true, help: "accept the changes of this tool only (repeatable)" },
  dir: { value: "DIR", help: "the contracts folder (default: contracts)" },
  as: { value: "NAME", help: "publish under this new name and deprecate the old one" },
  months: { value: "N", help: "how long a deprecated tool must stay (default: 12)" },
  force: { help: "replace a file that exists" },
  reporter: {
    short: "r",
    value: "FORMAT[:FILE]",
    many: true,
    help: "console, json, junit, sarif or markdown; with :FILE written there (repeatable)",
  },
  out: { short: "o", value: "FILE", help: "write the report to this file" },
  json: { help: "the JSON report on stdout, or in the file of --out: short for --reporter json" },
  "pr-comment": { help: "post or update the pull-request comment" },
  "update-golden": { help: "write the golden snapshots of the suites" },
  calls: { value: "FILE", help: "recorded calls (JSONL) to replay against old and new schemas" },
  jobs: { value: "N", help: "how many servers of a `servers:` map to look at at the same time (default: 1)" },
  shard: { value: "I/N", help: "only the I-th of N parts of a `servers:` map; `merge` joins the reports" },
  trace: { value: "FILE", help: "write the redacted JSON-RPC traffic, for bug reports" },
  verbose: { short: "v", help: "show more: passing checks one by one, why and what to do" },
  help: { short: "h", help: "show help" },
  version: { short: "V", help: "show the version" },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;

const TARGET = ["config", "http", "header", "server", "trace"] as const;
const REPORT = ["reporter", "out", "json", "verbose"] as const;
const SEVERAL = ["jobs", "shard"] as const;

export const COMMANDS = {
  init: {
    summary: "write a starter configuration",
    usage: "mcpward init [--from FILE]",
    options: ["config", "from", "force"],
    help: {
      config: "file to write (default: mcpward.yaml)",
      from: "take the servers of .mcp.json, claude_desktop_config.json, .vscode/mcp.json or .cursor/mcp.json",
    },
  },
  baseline: {
    summary: "pin what the server offers in a lockfile",
    usage: "mcpward baseline [-c FILE | --http URL | -- COMMAND ARGS…]",
    options: [...TARGET, "shard", "baseline", "check", "only", "confirm", "verbose"],
    help: {
      baseline: "lockfile to write (default: mcpward.lock.json)",
      shard: "only the I-th of N parts of a `servers:` map",
      verbose: "say of each change that is accepted why it matters",
    },
    target: true,
  },
  diff: {
    summary: "compare the server, or a second file, with the lockfile",
    usage: "mcpward diff [-c FILE | --http URL | -- COMMAND ARGS…] [--baseline FILE] [--against FILE]",
    options: [
      ...TARGET,
      ...SEVERAL,
      "baseline",
      "against",
      "expect-hash",
      "fail-on",
      "fail-on-bump",
      "calls",
      "confirm",
      ...REPORT,
      "pr-comment",
    ],
    target: true,
  },
  run: {
    summary: "run every enabled check",
    usage: "mcpward run [-c FILE | --http URL | -- COMMAND ARGS…]",
    options: [
      ...TARGET,
      ...SEVERAL,
      "baseline",
      "fail-on",
      "fail-on-bump",
      "calls",
      "confirm",
      ...REPORT,
      "pr-comment",
      "update-golden",
    ],
    target: true,
  },
  lint: {
    summary: "check definitions without calling any tool",
    usage: "mcpward lint [-c FILE | --http URL | -- COMMAND ARGS… | --from FILE]",
    options: [...TARGET, ...SEVERAL, "from", ...REPORT],
    target: true,
  },
  hash: {
    summary: "print the hash of what the server offers",
    usage: "mcpward hash [-c FILE | --http URL | -- COMMAND ARGS… | --from FILE]",
    options: [...TARGET, "from", "json"],
    help: { json: "print JSON" },
    target: true,
  },
  rules: {
    summary: "list every rule",
    usage: "mcpward rules [--verbose | --json]",
    options: ["verbose", "json"],
    help: { verbose: "every finer rule on a line of its own", json: "print JSON" },
  },
  explain: {
    summary: "explain one rule",
    usage: "mcpward explain RULE",
    options: ["json"],
    help: { json: "print JSON" },
    positionals: ["RULE"],
  },
  merge: {
    summary: "join the JSON reports of several runs",
    usage: "mcpward merge REPORT…",
    options: [...REPORT],
    positionals: ["REPORT…"],
  },
  contracts: {
    summary: "keep versioned contracts in a repository",
    usage: "mcpward contracts new TOOL | check | pin | changelog | verify [DIR]",
    options: [...TARGET, "from", "dir", "as", "months", "check", ...REPORT],
    help: {
      from: "`new`, `verify`: read a lockfile or `tools/list` result (or git:REV:PATH), ask no server",
      check: "`pin`, `changelog`: write nothing; exit 1 if the file would change",
    },
    target: true,
    positionals: ["ACTION", "DIR…"],
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof COMMANDS;

export function isCommand(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word);
}
