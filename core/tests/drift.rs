//! Drift of whole surfaces: each kind of change is classed by whom it hurts, and what is none stays silent.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails here")]

use mcpward_core::drift::{Side, diff};
use mcpward_core::rules::{Aspect, Bump, Finding};
use mcpward_core::surface::{Definition, Kind, Surface};
use serde_json::{Value, json};

fn surface(document: &Value) -> Surface {
    let mut surface = Surface {
        instructions: document.get("instructions").and_then(Value::as_str).map(str::to_owned),
        capabilities: document.get("capabilities").and_then(Value::as_object).cloned().unwrap_or_default(),
        ..Surface::default()
    };
    for kind in [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate] {
        for raw in document.get(kind.plural()).and_then(Value::as_array).into_iter().flatten() {
            surface.list_mut(kind).push(Definition::new(kind, raw.as_object().unwrap().clone()));
        }
    }
    surface
}

fn changes(old: &Value, new: &Value) -> Vec<Finding> {
    let (old, new) = (surface(old), surface(new));
    diff(Side::full(&old), Side::full(&new))
}

fn classes(old: &Value, new: &Value) -> Vec<String> {
    let real = changes(old, new).into_iter().filter(|finding| finding.bump != Bump::None);
    real.map(|finding| finding.class().to_owned()).collect()
}

fn tool(extra: &Value) -> Value {
    let mut tool = json!({ "name": "t", "description": "Reads.", "inputSchema": { "type": "object" } });
    for (member, value) in extra.as_object().unwrap() {
        tool[member] = value.clone();
    }
    json!({ "tools": [tool] })
}

#[test]
fn tools_come_and_go() {
    let one = json!({ "tools": [{ "name": "a", "description": "Read a file.", "inputSchema": { "type": "object" } }] });
    let other = json!({ "tools": [{ "name": "b", "description": "Send a mail to somebody.", "inputSchema": { "type": "object", "properties": { "to": {} } } }] });
    assert_eq!(classes(&one, &other), ["tool_removed", "tool_added"]);
    assert_eq!(classes(&one, &one), [""; 0]);
}

#[test]
fn a_rename_is_one_change_that_names_both() {
    let schema = json!({ "type": "object", "properties": { "path": { "type": "string" } } });
    let old = json!({ "tools": [{ "name": "read-file", "description": "Read a file from the disk.", "inputSchema": schema }] });
    let new = json!({ "tools": [{ "name": "read_file", "description": "Read a file from the disk.", "inputSchema": schema }] });
    let found = changes(&old, &new);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].class(), "tool_removed");
    assert_eq!(found[0].renamed_to.as_deref(), Some("read_file"));
}

#[test]
fn a_resource_of_the_same_name_at_another_address_has_moved() {
    let template =
        |uri: &str, name: &str| json!({ "resourceTemplates": [{ "uriTemplate": uri, "name": name }] });
    let old = template("db:///{table}/{id}", "record");
    let found = changes(&old, &template("db:///{table}/{id}{?limit}", "record"));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].renamed_to.as_deref(), Some("db:///{table}/{id}{?limit}"));
    assert_eq!(classes(&old, &template("x:///{a}", "other")), ["resource_removed", "resource_added"]);
}

#[test]
fn descriptions_are_compared_by_what_they_say() {
    let old = tool(&json!({ "description": "Reads a  file.\r\n" }));
    assert_eq!(classes(&old, &tool(&json!({ "description": "Reads a file." }))), [""; 0]);
    let found = changes(&old, &tool(&json!({ "description": "Reads a\u{200b} file." })));
    assert_eq!(found[0].class(), "description_changed");
    assert!(found[0].diff.as_deref().unwrap().contains("<U+200B>"));
    assert_eq!(found[0].what, "Tool \"t\" description changed (possible rug-pull)");
}

#[test]
fn a_parameter_description_counts_and_one_that_only_moved_does_not() {
    let described = |text: &str| json!({ "inputSchema": { "type": "object", "properties": { "x": { "type": "string", "description": text } } } });
    let found = changes(&tool(&described("One.")), &tool(&described("Two.")));
    let about_text: Vec<_> = found.iter().filter(|finding| finding.meta.aspect == Aspect::Text).collect();
    assert_eq!(about_text.len(), 1);
    assert_eq!(about_text[0].what, "Tool \"t\" parameter \"x\" description changed (possible rug-pull)");
    assert_eq!(about_text[0].pointer.as_deref(), Some("/tools/t/inputSchema/properties/x/description"));
    let moved = json!({ "inputSchema": { "type": "object", "properties": { "x": { "$ref": "#/$defs/X" } }, "$defs": { "X": { "type": "string", "description": "One." } } } });
    let found = changes(&tool(&described("One.")), &tool(&moved));
    assert!(!found.iter().any(|finding| finding.meta.aspect == Aspect::Text), "{found:?}");
}

#[test]
fn a_description_counts_wherever_it_stands_in_a_schema() {
    let deep = |text: &str| {
        let node = json!({ "type": "string", "description": text });
        (0..40).fold(node, |inner, _| json!({ "type": "array", "items": { "allOf": [inner] } }))
    };
    let tree = json!({ "type": "object", "properties": { "l": { "$ref": "#/$defs/t" }, "r": { "$ref": "#/$defs/t" } } });
    let after_a_tree = |text: &str| json!({ "$defs": { "t": tree }, "properties": { "a": { "$ref": "#/$defs/t" }, "z": { "description": text } } });
    let unused = |text: &str| json!({ "$defs": { "default": { "description": text } } });
    let condition = |text: &str| json!({ "if": { "required": ["a"] }, "then": { "description": text } });
    for described in [&deep as &dyn Fn(&str) -> Value, &after_a_tree, &unused, &condition] {
        let with = |text: &str| {
            let mut schema = described(text);
            schema["type"] = json!("object");
            tool(&json!({ "inputSchema": schema }))
        };
        let found = changes(&with("One."), &with("Two."));
        let classes: Vec<&str> = found.iter().map(Finding::class).collect();
        assert_eq!(classes, ["description_changed"], "{}", with("One."));
    }
    let value = |text: &str| {
        tool(&json!({ "inputSchema": { "type": "object", "examples": [{ "description": text }] } }))
    };
    assert_eq!(changes(&value("One."), &value("Two.")), []);
}

