import { createHash } from "node:crypto";

/** What the Markdown reporter begins a report with. */
export const MARKER = "<!-- mcpward-report -->";

/** GitHub's limit for the body of a comment. */
const MAX_BODY = 65_536;
const PER_PAGE = 100;
/** Beyond 10,000 comments the search ends. */
const MAX_PAGES = 100;
const TIMEOUT_MS = 15_000;

export interface CommentRequest {
  /** Gives the report, as the Markdown reporter writes it, in at most so many characters. */
  readonly markdown: (maxChars: number) => Promise<string>;
  /** What was looked at: two configurations in one job have a comment each. */
  readonly subject: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
}

export interface CommentOutcome {
  readonly outcome: "posted" | "updated" | "skipped" | "failed";
  /** One line for a person. */
  readonly message: string;
}

/**
 * Posts the report on the pull request of this CI job, or updates the comment that an earlier run posted. Never throws:
 * a comment that cannot be written does not change what the checks found.
 */
export async function postComment(request: CommentRequest): Promise<CommentOutcome> {
  const target = findTarget(request.env);
  if ("message" in target) return target;
  const send = sender(target, request);
  try {
    const marker = ownMarker(request);
    const own = await findOwn(send, target, marker);
    const body = await signed(request, marker);
    if (own === undefined) {
      await send("POST", `${target.repository}/issues/${target.number}/comments`, { body });
      return { outcome: "posted", message: `posted a comment on pull request #${target.number}` };
    }
    await send("PATCH", `${target.repository}/issues/comments/${own}`, { body });
    return { outcome: "updated", message: `updated the comment on pull request #${target.number}` };
  } catch (error) {
    return { outcome: "failed", message: `no pull request comment was written: ${reason(error)}` };
  }
}

interface Target {
  /** The API, without a slash at the end. */
  readonly api: string;
  /** `/repos/OWNER/NAME` */
  readonly repository: string;
  readonly number: number;
  readonly token: string;
}

function findTarget(env: CommentRequest["env"]): Target | CommentOutcome {
  const skipped = (message: string): CommentOutcome => ({
    outcome: "skipped",
    message: `no pull request comment: ${message}`,
  });
  const asked = given(env, "MCPWARD_PR_NUMBER");
  const number = asked ?? /^refs\/pull\/(\d+)\//.exec(env["GITHUB_REF"] ?? "")?.[1];
  if (number === undefined) return skipped("this is not a pull request");
  if (!/^[1-9]\d{0,9}$/.test(number)) return skipped("MCPWARD_PR_NUMBER is not a number");
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || /(^|\/)\.{1,2}(\/|$)/.test(repository))
    return skipped("GITHUB_REPOSITORY does not name a repository");
  const token = given(env, "MCPWARD_GITHUB_TOKEN") ?? given(env, "GITHUB_TOKEN");
  if (token === undefined) return skipped("neither MCPWARD_GITHUB_TOKEN nor GITHUB_TOKEN is set");
  const api = (given(env, "GITHUB_API_URL") ?? "https://api.github.com").replace(/\/+$/, "");
  if (!isSafe(api)) return skipped("GITHUB_API_URL must begin with https://");
  return { api, repository: `/repos/${repository}`, number: Number(number), token };
}

function given(env: CommentRequest["env"], name: string): string | undefined {
  const text = env[name]?.trim();
  return text === "" ? undefined : text;
}

/** A token goes out in the clear only to this machine. */
function isSafe(api: string): boolean {
  if (!URL.canParse(api)) return false;
  const { protocol, hostname } = new URL(api);
  return (
    protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname))
  );
}

interface Comment {
  readonly id: number;
  readonly body?: string | null;
  readonly user?: { readonly login?: string; readonly type?: string } | null;
}

/**
 * What the comment of this job begins with, so that a later run finds it. Two workflows, two jobs or two configurations
 * have a comment each; what tells jobs of one matrix apart is MCPWARD_COMMENT_KEY.
 */
