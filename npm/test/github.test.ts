import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { cli, DRIFT_SERVER, folder } from "./support.js";
import { type CommentRequest, MARKER, ownMarker, postComment as post } from "../dist/github.js";

const TOKEN = "ghs_secret_of_the_job";
const REPORT = `${MARKER}\n## mcpward: ✗ 1 failed\n`;
const SUBJECT = "mcpward.yaml";
const OWN = ownMarker({ env: {}, subject: SUBJECT });

const postComment = ({ markdown, env }: { readonly markdown: string; readonly env: CommentRequest["env"] }) =>
  post({ markdown: async () => markdown, subject: SUBJECT, env });

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: IncomingMessage["headers"];
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A double of the GitHub API that keeps every request. */
async function github(t: TestContext, answer: (seen: Seen) => Answer) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const one = { method: request.method ?? "", url: request.url ?? "", body, headers: request.headers };
      seen.push(one);
      const { status, body: reply, headers } = answer(one);
      response.writeHead(status, headers);
      response.end(reply === undefined ? "" : typeof reply === "string" ? reply : JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${port}/api/v3`,
    GITHUB_REPOSITORY: "acme/tools",
    GITHUB_REF: "refs/pull/42/merge",
    GITHUB_TOKEN: TOKEN,
  };
  return { env, seen };
}

const bot = { login: "github-actions[bot]", type: "Bot" };
const app: Answer = { status: 403, body: { message: "Resource not accessible by integration" } };

function calls(seen: readonly Seen[]): string[] {
  return seen.map(({ method, url }) => `${method} ${url}`);
}

test("the_first_run_posts_a_comment", async (t) => {
  const { env, seen } = await github(t, ({ method }) =>
    method === "GET" ? { status: 200, body: [] } : { status: 201, body: { id: 1 } },
  );
  assert.deepEqual(await postComment({ markdown: REPORT, env }), {
    outcome: "posted",
    message: "posted a comment on pull request #42",
  });
  assert.deepEqual(calls(seen), [
    "GET /api/v3/repos/acme/tools/issues/42/comments?per_page=100&page=1",
    "POST /api/v3/repos/acme/tools/issues/42/comments",
  ]);
  assert.deepEqual(JSON.parse(seen[1]?.body ?? ""), { body: REPORT.replace(MARKER, OWN) });
  for (const { headers } of seen) {
    assert.equal(headers.authorization, `Bearer ${TOKEN}`);
    assert.equal(headers.accept, "application/vnd.github+json");
    assert.equal(headers["user-agent"], "mcpward");
  }
});

test("a_later_run_updates_its_own_comment_on_a_later_page", async (t) => {
  const page = Array.from({ length: 100 }, (_, id) => ({ id: id + 1, body: "hello", user: bot }));
  const { env, seen } = await github(t, ({ method, url }) => {
    if (url.endsWith("/user")) return app;
    if (method === "PATCH") return { status: 200, body: {} };
    return {
      status: 200,
      body: url.endsWith("page=1") ? page : [{ id: 777, body: `${OWN}\nold`, user: bot }],
    };
  });
  assert.equal((await postComment({ markdown: REPORT, env })).outcome, "updated");
  assert.deepEqual(calls(seen), [
    "GET /api/v3/repos/acme/tools/issues/42/comments?per_page=100&page=1",
    "GET /api/v3/repos/acme/tools/issues/42/comments?per_page=100&page=2",
    "GET /api/v3/user",
    "PATCH /api/v3/repos/acme/tools/issues/comments/777",
  ]);
});

test("a_comment_of_somebody_else_with_the_marker_is_left_alone", async (t) => {
  const theirs = { id: 5, body: `${OWN}\nforged`, user: { login: "mallory", type: "User" } };
  const quoted = { id: 6, body: `> ${OWN}`, user: bot };
  const { env, seen } = await github(t, ({ method, url }) => {
    if (url.endsWith("/user")) return app;
    return method === "GET" ? { status: 200, body: [theirs, quoted] } : { status: 201, body: {} };
  });
  assert.equal((await postComment({ markdown: REPORT, env })).outcome, "posted");
  assert.ok(seen.every(({ method }) => method !== "PATCH"));
});

test("a_personal_token_updates_only_what_its_owner_wrote", async (t) => {
  const comments = [
    { id: 1, body: OWN, user: bot },
    { id: 2, body: OWN, user: { login: "alice", type: "User" } },
  ];
  const { env, seen } = await github(t, ({ method, url }) => {
    if (url.endsWith("/user")) return { status: 200, body: { login: "alice" } };
    return { status: 200, body: method === "GET" ? comments : {} };
  });
  assert.equal((await postComment({ markdown: REPORT, env })).outcome, "updated");
  assert.equal(calls(seen).at(-1), "PATCH /api/v3/repos/acme/tools/issues/comments/2");
});

test("outside_a_pull_request_nothing_is_sent", async (t) => {
  const { env, seen } = await github(t, () => ({ status: 200, body: [] }));
  for (const [more, message] of [
    [{ GITHUB_REF: "refs/heads/main" }, "no pull request comment: this is not a pull request"],
    [{ GITHUB_REF: undefined }, "no pull request comment: this is not a pull request"],
    [{ MCPWARD_PR_NUMBER: "1/../2" }, "no pull request comment: MCPWARD_PR_NUMBER is not a number"],
    [{ GITHUB_REPOSITORY: "../.." }, "no pull request comment: GITHUB_REPOSITORY does not name a repository"],
    [{ GITHUB_TOKEN: "" }, "no pull request comment: neither MCPWARD_GITHUB_TOKEN nor GITHUB_TOKEN is set"],
    [
      { GITHUB_API_URL: "http://evil.example" },
      "no pull request comment: GITHUB_API_URL must begin with https://",
    ],
  ] as const) {
    assert.deepEqual(await postComment({ markdown: REPORT, env: { ...env, ...more } }), {
      outcome: "skipped",
      message,
    });
  }
  assert.deepEqual(seen, []);
});

test("mcpwards_own_variables_win", async (t) => {
  const { env, seen } = await github(t, ({ method }) =>
    method === "GET" ? { status: 200, body: [] } : { status: 201, body: {} },
  );
  const more = { MCPWARD_PR_NUMBER: "7", MCPWARD_GITHUB_TOKEN: "mine", GITHUB_REF: "refs/heads/main" };
  assert.equal((await postComment({ markdown: REPORT, env: { ...env, ...more } })).outcome, "posted");
  assert.equal(seen[0]?.headers.authorization, "Bearer mine");
  assert.ok(seen[0]?.url.includes("/issues/7/"));
});

test("a_failure_of_the_api_is_told_without_the_token_or_the_answer", async (t) => {
  const failures: readonly [Answer, RegExp][] = [
    [{ status: 403, body: { message: `no ${TOKEN}` } }, /may not write comments/],
    [{ status: 500, body: "<html>" }, /GitHub answered 500$/],
    [{ status: 200, body: "<html>" }, /no JSON$/],
    [{ status: 200, body: { not: "a list" } }, /no list of comments$/],
    [{ status: 302, headers: { location: "http://127.0.0.1:1/steal" } }, /cannot be reached$/],
  ];
  for (const [answer, message] of failures) {
    const { env } = await github(t, () => answer);
    const outcome = await postComment({ markdown: REPORT, env });
    assert.equal(outcome.outcome, "failed");
    assert.match(outcome.message, message);
    assert.ok(!outcome.message.includes(TOKEN));
  }
});

test("the_body_stays_within_githubs_limit", async (t) => {
  const { env, seen } = await github(t, ({ method }) =>
    method === "GET" ? { status: 200, body: [] } : { status: 201, body: { id: 1 } },
  );
  const job = { GITHUB_WORKFLOW: "x".repeat(1_000), GITHUB_JOB: "test" };
  // What does not keep to the room it was given is cut; the reporter keeps to it.
  for (const markdown of [
    async () => `${MARKER}\n${"x".repeat(100_000)}`,
    async (most: number) => `${MARKER}\n${"x".repeat(most - MARKER.length - 1)}`,
  ])
    await post({ markdown, subject: SUBJECT, env: { ...env, ...job } });
  const bodies = seen
    .filter(({ method }) => method === "POST")
    .map(({ body }) => (JSON.parse(body) as { body: string }).body);
  assert.equal(bodies[0]?.length, 65_536);
  assert.ok((bodies[1]?.length ?? 0) <= 65_536 && bodies[1]?.endsWith("`\n"));
  for (const body of bodies) assert.match(body, /^<!-- mcpward-report:[0-9a-f]{16} -->\n/);
});

