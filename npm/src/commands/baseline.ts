import { type Args, values } from "../args.js";
import { forEachServer } from "../each-server.js";
import { baseline, describeContract, hostContext } from "../engine.js";
import { McpwardError } from "../errors.js";
import { checkWritable, writeWhole } from "../files.js";
import { type ExitCode, inCi, type Io } from "../io.js";
import { readLockfile } from "../lockfile.js";
import { lookAt } from "../looking.js";
import { planServers, type ServerPlan } from "../plan.js";
import { type Trace, trace } from "../trace.js";

/** Pins what each server offers in its lockfile. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  const plan = await planServers(args, io);
  const previous = new Map<ServerPlan, string | undefined>();
  let failures = await forEachServer(plan, io, async (server) => {
    previous.set(server, await prepare(server, args, io));
  });
  if (inCi(io.env) && !args.flags.has("check")) {
    await io.stderr.write(
      "mcpward: warning: a baseline taken in CI accepts whatever the server offers; take it yourself and review it\n",
    );
  }
  const traffic = await trace(args, io);
  let changed = false;
  const ready = plan.servers.filter((server) => previous.has(server));
  failures += await forEachServer({ ...plan, servers: ready }, io, async (server) => {
    if (server.name !== undefined) await io.stdout.write(`${server.name}\n`);
    changed = (await pin(server, previous.get(server), args, io, traffic)) || changed;
  }).finally(traffic.save);
  if (failures > 0) return 2;
  return changed && args.flags.has("check") ? 1 : 0;
}

/** Everything that can be known before a server is started; gives the lockfile that is there. */
async function prepare({ lockfile }: ServerPlan, args: Args, io: Io): Promise<string | undefined> {
  if (lockfile.path.startsWith("git:")) {
    throw new McpwardError("usage", "`baseline` writes a file, so `--baseline git:…` cannot be its target");
  }
  if (!args.flags.has("check")) await checkWritable(lockfile.path, lockfile.shown);
  const text = await readLockfile(lockfile, io);
  if (text !== undefined) await describeContract(text, lockfile.shown);
  else if (args.values.has("only")) {
    throw new McpwardError(
      "usage",
      `\`--only\` changes a part of a lockfile, and \`${lockfile.shown}\` does not exist`,
    );
  }
  return text;
}

async function pin(
  server: ServerPlan,
  previous: string | undefined,
  args: Args,
  io: Io,
  traffic: Trace,
): Promise<boolean> {
  const { lockfile } = server;
  const look = () => lookAt(server, io, traffic, { command: "baseline" });
  const capture = await look();
  const answer = await baseline(
    {
      config: server.config,
      capture,
      only: values(args, "only"),
      ...(args.flags.has("confirm") ? { confirm: await look() } : {}),
      host: hostContext(io, { transport: server.target.transport, identity: server.identity }),
      ...(previous === undefined ? {} : { previous }),
    },
    { baseline: lockfile.shown },
  );
  const say = (line: string) => io.stdout.write(`${line}\n`);
  await say(`✓ Connected to ${answer.serverName} v${answer.serverVersion}`);
  await say(`✓ Captured ${captured(answer)}`);
  for (const oddity of answer.oddities) await say(`⚠ ${oddity}`);
  for (const place of answer.unstable) await say(`⚠ ${place}`);
  if (answer.unstable.length > 0) {
    await say(
      "  make the server answer the same each time, or list these places under `checks.drift.ignore`",
    );
  }
  if (!answer.changed) {
    await say(`✓ Baseline unchanged: ${lockfile.shown}`);
    return false;
  }
  for (const { message, why } of answer.accepts?.results ?? []) {
    await say(`  ${message}`);
    if (args.flags.has("verbose") && why !== undefined) await say(`    why: ${why}`);
  }
  if (args.flags.has("check")) {
    await say(`✗ ${lockfile.shown} ${previous === undefined ? "does not exist" : "would change"}`);
    return true;
  }
  // The signal may have come while the core was at work: then nothing is written.
  io.signal.throwIfAborted();
  await writeWhole(lockfile.path, answer.text, lockfile.shown);
  await say(`✓ Baseline saved to ${lockfile.shown}`);
  return true;
}

function captured(counts: {
  tools: number;
  prompts: number;
  resources: number;
  resourceTemplates: number;
}): string {
  const others = [
    [counts.prompts, "prompt(s)"],
    [counts.resources, "resource(s)"],
    [counts.resourceTemplates, "resource template(s)"],
  ] as const;
  const parts = others.filter(([count]) => count > 0).map(([count, noun]) => `${count} ${noun}`);
  return [`${counts.tools} tool(s)`, ...parts].join(", ");
}
