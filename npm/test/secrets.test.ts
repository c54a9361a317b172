import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { cli, folder, ROOT, startHttp, write } from "./support.js";

const ECHO = join(ROOT, "fixtures/servers/echo/server.mjs");

/** Values that need escaping somewhere: quotes, slashes, characters of URLs and beyond ASCII. */
const SECRETS = {
  ECHO_KEY: 's3cr"et/with+odd=chars&ü!(1)*',
  TOKEN: "tok_0123456789abcdef.ghijkl/mnop==",
  HEADER: "Bearer-plus hdr~value'0987654321",
} as const;
/** One that stands in the configuration itself. */
const LITERAL = "literal-secret-92/ab+c";

/** Every way in which a secret could be found again. */
function spellings(secret: string): readonly string[] {
  const aligned = [0, 1, 2].map((lead) => {
    const bytes = Buffer.from("\0".repeat(lead) + secret);
    const whole = bytes.subarray(0, Math.floor(bytes.length / 3) * 3).toString("base64");
    return whole.slice(lead === 0 ? 0 : 4);
  });
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ q: secret }).toString().slice(2),
    ...aligned.flatMap((text) => [text, text.replaceAll("+", "-").replaceAll("/", "_")]),
  ].filter((text) => text.length >= 8);
}

const FORBIDDEN = [...Object.values(SECRETS), LITERAL].flatMap(spellings);

function clean(what: string, text: string): void {
  for (const form of FORBIDDEN) {
    const at = text.indexOf(form);
    assert.equal(at, -1, `${what} holds ${form}: …${text.slice(Math.max(0, at - 60), at + 60)}…`);
  }
}

/** Every file below a folder but what the test itself wrote. */
function files(dir: string, own: readonly string[]): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).filter(
    (name) => !own.includes(name) && statSync(join(dir, name)).isFile(),
  );
}

const CHECKS = {
  errors: true,
  drift: { output: { enabled: true, shape_samples: 2 } },
  latency: { samples: 1, p95_budget_ms: 10_000 },
};
const SUITES = [
  {
    tool: "echo",
    cases: [
      {
        name: "echoes",
        expect: { golden: "golden.json", jsonpath: { "$.content[0].text": "${TOKEN} and not this" } },
      },
    ],
  },
];
const REPORTERS = ["console", "json", "junit", "sarif", "markdown"].flatMap((format) => [
  "--reporter",
  `${format}:report.${format}`,
]);
const RUNS: readonly (readonly string[])[] = [
  ["baseline", "--trace", "baseline.trace"],
  ["baseline", "--check"],
  ["hash"],
  ["lint", "--verbose", ...REPORTERS],
  ["diff", "--verbose", ...REPORTERS, "--trace", "diff.trace"],
  ["run", "--update-golden", "--verbose"],
  ["run", "--verbose", "--pr-comment", ...REPORTERS, "--trace", "run.trace"],
];

/** A GitHub that keeps what it is sent. */
async function github(t: TestContext) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (text: string) => bodies.push(text));
    request.on("end", () => response.writeHead(request.method === "GET" ? 200 : 201).end("[]"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: "a/b",
    GITHUB_REF: "refs/pull/1/merge",
    MCPWARD_GITHUB_TOKEN: "ghs_of_the_job",
  };
  return { env, bodies };
}

async function nothingLeaks(t: TestContext, server: object): Promise<void> {
  const cwd = folder(t);
  const { env, bodies } = await github(t);
  write(cwd, { "mcpward.yaml": JSON.stringify({ server, checks: CHECKS, suites: SUITES }) });
  for (const args of RUNS) {
    const done = await cli(args, { cwd, env: { ...SECRETS, ...env } });
    assert.notEqual(done.code, 2, `${args.join(" ")}: ${done.stderr}`);
    clean(`${args[0]} on stdout`, done.stdout);
    clean(`${args[0]} on stderr`, done.stderr);
  }
  const written = files(cwd, ["mcpward.yaml"]);
  for (const name of ["mcpward.lock.json", "golden.json", "report.sarif", "run.trace"])
    assert.ok(written.includes(name), name);
  for (const name of written) {
    const text = readFileSync(join(cwd, name), "utf8");
    clean(name, text);
    if (name !== "report.console")
      assert.ok(text.includes("[redacted"), `${name} says that something was taken out`);
  }
  assert.ok(bodies.join("").includes("[redacted"));
  clean("the comment", bodies.join("\n"));
}

