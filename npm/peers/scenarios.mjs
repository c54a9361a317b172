// What every runner is put through: each server against each expectation. `MCPWARD_LOCKFILES` is a folder with the
// contract of each SDK's old server.
import { join } from "node:path";
import { sdk1, sdk2Server } from "./servers.mjs";

const folder = process.env.MCPWARD_LOCKFILES ?? ".";

const closed = async (connect) => {
  const target = await connect("old");
  await target.transport.close();
  return target;
};

export const servers = Object.entries({ sdk1, sdk2: sdk2Server }).flatMap(([sdk, connect]) => {
  const lockfile = join(folder, `${sdk}.lock.json`);
  const served = ["old", "new", "poisoned"].map((version) => ({
    name: `${sdk} ${version}`,
    target: () => connect(version),
    lockfile,
  }));
  return [...served, { name: `${sdk} closed`, target: () => closed(connect), lockfile }];
});

export const accepted = { city: "Oslo", days: 3 };
export const rejected = { city: "Oslo", days: 0 };
