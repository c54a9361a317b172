import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { importServers } from "../dist/init/import.js";
import { parseJsonc } from "../dist/init/jsonc.js";
import { starter } from "../dist/init/template.js";
import { parseYaml } from "../dist/yaml.js";
import { ROOT } from "./support.js";

const imported = (document: unknown) => importServers(JSON.stringify(document), "mcp.json");

test("comments_and_trailing_commas_are_read_and_strings_are_left_alone", () => {
  const text = `{ // a comment\n "url": "http://x/*y*/,}", /* two */ "list": [1, 2, ], }`;
  assert.deepEqual(parseJsonc(text), { url: "http://x/*y*/,}", list: [1, 2] });
});

test("one_server_becomes_server_and_several_become_servers", () => {
  const one = imported({ mcpServers: { files: { command: "npx", args: ["-y", "pkg", "/data"] } } });
  assert.deepEqual(parse(one.yaml), {
    server: { transport: "stdio", command: "npx", args: ["-y", "pkg", "/data"] },
  });
  const two = imported({
    servers: { "my server": { command: "a" }, web: { type: "http", url: "https://h/mcp" } },
  });
  assert.deepEqual(Object.keys(parse(two.yaml).servers), ["my-server", "web"]);
});

test("a_secret_is_never_copied", () => {
  const secret = "ghp_0123456789abcdefghijABCDEFGHIJ";
  const result = imported({
    mcpServers: {
      gh: {
        command: "npx",
        args: ["--api-key", "hunter2", "--token=hunter3", "--port", "8080"],
        env: { GITHUB_PAT: secret, LOG_LEVEL: "debug", ODD: secret },
      },
      web: {
        url: "https://user:pw@h/mcp?api_key=hunter4&page=2",
        headers: { Authorization: "Bearer hunter5" },
      },
    },
  });
  assert.doesNotMatch(result.yaml, /hunter|ghp_|user:pw/);
  const { gh, web } = parse(result.yaml).servers;
  assert.deepEqual(gh.env, { GITHUB_PAT: "${GITHUB_PAT}", LOG_LEVEL: "debug", ODD: "${ODD}" });
  assert.deepEqual(gh.args, ["--api-key", "${GH_API_KEY}", "--token=${GH_TOKEN}", "--port", "8080"]);
  assert.equal(web.url, "https://${WEB_CREDENTIALS}@h/mcp?api_key=${WEB_API_KEY}&page=2");
  assert.equal(web.headers.Authorization, "Bearer ${WEB_AUTHORIZATION}");
  assert.deepEqual([...result.variables].sort(), [
    "GH_API_KEY",
    "GH_TOKEN",
    "GITHUB_PAT",
    "ODD",
    "WEB_API_KEY",
    "WEB_AUTHORIZATION",
    "WEB_CREDENTIALS",
  ]);
});

test("placeholders_of_editors_become_ours", () => {
  const result = imported({
    servers: { x: { command: "${workspaceFolder}/run", env: { A: "${env:HOME}", KEY: "${input:api-key}" } } },
  });
  assert.deepEqual(parse(result.yaml).server, {
    transport: "stdio",
    command: "./run",
    env: { A: "${HOME}", KEY: "${API_KEY}" },
  });
});

test("an_entry_that_is_no_server_is_left_out_and_named", () => {
  const result = imported({ mcpServers: { odd: { note: 1 }, ok: { command: "a" } } });
  assert.deepEqual(result.skipped, ["odd: neither a command nor an address"]);
  assert.deepEqual(result.names, ["ok"]);
});

test("a_file_without_servers_is_refused", () => {
  assert.throws(() => imported({ other: 1 }), /lists no servers/);
  assert.throws(() => importServers("nonsense", "x.json"), /`x.json` is not JSON/);
});

test("the_starter_file_names_every_option_there_is", () => {
  const schema = JSON.parse(readFileSync(join(ROOT, "schemas/config.v1.schema.json"), "utf8")) as unknown;
  const known = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { properties } = node as { properties?: object };
    for (const key of Object.keys(properties ?? {})) known.add(key);
    for (const child of Object.values(node)) collect(child);
  };
  collect(schema);
  known.delete("$schema");
  const text = starter("schema.json");
  assert.deepEqual(
    [...known].filter((key) => !new RegExp(`\\b${key}\\b`).test(text)),
    [],
  );
});

test("the_starter_file_is_valid_yaml_with_every_option_switched_on_or_off", () => {
  const text = starter("schema.json");
  assert.ok(!("faults" in parseYaml(text, {})));
  const all = text.replace(/^(\s*)#(?=[^\s#])/gm, "$1").replace(/^yaml-language.*$/gm, "");
  const result = parseYaml(all, { MCP_TOKEN: "x", NAME: "x" });
  assert.ok(!("faults" in result), JSON.stringify(result) + all);
});
