import { isAbsolute, relative, resolve } from "node:path";
import { type Args, value, values } from "./args.js";
import { captureServer } from "./capture.js";
import type { Names } from "./answers.js";
import { checkConfirmed } from "./confirm.js";
import { across, check, describeContract, hostContext } from "./engine.js";
import { configPlaces } from "./config-places.js";
import { forEachServer } from "./each-server.js";
import { McpwardError } from "./errors.js";
import { postComment } from "./github.js";
import type { ExitCode, Io } from "./io.js";
import { lookAt } from "./looking.js";
import { missingLockfile, readLockfile, readNamed } from "./lockfile.js";
import { type Located, type NamedFile, planFiles, planServers, type ServerPlan } from "./plan.js";
import type { CheckRequest } from "./questions.js";
import { readText } from "./reading.js";
import { plannedOutputs, writeOutputs } from "./reporters.js";
import { exitCode, incompleteReport, type NamedReport, renderReports } from "./reports.js";
import { inParallel, jobs } from "./share.js";
import { type Trace, trace } from "./trace.js";
import { suiteContext, updateGoldens } from "./suites.js";

type Checking = "run" | "diff" | "lint";

/** `run`, `diff` and `lint`: look at each server, or at a file in its place, and write the reports. */
export async function runChecks(command: Checking, args: Args, io: Io): Promise<ExitCode> {
  const outputs = await plannedOutputs(args, io);
  const traffic = await trace(args, io);
  const { reports, several, file, subject } = await collect(command, args, io, traffic).finally(traffic.save);
  const common = {
    verbose: args.flags.has("verbose"),
    ...(file === undefined ? {} : { configPath: inRepository(file, io) }),
  };
  await writeOutputs(
    outputs,
    (format, canvas) => renderReports(reports, several, format, { ...common, ...canvas }),
    io,
  );
  if (args.flags.has("pr-comment")) {
    const markdown = (maxChars: number) =>
      renderReports(reports, several, "markdown", { color: false, verbose: false, maxChars });
    // Whether the comment can be written does not change what was found.
    const { message } = await postComment({ markdown, subject, env: io.env, signal: io.signal });
    await io.stderr.write(`mcpward: ${message}\n`);
  }
  return exitCode(reports);
}

interface Collected {
  readonly reports: readonly NamedReport[];
  readonly several: boolean;
  /** The configuration file, for places in reports. */
  readonly file: Located | undefined;
  /** What was looked at, to tell it from what other jobs look at. */
  readonly subject: string;
}

async function collect(command: Checking, args: Args, io: Io, traffic: Trace): Promise<Collected> {
  const file = value(args, "against") ?? value(args, "from");
  if (file !== undefined) return await compareFiles(command, file, args, io);

  const plan = await planServers(args, io);
  refuseToOverwrite(
    args,
    [plan.file, ...plan.servers.flatMap(({ lockfile, calls }) => [lockfile, calls])],
    io,
  );
  const baselines = new Map<ServerPlan, string | undefined>();
  const judged = new Map<ServerPlan, NamedReport>();
  const incomplete = (server: ServerPlan, error: McpwardError) =>
    judged.set(server, { name: server.name, text: incompleteReport(command, server.name ?? "", error, io) });
  const named = args.values.has("baseline");
  const prepare = async (server: ServerPlan) =>
    void baselines.set(server, await readBaseline(server.lockfile, command, named, io));
  await forEachServer(plan, io, prepare, incomplete);
  const ready = plan.servers.filter((server) => baselines.has(server));
  const look = (server: ServerPlan) => {
    const baseline = baselines.get(server);
    return lookAt(server, io, traffic, { command, ...(baseline === undefined ? {} : { baseline }) });
  };
  const ahead = lookAhead(command, ready, args, look);
  const seen: { name: string; capture: string }[] = [];
  const work = async (server: ServerPlan) => {
    const capture = await (ahead.get(server)?.() ?? look(server));
    seen.push({ name: server.name ?? "", capture });
    judged.set(server, await judge(command, server, capture, baselines.get(server), args, io));
  };
  await forEachServer({ ...plan, servers: ready }, io, work, incomplete);
  const reports = plan.servers.flatMap((server) => judged.get(server) ?? []);
  reports.push(...(await together(command, plan.servers, seen, io)));
  const parts = [...values(args, "server"), value(args, "shard") ?? ""];
  const subject = [plan.file?.shown ?? plan.servers.map(({ identity }) => identity), ...parts].join(" ");
  return { reports, several: plan.several, file: plan.file, subject };
}

/**
 * A report or a trace never replaces what a run reads.
 *
 * @throws McpwardError `usage`
 */
function refuseToOverwrite(args: Args, inputs: readonly (NamedFile | undefined)[], io: Io): void {
  const reports = values(args, "reporter").map((reporter) => reporter.split(":").slice(1).join(":"));
  for (const output of [value(args, "out"), value(args, "trace"), ...reports]) {
    if (output === undefined || output === "" || output === "-") continue;
    const path = resolve(io.cwd, output);
    const input = inputs.find(
      (candidate) => candidate !== undefined && resolve(io.cwd, candidate.path) === path,
    );
    if (input === undefined) continue;
    throw new McpwardError("usage", `\`${output}\` is read by this run and would be overwritten`, {
      hint: "name another file for the report",
    });
  }
}

/** What servers that are used together show only together. */
async function together(
  command: Checking,
  [first]: readonly ServerPlan[],
  servers: readonly { readonly name: string; readonly capture: string }[],
  io: Io,
): Promise<readonly NamedReport[]> {
  if (command === "diff" || first === undefined || servers.length < 2) return [];
  const host = hostContext(io, { transport: "several", identity: "" });
  const text = await across({ command, config: first.config, servers, host });
  return text === undefined ? [] : [{ name: undefined, text, across: true }];
}

