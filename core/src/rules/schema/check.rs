use serde_json::Value;

use super::annotations::{self, kind_of};
use super::dialect::{declared, spoken};
use super::node::nodes;
use super::references::Anchors;
use super::subschema::Parts;
use super::{names, rows, size};
use crate::rules::{Finding, Outcome, Sink};
use crate::schema::dialect_violations;
use crate::surface::{Definition, Surface};
use crate::text::{quoted, shown, shown_within};

/// Errors of one schema against its meta-schema that are shown.
const MOST_ERRORS: usize = 5;

/// Looks at how the definitions of one server are written, and says in a summary what was looked at.
pub fn check(surface: &Surface, sink: &mut Sink) {
    let listed = surface.tools.len()
        + surface.prompts.len()
        + surface.resources.len()
        + surface.resource_templates.len();
    if listed == 0 && surface.oddities.is_empty() {
        sink.push(Finding::new(&rows::LIST_TOOLS, "The server lists no definitions to check"));
        return;
    }
    let mut found = Sink::default();
    names::check(surface, &mut found);
    for tool in &surface.tools {
        description(tool, &mut found);
        annotations::check(tool, &mut found);
        schemas(surface, tool, &mut found);
    }
    for oddity in &surface.oddities {
        let what = format!("Entry {}: {}", shown_within(&oddity.pointer, 120), shown(&oddity.what));
        found.push(Finding::new(&rows::ODDITY, what).at(oddity.pointer.clone()));
    }
    size::check(surface, &mut found);
    let findings = found.into_findings();
    let failed = findings.iter().any(|finding| finding.outcome == Outcome::Fail);
    for finding in findings {
        sink.push(finding);
    }
    if !failed {
        let what = format!("{} tool definition(s) are well formed", surface.tools.len());
        sink.push(Finding::new(&rows::SUMMARY, what));
    }
}

fn description(tool: &Definition, sink: &mut Sink) {
    if tool.description().is_none_or(|text| text.trim().is_empty()) {
        let what = format!("Tool {} has no description", quoted(tool.key()));
        sink.push(Finding::new(&rows::DESCRIPTION_MISSING, what).of(tool.key()).at(tool.at("description")));
    }
    let properties =
        tool.input_schema().and_then(|schema| schema.get("properties")).and_then(Value::as_object);
    let silent: Vec<String> = properties
        .into_iter()
        .flatten()
        .filter(|(_, schema)| {
            schema.get("description").and_then(Value::as_str).is_none_or(|text| text.trim().is_empty())
        })
        .filter(|(_, schema)| schema.get("$ref").is_none())
        .map(|(name, _)| shown_within(name, 60).to_string())
        .collect();
    if !silent.is_empty() {
        let named: Vec<&str> = silent.iter().map(String::as_str).take(10).collect();
        let more = if silent.len() > named.len() { ", …" } else { "" };
        let what = format!("Tool {} does not describe {}{more}", quoted(tool.key()), named.join(", "));
        let finding = Finding::new(&rows::PARAMETER_DESCRIPTION_MISSING, what).of(tool.key());
        sink.push(finding.at(tool.at("inputSchema") + "/properties"));
    }
}

fn schemas(surface: &Surface, tool: &Definition, sink: &mut Sink) {
    match tool.input_schema() {
        Some(schema) => one_schema(surface, tool, "inputSchema", schema, sink),
        None => {
            let what = format!("Tool {} has no inputSchema", quoted(tool.key()));
            sink.push(Finding::new(&rows::SCHEMA_MISSING, what).of(tool.key()).at(tool.at("inputSchema")));
        }
    }
    if let Some(schema) = tool.output_schema() {
        one_schema(surface, tool, "outputSchema", schema, sink);
    }
}

fn one_schema(surface: &Surface, tool: &Definition, side: &'static str, schema: &Value, sink: &mut Sink) {
    let (name, at) = (quoted(tool.key()), tool.at(side));
    if !schema.is_object() {
        let what = format!("Tool {name} {side} is {}, not an object", kind_of(schema));
        sink.push(Finding::new(&rows::NOT_A_SCHEMA, what).of(tool.key()).at(at));
        return;
    }
    root_type(surface, tool, side, schema, sink);
    match declared(schema) {
        Some(draft) => {
            // What could not be kept as it was is told as such.
            let repaired = |spot: &str| {
                let pointer = format!("{at}{spot}");
                surface.oddities.iter().any(|oddity| oddity.pointer == pointer)
            };
            let violations = dialect_violations(draft, schema);
            let as_served = violations.into_iter().filter(|violation| !repaired(&violation.instance_pointer));
            for violation in as_served.take(MOST_ERRORS) {
                let spot = violation.instance_pointer;
                let place =
                    if spot.is_empty() { String::new() } else { format!(" at {}", shown_within(&spot, 120)) };
                let what = format!(
                    "Tool {name} {side} is not valid {}{place}: {}",
                    spoken(draft),
                    shown_within(&violation.message, 200)
                );
                sink.push(Finding::new(&rows::INVALID, what).of(tool.key()).at(format!("{at}{spot}")));
            }
        }
        None => {
            let declared = schema.get("$schema").map(Value::to_string).unwrap_or_default();
            let what =
                format!("Tool {name} {side} declares the unknown dialect {}", shown_within(&declared, 120));
            sink.push(Finding::new(&rows::UNKNOWN_DIALECT, what).of(tool.key()).at(format!("{at}/$schema")));
        }
    }
    let (nodes, whole) = nodes(schema, &at);
    if !whole {
        let what = format!("Tool {name} {side} is nested too deep to be checked to the end");
        sink.push(Finding::new(&rows::TOO_DEEP, what).of(tool.key()).at(at.clone()));
    }
    let mut parts = Parts { tool, side, root: schema, anchors: Anchors::of(&nodes), found: Vec::new() };
    for node in &nodes {
        parts.look(node);
    }
    for finding in parts.found {
        sink.push(finding);
    }
}

/// `object` is demanded of every input, and of outputs up to 2025-11-25.
fn root_type(surface: &Surface, tool: &Definition, side: &'static str, schema: &Value, sink: &mut Sink) {
    let modern = surface.protocol_version.as_deref().is_some_and(|revision| revision >= "2026-07-28");
    if side == "outputSchema" && modern {
        return;
    }
    let kind = schema.get("type");
    if kind.and_then(Value::as_str) == Some("object") {
        return;
    }
    let found = kind.map_or_else(|| "missing".to_owned(), Value::to_string);
    let said = if kind.is_none() {
        "has no root type".to_owned()
    } else {
        format!("has root type {}", shown_within(&found, 60))
    };
    let what = format!("Tool {} {side} {said}, not \"object\"", quoted(tool.key()));
    let finding = Finding::new(&rows::ROOT_TYPE, what).of(tool.key()).at(tool.at(side) + "/type");
    sink.push(finding.expected("\"object\"", shown_within(&found, 60)));
}
