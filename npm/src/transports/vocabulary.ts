/** What the core asks of a transport; see `core/src/session/effect.rs` for the meaning of each field. */
export type Effect =
  | { readonly type: "open"; readonly deadlineMs: number }
  | { readonly type: "reopen"; readonly deadlineMs: number }
  | SendEffect
  | {
      readonly type: "resume";
      readonly exchange: number;
      readonly lastEventId: string;
      readonly afterMs: number;
      readonly headers: Headers;
    }
  | { readonly type: "listen"; readonly exchange: number; readonly deadlineMs: number }
  | { readonly type: "deadline"; readonly exchange: number; readonly deadlineMs: number }
  | { readonly type: "cancel"; readonly exchange: number }
  | {
      readonly type: "delete";
      readonly exchange: number;
      readonly headers: Headers;
      readonly deadlineMs: number;
    }
  | { readonly type: "close" }
  | { readonly type: "progress"; readonly message: string }
  | { readonly type: "finish"; readonly capture?: string; readonly failure?: Failure };

export interface SendEffect {
  readonly type: "send";
  readonly exchange: number;
  readonly text: string;
  readonly deadlineMs: number;
  readonly headers: Headers;
  readonly url?: string;
  readonly expectsReply: boolean;
}

/** Header fields, names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** Why nothing could be tested. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Lines of standard error, redacted and safe to print. */
  readonly stderr?: readonly string[];
}

/** What a transport reports; see `core/src/session/event.rs`. The host adds the time of receipt. */
export type TransportEvent =
  | { readonly type: "opened" }
  | { readonly type: "sent"; readonly exchange: number }
  | {
      readonly type: "message";
      readonly exchange?: number;
      readonly text: string;
      readonly eventId?: string;
      readonly retry?: number;
      readonly event?: string;
    }
  | {
      readonly type: "http";
      readonly exchange: number;
      readonly status: number;
      readonly headers: Headers;
      readonly body?: string;
    }
  | { readonly type: "streamEnd"; readonly exchange: number }
  | { readonly type: "timeout"; readonly exchange: number }
  | { readonly type: "note"; readonly code: string; readonly excerpt?: string }
  | { readonly type: "failed"; readonly exchange?: number; readonly code: string; readonly message: string }
  | {
      readonly type: "closed";
      readonly exitCode?: number;
      readonly signal?: string;
      readonly endedBy?: string;
      readonly stderrTail: string;
    };

export type Emit = (event: TransportEvent) => void;

/** Moves bytes for one session. It never decides what a reply means. */
export interface Transport {
  open(): void;
  /** Ends what is running without a word and opens afresh. */
  reopen(): void;
  send(effect: SendEffect): void;
  resume?(effect: Extract<Effect, { type: "resume" }>): void;
  listen?(effect: Extract<Effect, { type: "listen" }>): void;
  delete?(effect: Extract<Effect, { type: "delete" }>): void;
  cancel(exchange: number): void;
  /** Text that came without the end of a line, when a reply is overdue. */
  unfinished?(): string | undefined;
  /** Ends everything in good order; `closed` follows. */
  close(): void;
  /** Ends everything at once; resolves when nothing is left. */
  abort(): Promise<void>;
}

/** The longest message: one line, one body, one server-sent event. */
export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
