//! Contract-first: each tightening is shown to break a payload before the check must catch it, and its
//! loosening twin stays silent.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails here")]

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

fn serving(tools: &[Value]) -> Surface {
    let definition = |raw: &Value| Definition::new(Kind::Tool, raw.as_object().unwrap().clone());
    Surface { tools: tools.iter().map(definition).collect(), ..Surface::default() }
}

/// Old, new, and a value that the old takes and the new refuses.
fn narrowed() -> Vec<(Value, Value, Value)> {
    let open = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let with = |member: &str, value: Value| {
        let mut schema = open.clone();
        schema[member] = value;
        schema
    };
    vec![
        // Bounds: raised, lowered, introduced.
        (json!({ "type": "number", "maximum": 12 }), json!({ "type": "number", "maximum": 6 }), json!(12)),
        (json!({ "type": "number" }), json!({ "type": "number", "maximum": 6 }), json!(7)),
        (json!({ "type": "number", "minimum": 0 }), json!({ "type": "number", "minimum": 1 }), json!(0)),
        (json!({ "type": "number" }), json!({ "type": "number", "minimum": 1 }), json!(0)),
        (
            json!({ "type": "number", "maximum": 6 }),
            json!({ "type": "number", "exclusiveMaximum": 6 }),
            json!(6),
        ),
        (json!({ "type": "number" }), json!({ "type": "number", "exclusiveMinimum": 0 }), json!(0)),
        (
            json!({ "type": "string", "maxLength": 4 }),
            json!({ "type": "string", "maxLength": 3 }),
            json!("long"),
        ),
        (json!({ "type": "string" }), json!({ "type": "string", "maxLength": 3 }), json!("long")),
        (
            json!({ "type": "string", "minLength": 1 }),
            json!({ "type": "string", "minLength": 2 }),
            json!("a"),
        ),
        (json!({ "type": "string" }), json!({ "type": "string", "minLength": 2 }), json!("a")),
        (json!({ "type": "array", "maxItems": 2 }), json!({ "type": "array", "maxItems": 1 }), json!([1, 2])),
        (json!({ "type": "array" }), json!({ "type": "array", "maxItems": 1 }), json!([1, 2])),
        (json!({ "type": "array" }), json!({ "type": "array", "minItems": 1 }), json!([])),
        (json!({ "type": "array" }), json!({ "type": "array", "uniqueItems": true }), json!([1, 1])),
        (
            json!({ "type": "object" }),
            json!({ "type": "object", "maxProperties": 1 }),
            json!({ "k": 1, "l": 1 }),
        ),
        (json!({ "type": "object" }), json!({ "type": "object", "minProperties": 1 }), json!({})),
        // Patterns and multiples: added, changed.
        (json!({ "type": "string" }), json!({ "type": "string", "pattern": "^a" }), json!("b")),
        (
            json!({ "type": "string", "pattern": "^a" }),
            json!({ "type": "string", "pattern": "^b" }),
            json!("a"),
        ),
        (json!({ "type": "integer" }), json!({ "type": "integer", "multipleOf": 5 }), json!(3)),
        (
            json!({ "type": "integer", "multipleOf": 5 }),
            json!({ "type": "integer", "multipleOf": 10 }),
            json!(5),
        ),
        // Values and types.
        (json!({ "type": "string" }), json!({ "enum": ["a", "b"] }), json!("c")),
        (json!({ "type": "string" }), json!({ "type": "string", "const": "a" }), json!("c")),
        (json!({ "enum": ["a", "b"] }), json!({ "enum": ["a"] }), json!("b")),
        (json!({ "type": ["string", "number"] }), json!({ "type": "string" }), json!(1)),
        (json!({ "type": "number" }), json!({ "type": "integer" }), json!(0.5)),
        (json!({}), json!({ "type": "string" }), json!(1)),
        // Objects: closed, narrowed, asking for more.
        (
            json!({ "type": "object" }),
            json!({ "type": "object", "additionalProperties": false }),
            json!({ "k": 1 }),
        ),
        (open.clone(), with("additionalProperties", json!(false)), json!({ "k": 1 })),
        (open.clone(), with("additionalProperties", json!({ "type": "string" })), json!({ "k": 1 })),
        (open.clone(), with("unevaluatedProperties", json!(false)), json!({ "k": 1 })),
        (open.clone(), with("patternProperties", json!({ "^k": false })), json!({ "k": 1 })),
        (open.clone(), with("propertyNames", json!({ "maxLength": 1 })), json!({ "kk": 1 })),
        (open.clone(), with("required", json!(["a"])), json!({})),
        (open.clone(), with("properties", json!({ "a": { "type": "integer" } })), json!({ "a": "x" })),
        (open.clone(), json!({ "type": "object", "additionalProperties": false }), json!({ "a": "x" })),
    ]
}

