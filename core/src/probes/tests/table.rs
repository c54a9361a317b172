//! The selection rule as a table: which tools are called, by which check, under which settings.

use serde_json::{Map, Value, json};

use crate::config::{AllowedCall, LatencyCheck, OutputShapeCheck};
use crate::probes::reason::Reason;
use crate::probes::select::{Selection, for_latency, for_output};
use crate::probes::{EmptyCall, Label, empty_call};
use crate::surface::{Definition, Kind, Surface};

const NONE: &str = "{}";
const NEEDS: &str = r#"{"type":"object","properties":{"id":{"const":7}},"required":["id"]}"#;
const DEFAULTED: &str =
    r#"{"type":"object","properties":{"id":{"type":"integer","default":1}},"required":["id"]}"#;
const IMPOSSIBLE: &str = r#"{"type":"object","properties":{"id":false},"required":["id"]}"#;
const BROKEN: &str = r#"{"type":"nonsense","required":["id"]}"#;

fn tool(name: &str, hints: Value, schema: &str) -> Definition {
    let schema: Value = serde_json::from_str(schema).unwrap();
    let raw = json!({ "name": name, "annotations": hints, "inputSchema": schema });
    Definition::new(Kind::Tool, raw.as_object().unwrap().clone())
}

fn surface(tools: Vec<Definition>) -> Surface {
    Surface { tools, ..Surface::default() }
}

fn allowed(name: &str) -> Vec<AllowedCall> {
    let args: Map<String, Value> = json!({ "mine": true }).as_object().unwrap().clone();
    vec![AllowedCall { name: name.to_owned(), args }]
}

/// What becomes of one tool: its arguments, or the reason in a word.
fn output(tool: &Definition, listed: bool, call_readonly: bool) -> String {
    let tools = if listed { allowed("t") } else { Vec::new() };
    let check = OutputShapeCheck { enabled: true, call_readonly, tools, ..OutputShapeCheck::default() };
    told(&for_output(&surface(vec![tool.clone()]), &check))
}

fn latency(tool: &Definition, listed: bool, call_readonly: bool, call_all: bool) -> String {
    let tools = if listed { allowed("t") } else { Vec::new() };
    let check = LatencyCheck { call_readonly, call_all, tools, ..LatencyCheck::default() };
    told(&for_latency(&surface(vec![tool.clone()]), &check))
}

