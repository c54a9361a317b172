//! Contract-first: each tightening is shown to break a payload before the check must catch it, and its
//! loosening twin stays silent.
#![expect(clippy::indexing_slicing, reason = "a test that cannot go on fails here")]

use mcpward_core::contracts::{ContractFile, build_pins, changelog, check, check_pins, read_pins, verify};
use mcpward_core::report::Report;
use mcpward_core::rules::Outcome;
use mcpward_core::schema::accepts;
use mcpward_core::surface::{Definition, Kind, Surface};
use serde_json::{Value, json};

fn contract(schema: &Value) -> Value {
    json!({ "name": "t", "description": "Does a thing.", "inputSchema": schema })
}

fn files(versions: &[Value]) -> Vec<ContractFile> {
    (1..)
        .zip(versions)
        .map(|(number, version)| ContractFile {
            path: format!("t/v{number}.json"),
            text: version.to_string(),
        })
        .collect()
}

fn field(schema: &Value) -> Value {
    json!({ "type": "object", "properties": { "x": schema } })
}

fn evolution(old: &Value, new: &Value) -> Report {
    check(&files(&[contract(old), contract(new)]), "", 12)
}

fn failing(report: &Report) -> Vec<&str> {
    let rows = report.results.iter().filter(|row| row.status == Outcome::Fail);
    rows.map(|row| row.id.as_str()).collect()
}

/// Old, new, and a payload that the old takes and the new refuses.
fn tightenings() -> Vec<(Value, Value, Value)> {
    let pairs = [
        (json!({ "type": "number", "maximum": 12 }), json!({ "type": "number", "maximum": 6 }), json!(12)),
        (json!({ "type": "number", "minimum": 0 }), json!({ "type": "number", "minimum": 1 }), json!(0)),
        (json!({ "type": "string" }), json!({ "type": "string", "maxLength": 3 }), json!("long")),
        (json!({ "type": "string" }), json!({ "type": "string", "minLength": 2 }), json!("a")),
        (json!({ "type": "array" }), json!({ "type": "array", "maxItems": 1 }), json!([1, 2])),
        (json!({ "type": "array" }), json!({ "type": "array", "minItems": 1 }), json!([])),
        (json!({ "type": "string" }), json!({ "type": "string", "pattern": "^a" }), json!("b")),
        (
            json!({ "type": "string", "pattern": "^a" }),
            json!({ "type": "string", "pattern": "^b" }),
            json!("a"),
        ),
        (json!({ "type": "integer" }), json!({ "type": "integer", "multipleOf": 5 }), json!(3)),
        (json!({ "type": "string" }), json!({ "enum": ["a", "b"] }), json!("c")),
        (json!({ "enum": ["a", "b"] }), json!({ "enum": ["a"] }), json!("b")),
        (json!({ "type": ["string", "number"] }), json!({ "type": "string" }), json!(1)),
        (
            json!({ "type": "object" }),
            json!({ "type": "object", "additionalProperties": false }),
            json!({ "k": 1 }),
        ),
        (
            json!({ "type": "object", "properties": { "y": { "type": "integer" } } }),
            json!({ "type": "object", "properties": { "y": { "type": "integer", "maximum": 9 } } }),
            json!({ "y": 10 }),
        ),
        (
            json!({ "type": "array", "items": { "type": "string" } }),
            json!({ "type": "array", "items": { "type": "string", "maxLength": 1 } }),
            json!(["ab"]),
        ),
    ];
    let mut all: Vec<_> = pairs
        .into_iter()
        .map(|(old, new, value)| (field(&old), field(&new), json!({ "x": value })))
        .collect();
    let open = field(&json!({ "type": "string" }));
    let mut closed = open.clone();
    closed["additionalProperties"] = json!(false);
    let mut required = open.clone();
    required["required"] = json!(["x"]);
    all.push((open.clone(), closed, json!({ "y": 1 })));
    all.push((open.clone(), required, json!({})));
    all.push((
        open,
        json!({ "type": "object", "properties": {}, "additionalProperties": false }),
        json!({ "x": "a" }),
    ));
    all
}

#[test]
fn every_tightening_is_caught_with_a_payload_that_really_breaks() {
    for (old, new, payload) in tightenings() {
        assert!(
            accepts(&old, &payload).unwrap() && !accepts(&new, &payload).unwrap(),
            "{old} {new} {payload}"
        );
        let report = evolution(&old, &new);
        assert_eq!(
            failing(&report).first(),
            Some(&"contracts/not-additive"),
            "{old} → {new}: {:?}",
            report.results
        );
        let row = report.results.iter().find(|row| row.status == Outcome::Fail).unwrap();
        let witness = row.witness.as_ref().unwrap_or_else(|| panic!("no witness for {old} → {new}"));
        assert!(accepts(&old, witness).unwrap(), "{witness}");
        assert!(!accepts(&new, witness).unwrap(), "{witness}");
    }
}

#[test]
fn every_loosening_is_silent() {
    for (old, new, _) in tightenings() {
        // The twins of a changed pattern and of a removed property are no loosenings.
        let swapped = old["properties"]["x"]["pattern"].is_string() || new["properties"].get("x").is_none();
        if !swapped {
            assert_eq!(failing(&evolution(&new, &old)), [""; 0], "{new} → {old}");
        }
    }
    let grown =
        json!({ "type": "object", "properties": { "x": { "type": "string" }, "y": { "type": "integer" } } });
    assert_eq!(failing(&evolution(&field(&json!({ "type": "string" })), &grown)), [""; 0]);
}

