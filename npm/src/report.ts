/** One line of a report. Further members are documented in `schemas/report.v1.schema.json`. */
export interface ReportResult {
  /** The public id, a stable contract: `drift/tool_removed`. */
  readonly id: string;
  /** The finer rule name: `drift/property-required-added`. */
  readonly rule?: string;
  readonly family: string;
  readonly status: "pass" | "fail" | "warn" | "skip";
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly class?: string;
  readonly pointer?: string;
  readonly pointerOld?: string;
  /** Present when there is a value that shows the break; `null` is a value. */
  readonly witness?: unknown;
  readonly [member: string]: unknown;
}

/** The JSON report, version 1: every result of one run against one server. */
export interface Report {
  readonly schemaVersion: 1;
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly server: { readonly name: string; readonly version: string; readonly protocolVersion: string };
  readonly summary: {
    readonly total: number;
    readonly passed: number;
    readonly failed: number;
    readonly warnings: number;
    readonly skipped: number;
  };
  /** The version bump that all changes together ask of the server. */
  readonly bump?: "NONE" | "PATCH" | "MINOR" | "MAJOR";
  /** Why not everything was tested; absent when everything was. */
  readonly incomplete?: string;
  readonly results: readonly ReportResult[];
}
