/**
 * Contract-first for people who write servers: check versioned contracts, pin them, hold a server to them, refuse to
 * start when a chain is broken, and mint signed handles.
 *
 * @packageDocumentation
 */
import { resolve } from "node:path";
import { loadCore } from "../core.js";
import { McpwardError } from "../errors.js";
import type { Report } from "../report.js";
import { contractsReport, contractsText } from "./ask.js";
import { type ContractFile, readContracts } from "./folder.js";

export type { ContractFile } from "./folder.js";

/** What `checkChain` also looks at. */
export interface CheckOptions {
  /** The text of `pinned_tools.lock.json`; every contract must be as it was pinned. */
  readonly pins?: string;
  /** How many months a deprecated tool must stay. Default 12. */
  readonly months?: number;
}

/**
 * Reads every contract below a folder: `<tool>/v<N>.json`.
 *
 * @throws McpwardError `usage` when the folder cannot be read
 */
export async function loadContracts(folder: string): Promise<readonly ContractFile[]> {
  return await readContracts(resolve(folder), folder);
}

/** Checks that every version only adds to the one before. What cannot be proven additive fails, with the reason. */
export async function checkChain(
  files: readonly ContractFile[],
  options: CheckOptions = {},
): Promise<Report> {
  return JSON.parse(await contractsReport({ action: "check", files, ...options })) as Report;
}

/** The text of `pinned_tools.lock.json`: the SHA-256 of every version. The same contracts give the same bytes. */
export async function buildPins(files: readonly ContractFile[]): Promise<string> {
  return await contractsText({ action: "pin", files });
}

/** Checks that a surface (a lockfile or a `tools/list` result, as text) serves exactly the latest version of each contract. */
export async function verifySurface(files: readonly ContractFile[], surface: string): Promise<Report> {
  return JSON.parse(await contractsReport({ action: "verify", files, against: surface })) as Report;
}

/**
 * Fail-fast boot: call it before a server starts.
 *
 * @throws McpwardError `contracts` with what is broken, when a chain, a file or a pin is
 */
export async function assertBootable(
  folder: string,
  options: CheckOptions = {},
): Promise<readonly ContractFile[]> {
  const files = await loadContracts(folder);
  const report = await checkChain(files, options);
  const broken = report.results.filter(({ status }) => status === "fail");
  if (broken.length > 0) {
    const reasons = broken.map(({ message, reason }) =>
      reason === undefined ? message : `${message} (${reason})`,
    );
    throw new McpwardError("contracts", `the contracts in \`${folder}\` are broken: ${reasons.join("; ")}`);
  }
  return files;
}

/** How a handle is minted or checked. */
export interface HandleOptions {
  /** Seconds until it expires. Default 3600. */
  readonly ttl?: number;
  /** The time now, in seconds since 1970. Default: the clock. */
  readonly now?: number;
}

/**
 * Mints a signed, expiring handle for state that the model threads between tools: HMAC-SHA-256 over the name, the
 * expiry and a fresh nonce.
 *
 * @param key at least 32 bytes; keep it in the environment (`HANDLE_KEY`), never in a repository
 * @throws McpwardError `handle` when the key is too short or the name is empty
 */
export async function createHandle(
  name: string,
  key: string | Uint8Array,
  options: HandleOptions = {},
): Promise<string> {
  const core = await loadCore();
  return refusing(() => core.createHandle(name, bytes(key), seconds(options), options.ttl ?? 3600));
}

/**
 * Checks a handle and gives the name it was minted for. The signature is compared in constant time, before anything
 * in the handle is believed.
 *
 * @throws McpwardError `handle`; its message says whether form, signature, time or name is wrong
 */
export async function verifyHandle(
  handle: string,
  key: string | Uint8Array,
  options: Pick<HandleOptions, "now"> & { readonly name?: string } = {},
): Promise<string> {
  const core = await loadCore();
  return refusing(() => core.verifyHandle(handle, bytes(key), seconds(options), options.name));
}

const REFUSALS: Readonly<Record<string, string>> = {
  "short-key": "the key has fewer than 32 bytes",
  name: "a handle's name must be 1 to 200 bytes",
  malformed: "not a handle of this version",
  forged: "the handle was not minted with this key, or was changed",
  expired: "the handle has expired",
  "other-name": "the handle was minted for another name",
};

function refusing(use: () => string): string {
  try {
    return use();
  } catch (cause) {
    const code = cause instanceof Error ? cause.message : "";
    throw new McpwardError("handle", REFUSALS[code] ?? "the handle cannot be checked", { cause });
  }
}

function bytes(key: string | Uint8Array): Uint8Array {
  return typeof key === "string" ? new TextEncoder().encode(key) : key;
}

function seconds({ now }: { readonly now?: number }): number {
  return now ?? Math.floor(Date.now() / 1000);
}