/** The lockfile that the command compares with, known to be readable before a server is started. */
async function readBaseline(
  lockfile: NamedFile,
  command: Checking,
  named: boolean,
  io: Io,
): Promise<string | undefined> {
  if (command === "lint") return undefined;
  const text = await readLockfile(lockfile, io);
  if (text !== undefined) await describeContract(text, lockfile.shown);
  else if (command === "diff" || named) throw missingLockfile(lockfile);
  return text;
}

/**
 * With `--jobs`, the looks that go on at the same time. Judging waits for none of them, and none of them for judging,
 * which would make servers look slow; a server whose latency is measured is looked at alone, in its turn.
 */
function lookAhead(
  command: Checking,
  servers: readonly ServerPlan[],
  args: Args,
  look: (server: ServerPlan) => Promise<string>,
): ReadonlyMap<ServerPlan, () => Promise<string>> {
  const limit = jobs(args);
  const together = limit === 1 ? [] : servers.filter((server) => !(command === "run" && measures(server)));
  const looks = inParallel(together, limit, look);
  const all = Promise.allSettled(looks);
  return new Map(together.map((server, index) => [server, () => all.then(() => looks[index]!)]));
}

function measures(server: ServerPlan): boolean {
  const { checks } = JSON.parse(server.config) as { checks?: { latency?: unknown } };
  return checks?.latency != null;
}

async function judge(
  command: Checking,
  server: ServerPlan,
  capture: string,
  baseline: string | undefined,
  args: Args,
  io: Io,
): Promise<NamedReport> {
  const common = baseline === undefined ? {} : { baseline };
  if (args.flags.has("update-golden")) await updateGoldens(server, capture, io);
  const request: CheckRequest = {
    command,
    config: server.config,
    capture,
    secrets: server.secrets,
    ...configPlaces(server.config, server.file),
    ...(command === "run" ? await suiteContext(server.config, server.folder) : {}),
    host: hostContext(io, { transport: server.target.transport, identity: server.identity }),
    drift: driftOptions(args),
    ...common,
    ...(await callsOf(server.calls)),
  };
  const names = namesOf(server, undefined);
  const again = () => captureServer(server, io, { command: "lint", ...common });
  const text = await checkConfirmed(request, names, io.signal, again, args.flags.has("confirm"));
  return {
    name: server.name,
    text,
    ...comparedWith(server.lockfile, baseline, io),
  };
}

async function compareFiles(command: Checking, file: string, args: Args, io: Io): Promise<Collected> {
  const plan = await planFiles(args, io);
  refuseToOverwrite(args, [{ path: resolve(io.cwd, file), shown: file }, plan.lockfile, plan.calls], io);
  const against = await readNamed(file, io);
  const baseline = command === "lint" ? undefined : await readLockfile(plan.lockfile, io);
  if (command === "diff" && baseline === undefined) throw missingLockfile(plan.lockfile);
  const request: CheckRequest = {
    command,
    config: plan.config,
    against,
    ...configPlaces(plan.config, plan.file),
    host: hostContext(io, { transport: "file", identity: file }),
    drift: driftOptions(args),
    ...(baseline === undefined ? {} : { baseline }),
    ...(await callsOf(plan.calls)),
  };
  // Without a lockfile, findings are about the file itself.
  const compared =
    command === "lint"
      ? comparedWith({ path: resolve(io.cwd, file), shown: file }, against, io)
      : comparedWith(plan.lockfile, baseline, io);
  const report = { name: undefined, text: await check(request, namesOf(plan, file)), ...compared };
  return { reports: [report], several: false, file: plan.file, subject: plan.file?.shown ?? file };
}

/** What findings point into. */
function comparedWith(lockfile: NamedFile, text: string | undefined, io: Io): Pick<NamedReport, "lockfile"> {
  return text === undefined ? {} : { lockfile: { path: inRepository(lockfile, io), text } };
}

/** A file as code scanning finds it: by its path from the top of the repository. */
function inRepository({ path, shown }: NamedFile, io: Io): string {
  const revision = /^git:[^:]*:(.*)$/.exec(path)?.[1];
  if (revision !== undefined) return revision;
  const workspace = io.env["GITHUB_WORKSPACE"] ?? "";
  const below = workspace === "" ? shown : relative(workspace, path);
  return below.startsWith("..") || isAbsolute(below) ? shown : below;
}

function namesOf(
  { lockfile, calls }: Pick<ServerPlan, "lockfile" | "calls">,
  against: string | undefined,
): Names {
  return {
    baseline: lockfile.shown,
    ...(against === undefined ? {} : { against }),
    ...(calls === undefined ? {} : { calls: calls.shown }),
  };
}

async function callsOf(file: NamedFile | undefined): Promise<Pick<CheckRequest, "calls">> {
  if (file === undefined) return {};
  const fail = (reason: string, cause?: unknown) =>
    new McpwardError("config", `the recorded calls \`${file.shown}\` ${reason}`, { cause });
  const calls = await readText(file.path, fail);
  if (calls === undefined) throw fail("do not exist");
  return { calls };
}

function driftOptions(args: Args): NonNullable<CheckRequest["drift"]> {
  const failOn = value(args, "fail-on");
  const failOnBump = value(args, "fail-on-bump");
  const expectHash = value(args, "expect-hash");
  return {
    ...(failOn === undefined ? {} : { failOn }),
    ...(failOnBump === undefined ? {} : { failOnBump }),
    ...(expectHash === undefined ? {} : { expectHash }),
  };
}
