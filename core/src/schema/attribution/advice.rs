use super::row::Class;
use crate::rules::{Effect, Side, Verdict};
use crate::schema::comparison::Change;

/// Why a caller is hurt by a change and what to do, for what the change was found to do, which may be other
/// than what its row expects.
#[must_use]
pub fn advice(change: &Change) -> (&'static str, &'static str) {
    let rule = change.rule;
    let input = rule.side == Side::Input;
    match (Class::of(rule), change.verdict, change.effect) {
        (Class::Default, ..) => (rule.why, rule.fix),
        (Class::Safe, Verdict::Breaking, _) if input => (
            "together with the rest of the schema it rejects a call that worked before",
            "keep accepting what was accepted before, or publish it as a new tool",
        ),
        (Class::Safe, Verdict::Breaking, _) => (
            "together with the rest of the schema it lets a value come that was not promised",
            "keep what was promised before, or publish it as a new tool",
        ),
        (Class::Breaks, Verdict::Breaking, Some(Effect::Ignored)) => (
            "a caller that still sends it is taken at its word, and the value is silently ignored",
            "keep reading the property and mark it deprecated until its callers are gone",
        ),
        (Class::Breaks | Class::Unsure, Verdict::Compatible | Verdict::Equivalent, _) => (
            if input {
                "every call that worked before still works, proven for the whole schema"
            } else {
                "whatever comes was already possible before, proven for the whole schema"
            },
            "nothing to repair: accept it with `mcpward baseline`",
        ),
        _ => (rule.why, rule.fix),
    }
}