#[test]
fn chains_and_files_are_checked() {
    let good = contract(&json!({ "type": "object" }));
    let mut other = good.clone();
    other["name"] = json!("u");
    let cases = [
        (vec![("t/v1.json", good.to_string()), ("t/v3.json", good.to_string())], "contracts/version-gap"),
        (vec![("t/v2.json", good.to_string())], "contracts/version-gap"),
        (vec![("t/v1.json", other.to_string())], "contracts/wrong-name"),
        (vec![("t/v1.json", "{".to_owned())], "contracts/invalid-file"),
        (vec![("t/v1.json", "{\"name\":\"t\"}".to_owned())], "contracts/invalid-file"),
        (vec![("t/latest.json", good.to_string())], "contracts/invalid-file"),
        (vec![("t/v1.json", contract(&json!({ "type": 7 })).to_string())], "contracts/invalid-schema"),
        (vec![("t/v1.json", contract(&json!(true)).to_string())], "contracts/invalid-schema"),
    ];
    for (entries, rule) in cases {
        let files: Vec<ContractFile> =
            entries.into_iter().map(|(path, text)| ContractFile { path: path.to_owned(), text }).collect();
        assert_eq!(failing(&check(&files, "", 12)).first(), Some(&rule), "{files:?}");
    }
    assert_eq!(failing(&check(&files(&[good]), "", 12)), [""; 0]);
}

#[test]
fn pins_notice_a_changed_file_and_are_the_same_for_every_spelling() {
    let good = contract(&field(&json!({ "type": "number", "minimum": 1 })));
    let pins = build_pins(&files(std::slice::from_ref(&good)));
    assert_eq!(read_pins(&pins.text()).unwrap(), pins);
    let spelled = r#"{ "inputSchema": {"properties":{"x":{"minimum":1.0,"type":"number"}},"type":"object"}, "description": "Does a thing.", "name": "t" }"#;
    let respelled = [ContractFile { path: "t/v1.json".to_owned(), text: spelled.to_owned() }];
    assert_eq!(build_pins(&respelled), pins);
    assert_eq!(failing(&check_pins(&respelled, &pins, "")), [""; 0]);
    let mut changed = good;
    changed["description"] = json!("Does another thing.");
    assert_eq!(failing(&check_pins(&files(&[changed]), &pins, "")), ["contracts/pin-mismatch"]);
    assert_eq!(failing(&check_pins(&[], &pins, "")), ["contracts/pin-missing"]);
}

#[test]
fn a_server_is_held_to_the_latest_version() {
    let contracts = files(&[contract(&json!({ "type": "object" }))]);
    let serving = |raw: Value| {
        let mut surface = Surface::default();
        surface.tools.push(Definition::new(Kind::Tool, raw.as_object().unwrap().clone()));
        surface
    };
    let good = contract(&json!({ "type": "object" }));
    assert_eq!(failing(&verify(&contracts, &serving(good.clone()), "")), [""; 0]);
    let mut poisoned = good;
    poisoned["description"] = json!("Does a thing. Then tells me.");
    let report = verify(&contracts, &serving(poisoned), "");
    assert_eq!(failing(&report), ["contracts/served-differs"]);
    assert!(report.results[0].message.contains("description") && report.results[0].diff.is_some());
    assert_eq!(failing(&verify(&contracts, &Surface::default(), "")), ["contracts/not-served"]);
}

#[test]
fn deprecations_keep_their_terms() {
    let deprecated = |since: &str, after: &str, description: &str, by: &str| {
        let mut version = contract(&json!({ "type": "object" }));
        version["description"] = json!(description);
        version["deprecated"] = json!({ "since": since, "remove_after": after, "replaced_by": by });
        failing(&check(&files(&[version]), "", 12)).len()
    };
    assert_eq!(deprecated("2026-01-31", "2027-01-31", "Deprecated: use t.", "t"), 0);
    assert_eq!(deprecated("2026-01-31", "2027-01-30", "Deprecated: use t.", "t"), 1);
    assert_eq!(deprecated("2026-01-31", "2027-01-31", "Use t.", "t"), 1);
    assert_eq!(deprecated("2026-01-31", "2027-01-31", "Deprecated: use u.", "u"), 1);
    assert_eq!(deprecated("soon", "later", "Deprecated.", "t"), 1);
}

#[test]
fn the_changelog_keeps_what_was_written_by_hand() {
    let grown = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
    let versions = files(&[contract(&json!({ "type": "object" })), contract(&grown)]);
    let first = changelog(&versions, "");
    assert!(first.starts_with("# Tool changelog\n\n## t v2\n"), "{first}");
    assert!(first.contains("- First version.\n"), "{first}");
    assert_eq!(changelog(&versions, &first), first, "regenerating changes nothing");
    let noted = first.replacen("<!-- end: t v2 -->\n", "<!-- end: t v2 -->\n\nWritten by hand.\n", 1);
    let again = changelog(&versions, &noted);
    assert_eq!(again, noted);
}
