//! The rows of the registry for the security family: everything about its rules but their code.

mod annotation;
mod injection;
mod secret;
mod unicode;

pub(super) use annotation::*;
pub(super) use injection::*;
pub(super) use secret::*;
pub(super) use unicode::*;

use crate::rules::{Confidence, Family, Meta, Outcome, Severity};

/// A rule whose finding fails a run.
const fn high(id: &'static str) -> Meta {
    Meta { id, confidence: Confidence::Medium, ..Meta::lint(Family::Security, Severity::High, Outcome::Fail) }
}

/// A rule whose finding is shown and never fails a run.
const fn warn(id: &'static str) -> Meta {
    Meta { id, confidence: Confidence::Low, ..Meta::lint(Family::Security, Severity::Medium, Outcome::Warn) }
}

const INJECTION: &str = "security/injection-pattern";
const HIDDEN: &str = "security/hidden-unicode";
const SECRET: &str = "security/secret-in-schema";
const ANNOTATION: &str = "security/annotation-mismatch";

/// The family looked and found nothing that fails.
pub(super) const SUMMARY: Meta = Meta {
    id: "security/summary",
    rule: "security/summary",
    title: "what the security checks looked at",
    why: "a clean result is not proof of safety; the lockfile is the control",
    fix: "commit a baseline, so that any later change of these texts shows",
    ..Meta::lint(Family::Security, Severity::Low, Outcome::Pass)
};

/// There was nothing to look at.
pub(super) const LIST_TOOLS: Meta = Meta {
    id: "security/list-tools",
    rule: "security/list-tools",
    title: "no tools to check",
    why: "nothing was checked",
    fix: "check that the server was started with what it needs to list its tools",
    ..Meta::lint(Family::Security, Severity::Low, Outcome::Skip)
};

/// Every rule of the family.
pub const SECURITY_ROWS: &[&Meta] = &[
    &SUMMARY,
    &LIST_TOOLS,
    &OVERRIDE,
    &PSEUDO_MARKUP,
    &CONCEALMENT,
    &PRECEDENCE,
    &GLOBAL_TRIGGER,
    &APPROVAL_BYPASS,
    &OUTPUT_AUTHORITY,
    &PRETEXT,
    &CONTEXT_HARVEST,
    &SENSITIVE_SOURCE,
    &COMMAND,
    &OUTBOUND,
    &RENDERED_EXFIL,
    &HIDDEN_MARKUP,
    &TAMPER,
    &USER_PHISH,
    &NON_ENGLISH,
    &NAME_INSTRUCTION,
    &SCHEMA_SLOT,
    &PREFERENCE,
    &ENCODED_PAYLOAD,
    &TAGS,
    &VARIATION,
    &INVISIBLE_RUN,
    &FILLER,
    &CONTROL,
    &ZERO_WIDTH,
    &BIDI,
    &MIXED_SCRIPT,
    &CONFUSABLE_NAME,
    &PRIVATE_USE,
    &PUSHED_TEXT,
    &PARAMETER,
    &PARAMETER_WEAK,
    &CONTEXT,
    &READ_ONLY,
    &DESTRUCTIVE,
    &WRITE_FLAG,
    &SHADOW_SIBLING,
    &SHADOW_FOREIGN,
    &TRIFECTA,
];

/// The row of a rule that lexicon files name.
pub(super) fn phrase_rule(name: &str) -> Option<&'static Meta> {
    let named = |meta: &&&'static Meta| meta.rule.strip_prefix("security/") == Some(name);
    SECURITY_ROWS.iter().find(named).copied()
}