/// The same at the root of a tool's input, in a property, in a nested object and in an array's items.
fn tightenings() -> Vec<(Value, Value, Value)> {
    let list = |schema: &Value| json!({ "type": "array", "items": schema });
    let mut all = Vec::new();
    for (old, new, value) in narrowed() {
        all.push((field(&old), field(&new), json!({ "x": value })));
        all.push((field(&field(&old)), field(&field(&new)), json!({ "x": { "x": value } })));
        all.push((field(&list(&old)), field(&list(&new)), json!({ "x": [value] })));
        // A bare object at the root of an input declares that there are no arguments.
        let is_input = |schema: &Value| schema["type"] == "object" && schema["properties"].is_object();
        if is_input(&old) && is_input(&new) {
            all.push((old, new, value));
        }
    }
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
    for (old, new, payload) in tightenings() {
        // Where each takes what the other refuses, neither is a loosening of the other.
        let is_other = |schema: &Value| {
            let text = schema.to_string();
            text.contains("\"^b\"") || text.contains("{\"a\":{\"type\":\"integer\"}}")
        };
        if is_other(&new) {
            assert!(!accepts(&new, &payload).unwrap());
            continue;
        }
        assert_eq!(failing(&evolution(&new, &old)), [""; 0], "{new} → {old}");
    }
}

#[test]
fn growth_is_silent() {
    let old = field(&json!({ "type": "string" }));
    let mut optional = old.clone();
    optional["properties"]["y"] = json!({ "type": "integer" });
    let mut described = old.clone();
    described["properties"]["x"]["description"] = json!("A word.");
    for new in [optional, described] {
        assert_eq!(failing(&evolution(&old, &new)), [""; 0], "{new}");
        assert_eq!(failing(&evolution(&field(&old), &field(&new))), [""; 0], "{new}");
        let list = |schema: &Value| field(&json!({ "type": "array", "items": schema }));
        assert_eq!(failing(&evolution(&list(&old), &list(&new))), [""; 0], "{new}");
    }
}

#[test]
fn what_cannot_be_decided_fails_with_its_reason() {
    let opaque = |pattern: &str| field(&json!({ "type": "string", "pattern": pattern }));
    let report = evolution(&opaque(r"^(a)\1$"), &opaque(r"^(?=ab)(a)\1?b$"));
    assert_eq!(failing(&report), ["contracts/undecided"], "{:?}", report.results);
    let row = report.results.iter().find(|row| row.status == Outcome::Fail).unwrap();
    assert!(row.reason.is_some() && row.witness.is_none(), "{row:?}");
}

