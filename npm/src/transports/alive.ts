import { spawnSync } from "node:child_process";

/** Every process group that is alive, so that none outlives this process. */
export const alive = new Set<number>();

/** Kills every server that still runs. Synchronous, for the very end of the process. */
export function killAllServers(): void {
  for (const pid of alive) signalGroup(pid, "SIGKILL");
  alive.clear();
}

/** Signals a whole process group: `npx`, `uvx` and shells leave grandchildren. */
export function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/PID", String(pid), "/T", "/F"], { windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing is left of the group.
  }
}
