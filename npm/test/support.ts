import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
export const NPM = dirname(HERE);
export const ROOT = dirname(NPM);
export const CLI = join(NPM, "dist/cli.js");
export const DRIFT_SERVER = join(ROOT, "fixtures/servers/drift/server.mjs");
export const ENV_SERVER = join(ROOT, "fixtures/servers/env/server.mjs");

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** An empty folder that is gone after the test. */
export function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "mcpward-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes files into a folder. */
export function write(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
}

/** The environment without what changes mcpward's output from machine to machine. */
function environment(more: Options["env"]): NodeJS.ProcessEnv {
  const { CI: _ci, NO_COLOR: _no, FORCE_COLOR: _force, NODE_TEST_CONTEXT: _test, ...rest } = process.env;
  return { ...rest, ...more };
}

/** Runs the command line to its end. */
export function cli(args: readonly string[], options: Options = {}): Promise<Finished> {
  return finished(start(args, options));
}

/** Starts the command line; for tests that interfere. */
export function start(args: readonly string[], { cwd, env }: Options = {}): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export function finished(child: ChildProcess): Promise<Finished> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Starts a server that prints its address on the first line. */
export async function startHttp(t: TestContext, script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill());
  return await new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error(`${script} ended before it listened`)));
    child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
  });
}

/** A port that nobody listened at a moment ago, for servers that cannot choose one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