#[test]
fn chains_and_files_are_checked() {
    let good = contract(&json!({ "type": "object" }));
    let mut other = good.clone();
    other["name"] = json!("u");
    let output = |schema: &Value| {
        let mut contract = good.clone();
        contract["outputSchema"] = schema.clone();
        contract
    };
    let cases = [
        (vec![("t/v1.json", good.to_string()), ("t/v3.json", good.to_string())], "contracts/version-gap"),
        (vec![("t/v2.json", good.to_string())], "contracts/version-gap"),
        (vec![("t/v1.json", other.to_string())], "contracts/wrong-name"),
        (vec![("t/v1.json", "{".to_owned())], "contracts/invalid-file"),
        (vec![("t/v1.json", "{\"name\":\"t\"}".to_owned())], "contracts/invalid-file"),
        (vec![("t/latest.json", good.to_string())], "contracts/invalid-file"),
        (vec![("t/v1.json", contract(&json!({ "type": 7 })).to_string())], "contracts/invalid-schema"),
        (vec![("t/v1.json", contract(&json!(true)).to_string())], "contracts/invalid-schema"),
        (vec![("t/v1.json", contract(&json!({ "properties": {} })).to_string())], "contracts/invalid-schema"),
        (vec![("t/v1.json", output(&json!("text")).to_string())], "contracts/invalid-schema"),
        (vec![("t/v1.json", output(&json!({ "type": "text" })).to_string())], "contracts/invalid-schema"),
        (
            vec![("t/v1.json", good.to_string().replacen('{', "{\"name\":\"u\",", 1))],
            "contracts/invalid-file",
        ),
        (vec![("t/v1.json", good.to_string().replace("Does a thing.", " "))], "contracts/invalid-file"),
        (vec![("t/v1.json", good.to_string()), ("t/v1.json", good.to_string())], "contracts/invalid-file"),
        (vec![("t/v01.json", good.to_string())], "contracts/invalid-file"),
        (vec![("v1.json", good.to_string())], "contracts/invalid-file"),
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
    for (text, problem) in [
        (
            r#"{"pinsVersion":"1","tools":{}}"#,
            "at /pinsVersion: must be a whole number from 0 to 4294967295, not the text \"1\"",
        ),
        (r#"{"pinsVersion":1}"#, "`tools` is missing"),
        (r#"{"pinsVersion":1,"tools":{"a":["v1"]}}"#, "at /tools/a: must be an object, not a list"),
    ] {
        assert_eq!(read_pins(text).unwrap_err(), problem);
    }
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
    let good = contract(&json!({ "type": "object" }));
    assert_eq!(failing(&verify(&contracts, &serving(std::slice::from_ref(&good)), "")), [""; 0]);
    let mut poisoned = good;
    poisoned["description"] = json!("Does a thing. Then tells me.");
    let report = verify(&contracts, &serving(&[poisoned]), "");
    assert_eq!(failing(&report), ["contracts/served-differs"]);
    assert!(report.results[0].message.contains("description") && report.results[0].diff.is_some());
    assert_eq!(failing(&verify(&contracts, &Surface::default(), "")), ["contracts/not-served"]);
}

#[test]
fn every_member_that_differs_is_named() {
    let promised = json!({
        "name": "t", "title": "T", "description": "Does a thing.", "annotations": { "readOnlyHint": true },
        "inputSchema": { "type": "object" }, "outputSchema": { "type": "object" },
    });
    let contracts = files(std::slice::from_ref(&promised));
    for (member, other) in [
        ("title", json!("U")),
        ("description", json!("Does another thing.")),
        ("annotations", json!({ "readOnlyHint": false })),
        ("inputSchema", json!({ "type": "object", "properties": {} })),
        ("outputSchema", json!({ "type": "object", "required": ["x"] })),
    ] {
        let mut served = promised.clone();
        served[member] = other;
        let report = verify(&contracts, &serving(&[served]), "");
        assert_eq!(failing(&report), ["contracts/served-differs"], "{member}");
        assert_eq!(report.results[0].pointer.as_deref(), Some(format!("/tools/t/{member}").as_str()));
        assert!(report.results[0].message.contains(member), "{}", report.results[0].message);
        let mut without = promised.clone();
        without.as_object_mut().unwrap().remove(member);
        assert_eq!(failing(&verify(&contracts, &serving(&[without]), "")), ["contracts/served-differs"]);
    }
    let stranger = json!({ "name": "u", "inputSchema": { "type": "object" } });
    let report = verify(&contracts, &serving(&[promised.clone(), stranger]), "");
    assert_eq!(failing(&report), ["contracts/not-served"]);
    let report = verify(&contracts, &serving(&[promised.clone(), promised]), "");
    assert_eq!(failing(&report), ["contracts/served-differs"], "a twin may hide behind the first");
}

#[test]
fn a_deprecated_tool_may_go_once_its_day_has_come() {
    let mut version = contract(&json!({ "type": "object" }));
    version["deprecated"] = json!({ "since": "2026-01-31", "remove_after": "2027-02-01" });
    let contracts = files(&[version]);
    let gone = |now: &str| failing(&verify(&contracts, &Surface::default(), now)).len();
    assert_eq!(gone("2027-01-31T23:59:59.000Z"), 1);
    assert_eq!(gone("2027-02-01T00:00:00.000Z"), 0);
    assert_eq!(gone(""), 1, "without a clock it fails closed");
}

fn deprecated(since: &str, after: &str, description: &str, by: &str) -> Value {
    let mut version = contract(&json!({ "type": "object" }));
    version["description"] = json!(description);
    version["deprecated"] = json!({ "since": since, "remove_after": after, "replaced_by": by });
    version
}

#[test]
fn deprecations_keep_their_terms() {
    let replacement = json!({ "name": "u", "description": "Does it.", "inputSchema": { "type": "object" } });
    let broken = |since: &str, after: &str, description: &str, by: &str, months: u32| {
        let mut files = files(&[deprecated(since, after, description, by)]);
        files.push(ContractFile { path: "u/v1.json".to_owned(), text: replacement.to_string() });
        failing(&check(&files, "", months)).len()
    };
    let good = "Deprecated: use u.";
    assert_eq!(broken("2026-01-31", "2027-01-31", good, "u", 12), 0);
    assert_eq!(broken("2026-01-31", "2027-01-30", good, "u", 12), 1, "a day too early");
    assert_eq!(broken("2026-01-31", "2026-02-28", good, "u", 1), 0, "a month is as long as it is");
    assert_eq!(broken("2026-01-31", "2026-02-27", good, "u", 1), 1);
    assert_eq!(broken("2026-01-31", "2027-01-31", good, "u", 24), 1, "the time is configurable");
    assert_eq!(broken("2026-01-31", "2027-01-31", "Use u.", "u", 12), 1, "it does not say so");
    assert_eq!(broken("2026-01-31", "2027-01-31", good, "none", 12), 1, "the replacement does not exist");
    assert_eq!(broken("2026-01-31", "2027-01-31", good, "t", 12), 1, "a tool cannot replace itself");
    for no_day in ["soon", "2026-02-30", "2026-13-01", "+026-01-01", "2026-1-1", "2026-01-01-01"] {
        assert_eq!(broken(no_day, "2099-01-31", good, "u", 12), 1, "{no_day}");
    }
    assert_eq!(broken("2024-02-29", "2025-02-28", good, "u", 12), 0);
}

#[test]
fn a_deprecation_is_never_shortened() {
    let days = |first: &str, second: &str| {
        let versions = [first, second].map(|after| deprecated("2026-01-31", after, "Deprecated.", "u"));
        let mut files = files(&versions);
        let replacement =
            json!({ "name": "u", "description": "Does it.", "inputSchema": { "type": "object" } });
        files.push(ContractFile { path: "u/v1.json".to_owned(), text: replacement.to_string() });
        failing(&check(&files, "", 12)).len()
    };
    assert_eq!(days("2027-06-01", "2027-06-01"), 0);
    assert_eq!(days("2027-06-01", "2027-07-01"), 0);
    assert_eq!(days("2027-06-01", "2027-05-31"), 1);
}

#[test]
fn the_changelog_keeps_what_was_written_by_hand() {
    let grown = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
    let versions = files(&[contract(&json!({ "type": "object" })), contract(&grown)]);
    let first = changelog(&versions, "");
    assert!(first.starts_with("# Tool changelog\n\n## t v2\n"), "{first}");
    assert!(first.contains("- First version.\n"), "{first}");
    assert_eq!(changelog(&versions, &first), first, "regenerating changes nothing");
    let noted = first.replacen(") -->\n", ") -->\n\nWritten by hand.\n", 1);
    assert_ne!(noted, first);
    let again = changelog(&versions, &noted);
    assert_eq!(again, noted);
}
