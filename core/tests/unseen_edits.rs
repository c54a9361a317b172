//! Edits that a person hardly sees: what changes what is said or accepted is told, and only that.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails here")]

use mcpward_core::drift::{Side, diff};
use mcpward_core::lockfile::{read, surface_hash};
use mcpward_core::rules::Finding;
use mcpward_core::surface::Surface;
use serde_json::{Value, json};

/// What stands between the two spellings of each text.
const ZERO_WIDTH: &str = "\u{200b}";
const COMPOSED: &str = "caf\u{e9}";
const DECOMPOSED: &str = "cafe\u{301}";

/// A surface that says one text wherever a model reads one.
fn saying(text: &str) -> Surface {
    let schema = json!({
        "type": "object", "title": text,
        "properties": { "q": { "type": "string", "description": text } }
    });
    surface(&json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": { "name": "s", "version": "1" },
        "instructions": text,
        "tools": [{ "name": "t", "title": text, "description": text, "inputSchema": schema }],
        "prompts": [{ "name": "p", "description": text, "arguments": [{ "name": "a", "description": text }] }],
        "resources": [{ "uri": "file:///r", "name": "r", "description": text }]
    }))
}

fn surface(document: &Value) -> Surface {
    read(&document.to_string()).unwrap().surface
}

fn tool(name: &str, schema: &str) -> Surface {
    let text =
        format!(r#"{{"tools":[{{"name":"{name}","description":"Does it.","inputSchema":{schema}}}]}}"#);
    read(&text).unwrap().surface
}

fn changes(old: &Surface, new: &Surface) -> Vec<Finding> {
    diff(Side::full(old), Side::full(new))
}

fn classes(old: &Surface, new: &Surface) -> Vec<String> {
    changes(old, new).iter().map(|finding| finding.class().to_owned()).collect()
}

fn is_silent(old: &Surface, new: &Surface) {
    assert_eq!(changes(old, new), []);
    assert_eq!(surface_hash(old), surface_hash(new));
}

fn is_told_of_every_text(old: &Surface, new: &Surface) {
    let told = classes(old, new);
    let count = |class: &str| told.iter().filter(|known| *known == class).count();
    assert_eq!(count("instructions_changed"), 1, "{told:?}");
    assert_eq!(count("description_changed"), 5, "{told:?}");
    assert_eq!(count("title_changed"), 2, "{told:?}");
    assert_ne!(surface_hash(old), surface_hash(new));
}

#[test]
fn one_zero_width_space_is_a_change_of_every_text_and_is_shown() {
    let (old, new) = (saying("Reads a file."), saying(&format!("Reads{ZERO_WIDTH} a file.")));
    is_told_of_every_text(&old, &new);
    let shown = |finding: &Finding| finding.diff.as_deref().unwrap_or_default().contains("<U+200B>");
    assert!(changes(&old, &new).iter().all(shown));
}

#[test]
fn a_blank_that_is_no_ordinary_one_is_a_change() {
    for blank in ["\u{a0}", "\u{2003}", "\u{3000}", "\u{2028}"] {
        is_told_of_every_text(&saying("Reads a file."), &saying(&format!("Reads{blank}a file.")));
    }
}

#[test]
fn composed_and_decomposed_letters_say_the_same() {
    is_silent(&saying(&format!("Finds a {COMPOSED}.")), &saying(&format!("Finds a {DECOMPOSED}.")));
}

#[test]
fn letters_that_only_look_alike_are_a_change() {
    // The second has the Cyrillic letter.
    is_told_of_every_text(&saying("Reads a file."), &saying("Re\u{430}ds a file."));
    // Compatible in Unicode, and not the same to a model.
    is_told_of_every_text(&saying("Reads a file."), &saying("Reads a \u{fb01}le."));
}

#[test]
fn line_ends_say_the_same() {
    is_silent(&saying("Reads.\nWrites.\n"), &saying("Reads.\r\nWrites.\r\n"));
}

#[test]
fn white_space_alone_is_no_change() {
    is_silent(&saying("Reads a file."), &saying("  Reads\ta \n\n file. "));
}

#[test]
fn a_tool_name_in_other_letters_is_another_tool() {
    let schema = r#"{"type":"object","properties":{"path":{"type":"string"}}}"#;
    for other in [DECOMPOSED.to_owned(), format!("{COMPOSED}{ZERO_WIDTH}")] {
        let found = changes(&tool(COMPOSED, schema), &tool(&other, schema));
        let told: Vec<(&str, Option<&str>)> =
            found.iter().map(|finding| (finding.class(), finding.renamed_to.as_deref())).collect();
        assert_eq!(told, [("tool_removed", Some(other.as_str()))]);
    }
}

#[test]
fn a_parameter_name_or_a_value_in_other_letters_is_another_one() {
    let named = |name: &str| {
        tool("t", &format!(r#"{{"type":"object","properties":{{"{name}":{{"type":"string"}}}}}}"#))
    };
    let valued = |value: &str| {
        tool("t", &format!(r#"{{"type":"object","properties":{{"drink":{{"enum":["{value}","tea"]}}}}}}"#))
    };
    for other in [DECOMPOSED.to_owned(), format!("{COMPOSED}{ZERO_WIDTH}")] {
        for (old, new) in [(named(COMPOSED), named(&other)), (valued(COMPOSED), valued(&other))] {
            let told = classes(&old, &new);
            assert!(told.iter().any(|class| class == "breaking_schema_change"), "{told:?}");
        }
    }
}

#[test]
fn the_order_of_keys_is_no_change() {
    let old = tool("t", r#"{"type":"object","properties":{"a":{"type":"string","minLength":1},"b":{}}}"#);
    let text = r#"{"tools":[{"inputSchema":{"properties":{"b":{},"a":{"minLength":1,"type":"string"}},"type":"object"},"description":"Does it.","name":"t"}]}"#;
    is_silent(&old, &read(text).unwrap().surface);
}

#[test]
fn the_order_of_the_lists_is_no_change() {
    let listed = |names: [&str; 2]| {
        let entry = |kind: &str| -> Vec<Value> {
            names
                .iter()
                .map(|name| json!({ kind: name, "name": name, "description": format!("Does {name}.") }))
                .collect()
        };
        surface(&json!({
            "tools": entry("name"), "prompts": entry("name"), "resources": entry("uri"),
            "resourceTemplates": entry("uriTemplate")
        }))
    };
    is_silent(&listed(["a", "b"]), &listed(["b", "a"]));
}

#[test]
fn the_order_of_values_counts_only_where_a_caller_sees_it() {
    let schema = |schema: &str| tool("t", schema);
    let same = [
        (r#"{"type":"object","required":["a","b"]}"#, r#"{"type":"object","required":["b","a"]}"#),
        (
            r#"{"type":"object","properties":{"a":{"enum":["x","y"]}}}"#,
            r#"{"type":"object","properties":{"a":{"enum":["y","x"]}}}"#,
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":["string","null"]}}}"#,
            r#"{"type":"object","properties":{"a":{"type":["null","string"]}}}"#,
        ),
    ];
    for (old, new) in same {
        assert_eq!(changes(&schema(old), &schema(new)), []);
    }
    let tuple = |items: &str| {
        schema(&format!(
            r#"{{"type":"object","properties":{{"a":{{"type":"array","prefixItems":[{items}]}}}}}}"#
        ))
    };
    let told = classes(
        &tuple(r#"{"type":"string"},{"type":"number"}"#),
        &tuple(r#"{"type":"number"},{"type":"string"}"#),
    );
    assert!(told.iter().any(|class| class == "breaking_schema_change"), "{told:?}");
}