export function ownMarker({ env, subject }: Pick<CommentRequest, "env" | "subject">): string {
  const parts = ["GITHUB_WORKFLOW", "GITHUB_JOB", "MCPWARD_COMMENT_KEY"].map(
    (name) => given(env, name) ?? "",
  );
  // A hash, since a name could hold the end of the HTML comment.
  const key = createHash("sha256")
    .update(JSON.stringify([...parts, subject]))
    .digest("hex")
    .slice(0, 16);
  return MARKER.replace(" -->", `:${key} -->`);
}

/** The report under its own marker, and which job it is of. */
async function signed(request: CommentRequest, marker: string): Promise<string> {
  const names = ["GITHUB_WORKFLOW", "GITHUB_JOB", "MCPWARD_COMMENT_KEY"].flatMap(
    (name) => given(request.env, name) ?? [],
  );
  // Names may be anything; in a code span only backticks and line breaks do anything.
  const job = names
    .join(" / ")
    .replace(/[`\p{C}\p{Zl}\p{Zp}]/gu, " ")
    .slice(0, 200);
  const foot = job === "" ? "" : `\n\`${job}\`\n`;
  const report = await request.markdown(MAX_BODY - marker.length - foot.length);
  const body = `${marker}\n${report.replace(`${MARKER}\n`, "")}${foot}`;
  return body.length <= MAX_BODY ? body : `${body.slice(0, MAX_BODY - 2)}\n…`;
}

/** The comment of an earlier run: it begins with the marker, and was written by whoever this token belongs to. */
async function findOwn(send: Send, target: Target, marker: string): Promise<number | undefined> {
  let login: string | null | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const path = `${target.repository}/issues/${target.number}/comments?per_page=${PER_PAGE}&page=${page}`;
    const comments = (await send("GET", path)) as readonly Comment[];
    if (!Array.isArray(comments)) throw new Error("GitHub's answer is no list of comments");
    for (const { id, body, user } of comments) {
      if (body?.startsWith(marker) !== true || !Number.isSafeInteger(id)) continue;
      if (login === undefined) login = await whose(send);
      // The token of a job belongs to an app, which may not ask who it is; whoever is no bot did not write it.
      const own = login === null ? user?.type === "Bot" : user?.login === login;
      if (own) return id;
    }
    if (comments.length < PER_PAGE) return undefined;
  }
  return undefined;
}

class ApiError extends Error {
  constructor(readonly status: number) {
    const detail = hint(status);
    super(`GitHub answered ${status}${detail === "" ? "" : ` (${detail})`}`);
  }
}

type Send = (method: "GET" | "POST" | "PATCH", path: string, body?: object) => Promise<unknown>;

function sender({ api, token }: Target, request: CommentRequest): Send {
  return async (method, path, body) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const response = await (request.fetch ?? fetch)(`${api}${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "user-agent": "mcpward",
        "x-github-api-version": "2022-11-28",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The token must not follow to wherever an answer points.
      redirect: "error",
      signal: request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status);
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  };
}

/** The login of a person's token; `null` for the token of an app, which may not ask. */
async function whose(send: Send): Promise<string | null> {
  try {
    const { login } = (await send("GET", "/user")) as { readonly login?: string };
    return login ?? null;
  } catch (error) {
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

function hint(status: number): string {
  switch (status) {
    case 401:
      return "the token is not valid";
    case 403:
      return "the token may not write comments: the job needs `pull-requests: write`, and a fork's job never has it";
    case 404:
      return "no such pull request, or the token may not see it";
    case 422:
      return "the comment was refused";
    default:
      return "";
  }
}

/** Says what went wrong, in one line of ours; what a server answered is not repeated. */
function reason(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof SyntaxError) return "GitHub's answer is no JSON";
  if (error instanceof Error && error.name === "TimeoutError") return "GitHub did not answer in time";
  if (error instanceof Error && error.name === "AbortError") return "it was cancelled";
  if (error instanceof TypeError) return "GitHub cannot be reached";
  return error instanceof Error ? error.message : "unknown error";
}
