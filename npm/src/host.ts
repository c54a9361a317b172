import { performance } from "node:perf_hooks";
import { type Core, coreFailure } from "./core.js";
import { type ErrorCode, McpwardError, stopped } from "./errors.js";
import { httpTransport } from "./transports/http.js";
import { inProcessTransport, type MessageChannel } from "./transports/in-process.js";
import { stdioTransport } from "./transports/stdio.js";
import type { Effect, Emit, Failure, Transport, TransportEvent } from "./transports/vocabulary.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Where a server is. */
export type HostTarget =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | { readonly transport: "http"; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly transport: "inProcess"; readonly channel: MessageChannel };

export interface HostOptions {
  readonly target: HostTarget;
  /** What the session is to do: the options of the core's `Session`, without `transport`. */
  readonly session: Readonly<Record<string, unknown>>;
  /** What a child inherits, and where proxies are looked up. */
  readonly env: Env;
  /** Fires when the caller no longer wants the result: everything is ended, then the promise rejects. */
  readonly signal: AbortSignal;
  /** A line for a person who waits; safe to print. */
  readonly progress?: (line: string) => void;
  /** One redacted JSON line for each message and event, for bug reports. */
  readonly trace?: (line: string) => void;
  /** What must not appear in the trace. */
  readonly redact?: (text: string) => string;
}

/**
 * Talks to one server and gives the capture as JSON text. Carries out what the core's session asks for, and tells it
 * what happened; it decides nothing about the protocol.
 *
 * @throws McpwardError `connect`, `timeout`, `aborted` or `internal`
 */
export function runSession(core: Core, options: HostOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const { target, signal } = options;
    if (signal.aborted) {
      reject(stopped(signal));
      return;
    }
    const session = new core.Session(JSON.stringify({ ...options.session, transport: target.transport }));
    const started = performance.now();
    const queue: { readonly at: number; readonly event: TransportEvent }[] = [];
    const timers = new Map<number, NodeJS.Timeout>();
    let settled = false;
    let pumping = false;

    const settle = (end: () => void): void => {
      if (settled) return;
      settled = true;
      for (const timer of timers.values()) clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      session.free();
      end();
    };
    const giveUp = (error: McpwardError): void => {
      if (settled) return;
      // Nothing of the server may be left when the caller hears of it.
      settle(() => void transport.abort().then(() => reject(error)));
    };
    const onAbort = (): void => giveUp(stopped(signal));

    const emit: Emit = (event) => {
      if (settled) return;
      queue.push({ at: performance.now() - started, event });
      pump();
    };
    const transport = connect(target, options.env, emit);

    const pump = (): void => {
      if (pumping) return;
      pumping = true;
      try {
        for (let next = queue.shift(); next !== undefined && !settled; next = queue.shift()) {
          trace(options, "in", next.event, next.at);
          carry(session.on({ at: next.at, ...next.event }));
        }
      } catch (error) {
        giveUp(coreFailure(error));
      } finally {
        pumping = false;
      }
    };

    const arm = (exchange: number, milliseconds: number): void => {
      clearTimeout(timers.get(exchange));
      const ring = (): void => {
        timers.delete(exchange);
        const unfinished = transport.unfinished?.();
        if (unfinished !== undefined) emit({ type: "note", code: "unterminated-line", excerpt: unfinished });
        emit({ type: "timeout", exchange });
      };
      timers.set(exchange, setTimeout(ring, Math.min(milliseconds, 2 ** 31 - 1)));
    };

    const carry = (effects: readonly Effect[]): void => {
      for (const effect of effects) {
        if (settled) return;
        trace(options, "out", effect, performance.now() - started);
        one(effect);
      }
    };
    const one = (effect: Effect): void => {
      switch (effect.type) {
        case "open":
          arm(0, effect.deadlineMs);
          return transport.open();
        case "reopen":
          arm(0, effect.deadlineMs);
          return transport.reopen();
        case "send":
          if (effect.expectsReply) {
            // One request at a time: whatever was waited for before is over.
            for (const timer of timers.values()) clearTimeout(timer);
            timers.clear();
          }
          if (effect.expectsReply || target.transport === "http") arm(effect.exchange, effect.deadlineMs);
          return transport.send(effect);
        case "listen":
          arm(effect.exchange, effect.deadlineMs);
          return transport.listen?.(effect);
        case "delete":
          arm(effect.exchange, effect.deadlineMs);
          return transport.delete?.(effect);
        case "resume":
          return transport.resume?.(effect);
        case "deadline":
          return arm(effect.exchange, effect.deadlineMs);
        case "cancel":
          return transport.cancel(effect.exchange);
        case "close":
          return transport.close();
        case "progress":
          return options.progress?.(effect.message);
        case "finish": {
          const { capture, failure } = effect;
          return settle(() => (capture === undefined ? reject(failureError(failure)) : resolve(capture)));
        }
      }
    };

    signal.addEventListener("abort", onAbort);
    try {
      carry(session.start());
    } catch (error) {
      giveUp(coreFailure(error));
    }
  });
}

/** A failure of the core as an error of ours. */
export function failureError(failure: Failure | undefined): McpwardError {
  if (failure === undefined) return new McpwardError("internal", "the session ended without a result");
  const code: ErrorCode = failure.code.endsWith("-timeout") ? "timeout" : "connect";
  const stderr = failure.stderr ?? [];
  return new McpwardError(code, failure.message, {
    ...(failure.hint === undefined ? {} : { hint: failure.hint }),
    ...(stderr.length === 0
      ? {}
      : { detail: ["standard error:", ...stderr.map((line) => `  ${line}`)].join("\n") }),
  });
}

function connect(target: HostTarget, env: Env, emit: Emit): Transport {
  switch (target.transport) {
    case "stdio":
      return stdioTransport(target, env, emit);
    case "http":
      return httpTransport(target, env, emit);
    case "inProcess":
      return inProcessTransport(target.channel, emit);
  }
}

function trace(
  options: HostOptions,
  direction: "in" | "out",
  what: TransportEvent | Effect,
  at: number,
): void {
  // The capture itself is no traffic.
  if (options.trace === undefined || what.type === "finish" || what.type === "progress") return;
  const line = JSON.stringify({ at: Math.round(at * 1000) / 1000, direction, ...what });
  options.trace(options.redact?.(line) ?? line);
}
