import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Finished, finished, NPM } from "./support.js";

export const PEERS = join(NPM, "peers");

/** The path of a file of a package that `scripts/peers.mjs` installed. */
export function peer(...path: string[]): string {
  const found = join(PEERS, "node_modules", ...path);
  if (!existsSync(found)) throw new Error(`${found} is missing: run \`node npm/scripts/peers.mjs\``);
  return found;
}

/** Runs a program below `peers` in a process of its own, as far from this test runner as can be. */
export async function inPeers(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const {
    CI: _ci,
    NODE_TEST_CONTEXT: _context,
    NODE_OPTIONS: _options,
    MCPWARD_UPDATE: _update,
    ...rest
  } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: join(PEERS, folder),
    env: { ...rest, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return await finished(child);
}