test("two_jobs_on_one_pull_request_have_a_comment_each", async (t) => {
  const comments: { id: number; body: string; user: typeof bot }[] = [];
  const { env } = await github(t, ({ method, url, body }) => {
    if (url.endsWith("/user")) return app;
    if (method === "GET") return { status: 200, body: comments };
    const text = (JSON.parse(body) as { body: string }).body;
    if (method === "POST") comments.push({ id: comments.length + 1, body: text, user: bot });
    else
      comments.splice(Number(url.split("/").at(-1)) - 1, 1, { id: comments.length, body: text, user: bot });
    return { status: 200, body: {} };
  });
  const jobs = [
    { GITHUB_WORKFLOW: "CI", GITHUB_JOB: "contract" },
    { GITHUB_WORKFLOW: "Nightly", GITHUB_JOB: "contract" },
    { GITHUB_WORKFLOW: "CI", GITHUB_JOB: "other --> `@everyone`" },
    { GITHUB_WORKFLOW: "CI", GITHUB_JOB: "contract", MCPWARD_COMMENT_KEY: "node 22" },
  ];
  const outcomes: string[] = [];
  for (const job of [...jobs, ...jobs])
    outcomes.push((await postComment({ markdown: REPORT, env: { ...env, ...job } })).outcome);
  assert.deepEqual(outcomes, [...jobs.map(() => "posted"), ...jobs.map(() => "updated")]);
  assert.equal(comments.length, 4);
  assert.ok(comments[0]?.body.endsWith("\n`CI / contract`\n"));
  assert.ok(comments[2]?.body.endsWith("\n`CI / other -->  @everyone `\n"));
  assert.notEqual(
    ownMarker({ env: jobs[0] ?? {}, subject: "a.yaml" }),
    ownMarker({ env: jobs[0] ?? {}, subject: "b.yaml" }),
  );
});

test("the_command_line_comments_and_its_exit_code_is_that_of_the_checks", async (t) => {
  const cwd = folder(t);
  const at = (version: string) => ["--", process.execPath, DRIFT_SERVER, version];
  assert.equal((await cli(["baseline", ...at("v1")], { cwd })).code, 0);
  for (const [answer, told] of [
    [{ status: 201, body: { id: 1 } }, "mcpward: posted a comment on pull request #42"],
    [{ status: 500, body: "down" }, "mcpward: no pull request comment was written: GitHub answered 500"],
  ] as const) {
    const { env, seen } = await github(t, ({ method }) =>
      method === "GET" && answer.status === 201 ? { status: 200, body: [] } : answer,
    );
    for (const [version, code] of [
      ["v1", 0],
      ["v2", 1],
    ] as const) {
      const done = await cli(["diff", "--pr-comment", ...at(version)], { cwd, env });
      assert.equal(done.code, code, done.stderr);
      assert.ok(done.stderr.includes(told), done.stderr);
    }
    const last = seen.at(-1)?.body ?? "";
    if (answer.status === 201) assert.match(last, /removed_tool/);
  }
});
