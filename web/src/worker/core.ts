import * as glue from "mcpward-glue";
import type { Description, DriftClass, Format, Policy, ReportName, Side, Stretch } from "../protocol.js";
import { parse } from "./json.js";
import { place } from "./place.js";
import { Refused } from "./refused.js";

/** Inflates and compiles the module that the page carries. */
export async function compile(text: string): Promise<WebAssembly.Module> {
  const inflated = new Blob([sevenBits(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await WebAssembly.compile(await new Response(inflated).arrayBuffer());
}

/** Undoes `sevenBits` of the build: `LENGTH:`, then seven bits a character. */
function sevenBits(text: string): Uint8Array<ArrayBuffer> {
  const colon = text.indexOf(":");
  const bytes = new Uint8Array(Number(text.slice(0, colon)));
  let [held, bits] = [0, 0];
  for (let from = colon + 1, to = 0; to < bytes.length; from += 1) {
    held = ((held << 7) | (text.charCodeAt(from) & 0x7f)) & 0x7fff;
    bits += 7;
    if (bits < 8) continue;
    bits -= 8;
    bytes[to] = held >> bits;
    to += 1;
  }
  return bytes;
}

export function start(module: WebAssembly.Module): void {
  glue.initSync({ module });
}

export function version(): string {
  return glue.version();
}

export function driftClasses(): readonly DriftClass[] {
  return ok(glue.driftClasses()) as readonly DriftClass[];
}

export function describe(text: string, side: Side): Description {
  return ok(glue.describeContract(text), () => [side, text]) as Description;
}

/** A file by its name and text. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

export interface Comparison {
  readonly old: string;
  readonly new: string;
  readonly policy: Policy;
  readonly timestamp: string;
}

/** The JSON text of one of the two reports. */
export function report(name: ReportName, { old, new: fresh, policy, timestamp }: Comparison): string {
  const { failOn, profile } = policy;
  const config = { checks: { drift: { profile, ...(failOn !== "default" && { fail_on: failOn }) } } };
  const request = {
    command: name,
    config,
    against: fresh,
    host: { timestamp },
    ...(name === "diff" ? { baseline: old } : {}),
  };
  return okText(glue.check(JSON.stringify(request)), (side) =>
    side === "baseline" ? ["old", old] : ["new", fresh],
  );
}

/** A report in another form; `lockfile` is what its places are pointed out in. */
export function format(reportJson: string, name: Format, lockfile: Source | undefined): string {
  const answer = okText(
    glue.formatReport(
      reportJson,
      name,
      JSON.stringify(
        lockfile === undefined ? {} : { lockfilePath: lockfile.name, lockfileText: lockfile.text },
      ),
    ),
  );
  // A format that is JSON itself may come as the value in place of its text.
  return answer.startsWith('"') ? (JSON.parse(answer) as string) : answer;
}

export function diffTexts(old: string, fresh: string): readonly Stretch[] {
  return ok(glue.diffTexts(old, fresh)) as readonly Stretch[];
}

interface ErrorData {
  readonly code: string;
  readonly message: string;
  readonly side?: string;
  readonly line?: number;
  readonly column?: number;
}

type Locate = (side: string | undefined) => readonly [Side, string];

const OK = '{"ok":';

function okText(answer: string, locate?: Locate): string {
  if (answer.startsWith(OK)) return answer.slice(OK.length, -1);
  const { error } = JSON.parse(answer) as { readonly error: ErrorData };
  if (locate === undefined || error.code !== "contract") throw new Refused(error);
  const [side, text] = locate(error.side);
  const where = place(text, error.line, error.column);
  throw new Refused({ code: error.code, message: error.message, side, ...(where && { place: where }) });
}

function ok(answer: string, locate?: Locate): unknown {
  return parse(okText(answer, locate));
}
