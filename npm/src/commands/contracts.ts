import { mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Args, value } from "../args.js";
import { contractsReport, contractsText } from "../contracts/ask.js";
import {
  type ContractDraft,
  contractText,
  deprecated,
  parseContract,
  served,
  starter,
} from "../contracts/draft.js";
import { type ContractFile, latest, PINS, readContracts } from "../contracts/folder.js";
import { McpwardError } from "../errors.js";
import { shownPath, writeWhole } from "../files.js";
import type { ExitCode, Io } from "../io.js";
import { readNamed } from "../lockfile.js";
import { lookAt } from "../looking.js";
import { didYouMean } from "../nearest.js";
import { planServers } from "../plan.js";
import { readText } from "../reading.js";
import { plannedOutputs, writeOutputs } from "../reporters.js";
import { exitCode, renderReports } from "../reports.js";
import { trace } from "../trace.js";

const ACTIONS = ["new", "check", "pin", "changelog", "verify"] as const;
const CHANGELOG = "TOOL_CHANGELOG.md";
const DEFAULT_MONTHS = 12;

/** Versioned contracts in a repository: `new`, `check`, `pin`, `changelog`, `verify`. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  const [action = "", ...rest] = args.positionals;
  if (!(ACTIONS as readonly string[]).includes(action)) {
    throw new McpwardError("usage", `unknown action \`${action}\`${didYouMean(action, ACTIONS)}`, {
      hint: `the actions are ${ACTIONS.join(", ")}`,
    });
  }
  const [operand, ...more] = rest;
  if (more.length > 0) throw new McpwardError("usage", `\`contracts ${action}\` takes one operand`);
  const folder = folderOf(args, io, action === "new" ? undefined : operand);
  if (action === "new") return await draft(args, io, folder, operand);
  const files = await readContracts(folder.path, folder.shown);
  if (action === "check") return await check(args, io, folder, files);
  if (action === "verify") return await verify(args, io, folder, files);
  if (action === "pin") return await pin(args, io, folder, files);
  return await writeChangelog(args, io, folder, files);
}

interface Folder {
  readonly path: string;
  readonly shown: string;
}

function folderOf(args: Args, io: Io, operand: string | undefined): Folder {
  const shown = operand ?? value(args, "dir") ?? "contracts";
  return { path: resolve(io.cwd, shown), shown };
}

function months(args: Args): number {
  const text = value(args, "months");
  if (text === undefined) return DEFAULT_MONTHS;
  if (!/^\d{1,3}$/.test(text))
    throw new McpwardError("usage", "`--months` needs a whole number from 0 to 999");
  return Number(text);
}

/** A file beside the contracts folder. */
function beside(folder: Folder, name: string, io: Io): Folder {
  const path = join(dirname(folder.path), name);
  return { path, shown: shownPath(path, io.cwd) };
}

async function textOf({ path, shown }: Folder): Promise<string | undefined> {
  return await readText(
    path,
    (reason, cause) => new McpwardError("usage", `\`${shown}\` ${reason}`, { cause }),
  );
}

async function check(args: Args, io: Io, folder: Folder, files: readonly ContractFile[]): Promise<ExitCode> {
  const pinFile = beside(folder, PINS, io);
  const pins = await textOf(pinFile);
  const report = await contractsReport(
    {
      action: "check",
      files,
      months: months(args),
      timestamp: io.now().toISOString(),
      ...(pins === undefined ? {} : { pins }),
    },
    { baseline: pinFile.shown },
  );
  return await show(report, args, io);
}

async function verify(args: Args, io: Io, folder: Folder, files: readonly ContractFile[]): Promise<ExitCode> {
  const pinFile = beside(folder, PINS, io);
  const pins = await textOf(pinFile);
  const from = value(args, "from");
  const subject =
    from === undefined ? { capture: await captured(args, io) } : { against: await readNamed(from, io) };
  const report = await contractsReport(
    {
      action: "verify",
      files,
      timestamp: io.now().toISOString(),
      ...subject,
      ...(pins === undefined ? {} : { pins }),
    },
    { baseline: pinFile.shown, ...(from === undefined ? {} : { against: from }) },
  );
  return await show(report, args, io);
}

/** What the one server of the command line or the configuration offers. */
async function captured(args: Args, io: Io): Promise<string> {
  const { servers } = await planServers(args, io);
  const [server, ...more] = servers;
  if (server === undefined || more.length > 0) {
    throw new McpwardError("usage", "contracts belong to one server; choose it with `--server NAME`");
  }
  const traffic = await trace(args, io);
  return await lookAt(server, io, traffic, { command: "lint" }).finally(traffic.save);
}

async function show(report: string, args: Args, io: Io): Promise<ExitCode> {
  const outputs = await plannedOutputs(args, io);
  const reports = [{ name: undefined, text: report }];
  const verbose = args.flags.has("verbose");
  await writeOutputs(
    outputs,
    (format, canvas) => renderReports(reports, false, format, { ...canvas, verbose }),
    io,
  );
  return exitCode(reports);
}

/** Pins what is checked: a broken chain is shown and nothing is written. */
async function pin(args: Args, io: Io, folder: Folder, files: readonly ContractFile[]): Promise<ExitCode> {
  const timestamp = io.now().toISOString();
  const report = await contractsReport({ action: "check", files, months: months(args), timestamp });
  if (exitCode([{ name: undefined, text: report }]) !== 0) return await show(report, args, io);
  const file = beside(folder, PINS, io);
  const [before, after] = [await textOf(file), await contractsText({ action: "pin", files })];
  if (!args.flags.has("check")) {
    for (const line of takenBack(before, after)) await io.stdout.write(`⚠ ${line}\n`);
  }
  return await keep(file, after, args, io);
}

