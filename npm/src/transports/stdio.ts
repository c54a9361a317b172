import { isUtf8 } from "node:buffer";
import { type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import spawn from "cross-spawn";
import { forget, remember, signalGroup } from "./alive.js";
import { lineSplitter } from "./lines.js";
import { childEnvironment, hasGroups, startFailure, startOptions } from "./system.js";
import { type Emit, MAX_MESSAGE_BYTES, type SendEffect, type Transport } from "./vocabulary.js";

export interface StdioTarget {
  readonly command: string;
  readonly args: readonly string[];
  /** What the configuration sets; wins over everything inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** How long a process may go on after its standard input was closed, and again after SIGTERM. */
const GRACE_MS = 2_000;
/** How long output may still come once the process is gone (a grandchild may hold the pipe open). */
const DRAIN_MS = 250;
const STDERR_TAIL = 16 * 1024;

export function stdioTransport(target: StdioTarget, inherited: Env, emit: Emit): Transport {
  let current: Child | undefined;
  const open = (): void => {
    current = startChild(target, inherited, emit);
  };
  return {
    open,
    reopen() {
      const old = current;
      current = undefined;
      void (old?.abort() ?? Promise.resolve()).then(open);
    },
    send: (effect) => current?.send(effect),
    cancel: () => undefined,
    unfinished: () => current?.unfinished(),
    close: () => current?.close(),
    abort: () => current?.abort() ?? Promise.resolve(),
  };
}

interface Child {
  send(effect: SendEffect): void;
  unfinished(): string | undefined;
  close(): void;
  abort(): Promise<void>;
}

function startChild(target: StdioTarget, inherited: Env, report: Emit): Child {
  let silent = false;
  const emit: Emit = (event) => {
    if (!silent) report(event);
  };
  if (!existsSync(target.cwd)) {
    return nothing(emit, "spawn-failed", `the folder ${target.cwd} does not exist`);
  }
  let child: ChildProcess;
  try {
    child = spawn(target.command, [...target.args], {
      cwd: target.cwd,
      env: childEnvironment(inherited, target.env, process.platform) as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "pipe"],
      ...startOptions(process.platform),
    });
  } catch (error) {
    return nothing(emit, "spawn-failed", String((error as Error).message));
  }

  const { pid } = child;
  if (pid !== undefined) remember(pid);
  let exited: { code: number | null; signal: string | null } | undefined;
  let gone = false;
  let closing = false;
  let endedBy = "stdin";
  let timer: NodeJS.Timeout | undefined;
  /** What comes next unless something else does before: there is one such step at a time. */
  const later = (step: () => void, milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(step, milliseconds);
  };
  const waiting: (() => void)[] = [];
  const stderr = tail(STDERR_TAIL);

  const lines = lineSplitter(
    (bytes) => {
      const text = bytes
        .toString("utf8")
        .replace(/^\uFEFF/, "")
        .replace(/\r$/, "");
      if (text.trim() === "") return;
      if (!isUtf8(bytes)) emit({ type: "note", code: "invalid-utf8", excerpt: text.slice(0, 500) });
      emit({ type: "message", text });
    },
    () => {
      emit({
        type: "failed",
        code: "line-too-long",
        message: `more than ${MAX_MESSAGE_BYTES} bytes without the end of a line`,
      });
      child.stdout?.destroy();
    },
  );

  const finish = (): void => {
    if (gone) return;
    gone = true;
    clearTimeout(timer);
    lines.end();
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.stdin?.destroy();
    // What the leader left behind in its group.
    if (pid !== undefined) {
      // Without groups, the number of a process that is gone may be somebody else's by now.
      if (hasGroups(process.platform)) signalGroup(pid, "SIGKILL");
      forget(pid);
    }
    emit({
      type: "closed",
      ...(!closing && exited?.code != null ? { exitCode: exited.code } : {}),
      ...(!closing && exited?.signal != null ? { signal: exited.signal } : {}),
      ...(closing ? { endedBy } : {}),
      stderrTail: stderr.text(),
    });
    for (const resolve of waiting.splice(0)) resolve();
  };

  child.on("spawn", () => emit({ type: "opened" }));
  child.on("error", (error: NodeJS.ErrnoException) => {
    const code = startFailure(error, pid);
    if (exited !== undefined || code === undefined) return;
    emit({ type: "failed", code, message: error.message });
    closing = true;
    // The session answers with `close`, which finds nothing left.
    exited = { code: null, signal: null };
  });
  child.on("exit", (code, signal) => {
    exited = { code, signal };
    later(finish, DRAIN_MS);
  });
  child.on("close", finish);
  child.stdout?.on("data", (chunk: Buffer) => lines.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
  // A broken pipe is told by the exit that caused it.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => undefined);

  const escalate = (signal: "SIGTERM" | "SIGKILL", next?: () => void): void => {
    if (gone || exited !== undefined) return;
    endedBy = signal;
    if (pid !== undefined) signalGroup(pid, signal);
    later(next ?? finish, GRACE_MS);
  };

  return {
    send({ exchange, text }) {
      child.stdin?.write(`${text}\n`, (error) => {
        if (error == null) emit({ type: "sent", exchange });
      });
    },
    unfinished() {
      const rest = lines.rest(500).toString("utf8");
      return rest.trim() === "" ? undefined : rest;
    },
    close() {
      if (closing) {
        finish();
        return;
      }
      closing = true;
      if (exited !== undefined) return;
      child.stdin?.end();
      later(() => escalate("SIGTERM", () => escalate("SIGKILL")), GRACE_MS);
    },
    abort() {
      silent = true;
      if (gone || pid === undefined) return Promise.resolve();
      closing = true;
      child.stdin?.destroy();
      const done = new Promise<void>((resolve) => waiting.push(resolve));
      if (exited === undefined) {
        signalGroup(pid, "SIGTERM");
        later(() => escalate("SIGKILL"), GRACE_MS / 2);
      }
      return done;
    },
  };
}

/** A child that never came to be. */
function nothing(emit: Emit, code: string, message: string): Child {
  queueMicrotask(() => emit({ type: "failed", code, message }));
  return {
    send: () => undefined,
    unfinished: () => undefined,
    close: () => emit({ type: "closed", stderrTail: "" }),
    abort: () => Promise.resolve(),
  };
}

/** Keeps the last bytes of a stream of any length. */
function tail(limit: number) {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    push(chunk: Buffer): void {
      parts.push(chunk.length > limit ? chunk.subarray(chunk.length - limit) : chunk);
      length += parts.at(-1)!.length;
      if (length > 4 * limit) {
        parts = [Buffer.from(Buffer.concat(parts).subarray(-limit))];
        length = limit;
      }
    },
    text: (): string => Buffer.concat(parts).subarray(-limit).toString("utf8"),
  };
}
