//! The judge on labelled pairs, where they are at hand.

#![expect(clippy::print_stderr, reason = "says what was skipped")]

#[path = "common/library.rs"]
mod library;

use jsonschema::canonical::{CanonicalSchema, Containment};
use library::{accepts, draft};
use mcpward_core::rules::{Direction, Effect, Verdict};
use mcpward_core::schema::{Validator, compare};
use serde_json::Value;

fn data(name: &str) -> Option<String> {
    let folder = std::env::var("MCPWARD_SHARED_DATA").unwrap_or_else(|_| "../../shared/data".to_owned());
    let text = std::fs::read_to_string(format!("{folder}/{name}"));
    if text.is_err() {
        eprintln!("skipped: there is no {folder}/{name}");
    }
    text.ok()
}

/// Pairs whose label takes what is read otherwise here, each with the reason.
const READ_OTHERWISE: [(&str, &str); 2] = [
    (
        "jsoncompat-backcompat/additionalprops_reduced",
        "the old input is `{\"type\": \"object\"}` at the root, a tool without arguments, which is sent none; the label sends it anything",
    ),
    (
        "sdk/zod/empty/z4_in_2020->z4_out_2020",
        "the same: an empty zod object as input, which gains `additionalProperties: false`",
    ),
];

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
            } else if !READ_OTHERWISE.iter().any(|(known, _)| *known == id) {
                assert!(is_refusal || label != &Value::Bool(false), "{id} {direction:?}: unsound");
            }
            if is_refusal {
                assert_ne!(label, &Value::Bool(true), "{id} {direction:?}: false alarm {:?}", result.witness);
                let witness = result.witness.unwrap();
                let (sender, receiver) = match direction {
                    Direction::Input => (field("old"), field("new")),
                    Direction::Output => (field("new"), field("old")),
                };
                assert_eq!(accepts(sender, &witness), Some(true), "{id}: {witness}");
                assert_eq!(accepts(receiver, &witness), Some(false), "{id}: {witness}");
            }
        }
    }
    assert!(undecided * 100 <= all * 3, "{undecided} of {all} are undecided");
}