fn told(selection: &Selection) -> String {
    match (&selection.calls[..], &selection.left_out[..]) {
        ([call], []) => call.arguments.clone(),
        ([], [left]) => format!("{:?}", left.reason).split('(').next().unwrap().to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_selection_rule_for_output_shapes() {
    let listed = r#"{"mine":true}"#;
    // hints, schema, then: automatic, with call_readonly off, and listed.
    let table = [
        (json!({ "readOnlyHint": true }), NONE, "{}", "ReadOnlyOff"),
        (json!({ "readOnlyHint": true }), NEEDS, "NeedsArguments", "ReadOnlyOff"),
        (json!({ "readOnlyHint": true }), DEFAULTED, "NeedsArguments", "ReadOnlyOff"),
        (json!({ "readOnlyHint": true }), BROKEN, "Unreadable", "ReadOnlyOff"),
        (json!({ "readOnlyHint": true, "destructiveHint": true }), NONE, "Destructive", "Destructive"),
        (json!({ "readOnlyHint": true, "destructiveHint": false }), NONE, "{}", "ReadOnlyOff"),
        (json!({ "readOnlyHint": "true" }), NONE, "NotReadOnly", "NotReadOnly"),
        (json!({ "readOnlyHint": false }), NONE, "NotReadOnly", "NotReadOnly"),
        (json!({ "destructiveHint": false }), NONE, "NotReadOnly", "NotReadOnly"),
        (json!({ "destructiveHint": true }), NONE, "Destructive", "Destructive"),
        (json!({}), NONE, "NotReadOnly", "NotReadOnly"),
        (json!(null), NONE, "NotReadOnly", "NotReadOnly"),
    ];
    for (hints, schema, automatic, off) in table {
        let tool = tool("t", hints.clone(), schema);
        let row = format!("{hints} {schema}");
        assert_eq!(output(&tool, false, true), automatic, "{row}");
        assert_eq!(output(&tool, false, false), off, "{row}, call_readonly off");
        assert_eq!(output(&tool, true, false), listed, "{row}, listed");
    }
}

#[test]
fn the_selection_rule_for_latency() {
    // hints, schema, then: automatic, with call_readonly off, and with call_all.
    let table = [
        (json!({ "readOnlyHint": true }), NONE, "{}", "ReadOnlyOff", "{}"),
        (json!({ "readOnlyHint": true }), IMPOSSIBLE, "NoArguments", "ReadOnlyOff", "NoArguments"),
        (json!({ "readOnlyHint": true, "destructiveHint": true }), NONE, "Destructive", "Destructive", "{}"),
        (json!({ "destructiveHint": true }), NONE, "Destructive", "Destructive", "{}"),
        (json!({ "readOnlyHint": false }), NONE, "NotReadOnly", "NotReadOnly", "{}"),
        (json!(null), NONE, "NotReadOnly", "NotReadOnly", "{}"),
        (json!(null), IMPOSSIBLE, "NotReadOnly", "NotReadOnly", "NoArguments"),
    ];
    for (hints, schema, automatic, off, all) in table {
        let tool = tool("t", hints.clone(), schema);
        let row = format!("{hints} {schema}");
        assert_eq!(latency(&tool, false, true, false), automatic, "{row}");
        assert_eq!(latency(&tool, false, false, false), off, "{row}, call_readonly off");
        assert_eq!(latency(&tool, false, false, true), all, "{row}, call_all");
        assert_eq!(latency(&tool, true, false, false), r#"{"mine":true}"#, "{row}, listed");
    }
}

#[test]
fn the_rule_for_calls_without_arguments() {
    let read_only = json!({ "readOnlyHint": true });
    let additive = json!({ "destructiveHint": false });
    let left = EmptyCall::LeftOut;
    let unreadable =
        || matches!(rule(&json!(null), BROKEN, false), EmptyCall::LeftOut(Reason::Unreadable(_)));
    assert!(unreadable());
    // hints, schema, then: as it is, and with skip_destructive.
    let table = [
        (json!(null), NONE, EmptyCall::Valid, EmptyCall::Valid),
        (json!(null), NEEDS, EmptyCall::Made, left(Reason::Destructive)),
        (additive.clone(), NEEDS, EmptyCall::Made, EmptyCall::Made),
        (read_only.clone(), NEEDS, EmptyCall::Made, EmptyCall::Made),
        (read_only, DEFAULTED, EmptyCall::Made, EmptyCall::Made),
        (additive, DEFAULTED, left(Reason::DefaultsFill), left(Reason::DefaultsFill)),
        (json!(null), DEFAULTED, left(Reason::DefaultsFill), left(Reason::Destructive)),
        (json!({ "destructiveHint": true }), NEEDS, EmptyCall::Made, left(Reason::Destructive)),
    ];
    for (hints, schema, plain, careful) in table {
        assert_eq!(rule(&hints, schema, false), plain, "{hints} {schema}");
        assert_eq!(rule(&hints, schema, true), careful, "{hints} {schema}, skip_destructive");
    }
}

fn rule(hints: &Value, schema: &str, skip_destructive: bool) -> EmptyCall {
    let tool = tool("t", hints.clone(), schema);
    empty_call(&surface(vec![tool.clone()]), &tool, skip_destructive)
}

#[test]
fn tools_that_cannot_be_told_apart_or_called_plainly_are_left_alone() {
    let read_only = || json!({ "readOnlyHint": true });
    let mut task = tool("task", read_only(), NEEDS);
    task.raw.insert("execution".to_owned(), json!({ "taskSupport": "required" }));
    let twin = tool("twin", read_only(), NEEDS);
    let surface = surface(vec![task, twin.clone(), twin, tool("", read_only(), NEEDS)]);
    let check = LatencyCheck { call_all: true, tools: allowed("gone"), ..LatencyCheck::default() };
    let selection = for_latency(&surface, &check);
    let left: Vec<(&str, String)> =
        selection.left_out.iter().map(|left| (left.tool.as_str(), format!("{:?}", left.reason))).collect();
    let told = [("gone", "Missing"), ("task", "NeedsTask"), ("twin", "Twin"), ("", "Unnamed")];
    assert_eq!(left, told.map(|(tool, reason)| (tool, reason.to_owned())));
    assert!(selection.calls.is_empty());
    let empty: Vec<EmptyCall> = surface.tools.iter().map(|tool| empty_call(&surface, tool, false)).collect();
    let left = EmptyCall::LeftOut;
    let told = [Reason::NeedsTask, Reason::Twin, Reason::Twin, Reason::Unnamed].map(left);
    assert_eq!(empty, told);
}

#[test]
fn a_tool_that_clients_leave_out_is_left_alone() {
    let annotated =
        r#"{"type":"object","properties":{"n":{"type":"number","x-mcp-header":"N"}},"required":["n"]}"#;
    let tool = tool("t", json!({ "readOnlyHint": true }), annotated);
    let check = LatencyCheck { call_readonly: true, ..LatencyCheck::default() };
    for (revision, selected, empty) in [
        ("2025-11-25", r#"{"n":0}"#, EmptyCall::Made),
        ("2026-07-28", "HeaderAnnotation", EmptyCall::LeftOut(Reason::HeaderAnnotation)),
    ] {
        let surface = Surface { protocol_version: Some(revision.to_owned()), ..surface(vec![tool.clone()]) };
        assert_eq!(told(&for_latency(&surface, &check)), selected, "{revision}");
        assert_eq!(empty_call(&surface, &tool, false), empty, "{revision}");
    }
}

#[test]
fn labels_read_back() {
    let labels =
        [Label::UnknownTool, Label::MissingArguments, Label::Output, Label::Case(3, 12), Label::Latency];
    for label in labels {
        assert_eq!(Label::read(&label.to_string()), Some(label));
    }
    assert_eq!(Label::read("behavioral/x/1"), None);
}
