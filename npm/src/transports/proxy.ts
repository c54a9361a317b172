import { type IncomingMessage, request } from "node:http";
import { request as requestTls } from "node:https";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";

type Env = Readonly<Record<string, string | undefined>>;

/** The proxy for an address by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, lower case first. */
export function proxyFor(url: URL, env: Env): URL | undefined {
  const read = (name: string): string => env[name.toLowerCase()] || env[name] || "";
  if (bypassed(url, read("NO_PROXY"))) return undefined;
  const chosen = read(url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY") || read("ALL_PROXY");
  if (chosen === "") return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(chosen) ? chosen : `http://${chosen}`;
  return URL.canParse(text) ? new URL(text) : undefined;
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
      const [, name = entry, wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (wantedPort !== undefined && wantedPort !== port) return false;
      const suffix = name.replace(/^\*?\./, "");
      return host === suffix || host.endsWith(`.${suffix}`);
    });
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
 * @throws Error with `code` `PROXY` when the proxy refuses
 */
export function tunnel(url: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const host = `${url.hostname}:${url.port || "443"}`;
    const open = proxy.protocol === "https:" ? requestTls : request;
    const refuse = (message: string): void => reject(Object.assign(new Error(message), { code: "PROXY" }));
    const asked = open(proxy, {
      method: "CONNECT",
      path: host,
      headers: { host, ...proxyHeaders(proxy) },
      agent: false,
      signal,
    });
    asked.once("error", (error) => refuse(`${proxy.host}: ${error.message}`));
    asked.once("response", (reply: IncomingMessage) =>
      refuse(`${proxy.host} answered HTTP ${reply.statusCode}`),
    );
    asked.once("connect", (reply: IncomingMessage, socket: Socket) => {
      if (reply.statusCode !== 200) {
        socket.destroy();
        refuse(`${proxy.host} answered HTTP ${reply.statusCode}`);
        return;
      }
      const servername = url.hostname.replace(/^\[|\]$/g, "");
      const secure = connectTls({
        socket,
        ...(/[a-z]/i.test(servername) ? { servername } : { host: servername }),
      });
      secure.once("secureConnect", () => resolve(secure));
      secure.once("error", reject);
    });
    asked.end();
  });
}
