//! The root of a tool's input: without a word about its members it declares that there are none.

use mcpward_core::rules::{Direction, Effect, Verdict};
use mcpward_core::schema::compare;
use serde_json::{Value, json};

/// A root that gains an optional argument.
fn gains_an_argument(old: &Value) -> Vec<Verdict> {
    let new = json!({ "type": "object", "properties": { "limit": { "type": "integer" } } });
    let found = compare(old, &new, Direction::Input);
    std::iter::once(found.verdict).chain(found.changes.iter().map(|change| change.verdict)).collect()
}

#[test]
fn a_root_without_properties_is_closed_whatever_else_is_noted_on_it() {
    for note in [
        json!({}),
        json!({ "properties": {} }),
        json!({ "x-order": 1 }),
        json!({ "order": 1, "strict": true }),
        json!({ "order": { "type": "string" }, "properties": {} }),
        json!({ "$anchor": "input", "$comment": "none" }),
        json!({ "readOnly": true, "examples": [{}] }),
        json!({ "type": ["object"] }),
        json!({ "$schema": "http://json-schema.org/draft-07/schema#", "prefix": [] }),
    ] {
        let mut old = json!({ "type": "object" });
        for (key, value) in note.as_object().into_iter().flatten() {
            old[key] = value.clone();
        }
        let verdicts = gains_an_argument(&old);
        assert!(verdicts.iter().all(|verdict| *verdict == Verdict::Compatible), "{old}: {verdicts:?}");
    }
}

#[test]
fn a_root_that_says_something_of_its_members_is_open_where_it_says_so() {
    for word in [
        json!({ "additionalProperties": true }),
        json!({ "additionalProperties": { "type": "string" } }),
        json!({ "propertyNames": { "minLength": 2 } }),
        json!({ "minProperties": 1 }),
    ] {
        let mut old = json!({ "type": "object", "order": 1 });
        for (key, value) in word.as_object().into_iter().flatten() {
            old[key] = value.clone();
        }
        assert_eq!(gains_an_argument(&old).first(), Some(&Verdict::Breaking), "{old}");
    }
}

#[test]
fn an_argument_that_a_noted_root_still_loses_is_ignored() {
    let old = json!({ "type": "object", "order": 1, "properties": { "limit": { "type": "integer" } } });
    let new = json!({ "type": "object", "order": 1 });
    let found = compare(&old, &new, Direction::Input);
    assert_eq!((found.verdict, found.effect), (Verdict::Breaking, Some(Effect::Ignored)));
}

#[test]
fn an_object_within_stays_open_without_properties() {
    let nested = |schema: Value| json!({ "type": "object", "properties": { "filter": schema } });
    let old = nested(json!({ "type": "object" }));
    let new = nested(json!({ "type": "object", "properties": { "limit": { "type": "integer" } } }));
    assert_eq!(compare(&old, &new, Direction::Input).verdict, Verdict::Breaking);
}
