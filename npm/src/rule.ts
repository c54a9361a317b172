/** A row of the registry. */
export interface Rule {
  /** The public id, a stable contract; several finer rules may share it. */
  readonly id: string;
  /** The finer name. */
  readonly rule: string;
  /** What it finds, in one sentence. */
  readonly title: string;
  /** Why a caller is hurt. */
  readonly why: string;
  /** What to do about it. */
  readonly fix: string;
  /** The version that brought it. */
  readonly since: string;
  /** The group it is reported in. */
  readonly family: string;
  /** `low`, `medium` or `high`: how far the damage reaches when it goes unnoticed. */
  readonly severity: string;
  /** How sure a finding is: some rules decide, others guess. */
  readonly confidence: string;
  /** What it does to a run when nothing is configured. */
  readonly default: "pass" | "skip" | "warn" | "fail";
}
