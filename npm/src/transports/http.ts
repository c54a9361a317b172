import { Agent, type IncomingMessage, request as requestPlain } from "node:http";
import { Agent as TlsAgent, request as requestTls } from "node:https";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { httpFailure, ownMessage } from "./http-errors.js";
import { proxyError, proxyFor, proxyHeaders, tunnel } from "./proxy.js";
import { sseParser } from "./sse.js";
import { type Emit, type Headers, MAX_MESSAGE_BYTES, type Transport } from "./vocabulary.js";

export interface HttpTarget {
  readonly url: string;
  /** What the configuration sets, credentials among it. Never sent to another origin. */
  readonly headers: Headers;
}

type Env = Readonly<Record<string, string | undefined>>;

/** How much of the body of an error is read. */
const MAX_ERROR_BODY = 64 * 1024;
const MAX_REDIRECTS = 3;
const POST_HEADERS = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
} as const;

interface Exchange {
  readonly exchange: number;
  readonly method: "POST" | "GET" | "DELETE";
  readonly headers: Headers;
  readonly body?: string;
}

export function httpTransport(target: HttpTarget, env: Env, emit: Emit): Transport {
  const base = new URL(target.url);
  const configured = lowerCase(target.headers);
  const agents = { "http:": new Agent({ keepAlive: true }), "https:": new TlsAgent({ keepAlive: true }) };
  const running = new Map<number, AbortController>();
  let closed = false;

  const report: Emit = (event) => {
    if (!closed) emit(event);
  };

  const start = (url: URL, asked: Exchange): void => {
    const controller = new AbortController();
    running.set(asked.exchange, controller);
    const done = (): void => {
      if (running.get(asked.exchange) === controller) running.delete(asked.exchange);
    };
    exchange(url, asked, controller.signal, MAX_REDIRECTS)
      .catch((error: unknown) => {
        if (!controller.signal.aborted)
          report({ type: "failed", exchange: asked.exchange, ...httpFailure(error) });
      })
      .finally(done);
  };

  const exchange = async (
    url: URL,
    asked: Exchange,
    signal: AbortSignal,
    redirects: number,
  ): Promise<void> => {
    const reply = await send(url, asked, signal);
    const status = reply.statusCode ?? 0;
    const headers = plainHeaders(reply);
    const location = headers["location"];
    if (status >= 300 && status < 400 && location !== undefined && status !== 304) {
      reply.resume();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      const again = (status === 307 || status === 308) && redirects > 0 && next?.origin === url.origin;
      if (again && next !== undefined) {
        report({ type: "note", code: "redirected", excerpt: `${status} to ${shownUrl(next)}` });
        return await exchange(next, asked, signal, redirects - 1);
      }
      const where = next === undefined ? location : shownUrl(next);
      const why =
        redirects === 0 ? `more than ${MAX_REDIRECTS} times, last to ${where}` : `HTTP ${status} to ${where}`;
      report({ type: "failed", exchange: asked.exchange, code: "redirect", message: why });
      return;
    }
    await receive(asked, status, headers, reply, signal);
  };

  const send = async (url: URL, asked: Exchange, signal: AbortSignal): Promise<IncomingMessage> => {
    const proxy = proxyFor(base, env);
    const forwarded = proxy !== undefined && url.protocol === "http:";
    const socket = proxy !== undefined && !forwarded ? await tunnel(url, proxy, signal) : undefined;
    const headers: Record<string, string> = {
      ...(asked.method === "POST" ? POST_HEADERS : { accept: "text/event-stream" }),
      ...configured,
      ...asked.headers,
      ...(forwarded ? { host: url.host, ...proxyHeaders(proxy) } : {}),
      ...(asked.body === undefined ? {} : { "content-length": String(Buffer.byteLength(asked.body)) }),
    };
    // A proxy takes the whole address where a server takes the path.
    const where = forwarded ? proxy : url;
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = where.protocol === "https:" ? requestTls : requestPlain;
      const outgoing = request(where, {
        method: asked.method,
        headers,
        ...(forwarded ? { path: url.href, auth: null } : {}),
        ...(socket === undefined
          ? { agent: agents[where.protocol as keyof typeof agents] }
          : { createConnection: () => socket }),
      });
      // Not `once`: a request that is aborted after its reply fails a second time.
      outgoing.on("error", (error) => {
        reject(forwarded ? proxyError(`${proxy.host}: ${ownMessage(error)}`) : error);
      });
      // Not as an option, and without an error: the socket may be back in the pool, where nobody listens for one.
      const abort = (): void => void outgoing.destroy();
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
      outgoing.once("close", () => signal.removeEventListener("abort", abort));
      outgoing.once("response", resolve);
      outgoing.end(asked.body, () => report({ type: "sent", exchange: asked.exchange }));
    });
    if (forwarded && reply.statusCode === 407) {
      reply.resume();
      throw proxyError(`${proxy.host} answered HTTP 407`);
    }
    return reply;
  };

  const receive = async (
    { exchange, method }: Exchange,
    status: number,
    headers: Headers,
    reply: IncomingMessage,
    signal: AbortSignal,
  ): Promise<void> => {
    const kind = (headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase();
    const good = status >= 200 && status < 300;
    const body = decoded(reply, headers["content-encoding"]);
    if (good && kind === "text/event-stream") {
      report({ type: "http", exchange, status, headers });
      await readEvents(exchange, body, signal);
      return;
    }
    const asMessage = good && kind === "application/json" && method === "POST";
    const limit = asMessage ? MAX_MESSAGE_BYTES : MAX_ERROR_BODY;
    const text = await readText(body, limit);
    if (asMessage && text === undefined) {
      const message = `more than ${MAX_MESSAGE_BYTES} bytes in one body`;
      report({ type: "failed", exchange, code: "body-too-large", message });
    } else if (asMessage && text!.trim() !== "") {
      report({ type: "http", exchange, status, headers });
      report({ type: "message", exchange, text: text! });
      report({ type: "streamEnd", exchange });
    } else {
      report({ type: "http", exchange, status, headers, body: text ?? "" });
      report({ type: "streamEnd", exchange });
    }
  };

  const readEvents = async (exchange: number, body: Readable, signal: AbortSignal): Promise<void> => {
    let tooLong = false;
    const parser = sseParser(
      ({ data, id, retry, event }) =>
        report({
          type: "message",
          exchange,
          text: data,
          ...(id === undefined ? {} : { eventId: id }),
          ...(retry === undefined ? {} : { retry }),
          ...(event === undefined ? {} : { event }),
        }),
      () => (tooLong = true),
    );
    for await (const chunk of body) {
      if (signal.aborted) return;
      parser.push(chunk as Buffer);
      if (tooLong) {
        body.destroy();
        const message = `more than ${MAX_MESSAGE_BYTES} bytes in one event`;
        report({ type: "failed", exchange, code: "body-too-large", message });
        return;
      }
    }
    if (parser.end()) report({ type: "note", code: "sse-unterminated" });
    report({ type: "streamEnd", exchange });
  };

  const shut = (): void => {
    closed = true;
    for (const controller of running.values()) controller.abort();
    running.clear();
    for (const agent of Object.values(agents)) agent.destroy();
  };

  return {
    open: () => queueMicrotask(() => report({ type: "opened" })),
    reopen: () => queueMicrotask(() => report({ type: "opened" })),
    send({ exchange, headers, text, url }) {
      if (url !== undefined && (!URL.canParse(url, base.href) || new URL(url, base).origin !== base.origin)) {
        report({ type: "failed", exchange, code: "cross-origin-endpoint", message: url.slice(0, 500) });
        return;
      }
      const where = url === undefined ? base : new URL(url, base);
      start(where, { exchange, method: "POST", headers, body: text });
    },
    resume({ exchange, lastEventId, afterMs, headers }) {
      const controller = new AbortController();
      running.set(exchange, controller);
      const timer = setTimeout(() => {
        start(base, { exchange, method: "GET", headers: { ...headers, "last-event-id": lastEventId } });
      }, afterMs);
      controller.signal.addEventListener("abort", () => clearTimeout(timer));
    },
    listen: ({ exchange }) => start(base, { exchange, method: "GET", headers: {} }),
    delete: ({ exchange, headers }) => start(base, { exchange, method: "DELETE", headers }),
    cancel(exchange) {
      running.get(exchange)?.abort();
      running.delete(exchange);
    },
    close() {
      shut();
      emit({ type: "closed", stderrTail: "" });
    },
    abort() {
      shut();
      return Promise.resolve();
    },
  };
}

/** The body as text; `undefined` when it is longer than `limit` (an error's body is cut instead). */
async function readText(body: Readable, limit: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    parts.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length <= limit) continue;
    body.destroy();
    if (limit === MAX_MESSAGE_BYTES) return undefined;
    break;
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, limit));
}

/** Servers and proxies compress even where nobody asked. */
function decoded(reply: IncomingMessage, encoding: string | undefined): Readable {
  const decoder = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[(encoding ?? "").trim().toLowerCase()];
  if (decoder === undefined) return reply;
  const stream = decoder();
  reply.once("error", (error) => stream.destroy(error));
  reply.once("aborted", () => stream.destroy(Object.assign(new Error("aborted"), { code: "ECONNRESET" })));
  return reply.pipe(stream);
}

function plainHeaders(reply: IncomingMessage): Headers {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}

function lowerCase(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Origin and path: a query may carry a credential. */
function shownUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
