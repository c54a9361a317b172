import type { FailOn, Policy } from "../protocol.js";

/** Everything a link or a comparison file carries. */
export interface Shared {
  readonly old: string;
  readonly new: string;
  readonly oldName: string;
  readonly newName: string;
  readonly policy: Policy;
}

/** A link longer than this is refused by too many programs; a file takes its place. */
export const MAX_LINK = 32_000;
/** How much a link may hold once unpacked; a link this page made is far below. */
const MAX_UNPACKED = 16_000_000;
const PREFIX = "v1.";

export class BadLink extends Error {}

/** The fragment that carries a comparison. */
export async function pack(shared: Shared): Promise<string> {
  const packed = new Blob([JSON.stringify(document(shared))])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  return `${PREFIX}${base64url(new Uint8Array(await new Response(packed).arrayBuffer()))}`;
}

/**
 * Reads what `pack` wrote. It may come from anybody.
 *
 * @throws BadLink with a sentence for the user
 */
export async function unpack(fragment: string): Promise<Shared> {
  if (!fragment.startsWith(PREFIX)) throw new BadLink("This link was made by another version of this page.");
  if (fragment.length > 4 * MAX_LINK) throw new BadLink("This link is longer than any that this page makes.");
  const bytes = fromBase64url(fragment.slice(PREFIX.length));
  return read(await inflate(bytes));
}

/** The text of a file that carries a comparison. */
export function toFile(shared: Shared): string {
  return `${JSON.stringify(document(shared), undefined, 2)}\n`;
}

/** A comparison from the text of a file, or nothing if the file is of another kind. */
export function fromFile(text: string): Shared | undefined {
  // Cheap enough to ask of every file that is dropped.
  return /^\s*\{\s*"mcpwardComparison"/.test(text.slice(0, 200)) ? read(text) : undefined;
}

function document({ old, new: fresh, oldName, newName, policy }: Shared): object {
  return {
    mcpwardComparison: 1,
    old,
    new: fresh,
    oldName,
    newName,
    failOn: policy.failOn,
    profile: policy.profile,
  };
}

function read(text: string): Shared {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadLink("What this link carries is no comparison.");
  }
  const members = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const member = (name: string) => {
    const found = members[name];
    if (typeof found !== "string") throw new BadLink("What this link carries is no comparison.");
    return found;
  };
  return {
    old: member("old"),
    new: member("new"),
    oldName: member("oldName").slice(0, 200),
    newName: member("newName").slice(0, 200),
    policy: {
      failOn: failOnOf(members["failOn"]),
      profile: members["profile"] === "semver" ? "semver" : "default",
    },
  };
}

function failOnOf(value: unknown): FailOn {
  if (value === "high" || value === "medium" || value === "low") return value;
  if (!Array.isArray(value)) return "default";
  return value.filter((name) => typeof name === "string").map((name) => name.slice(0, 100));
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > MAX_UNPACKED) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    throw new BadLink("This link is damaged: a part of it may be missing.");
  }
  await reader.cancel();
  throw new BadLink("This link unpacks to far more than any that this page makes, so it was not opened.");
}

function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text))
    throw new BadLink("This link is damaged: it has characters that no link has.");
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    throw new BadLink("This link is damaged: a part of it may be missing.");
  }
}
