import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { cli, DRIFT_SERVER, folder, startHttp, write } from "./support.js";

/** Notes every connection that a process opens, and every name it looks up. */
const SPY = `
import dns from "node:dns";
import net from "node:net";
import { appendFileSync } from "node:fs";
const note = (what) => appendFileSync(process.env.SPY_LOG, what + "\\n");
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  note("connect " + (options?.host ?? "") + ":" + (options?.port ?? options?.path ?? options));
  return connect.apply(this, args);
};
const lookup = dns.lookup;
dns.lookup = (name, ...rest) => (note("lookup " + name), lookup(name, ...rest));
`;

test("nothing_is_connected_but_the_target", async (t) => {
  const cwd = folder(t);
  write(cwd, { "spy.mjs": SPY });
  const log = join(cwd, "connections.log");
  const env = { SPY_LOG: log, NODE_OPTIONS: `--import ${pathToFileURL(join(cwd, "spy.mjs")).href}` };
  const url = await startHttp(t, DRIFT_SERVER, "v1", "--http");
  for (const args of [
    ["init"],
    ["baseline", "--http", url],
    ["diff", "--http", url],
    ["run", "--http", url],
  ]) {
    const { code, stderr } = await cli(args, { cwd, env });
    assert.notEqual(code, 2, `${args[0]}: ${stderr}`);
  }
  const seen = new Set(existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  assert.deepEqual([...seen], [`connect 127.0.0.1:${new URL(url).port}`]);
});
