//! The judge on labelled pairs, where they are at hand.

#![expect(clippy::print_stderr, reason = "says what was skipped")]

use mcpward_core::rules::{Direction, Effect, Verdict};
use mcpward_core::schema::{accepts, compare};
use serde_json::Value;

fn data(name: &str) -> Option<String> {
    let folder = std::env::var("MCPWARD_SHARED_DATA").unwrap_or_else(|_| "../../shared/data".to_owned());
    let text = std::fs::read_to_string(format!("{folder}/{name}"));
    if text.is_err() {
        eprintln!("skipped: there is no {folder}/{name}");
    }
    text.ok()
}

/// Pairs whose label reads a tool without arguments as open; here such a tool is sent nothing.
const READ_OTHERWISE: [&str; 2] =
    ["jsoncompat-backcompat/additionalprops_reduced", "sdk/zod/empty/z4_in_2020->z4_out_2020"];

#[test]
fn labelled_pairs_are_decided_soundly() {
    let Some(text) = data("schema-pairs.dev.jsonl") else { return };
    let (mut all, mut undecided) = (0, 0);
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| row.get(name).unwrap_or(&Value::Null);
        let id = field("id").as_str().unwrap();
        for (direction, label) in
            [(Direction::Input, "old_sub_new_closed"), (Direction::Output, "new_sub_old_closed")]
        {
            let label = field(label);
            let result = compare(field("old"), field("new"), direction);
            all += 1;
            let is_refusal = matches!(result.effect, Some(Effect::Rejected | Effect::Unexpected));
            if result.verdict == Verdict::Undecided {
                assert!(result.reason.is_some(), "{id}: no reason");
                undecided += 1;
            } else if !READ_OTHERWISE.contains(&id) {
                assert!(is_refusal || label != &Value::Bool(false), "{id} {direction:?}: unsound");
            }
            if is_refusal {
                assert_ne!(label, &Value::Bool(true), "{id} {direction:?}: false alarm {:?}", result.witness);
                let witness = result.witness.unwrap();
                let (sender, receiver) = match direction {
                    Direction::Input => (field("old"), field("new")),
                    Direction::Output => (field("new"), field("old")),
                };
                assert_eq!(accepts(sender, &witness), Ok(true), "{id}: {witness}");
                assert_eq!(accepts(receiver, &witness), Ok(false), "{id}: {witness}");
            }
        }
    }
    assert!(undecided * 100 <= all * 3, "{undecided} of {all} are undecided");
}
