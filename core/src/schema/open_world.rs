use serde_json::Value;

use super::decide::{Budget, Decision};
use super::gate;
use super::ir::Arena;
use super::pair::Side;
use super::shrink::shrink;
use super::solve::{Answer, Solver};
use crate::rules::{Effect, Verdict};

/// Whether every value that `old` accepts, with members that nobody declared, is accepted by `new`.
///
/// Stricter than [`super::decide`], for which callers send what is declared. Never fails and never panics.
#[must_use]
pub fn decide_open(old: &Value, new: &Value, budget: Budget) -> Decision {
    let plain = |verdict| Decision { verdict, effect: None, open_world: true, witness: None, reason: None };
    let undecided = |reason: &str| Decision { reason: Some(reason.to_owned()), ..plain(Verdict::Undecided) };
    // Nothing changed, even if it is no schema.
    if old == new {
        return plain(Verdict::Compatible);
    }
    if [old, new].into_iter().any(|schema| !gate::depth_within(schema, gate::MAX_SCHEMA_DEPTH)) {
        return undecided("a schema is nested too deep");
    }
    let mut arena = Arena::new();
    let (before, after) = match (Side::new(&mut arena, old, false), Side::new(&mut arena, new, false)) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(reason), _) => return undecided(&format!("old schema: {reason}")),
        (_, Err(reason)) => return undecided(&format!("new schema: {reason}")),
    };
    let shows = |value: &Value| before.validator.accepts(value) && after.validator.refuses(value);
    let mut solver = Solver::new(&mut arena, budget.steps);
    match solver.find([before.raw, after.raw.not()]) {
        Answer::None => plain(Verdict::Compatible),
        Answer::Value(value) if shows(&value) => Decision {
            effect: Some(Effect::Rejected),
            witness: Some(shrink((*value).clone(), budget.tries, &mut |value| shows(value))),
            ..plain(Verdict::Breaking)
        },
        Answer::Value(_) | Answer::Unknown => {
            undecided("neither a proof nor a counterexample was found within the budget")
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(old: &Value, new: &Value) -> Verdict {
        decide_open(old, new, Budget::WHOLE).verdict
    }

    #[test]
    fn a_member_that_nobody_declared_counts() {
        let open = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        let mut closed = open.clone();
        closed["additionalProperties"] = json!(false);
        let decision = decide_open(&open, &closed, Budget::WHOLE);
        assert_eq!((decision.verdict, decision.effect), (Verdict::Breaking, Some(Effect::Rejected)));
        assert_eq!(verdict(&closed, &open), Verdict::Compatible);
        assert_eq!(verdict(&open, &open), Verdict::Compatible);
    }

    #[test]
    fn what_is_no_schema_is_undecided() {
        assert_eq!(verdict(&json!({ "type": 7 }), &json!({})), Verdict::Undecided);
        assert_eq!(verdict(&json!({}), &json!({ "type": 7 })), Verdict::Undecided);
        assert_eq!(verdict(&json!({ "type": 7 }), &json!({ "type": 7 })), Verdict::Compatible);
    }
}
