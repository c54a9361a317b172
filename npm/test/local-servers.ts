import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { DRIFT_SERVER, ROOT } from "./support.js";

type Answer = (message: unknown) => unknown;

/** The path of a certificate, or of its key. */
export const tlsFile = (name: string): string => join(ROOT, "fixtures/tls", name);

async function listening(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function mcp(): Promise<RequestListener> {
  const protocol = (await import(pathToFileURL(join(DRIFT_SERVER, "../protocol.mjs")).href)) as {
    server: (version: string) => Answer;
  };
  const answer = protocol.server("v1");
  return async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
    const reply = answer(JSON.parse(body));
    if (reply === undefined) return void response.writeHead(202).end();
    return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
  };
}

/** A well-behaved server over TLS; gives its address by the name `localhost`. */
export async function tlsServer(t: TestContext, certificate: string): Promise<string> {
  const [cert, key] = [`${certificate}.pem`, `${certificate}.key`].map((name) => readFileSync(tlsFile(name)));
  return `https://localhost:${await listening(t, createTlsServer({ cert, key }, await mcp()))}/mcp`;
}

/** The same without TLS. */
export async function plainServer(t: TestContext): Promise<string> {
  return `http://localhost:${await listening(t, createServer(await mcp()))}/mcp`;
}

export interface Proxy {
  readonly port: number;
  /** What went through: `CONNECT host:port`, `POST http://host:port/path`. */
  readonly seen: string[];
}

/** A proxy that sends everything to the local port it is asked for, whatever the host; or that refuses. */
export async function proxy(
  t: TestContext,
  { refuses, wants, secure }: { refuses?: number; wants?: string; secure?: boolean } = {},
): Promise<Proxy> {
  const seen: string[] = [];
  const refusal = ({ headers }: IncomingMessage): number | undefined =>
    // What is for the proxy must not be sent as what is for the server.
    (headers.authorization === undefined ? undefined : 400) ??
    refuses ??
    (wants !== undefined && headers["proxy-authorization"] !== wants ? 407 : undefined);
  const forward: RequestListener = async (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const status = refusal(request);
    if (status !== undefined) return void response.writeHead(status).end("refused");
    const { port, pathname } = new URL(request.url ?? "");
    const { method, headers } = request;
    const body = method === "POST" ? { body: await text(request) } : {};
    const { "proxy-authorization": _proxy, host: _host, connection: _connection, ...rest } = headers;
    const reply = await fetch(`http://127.0.0.1:${port}${pathname}`, {
      method: method ?? "GET",
      headers: rest as Record<string, string>,
      ...body,
    });
    const type = reply.headers.get("content-type");
    return void response
      .writeHead(reply.status, type === null ? {} : { "content-type": type })
      .end(await reply.text());
  };
  const server = secure
    ? createTlsServer(
        { cert: readFileSync(tlsFile("localhost.pem")), key: readFileSync(tlsFile("localhost.key")) },
        forward,
      )
    : createServer(forward);
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    seen.push(`CONNECT ${request.url}`);
    const status = refusal(request);
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
    const onward = connect(Number(request.url?.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket);
      socket.pipe(onward);
    });
    for (const one of [socket, onward]) one.on("error", () => (socket.destroy(), onward.destroy()));
  });
  return { port: await listening(t, server), seen };
}

async function text(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
  return body;
}
