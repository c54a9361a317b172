use serde::Serialize;
use serde_json::Value;

use super::attribution::attribute;
use super::decide::{Budget, decide};
use super::gate;
pub use crate::rules::Direction;
use crate::rules::{Effect, Meta, Movement, Verdict};

/// What the judge says of two schemas.
///
/// `Breaking` always carries a witness that the validators confirmed, `Compatible` and `Equivalent` rest on a
/// proof, and `Undecided` always has a reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The answer for the whole pair.
    pub verdict: Verdict,
    /// How a break shows at the caller; only when breaking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Only a caller that sends undeclared properties could notice.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open_world: bool,
    /// The smallest value that shows a break. `Some(Value::Null)` is a witness too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Value>,
    /// Why it is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What changed where, each with its own verdict.
    pub changes: Vec<Change>,
}

/// One place in a schema that changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The row of the rule table that names it.
    #[serde(serialize_with = "rule_name")]
    pub rule: &'static Meta,
    /// Where it stood in the old schema.
    pub pointer_old: String,
    /// Where it stands in the new schema.
    pub pointer_new: String,
    /// How it moved.
    pub movement: Movement,
    /// What this change does on its own.
    pub verdict: Verdict,
    /// The old value at that place; `None` when there was none.
    pub before: Option<Value>,
    /// The new value at that place; `None` when there is none.
    pub after: Option<Value>,
    /// How the break shows at the caller; only when this change breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Why this change is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// A whole value (not only of that place) that this change breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Value>,
    /// One clause for a person, after the subject: `inputSchema added required property "multiplier"`
    /// is `added required property "multiplier"`. Server text in it has passed through `shown`.
    #[serde(skip)]
    pub phrase: String,
}

fn rule_name<S: serde::Serializer>(rule: &&'static Meta, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.rule)
}

/// Compares two schemas of one tool's input or output. Never fails: what is no schema is undecided.
#[must_use]
pub fn compare(old: &Value, new: &Value, direction: Direction) -> Comparison {
    let decision = decide(old, new, direction, true, Budget::WHOLE);
    // What is nested too deep to be judged is too deep to be walked, copied or compared as well.
    let is_walkable = [old, new].into_iter().all(|schema| gate::depth_within(schema, gate::MAX_SCHEMA_DEPTH));
    let (decision, changes) =
        if is_walkable { attribute(old, new, direction, decision) } else { (decision, Vec::new()) };
    Comparison {
        verdict: decision.verdict,
        effect: decision.effect,
        open_world: decision.open_world,
        witness: decision.witness,
        reason: decision.reason,
        changes,
    }
}
