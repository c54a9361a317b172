import type { Evidence, Severity, Status } from "../protocol.js";

/** A row of the core's JSON report, as far as the page reads it. */
export interface ReportRow {
  readonly id: string;
  readonly family: string;
  readonly status: Status;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly rule?: string;
  readonly class?: string;
  readonly blastRadius?: Severity;
  readonly subject?: string;
  readonly why?: string;
  readonly fix?: string;
  readonly direction?: string;
  readonly verdict?: string;
  readonly effect?: string;
  readonly openWorld?: boolean;
  readonly proven?: boolean;
  readonly reason?: string;
  readonly pointer?: string;
  readonly pointerOld?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly diff?: string;
  readonly witness?: unknown;
  readonly bump?: string;
  readonly renamedTo?: string;
  readonly fingerprint?: string;
  readonly evidence?: readonly Evidence[];
  readonly suppressed?: boolean;
}

export interface Report {
  readonly server: { readonly name: string; readonly version: string };
  readonly bump?: string;
  readonly results: readonly ReportRow[];
}
