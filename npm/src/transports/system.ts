// Where starting and ending processes depends on the system. Everything is decided here, with the platform as an
// argument, so that the rules of Windows are tested elsewhere too.

type Env = Readonly<Record<string, string | undefined>>;

/** Our own credentials: a server under test never inherits them. */
const WITHHELD = ["MCPWARD_GITHUB_TOKEN", "GITHUB_TOKEN"];

/** What a child inherits: everything but our own credentials, plus what the configuration sets. */
export function childEnvironment(
  inherited: Env,
  configured: Readonly<Record<string, string>>,
  platform: NodeJS.Platform,
): Env {
  // On Windows `Path` and `PATH` are one variable, and Node keeps the name that sorts first: that of the
  // configuration must be the only one.
  const same = (name: string) => (platform === "win32" ? name.toUpperCase() : name);
  const replaced = new Set(Object.keys(configured).map(same));
  const kept = Object.entries(inherited).filter(
    ([name]) => !WITHHELD.includes(name.toUpperCase()) && !replaced.has(same(name)),
  );
  return { ...Object.fromEntries(kept), ...configured };
}

/** How a child is started, so that it can be ended with everything that it starts itself. */
export function startOptions(platform: NodeJS.Platform): {
  readonly detached: boolean;
  readonly windowsHide: true;
} {
  // A group of its own, so that npx, uvx and shells take their children with them. On Windows `detached` means a
  // console window of its own, and there are no groups.
  return { detached: hasGroups(platform), windowsHide: true };
}

/** Whether what a process leaves behind can still be reached once it is gone. */
export function hasGroups(platform: NodeJS.Platform): boolean {
  return platform !== "win32";
}

/** How a process is ended with its children: by a signal to its group, or by a program. */
export type Ending =
  | { readonly group: number; readonly signal: "SIGTERM" | "SIGKILL" }
  | { readonly program: string; readonly args: readonly string[] };

export function ending(pid: number, signal: "SIGTERM" | "SIGKILL", platform: NodeJS.Platform): Ending {
  if (hasGroups(platform)) return { group: -pid, signal };
  // Without `/F` it sends a window message, which a program without a window never sees.
  return { program: "taskkill", args: ["/PID", String(pid), "/T", "/F"] };
}

/** Why a child could not be started; `undefined` when the error is about one that was. */
export function startFailure(
  error: { readonly code?: string | undefined; readonly syscall?: string | undefined },
  pid: number | undefined,
): "command-not-found" | "permission-denied" | "spawn-failed" | undefined {
  // On Windows a batch file runs in `cmd.exe`, which starts although the file is not there: cross-spawn recognises its
  // exit code and makes the error of it that other systems give.
  const isStart = pid === undefined || error.syscall?.startsWith("spawn") === true;
  if (!isStart) return undefined;
  if (error.code === "ENOENT") return "command-not-found";
  return error.code === "EACCES" ? "permission-denied" : "spawn-failed";
}
