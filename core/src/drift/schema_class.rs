use crate::rules::{Aspect, Bump, Meta, Movement, Outcome, Severity, Verdict};
use crate::schema::Change;

/// The public ids of schema changes.
pub(super) const BREAKING: &str = "drift/breaking_schema_change";
pub(super) const NONBREAKING: &str = "drift/nonbreaking_schema_change";
pub(super) const UNDECIDED: &str = "drift/undecided_schema_change";

/// A schema that changed as a whole, where no single place explains the verdict.
pub static SCHEMA_CHANGED: Meta = Meta {
    id: BREAKING,
    rule: "drift/schema-changed",
    title: "A schema changed as a whole",
    why: "what worked against the old schema may not work against the new one",
    fix: "compare both schemas at the place named, and keep accepting what was accepted before",
    aspect: Aspect::Structure,
    ..Meta::drift(Severity::Medium, Outcome::Fail, Movement::Change, Bump::Major)
};

/// The public id under which a change is reported; `None` where nothing is to be reported.
///
/// Rows with a class of their own (a changed default) keep it. Where the judge could not decide, a row that
/// the classification table calls breaking stays breaking: it never passes for want of a proof.
pub(super) fn public_id(change: &Change) -> Option<&'static str> {
    if ![BREAKING, NONBREAKING, UNDECIDED].contains(&change.rule.id) {
        return Some(change.rule.id);
    }
    match change.verdict {
        Verdict::Breaking => Some(BREAKING),
        Verdict::Compatible => Some(NONBREAKING),
        Verdict::Undecided if change.rule.id == BREAKING => Some(BREAKING),
        Verdict::Undecided => Some(UNDECIDED),
        Verdict::Equivalent => None,
    }
}

/// The public id of a whole pair and the clause that says it.
pub(super) fn whole(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Breaking => (BREAKING, "changed so that callers break"),
        Verdict::Undecided => (UNDECIDED, "changed, and nothing proves it safe or breaking"),
        Verdict::Compatible | Verdict::Equivalent => (NONBREAKING, "changed without breaking callers"),
    }
}