#[test]
fn hints_are_compared_with_their_defaults() {
    let hints = |hints: Value| tool(&json!({ "annotations": hints }));
    let cases = [
        (json!({ "readOnlyHint": true }), json!({ "readOnlyHint": false }), "annotation_changed"),
        (json!({ "readOnlyHint": true }), json!({}), "annotation_changed"),
        (json!({ "destructiveHint": false }), json!({}), "annotation_changed"),
        (json!({ "destructiveHint": false }), json!({ "destructiveHint": true }), "annotation_changed"),
        (json!({ "openWorldHint": false }), json!({ "openWorldHint": true }), "annotation_changed"),
        (json!({}), json!({ "readOnlyHint": true }), "annotation_narrowed"),
        (json!({ "destructiveHint": true }), json!({ "destructiveHint": false }), "annotation_narrowed"),
    ];
    for (before, after, class) in cases {
        assert_eq!(classes(&hints(before.clone()), &hints(after.clone())), [class], "{before} {after}");
    }
    let silent = [
        (json!({}), json!({ "readOnlyHint": false, "destructiveHint": true, "openWorldHint": true })),
        (json!({ "readOnlyHint": true }), json!({ "readOnlyHint": true, "destructiveHint": true })),
    ];
    for (before, after) in silent {
        assert_eq!(classes(&hints(before.clone()), &hints(after.clone())), [""; 0], "{before} {after}");
    }
    let flip = changes(&hints(json!({ "readOnlyHint": true })), &hints(json!({ "readOnlyHint": false })));
    assert_eq!(
        flip[0].what,
        "Tool \"t\" readOnlyHint changed from true to false (tool may now mutate state)"
    );
}

#[test]
fn everything_else_an_agent_trusts_is_compared() {
    let cases = [
        (
            json!({ "instructions": "Be kind." }),
            json!({ "instructions": "Send me all." }),
            "instructions_changed",
        ),
        (json!({ "capabilities": { "tools": {} } }), json!({ "capabilities": {} }), "capability_removed"),
        (json!({ "capabilities": {} }), json!({ "capabilities": { "tools": {} } }), "capability_added"),
        (tool(&json!({ "title": "A" })), tool(&json!({ "title": "B" })), "title_changed"),
        (tool(&json!({ "_meta": { "a": 1 } })), tool(&json!({ "_meta": { "a": 2 } })), "definition_changed"),
        (tool(&json!({ "icons": [] })), tool(&json!({})), "definition_changed"),
        (
            tool(&json!({ "execution": { "taskSupport": "required" } })),
            tool(&json!({})),
            "task_support_changed",
        ),
        (
            tool(&json!({})),
            tool(&json!({ "execution": { "taskSupport": "optional" } })),
            "task_support_widened",
        ),
        (
            tool(&json!({})),
            tool(&json!({ "outputSchema": { "type": "object" } })),
            "nonbreaking_schema_change",
        ),
        (tool(&json!({ "outputSchema": { "type": "object" } })), tool(&json!({})), "breaking_schema_change"),
    ];
    for (old, new, class) in cases {
        assert_eq!(classes(&old, &new), [class], "{old} {new}");
    }
}

#[test]
fn prompts_and_resources_have_their_own_classes() {
    let prompt = |arguments: Value| json!({ "prompts": [{ "name": "p", "arguments": arguments }] });
    let resource =
        |mime: &str| json!({ "resources": [{ "uri": "file:///x", "name": "x", "mimeType": mime }] });
    let required = json!([{ "name": "q", "required": true }]);
    let optional = json!([{ "name": "q" }]);
    let cases = [
        (prompt(json!([])), prompt(required.clone()), "breaking_prompt_change"),
        (prompt(optional.clone()), prompt(required.clone()), "breaking_prompt_change"),
        (prompt(optional.clone()), prompt(json!([])), "breaking_prompt_change"),
        (prompt(required), prompt(optional.clone()), "nonbreaking_prompt_change"),
        (prompt(json!([])), prompt(optional), "nonbreaking_prompt_change"),
        (prompt(json!([])), json!({}), "prompt_removed"),
        (json!({}), prompt(json!([])), "prompt_added"),
        (resource("text/plain"), resource("text/html"), "resource_changed"),
        (resource("text/plain"), json!({}), "resource_removed"),
        (json!({}), resource("text/plain"), "resource_added"),
    ];
    for (old, new, class) in cases {
        assert_eq!(classes(&old, &new), [class], "{old} {new}");
    }
}

#[test]
fn a_change_that_the_machine_made_says_so() {
    let old = tool(&json!({ "description": "Works in /home/ann/data and below." }));
    let new = tool(&json!({ "description": "Works in /srv/ci/data and below." }));
    assert!(changes(&old, &new)[0].reason.as_deref().unwrap().contains("only a path differs"));
    let other = tool(&json!({ "description": "Deletes /srv/ci/data and below." }));
    assert_eq!(changes(&old, &other)[0].reason, None);
}
