use serde_json::{Value, json};

use super::compare;
use super::infer::shape_of;
use crate::lockfile::{OutputShape, OutputSource};

fn structured(outputs: &[Value]) -> OutputShape {
    let results: Vec<Value> =
        outputs.iter().map(|output| json!({ "content": [], "structuredContent": output })).collect();
    shape_of(&results.iter().collect::<Vec<_>>()).unwrap()
}

fn rules(old: &[Value], new: &[Value]) -> Vec<String> {
    let findings = compare("t", &structured(old), &structured(new));
    findings
        .iter()
        .map(|finding| format!("{} {}", finding.meta.rule, finding.pointer.clone().unwrap()))
        .collect()
}

#[test]
fn structure_is_kept_and_values_are_not() {
    let shape = structured(&[json!({ "id": "secret", "n": [1, 2.5, null] }), json!({ "id": "other" })]);
    let text = serde_json::to_string(&shape).unwrap();
    assert!(!text.contains("secret") && !text.contains("2.5"), "{text}");
    let expected = json!({
        "source": "structured", "samples": 2,
        "shape": { "types": ["object"], "objectCount": 2, "properties": {
            "id": { "seen": 2, "shape": { "types": ["string"], "objectCount": 0 } },
            "n": { "seen": 1, "shape": { "types": ["array"], "objectCount": 0,
                "items": { "types": ["null", "number"], "objectCount": 0 } } }
        } }
    });
    assert_eq!(serde_json::to_value(&shape).unwrap(), expected);
}

#[test]
fn the_most_structured_source_that_all_samples_have_is_read() {
    let text = |text: &str| json!({ "content": [{ "type": "text", "text": text }] });
    let both = json!({ "content": [{ "type": "text", "text": "[1]" }], "structuredContent": { "a": 1 } });
    let source = |results: &[&Value]| shape_of(results).unwrap().source;
    assert_eq!(source(&[&both]), OutputSource::Structured);
    assert_eq!(source(&[&both, &text("{}")]), OutputSource::JsonText);
    assert_eq!(source(&[&both, &text("no JSON")]), OutputSource::Content);
    assert_eq!(source(&[&text("12")]), OutputSource::Content);
    assert_eq!(source(&[&json!({})]), OutputSource::Content);
    assert_eq!(shape_of(&[]), None);
}

#[test]
fn rows_of_the_comparison() {
    let base = "/tools/t/outputShape/shape";
    let a = json!({ "a": 1, "b": "x" });
    let table = [
        (vec![a.clone()], vec![a.clone()], vec![]),
        (vec![a.clone()], vec![json!({ "a": 1.5, "b": "" })], vec![]),
        (
            vec![a.clone()],
            vec![json!({ "a": 1 })],
            vec![format!("drift/output-field-removed {base}/properties/b")],
        ),
        (
            vec![json!({ "a": 1 })],
            vec![a.clone()],
            vec![format!("drift/output-field-added {base}/properties/b")],
        ),
        (
            vec![a.clone()],
            vec![json!({ "a": null, "b": "x" })],
            vec![format!("drift/output-type-added {base}/properties/a/shape/types")],
        ),
        (vec![json!({ "a": null }), json!({ "a": 1 })], vec![json!({ "a": 1 })], vec![]),
        (
            vec![a.clone()],
            vec![a.clone(), json!({ "a": 1 })],
            vec![format!("drift/output-field-rarer {base}/properties/b")],
        ),
        (
            vec![a.clone(), json!({ "a": 1 })],
            vec![json!({ "a": 1 })],
            vec![format!("drift/output-field-rarer {base}/properties/b")],
        ),
        // An empty list says nothing of its elements.
        (vec![json!([{ "a": 1 }])], vec![json!([])], vec![]),
        (vec![json!([])], vec![json!([{ "a": 1 }])], vec![]),
        (
            vec![json!([{ "a": 1 }])],
            vec![json!([{ "b": 1 }])],
            vec![
                format!("drift/output-field-removed {base}/items/properties/a"),
                format!("drift/output-field-added {base}/items/properties/b"),
            ],
        ),
        (vec![a.clone()], vec![json!([a.clone()])], vec![format!("drift/output-type-added {base}/types")]),
    ];
    for (old, new, expected) in table {
        assert_eq!(rules(&old, &new), expected, "{old:?} -> {new:?}");
    }
}

#[test]
fn a_table_of_entries_has_no_fields() {
    let table = |from: usize| -> Value {
        Value::Object((from..from + 300).map(|key| (format!("id-{key}"), json!({ "n": key }))).collect())
    };
    assert_eq!(rules(&[table(0)], &[table(1_000)]), Vec::<String>::new());
}
