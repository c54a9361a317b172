/** What the page and its worker say to each other. The worker holds texts and reports; the page draws one page of them. */

import type { Evidence, Outcome as Status, Severity } from "../../npm/src/generated/report.js";

export type { Evidence, Severity, Status };

export type Side = "old" | "new";

export type Format = "json" | "sarif" | "junit" | "markdown";

/** Which of the two reports: what changed, or what is wrong with the new side by itself. */
export type ReportName = "diff" | "lint";

/** What fails: what each class says of itself, a severity and above, or classes by name. */
export type FailOn = "default" | Severity | readonly string[];

export interface Policy {
  readonly failOn: FailOn;
  readonly profile: "default" | "semver";
}

/** A file that stands for a contract, in a few words. All text in it is safe to show. */
export interface Description {
  readonly format: string;
  readonly serverName: string;
  readonly serverVersion: string;
  readonly tools: number;
  readonly prompts: number;
  readonly resources: number;
  readonly resourceTemplates: number;
  readonly surfaceHash?: string;
}

/** A class of drift, which `fail_on` names. */
export interface DriftClass {
  readonly name: string;
  readonly severity: Severity;
  readonly fails: boolean;
  readonly covers: string;
}

export interface Query {
  readonly text: string;
  readonly severity: readonly string[];
  readonly status: readonly string[];
  readonly family: readonly string[];
  readonly class: readonly string[];
  readonly page: number;
  /** The key of a finding or group whose page is wanted, whatever `page` says. */
  readonly focus?: string;
}

export interface Tally {
  readonly total: number;
  readonly fail: number;
  readonly warn: number;
  readonly pass: number;
  readonly skip: number;
}

export interface Overview {
  /** `MAJOR`, `MINOR`, `PATCH`, or `NONE` where nothing changed. */
  readonly bump: string;
  readonly changes: Tally;
  readonly severities: Readonly<Record<Severity, number>>;
  /** What is wrong with the new side by itself. */
  readonly findings: Tally;
  readonly elapsedMs: number;
}

export interface Facet {
  readonly value: string;
  readonly count: number;
}

export type FacetName = "severity" | "status" | "family" | "class";

export interface OutlineEntry {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly count: number;
  readonly status: Status;
}

/** JSON text that is safe to show and, where `cut` is absent, to copy. */
export interface Excerpt {
  readonly text: string;
  /** How many characters there are in all, where not all are here. */
  readonly cut?: number;
}

/** A stretch of two compared texts: in both, only in the old one, only in the new one. */
export type Stretch = readonly ["=" | "-" | "+", string];

export interface Row {
  /** Identifies it on this page and in links to it. */
  readonly key: string;
  readonly index: number;
  readonly report: ReportName;
  readonly id: string;
  readonly rule: string;
  readonly family: string;
  readonly status: Status;
  readonly severity: Severity;
  readonly class?: string;
  readonly message: string;
  readonly why?: string;
  readonly fix?: string;
  readonly reason?: string;
  readonly suppressed: boolean;
  readonly effect?: string;
  readonly direction?: string;
  readonly verdict?: string;
  readonly proven?: boolean;
  readonly openWorld: boolean;
  readonly bump?: string;
  readonly renamedTo?: string;
  readonly pointer?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly evidence: readonly Evidence[];
  readonly text?: readonly Stretch[];
  /** A change inside JSON too big to read as two values. */
  readonly json?: readonly Stretch[];
  readonly before?: Excerpt;
  readonly after?: Excerpt;
  readonly witness?: Excerpt;
}

export interface Group {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly count: number;
  /** Whether its first findings stand on the page before. */
  readonly continued: boolean;
  readonly rows: readonly Row[];
}

export interface Page {
  readonly total: number;
  readonly matched: number;
  readonly page: number;
  readonly pages: number;
  readonly groups: readonly Group[];
  readonly outline: readonly OutlineEntry[];
  /** How many groups the outline leaves out. */
  readonly outlineRest: number;
  readonly facets: Readonly<Record<FacetName, readonly Facet[]>>;
}

/** Why something cannot be answered. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly side?: Side;
  readonly place?: {
    readonly line: number;
    readonly column: number;
    readonly excerpt: string;
    readonly caret: number;
  };
}

/** Each request by name: what it takes and what it gives. */
export interface Requests {
  describe: { readonly in: { readonly text: string; readonly side: Side }; readonly out: Description };
  compare: {
    readonly in: {
      readonly old: string;
      readonly new: string;
      readonly policy: Policy;
      readonly timestamp: string;
    };
    readonly out: Overview;
  };
  query: { readonly in: Query; readonly out: Page };
  whole: {
    readonly in: { readonly index: number; readonly member: "before" | "after" | "witness" };
    readonly out: string;
  };
  format: {
    readonly in: { readonly report: ReportName; readonly format: Format; readonly subject: string };
    readonly out: string;
  };
}

export type RequestName = keyof Requests;

/** The first message: the module, compressed and as text, or compiled by an earlier worker. */
export interface Start {
  readonly start: string | WebAssembly.Module;
}

export interface Started {
  readonly started: {
    readonly version: string;
    readonly classes: readonly DriftClass[];
    readonly module: WebAssembly.Module;
  };
}

export interface Failed {
  readonly failed: string;
}

export interface Ask<N extends RequestName = RequestName> {
  readonly id: number;
  readonly name: N;
  readonly value: Requests[N]["in"];
}

export type Answer =
  | { readonly id: number; readonly ok: Requests[RequestName]["out"] }
  | { readonly id: number; readonly error: Refusal };
