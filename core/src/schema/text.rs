use serde_json::Value;

use super::comparison::{Comparison, compare};
use crate::rules::{Direction, Verdict};
use crate::text::shown;

/// Compares two schemas given as JSON text. Never fails: what is no JSON is undecided, with the reason.
#[must_use]
pub fn compare_text(old: &str, new: &str, direction: Direction) -> Comparison {
    match (parsed(old, "old"), parsed(new, "new")) {
        (Ok(old), Ok(new)) => compare(&old, &new, direction),
        (Err(reason), _) | (_, Err(reason)) => Comparison {
            verdict: Verdict::Undecided,
            effect: None,
            open_world: false,
            witness: None,
            reason: Some(reason),
            changes: Vec::new(),
        },
    }
}

fn parsed(text: &str, side: &str) -> Result<Value, String> {
    serde_json::from_str(text)
        .map_err(|problem| format!("the {side} schema is no JSON: {}", shown(&problem.to_string())))
}
