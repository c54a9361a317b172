/** A row of the registry. */
export interface Rule {
  /** The public id, a stable contract; several finer rules may share it. */
  readonly id: string;
  /** The finer name. */
  readonly rule: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly since: string;
  readonly family: string;
  readonly severity: string;
  readonly confidence: string;
  /** What it does to a run when nothing is configured. */
  readonly default: "pass" | "skip" | "warn" | "fail";
}
