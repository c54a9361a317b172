import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { plainServer, proxy, tlsFile, tlsServer } from "./local-servers.js";
import { cli, type Finished, folder, NPM } from "./support.js";

/** The environment of the tests may have proxies of its own. */
const NONE = {
  HTTPS_PROXY: "",
  HTTP_PROXY: "",
  ALL_PROXY: "",
  NO_PROXY: "",
  https_proxy: "",
  http_proxy: "",
  all_proxy: "",
  no_proxy: "",
  NODE_EXTRA_CA_CERTS: tlsFile("ca.pem"),
  // Node's own reading of these variables, where it has one, must not go on top of ours.
  NODE_USE_ENV_PROXY: "1",
};

async function pinned(t: TestContext, url: string, env: Record<string, string>): Promise<Finished> {
  return await cli(["baseline", "--http", url], { cwd: folder(t), env: { ...NONE, ...env } });
}

test("https_goes_through_the_proxy_as_a_tunnel", async (t) => {
  const [url, { port, seen }] = [await tlsServer(t, "localhost"), await proxy(t)];
  const { code, stderr } = await pinned(t, url, { HTTPS_PROXY: `http://127.0.0.1:${port}` });
  assert.equal(code, 0, stderr);
  assert.deepEqual([...new Set(seen)], [`CONNECT localhost:${new URL(url).port}`]);
});

test("the_certificate_behind_a_tunnel_is_checked_like_any_other", async (t) => {
  const [url, { port }] = [await tlsServer(t, "elsewhere"), await proxy(t)];
  const { code, stderr } = await pinned(t, url, { HTTPS_PROXY: `http://127.0.0.1:${port}` });
  assert.equal(code, 2);
  assert.match(stderr, /TLS failed \(Hostname\/IP does not match/);
});

test("http_goes_through_the_proxy_with_its_whole_address", async (t) => {
  const [url, { port, seen }] = [await plainServer(t), await proxy(t)];
  const { code, stderr } = await pinned(t, url, {
    http_proxy: `127.0.0.1:${port}`,
    // Node itself does not start with an address without a scheme.
    NODE_USE_ENV_PROXY: "0",
  });
  assert.equal(code, 0, stderr);
  assert.deepEqual([...new Set(seen)], [`POST ${url}`]);
});

test("the_proxy_itself_may_be_behind_tls", async (t) => {
  for (const server of [plainServer(t), tlsServer(t, "localhost")]) {
    const [url, { port, seen }] = [await server, await proxy(t, { secure: true })];
    const { code, stderr } = await pinned(t, url, { ALL_PROXY: `https://localhost:${port}` });
    assert.equal(code, 0, stderr);
    assert.ok(seen.length > 0);
  }
});

test("no_proxy_goes_past_the_proxy", async (t) => {
  const [url, { port, seen }] = [await plainServer(t), await proxy(t)];
  const { code, stderr } = await pinned(t, url, {
    HTTP_PROXY: `http://127.0.0.1:${port}`,
    NO_PROXY: "example.com, localhost",
  });
  assert.equal(code, 0, stderr);
  assert.deepEqual(seen, []);
});

test("the_password_of_a_proxy_is_sent_and_never_shown", async (t) => {
  const wants = `Basic ${Buffer.from("me:p@ss/word").toString("base64")}`;
  for (const server of [plainServer(t), tlsServer(t, "localhost")]) {
    const [url, { port }] = [await server, await proxy(t, { wants })];
    const right = await pinned(t, url, { ALL_PROXY: `http://me:p%40ss%2Fword@127.0.0.1:${port}` });
    assert.equal(right.code, 0, right.stderr);
    const wrong = await pinned(t, url, { ALL_PROXY: `http://me:mistaken@127.0.0.1:${port}` });
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /through the proxy: 127\.0\.0\.1:\d+ answered HTTP 407/);
    assert.doesNotMatch(wrong.stderr, /mistaken/);
  }
});

test("a_proxy_that_refuses_or_is_not_there_is_told_apart_from_the_server", async (t) => {
  for (const server of [plainServer(t), tlsServer(t, "localhost")]) {
    const url = await server;
    const gone = await pinned(t, url, { ALL_PROXY: "http://127.0.0.1:9" });
    assert.equal(gone.code, 2);
    assert.match(gone.stderr, /through the proxy: 127\.0\.0\.1:9: connect ECONNREFUSED/);
    assert.match(gone.stderr, /NO_PROXY/);
  }
  const [url, { port }] = [await tlsServer(t, "localhost"), await proxy(t, { refuses: 403 })];
  const { stderr } = await pinned(t, url, { HTTPS_PROXY: `http://127.0.0.1:${port}` });
  assert.match(stderr, /through the proxy: 127\.0\.0\.1:\d+ answered HTTP 403/);
});

test("a_proxy_of_another_kind_is_refused_and_not_gone_past", async (t) => {
  const url = await plainServer(t);
  const { code, stderr } = await pinned(t, url, { ALL_PROXY: "socks5://127.0.0.1:9" });
  assert.equal(code, 2);
  assert.match(stderr, /through the proxy: `socks5:` is no kind of proxy that is known here/);
});

test("no_proxy_names_hosts_domains_ports_and_everything", async () => {
  const { proxyFor } = (await import(pathToFileURL(join(NPM, "dist/transports/proxy.js")).href)) as {
    proxyFor: (url: URL, env: Record<string, string>) => URL | undefined;
  };
  const through = (url: string, list: string): boolean =>
    proxyFor(new URL(url), {
      HTTPS_PROXY: "http://proxy:1",
      HTTP_PROXY: "http://proxy:2",
      NO_PROXY: list,
    }) !== undefined;
  const url = "https://api.example.com/mcp";
  for (const past of [
    "*",
    "api.example.com",
    "example.com",
    ".example.com",
    "*.example.com",
    "EXAMPLE.com",
    "x example.com",
    "example.com:443",
  ]) {
    assert.equal(through(url, past), false, past);
  }
  for (const kept of ["", "other.com", "ample.com", "api.example.com.evil.org", "example.com:8443"]) {
    assert.equal(through(url, kept), true, kept);
  }
  assert.equal(through("http://[::1]:3000/mcp", "::1"), false);
  assert.equal(through("http://[::1]:3000/mcp", "[::1]:3000"), false);
  assert.equal(through("http://[::1]:3000/mcp", "[::1]:3001"), true);
  assert.equal(through("http://127.0.0.1:3000/mcp", "127.0.0.1"), false);
  assert.equal(through("http://127.0.0.1:3000/mcp", "0.0.1"), true);
});