/** What was published under a hash and is another now, or gone: never by accident. */
function takenBack(before: string | undefined, after: string): readonly string[] {
  const [old, fresh] = [pinned(before), pinned(after)];
  return [...old].flatMap(([version, hash]) => {
    if (fresh.get(version) === hash) return [];
    const change = fresh.has(version)
      ? "is pinned anew: it was changed after it was pinned"
      : "is no longer pinned";
    return [`${version} ${change}`];
  });
}

/** The hash of each version; nothing where the text is no pin file. */
function pinned(text: string | undefined): ReadonlyMap<string, unknown> {
  const hashes = new Map<string, unknown>();
  try {
    const { tools } = JSON.parse(text ?? "{}") as { tools?: Record<string, Record<string, unknown>> };
    for (const [tool, versions] of Object.entries(tools ?? {})) {
      for (const [version, hash] of Object.entries(versions)) hashes.set(shown(`${tool} ${version}`), hash);
    }
  } catch {
    // A file that cannot be read is written anew as a whole.
  }
  return hashes;
}

/** Names from a file that somebody may have changed. */
const shown = (name: string): string => name.replace(/[^\w .-]/g, "?").slice(0, 140);

/** Tells what changed in words; as with `pin`, a broken chain is shown and nothing is written. */
async function writeChangelog(
  args: Args,
  io: Io,
  folder: Folder,
  files: readonly ContractFile[],
): Promise<ExitCode> {
  const report = await contractsReport({ action: "check", files, months: months(args) });
  if (exitCode([{ name: undefined, text: report }]) !== 0) return await show(report, args, io);
  const file = beside(folder, CHANGELOG, io);
  const existing = (await textOf(file)) ?? "";
  return await keep(file, await contractsText({ action: "changelog", files, existing }), args, io);
}

/** Writes a generated file; with `--check` only says whether it would change. */
async function keep(file: Folder, text: string, args: Args, io: Io): Promise<ExitCode> {
  const same = (await textOf(file)) === text;
  if (args.flags.has("check")) {
    await io.stdout.write(same ? `✓ ${file.shown} is up to date\n` : `✗ ${file.shown} is not up to date\n`);
    return same ? 0 : 1;
  }
  if (!same) await writeWhole(file.path, text, file.shown);
  await io.stdout.write(`✓ ${file.shown} ${same ? "is up to date" : "written"}\n`);
  return 0;
}

/** Drafts the next version of a tool, or its first one; with `--as` under a new name, the old one deprecated. */
async function draft(args: Args, io: Io, folder: Folder, tool: string | undefined): Promise<ExitCode> {
  const target = value(args, "as");
  for (const name of [tool, target]) {
    if (name !== undefined && !/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/.test(name)) {
      throw new McpwardError("usage", `\`${name}\` cannot be a tool's name`, {
        hint: "a name has 1 to 128 of the characters A-Z a-z 0-9 _ . -",
      });
    }
  }
  if (tool === undefined) throw new McpwardError("usage", "`contracts new` needs the name of a tool");
  const exists = await stat(folder.path).then(
    () => true,
    () => false,
  );
  const files = exists ? await readContracts(folder.path, folder.shown, { empty: true }) : [];
  const { version, text } = latest(files, tool);
  const place = (name: string, number: number) => `${folder.shown}/${name}/v${number}.json`;
  if (target === undefined) {
    const next = version > 0 ? parseContract(text, place(tool, version)) : await firstVersion(args, io, tool);
    return await write(folder, tool, version + 1, next, io);
  }
  if (version === 0) throw new McpwardError("usage", `there is no contract of \`${tool}\` to publish anew`);
  if (latest(files, target).version > 0) {
    throw new McpwardError("usage", `\`${target}\` has a contract already`);
  }
  const old = parseContract(text, place(tool, version));
  await write(folder, target, 1, { ...old, name: target }, io);
  return await write(folder, tool, version + 1, deprecated(old, target, io.now(), months(args)), io);
}

/** From the server that was named, else a draft to be filled in. */
async function firstVersion(args: Args, io: Io, tool: string): Promise<ContractDraft> {
  const from = value(args, "from");
  const named =
    from !== undefined || args.child !== undefined || args.values.has("http") || args.values.has("config");
  if (!named) return starter(tool);
  const document: unknown = JSON.parse(
    from === undefined ? await captured(args, io) : await readNamed(from, io),
  );
  const found = toolsOf(document).find(({ name }) => name === tool);
  if (found === undefined) throw new McpwardError("usage", `the server has no tool \`${tool}\``);
  return served(found);
}

function toolsOf(document: unknown): readonly ContractDraft[] {
  const { surface, tools } = (document ?? {}) as { surface?: { tools?: unknown }; tools?: unknown };
  const list = surface?.tools ?? tools;
  if (Array.isArray(list)) return list.map((entry) => (entry?.raw ?? entry) as ContractDraft);
  return Object.entries((list ?? {}) as Record<string, ContractDraft>).map(([name, tool]) => ({
    ...tool,
    name,
  }));
}

async function write(
  folder: Folder,
  tool: string,
  version: number,
  text: ContractDraft,
  io: Io,
): Promise<ExitCode> {
  const path = join(folder.path, tool, `v${version}.json`);
  const shown = `${folder.shown}/${tool}/v${version}.json`;
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, contractText(text), shown);
  await io.stdout.write(`✓ ${shown} written\n`);
  return 0;
}