#[test]
fn every_scored_tool_pair_is_right() {
    let Some(text) = data("tool-pairs.dev/expected.json") else { return };
    let expected: Value = serde_json::from_str(&text).unwrap();
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for pair in expected.get("pairs").and_then(Value::as_array).unwrap() {
        let field = |name: &str| pair.get(name).and_then(Value::as_str).unwrap_or_default();
        if pair.get("scored") != Some(&Value::Bool(true)) || field("klass") == "tool" {
            continue;
        }
        let (direction, key) = match field("direction") {
            "input" => (Direction::Input, "inputSchema"),
            _ => (Direction::Output, "outputSchema"),
        };
        let read = |side: &str| -> Option<Value> {
            let text = data(&format!("tool-pairs.dev/{}.{side}.json", field("id")))?;
            let file: Value = serde_json::from_str(&text).unwrap();
            file.pointer("/tools/0").unwrap_or(&file).get(key).cloned()
        };
        // An output schema that comes or goes is a rule of its own.
        let (Some(old), Some(new)) = (read("old"), read("new")) else { continue };
        checked += 1;
        let result = compare(&old, &new, direction);
        let verdict = format!("{:?}", result.verdict).to_lowercase();
        if verdict != field("verdict") {
            wrong.push(format!(
                "{}: {verdict} {:?} {:?}, not {}",
                field("id"),
                result.effect,
                result.witness,
                field("verdict")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 50, "only {checked} were checked");
}

/// A witness of which nothing can be dropped, on either side.
#[test]
fn witnesses_of_labelled_pairs_are_minimal() {
    let Some(text) = data("schema-pairs.dev.jsonl") else { return };
    let mut checked = [0, 0];
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| row.get(name).unwrap_or(&Value::Null);
        let (old, new) = (field("old"), field("new"));
        for (direction, count) in [Direction::Input, Direction::Output].into_iter().zip(&mut checked) {
            let result = compare(old, new, direction);
            let (Some(Effect::Rejected | Effect::Unexpected), Some(witness)) =
                (result.effect, result.witness)
            else {
                continue;
            };
            // A witness that must have thousands of items is only checked, not made smaller.
            if witness.to_string().len() > 2_000 {
                continue;
            }
            *count += 1;
            let (sender, receiver) = match direction {
                Direction::Input => (old, new),
                Direction::Output => (new, old),
            };
            let (sends, takes) = (Validator::new(sender).unwrap(), Validator::new(receiver).unwrap());
            for smaller in smaller(&witness) {
                assert!(
                    !sends.accepts(&smaller) || takes.accepts(&smaller),
                    "{} {direction:?}: {witness} could be {smaller}",
                    field("id")
                );
            }
        }
    }
    assert!(checked.iter().all(|count| *count > 300), "{checked:?}");
}

fn canonical(schema: &Value) -> Option<CanonicalSchema> {
    jsonschema::canonical::options()
        .with_draft(draft(schema))
        .should_validate_formats(false)
        .offline()
        .canonicalize(schema)
        .ok()
}

/// The judge beside another prover: whatever that one proves, the judge must not contradict.
#[test]
fn what_another_prover_proves_is_not_contradicted() {
    let Some(text) = data("schema-pairs.dev.jsonl") else { return };
    let (mut within, mut not_within, mut unknown, mut contradicted) = (0, 0, 0, Vec::new());
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| row.get(name).unwrap_or(&Value::Null);
        let (old, new) = (field("old"), field("new"));
        let (Some(old_form), Some(new_form)) = (canonical(old), canonical(new)) else { continue };
        for direction in [Direction::Input, Direction::Output] {
            let (sent, taken) = match direction {
                Direction::Input => (&old_form, &new_form),
                Direction::Output => (&new_form, &old_form),
            };
            let result = compare(old, new, direction);
            let is_refused = matches!(result.effect, Some(Effect::Rejected | Effect::Unexpected));
            let contradicts = match taken.covers(sent) {
                Ok(Containment::Yes) => {
                    within += 1;
                    is_refused || result.open_world
                }
                // It is known to be wrong at times, where a value shows that it is not.
                Ok(Containment::No) => {
                    not_within += 1;
                    result.verdict == Verdict::Equivalent
                }
                _ => {
                    unknown += 1;
                    false
                }
            };
            if contradicts {
                contradicted.push(format!("{} {direction:?} {:?}", field("id"), result.verdict));
            }
        }
    }
    eprintln!("the other prover: {within} within, {not_within} not within, {unknown} not told");
    assert!(contradicted.is_empty(), "{}", contradicted.join("\n"));
    assert!(within > 800 && not_within > 300, "{within} within, {not_within} not within");
}

/// Every value with one member or item dropped, or one character of a string.
fn smaller(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => {
            let letters: Vec<char> = text.chars().collect();
            (0..letters.len())
                .map(|gone| {
                    letters.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, c)| c).collect()
                })
                .map(Value::String)
                .collect()
        }
        Value::Array(items) => {
            let mut all = Vec::new();
            for at in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(at);
                all.push(Value::Array(fewer));
                for inner in items.get(at).map(smaller).unwrap_or_default() {
                    let mut items = items.clone();
                    items.splice(at..=at, [inner]);
                    all.push(Value::Array(items));
                }
            }
            all
        }
        Value::Object(members) => {
            let mut all = Vec::new();
            for (name, member) in members {
                let mut fewer = members.clone();
                fewer.remove(name);
                all.push(Value::Object(fewer));
                for inner in smaller(member) {
                    let mut members = members.clone();
                    members.insert(name.clone(), inner);
                    all.push(Value::Object(members));
                }
            }
            all
        }
        _ => Vec::new(),
    }
}