test("no_secret_leaves_through_anything_when_a_process_echoes_all_it_was_given", async (t) => {
  await nothingLeaks(t, {
    transport: "stdio",
    command: process.execPath,
    args: [ECHO, "--token=${TOKEN}", "${HEADER}"],
    env: { ECHO_KEY: "${ECHO_KEY}", ECHO_LITERAL: LITERAL },
  });
});

test("no_secret_leaves_through_anything_when_a_server_echoes_its_headers", async (t) => {
  const url = await startHttp(t, ECHO, "--http");
  const headers = { Authorization: "Bearer ${TOKEN}", "X-Key": "${HEADER}", "X-Literal": LITERAL };
  await nothingLeaks(t, { transport: "http", url, headers });
});

test("no_error_holds_a_secret", async (t) => {
  const cwd = folder(t);
  const stdio = (mode: string, more: object = {}) => ({
    server: {
      transport: "stdio",
      command: process.execPath,
      args: [ECHO, "--mode", mode, "${TOKEN}"],
      env: { ECHO_KEY: "${ECHO_KEY}", ECHO_LITERAL: LITERAL },
    },
    timeouts: { connect_ms: 3_000, call_ms: 1_000 },
    ...more,
  });
  const http = async (mode: string) => ({
    server: {
      transport: "http",
      url: await startHttp(t, ECHO, "--http", "--mode", mode),
      headers: { Authorization: "Bearer ${TOKEN}", "X-Key": "${HEADER}", "X-Literal": LITERAL },
    },
    timeouts: { connect_ms: 3_000, call_ms: 1_000 },
  });
  const configs: Readonly<Record<string, object>> = {
    crash: stdio("crash"),
    garbage: stdio("garbage"),
    refuse: stdio("refuse"),
    hang: stdio("hang"),
    "http refuse": await http("refuse"),
    "http garbage": await http("garbage"),
    "http hang": await http("hang"),
    "a command that does not exist": { server: { transport: "stdio", command: "${TOKEN}" } },
    "an address that is none": { server: { transport: "http", url: "ht tp://x/${TOKEN}" } },
    "an address with a secret": {
      server: { transport: "http", url: "http://127.0.0.1:1/${TOKEN}?key=${HEADER}" },
    },
    "a key that takes a number": stdio("serve", { timeouts: { run_ms: "${TOKEN}" } }),
    "a word that is none": stdio("serve", { checks: { drift: { fail_on: "${TOKEN}" } } }),
    "a header that is none": {
      server: { transport: "http", url: "http://127.0.0.1:1/", headers: { "X-Bad": "a\n${TOKEN}" } },
    },
    "a lockfile that is not there": stdio("serve", { checks: { drift: { baseline: "${TOKEN}/x.json" } } }),
  };
  for (const [name, config] of Object.entries(configs)) {
    write(cwd, { "mcpward.yaml": JSON.stringify(config) });
    const done = await cli(["diff", "--trace", "error.trace", "--baseline", "base.json"], {
      cwd,
      env: SECRETS,
    });
    const lint = await cli(["lint", "--trace", "error.trace", "--verbose"], { cwd, env: SECRETS });
    for (const { code, stdout, stderr } of [done, lint]) {
      if (name !== "a lockfile that is not there") assert.equal(code, 2, `${name}: ${stdout}`);
      clean(`${name} on stdout`, stdout);
      clean(`${name} on stderr`, stderr);
    }
    for (const file of files(cwd, ["mcpward.yaml"])) clean(file, readFileSync(join(cwd, file), "utf8"));
  }
});
