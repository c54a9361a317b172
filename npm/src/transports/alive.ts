import { spawnSync } from "node:child_process";
import { ending } from "./system.js";

/** Every process group that is alive, so that none outlives this process. */
const alive = new Set<number>();

/** Remembers a server until `forget`: on whatever path this process ends, it does not outlive it. */
export function remember(pid: number): void {
  if (alive.size === 0) process.on("exit", killAllServers);
  alive.add(pid);
}

export function forget(pid: number): void {
  if (alive.delete(pid) && alive.size === 0) process.off("exit", killAllServers);
}

/** Kills every server that still runs. Synchronous, for the very end of the process. */
function killAllServers(): void {
  for (const pid of alive) signalGroup(pid, "SIGKILL");
  alive.clear();
}

/** Signals a whole process group: `npx`, `uvx` and shells leave grandchildren. */
export function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  const end = ending(pid, signal, process.platform);
  if ("program" in end) {
    spawnSync(end.program, end.args, { windowsHide: true });
    return;
  }
  try {
    process.kill(end.group, end.signal);
  } catch {
    // Nothing is left of the group.
  }
}
