import { type IncomingMessage, request } from "node:http";
import { request as requestTls } from "node:https";
import { isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { ownMessage } from "./http-errors.js";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, lower case first.
 *
 * @throws Error with `code` `PROXY` for a proxy that cannot be used: going past it would be worse
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  const read = (name: string): string => env[name.toLowerCase()] || env[name] || "";
  if (bypassed(url, read("NO_PROXY"))) return undefined;
  const chosen = read(url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY") || read("ALL_PROXY");
  if (chosen === "") return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(chosen) ? chosen : `http://${chosen}`;
  // The address may have a password in it, so it is not shown.
  if (!URL.canParse(text)) throw proxyError("its address cannot be read");
  const proxy = new URL(text);
  if (proxy.protocol !== "http:" && proxy.protocol !== "https:") {
    throw proxyError(`\`${proxy.protocol}\` is no kind of proxy that is known here`);
  }
  return proxy;
}

/** A failure that is the proxy's and not the server's. */
export function proxyError(message: string): Error {
  return Object.assign(new Error(message), { code: "PROXY" });
}

function bypassed(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const { name, port: wantedPort } = hostAndPort(entry);
      if (wantedPort !== undefined && wantedPort !== port) return false;
      const suffix = name.replace(/^\*?\./, "");
      return host === suffix || (isIP(host) === 0 && host.endsWith(`.${suffix}`));
    });
}

/** The parts of `host`, `host:port`, `::1`, `[::1]` and `[::1]:port`. */
function hostAndPort(entry: string): { readonly name: string; readonly port?: string | undefined } {
  if (isIP(entry) === 6) return { name: entry };
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  return { name: bracketed ?? plain ?? entry, port };
}

/** `Proxy-Authorization` from the user and password of a proxy's address. */
export function proxyHeaders(proxy: URL): Record<string, string> {
  if (proxy.username === "" && proxy.password === "") return {};
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/**
 * A TLS connection to the address through the proxy (CONNECT).
 *
 * @throws Error with `code` `PROXY` when the proxy refuses, else what TLS says of the server
 */
export function tunnel(url: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const host = `${url.hostname}:${url.port || "443"}`;
    const refuse = (message: string): void => reject(proxyError(`${proxy.host} ${message}`));
    const open = proxy.protocol === "https:" ? requestTls : request;
    const asked = open(proxy, {
      method: "CONNECT",
      path: host,
      headers: { host, ...proxyHeaders(proxy) },
      agent: false,
      auth: null,
    });
    let end = (): void => void asked.destroy();
    if (signal.aborted) end();
    signal.addEventListener("abort", () => end(), { once: true });
    asked.on("error", (error) => reject(proxyError(`${proxy.host}: ${ownMessage(error)}`)));
    asked.once("response", (reply: IncomingMessage) => {
      reply.resume();
      refuse(`answered HTTP ${reply.statusCode}`);
    });
    asked.once("connect", (reply: IncomingMessage, socket: Socket) => {
      if (signal.aborted || Math.trunc((reply.statusCode ?? 0) / 100) !== 2) {
        socket.destroy();
        refuse(`answered HTTP ${reply.statusCode}`);
        return;
      }
      const servername = url.hostname.replace(/^\[|\]$/g, "");
      const secure = connectTls({
        socket,
        ...(isIP(servername) === 0 ? { servername } : { host: servername }),
      });
      end = () => void secure.destroy();
      secure.once("secureConnect", () => resolve(secure));
      // Not `once`: what breaks later is told by the request that uses the connection.
      secure.on("error", reject);
    });
    asked.end();
  });
}
