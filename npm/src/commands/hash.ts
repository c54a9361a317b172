import { type Args, value } from "../args.js";
import { forEachServer } from "../each-server.js";
import { baseline, describeContract, hostContext } from "../engine.js";
import { McpwardError } from "../errors.js";
import type { ExitCode, Io } from "../io.js";
import { readNamed } from "../lockfile.js";
import { lookAt } from "../looking.js";
import { planServers, type ServerPlan } from "../plan.js";
import { type Trace, trace } from "../trace.js";

/** Prints the hash of everything a server, or a file, offers. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  const hashes: { name?: string; surfaceHash: string }[] = [];
  let failures = 0;
  const from = value(args, "from");
  if (from !== undefined) {
    const { surfaceHash } = await describeContract(await readNamed(from, io), from);
    if (surfaceHash === undefined) {
      throw new McpwardError(
        "lockfile",
        `\`${from}\` pins the hashes of single tools, not that of a surface`,
      );
    }
    hashes.push({ surfaceHash });
  } else {
    const traffic = await trace(args, io);
    const plan = await planServers(args, io);
    failures = await forEachServer(plan, io, async (server) => {
      const surfaceHash = await hashOf(server, io, traffic);
      hashes.push(server.name === undefined ? { surfaceHash } : { name: server.name, surfaceHash });
    }).finally(traffic.save);
  }
  const line = ({ name, surfaceHash }: { name?: string; surfaceHash: string }) =>
    name === undefined ? surfaceHash : `${surfaceHash}  ${name}`;
  const json = () => `${JSON.stringify(hashes.length === 1 ? hashes[0] : hashes, null, 2)}\n`;
  await io.stdout.write(args.flags.has("json") ? json() : hashes.map((hash) => `${line(hash)}\n`).join(""));
  return failures > 0 ? 2 : 0;
}

async function hashOf(server: ServerPlan, io: Io, traffic: Trace): Promise<string> {
  const capture = await lookAt(server, io, traffic, { command: "hash" });
  const host = hostContext(io, { transport: server.target.transport, identity: server.identity });
  const { surfaceHash } = await baseline({ config: server.config, capture, only: [], host }, {});
  return surfaceHash;
}
