/**
 * Contract-first for people who write servers: check versioned contracts, pin them, hold a server to them, refuse to
 * start when a chain is broken, and mint signed handles.
 *
 * @packageDocumentation
 */
import { dirname, join, resolve } from "node:path";
import { loadCore } from "../core.js";
import { McpwardError } from "../errors.js";
import { readText } from "../reading.js";
import type { Report } from "../report.js";
import { contractsReport, contractsText } from "./ask.js";
import { type ContractFile, PINS, readContracts } from "./folder.js";

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
 * Fail-fast boot: call it before a server starts. The pins are those given, else `pinned_tools.lock.json` beside the
 * folder, which must be there: a server that starts without its pins would start after somebody took them away, too.
 *
 * @returns the contracts that were checked; serve these, not what is read a second time
 * @throws McpwardError `contracts` with what is broken, when a chain, a file or a pin is; its `report` holds all of it
 */
export async function assertBootable(
  folder: string,
  options: CheckOptions = {},
): Promise<readonly ContractFile[]> {
  const files = await loadContracts(folder);
  const pins = options.pins ?? (await pinsBeside(folder));
  const report = await checkChain(files, { ...options, pins }).catch((cause: unknown) => {
    if (!(cause instanceof McpwardError) || cause.code !== "lockfile") throw cause;
    throw new McpwardError("contracts", `the pins cannot be read: ${cause.message}`, { cause });
  });
  const broken = report.results.filter(({ status }) => status === "fail");
  if (broken.length > 0) {
    const reasons = broken.map(({ message, reason }) =>
      reason === undefined ? message : `${message} (${reason})`,
    );
    const message = `the contracts in \`${folder}\` are broken: ${reasons.join("; ")}`;
    throw new McpwardError("contracts", message, { report });
  }
  return files;
}

async function pinsBeside(folder: string): Promise<string> {
  const path = join(dirname(resolve(folder)), PINS);
  const pins = await readText(
    path,
    (reason, cause) => new McpwardError("contracts", `\`${PINS}\` ${reason}`, { cause }),
  );
  if (pins !== undefined) return pins;
  throw new McpwardError("contracts", `there is no \`${PINS}\` beside \`${folder}\``, {
    hint: "pin the contracts with `mcpward contracts pin` and ship the file with them",
  });
}

/** How a handle is minted or checked. */
export interface HandleOptions {
  /** Seconds until it expires. Default 3600. */
  readonly ttl?: number;
  /** The time now, in seconds since 1970. Default: the clock. Neither may be anything but a finite number. */
  readonly now?: number;
}

/**
 * Mints a signed, expiring handle for state that the model threads between tools: HMAC-SHA-256 over the name, the
 * expiry and a fresh nonce.
 *
 * @param key at least 32 bytes; keep it in the environment (`HANDLE_KEY`), never in a repository
 * @throws McpwardError `handle` when the key is too short, or the name or a time is not fit
 */
export async function createHandle(
  name: string,
  key: string | Uint8Array,
  options: HandleOptions = {},
): Promise<string> {
  const core = await loadCore();
  const ttl = options.ttl ?? 3600;
  if (!Number.isFinite(ttl) || ttl <= 0)
    throw new McpwardError("handle", "`ttl` must be a number of seconds");
  return refusing(() => core.createHandle(name, bytes(key), seconds(options), ttl));
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
  const time = now ?? Math.floor(Date.now() / 1000);
  if (!Number.isFinite(time))
    throw new McpwardError("handle", "`now` must be a number of seconds since 1970");
  return time;
}
