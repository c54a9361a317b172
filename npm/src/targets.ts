import type { Protocol } from "./generated/config.js";
import type { Surface } from "./surface.js";
import type { MessageChannel } from "./transports/in-process.js";

/** A server that is started for the purpose and speaks on its standard streams. */
export interface StdioTarget {
  /** The program; never given to a shell. */
  readonly command: string;
  /** Each as one argument, spaces and quotes included. */
  readonly args?: readonly string[];
  /** Added to the inherited environment, which lacks `GITHUB_TOKEN` and `MCPWARD_GITHUB_TOKEN`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where it is started. Default: the current folder. */
  readonly cwd?: string;
  /** `auto` (the default), `legacy` (with a handshake), `modern` (without), or a revision. */
  readonly protocol?: Protocol;
}

/** A server that runs already. */
export interface HttpTarget {
  /** `http://` or `https://`. */
  readonly url: string;
  /** Sent with every request. Their values are redacted from everything that is reported. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `auto` (the default), `legacy` (with a handshake), `modern` (without), or a revision. */
  readonly protocol?: Protocol;
}

/**
 * A server in this process, through the client's end of a transport such as the official SDK's `InMemoryTransport`.
 * It is used once: mcpward starts it, and closes it when it is done.
 */
export interface TransportTarget {
  /** Not started yet. */
  readonly transport: MessageChannel;
}

/** A server to look at. */
export type ServerTarget = StdioTarget | HttpTarget | TransportTarget;

/** The text of a lockfile, or of anything that can stand in for one, such as a `tools/list` result. */
export interface ContractText {
  /** JSON; numbers keep their digits. */
  readonly text: string;
}

/** What a server offers, without the server. */
export type Contract = Surface | ContractText;

/** What can be compared: a server, a contract, or a file (lockfile, `tools/list` result) by path or `file:` URL. */
export type Target = ServerTarget | Contract | string | URL;
