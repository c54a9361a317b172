import { isAbsolute, relative, resolve } from "node:path";
import { type Args, value, values } from "./args.js";
import { captureServer } from "./capture.js";
import type { Names } from "./answers.js";
import { checkConfirmed } from "./confirm.js";
import { check, describeContract, hostContext } from "./engine.js";
import { asMcpwardError, McpwardError } from "./errors.js";
import { readText } from "./files.js";
import { postComment } from "./github.js";
import type { ExitCode, Io } from "./io.js";
import { missingLockfile, readLockfile, readNamed } from "./lockfile.js";
import { type NamedFile, planFiles, planServers, type ServerPlan } from "./plan.js";
import { progress } from "./progress.js";
import type { CheckRequest } from "./questions.js";
import { renderError } from "./render-error.js";
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
  const { reports, several } = await collect(command, args, io, traffic).finally(traffic.save);
  await writeOutputs(
    outputs,
    (format, color) => renderReports(reports, several, format, { color, verbose: args.flags.has("verbose") }),
    io,
  );
  if (args.flags.has("pr-comment")) await comment(reports, several, io);
  return exitCode(reports);
}

/** Shows the report on the pull request; whether that works does not change what was found. */
async function comment(reports: readonly NamedReport[], several: boolean, io: Io): Promise<void> {
  const markdown = await renderReports(reports, several, "markdown", { color: false, verbose: false });
  const { message } = await postComment({ markdown, env: io.env, signal: io.signal });
  await io.stderr.write(`mcpward: ${message}\n`);
}

interface Collected {
  readonly reports: readonly NamedReport[];
  readonly several: boolean;
}

async function collect(command: Checking, args: Args, io: Io, traffic: Trace): Promise<Collected> {
  const file = value(args, "against") ?? value(args, "from");
  if (file !== undefined) return { reports: [await compareFiles(command, file, args, io)], several: false };

  const plan = await planServers(args, io);
  refuseToOverwrite(
    args,
    [plan.config, ...plan.servers.flatMap(({ lockfile, calls }) => [lockfile, calls])],
    io,
  );
  const baselines = new Map<ServerPlan, string | undefined>();
  if (command !== "lint") {
    for (const server of plan.servers)
      baselines.set(server, await readBaseline(server.lockfile, command, args.values.has("baseline"), io));
  }
  const look = (server: ServerPlan) =>
    lookAt(command, server, baselines.get(server), plan.several, io, traffic);
  const ahead = lookAhead(command, plan.servers, args, look);
  const reports: NamedReport[] = [];
  for (const server of plan.servers) {
    try {
      const capture = await (ahead.get(server)?.() ?? look(server));
      reports.push(await judge(command, server, capture, baselines.get(server), args, io));
    } catch (thrown) {
      const error = asMcpwardError(thrown);
      // One server that cannot be tested does not keep the others from it.
      if (!plan.several || error.code === "usage" || error.code === "config" || io.signal.aborted)
        throw error;
      await io.stderr.write(`${server.name}: ${renderError(error, io.stderr.color)}`);
      reports.push({ name: server.name, text: incompleteReport(command, server.name ?? "", error, io) });
    }
  }
  return { reports, several: plan.several };
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

/** The lockfile, known to be readable before a server is started. */
async function readBaseline(
  lockfile: NamedFile,
  command: Checking,
  named: boolean,
  io: Io,
): Promise<string | undefined> {
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

async function lookAt(
  command: Checking,
  server: ServerPlan,
  baseline: string | undefined,
  several: boolean,
  io: Io,
  traffic: Trace,
): Promise<string> {
  const status = progress(io);
  return await captureServer(server, io, {
    command,
    progress: (message) => status.show(several ? `${server.name}: ${message}` : message),
    ...(traffic.line === undefined ? {} : { trace: traffic.line }),
    ...(baseline === undefined ? {} : { baseline }),
  }).finally(status.clear);
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
    ...(command === "run" ? await suiteContext(server.config, server.folder, server.file) : {}),
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

async function compareFiles(command: Checking, file: string, args: Args, io: Io): Promise<NamedReport> {
  const plan = await planFiles(args, io);
  refuseToOverwrite(args, [{ path: resolve(io.cwd, file), shown: file }, plan.lockfile, plan.calls], io);
  const against = await readNamed(file, io);
  const baseline = command === "lint" ? undefined : await readLockfile(plan.lockfile, io);
  if (command === "diff" && baseline === undefined) throw missingLockfile(plan.lockfile);
  const request: CheckRequest = {
    command,
    config: plan.config,
    against,
    host: hostContext(io, { transport: "file", identity: file }),
    drift: driftOptions(args),
    ...(baseline === undefined ? {} : { baseline }),
    ...(await callsOf(plan.calls)),
  };
  return {
    name: undefined,
    text: await check(request, namesOf(plan, file)),
    ...comparedWith(plan.lockfile, baseline, io),
  };
}

/** The lockfile as code scanning finds it: by its path from the top of the repository. */
function comparedWith(lockfile: NamedFile, text: string | undefined, io: Io): Pick<NamedReport, "lockfile"> {
  if (text === undefined) return {};
  const revision = /^git:[^:]*:(.*)$/.exec(lockfile.path)?.[1];
  const workspace = io.env["GITHUB_WORKSPACE"] ?? "";
  const below = workspace === "" ? lockfile.shown : relative(workspace, lockfile.path);
  const path = revision ?? (below.startsWith("..") || isAbsolute(below) ? lockfile.shown : below);
  return { lockfile: { path, text } };
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
