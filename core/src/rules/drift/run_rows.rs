use crate::rules::{Aspect, Bump, Meta, Movement, Outcome, Severity};

/// Nothing changed since the baseline.
pub static NO_CHANGES: Meta = Meta {
    id: "drift/no-changes",
    rule: "drift/no-changes",
    title: "Nothing changed since the baseline",
    why: "",
    fix: "",
    aspect: Aspect::Structure,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::None, Bump::None)
};

/// How many changes there are and how many fail.
pub static SUMMARY: Meta = Meta {
    id: "drift/summary",
    rule: "drift/summary",
    title: "How many changes there are and how many fail",
    why: "",
    fix: "",
    aspect: Aspect::Structure,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::None, Bump::None)
};

/// There is no lockfile to compare with.
pub static BASELINE_MISSING: Meta = Meta {
    id: "drift/baseline-missing",
    rule: "drift/baseline-missing",
    title: "There is no lockfile to compare with",
    why: "drift cannot be seen without one",
    fix: "write one with `mcpward baseline` and commit it",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Skip, Movement::None, Bump::None)
};

/// A list that the lockfile pins could not be had.
pub static CAPTURE_FAILED: Meta = Meta {
    id: "drift/capture-failed",
    rule: "drift/capture-failed",
    title: "A pinned list could not be had",
    why: "whether it is still what was pinned is not known",
    fix: "make the server answer the list that its capabilities declare, then run again",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Medium, Outcome::Fail, Movement::None, Bump::None)
};

/// The lockfile was taken with other credentials in place.
pub static AUTH_CONTEXT_MISMATCH: Meta = Meta {
    id: "drift/auth-context-mismatch",
    rule: "drift/auth-context-mismatch",
    title: "The lockfile was taken with other credentials in place",
    why: "a server may show another surface to another account",
    fix: "run with the same kind of credentials, or take the baseline again",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::Low, Outcome::Warn, Movement::Change, Bump::None)
};

/// A tool's output was not sampled.
pub static OUTPUT_SAMPLING: Meta = Meta {
    id: "drift/output-sampling",
    rule: "drift/output-sampling",
    title: "A tool's output was not sampled",
    why: "its output shape is not compared",
    fix: "list it under `checks.drift.output.tools` if calling it is safe",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::Low, Outcome::Skip, Movement::None, Bump::None)
};

/// The tools could not be listed again after they were called.
pub static RELIST_FAILED: Meta = Meta {
    id: "drift/relist-failed",
    rule: "drift/relist-failed",
    title: "The tools could not be listed again after they were called",
    why: "whether the server changed what it offers is not known",
    fix: "find out which call the server does not survive",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::Low, Outcome::Warn, Movement::None, Bump::None)
};

/// A suppression matches nothing or has expired.
pub static SUPPRESSION_STALE: Meta = Meta {
    id: "drift/suppression-stale",
    rule: "drift/suppression-stale",
    title: "A suppression matches nothing or has expired",
    why: "it would hide the next finding of its kind unseen, or no longer does",
    fix: "remove the entry, or renew it after a look",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::Low, Outcome::Warn, Movement::None, Bump::None)
};

/// Two listings of one server differ.
pub static SURFACE_UNSTABLE: Meta = Meta {
    id: "drift/surface-unstable",
    rule: "drift/surface-unstable",
    title: "Two listings of one server differ",
    why: "what differs on every start shows up as drift in every run",
    fix: "make the server answer the same each time, or name the place under `checks.drift.ignore` with the reason",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::Low, Outcome::Warn, Movement::Change, Bump::None)
};

/// Every row of this file.
pub(in crate::rules) static RUN_ROWS: &[&Meta] = &[
    &NO_CHANGES,
    &SUMMARY,
    &BASELINE_MISSING,
    &CAPTURE_FAILED,
    &AUTH_CONTEXT_MISMATCH,
    &OUTPUT_SAMPLING,
    &RELIST_FAILED,
    &SUPPRESSION_STALE,
    &SURFACE_UNSTABLE,
];
