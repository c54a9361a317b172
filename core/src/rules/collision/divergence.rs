use std::collections::BTreeMap;

use serde_json::Value;

use crate::gathered::gathered;
use crate::surface::Definition;

/// Deeper schemas count as this deep.
const DEEPEST: usize = 64;

/// How a tool is called: what a call must give, and how deep its values are nested.
pub(super) fn signature(tool: &Definition) -> (BTreeMap<String, String>, usize) {
    (required_types(tool), depth_of(tool))
}

/// How the parameters of two tools differ, as a clause; `None` when a call of one fits the other.
pub(super) fn divergence(left: &Definition, right: &Definition) -> Option<String> {
    let (mine, theirs) = (required_types(left), required_types(right));
    if mine != theirs {
        return Some(format!("required parameters differ: {} against {}", listed(&mine), listed(&theirs)));
    }
    let (mine, theirs) = (depth_of(left), depth_of(right));
    (mine != theirs).then(|| format!("parameters are nested {mine} against {theirs} levels deep"))
}

fn listed(types: &BTreeMap<String, String>) -> String {
    if types.is_empty() {
        return "none".to_owned();
    }
    let shown: Vec<String> = types
        .iter()
        .take(5)
        .map(|(name, kind)| format!("{} {kind}", crate::text::shown_within(name, 40)))
        .collect();
    shown.join(", ")
}

fn required_types(tool: &Definition) -> BTreeMap<String, String> {
    let Some(schema) = tool.input_schema() else { return BTreeMap::new() };
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    let names = required.into_iter().flatten().filter_map(Value::as_str);
    gathered(names.map(|name| {
        let property = properties.and_then(|properties| properties.get(name));
        (name.to_owned(), kind_of(property))
    }))
}

fn kind_of(property: Option<&Value>) -> String {
    match property.and_then(|property| property.get("type")) {
        Some(Value::String(kind)) => crate::text::shown_within(kind, 20).to_string(),
        Some(Value::Array(kinds)) => {
            let mut kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            kinds.sort_unstable();
            crate::text::shown_within(&kinds.join("|"), 40).to_string()
        }
        _ => "any".to_owned(),
    }
}

fn depth_of(tool: &Definition) -> usize {
    tool.input_schema().map_or(0, |schema| depth(schema, 0))
}

fn depth(schema: &Value, level: usize) -> usize {
    if level >= DEEPEST {
        return 0;
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    let deepest = properties.into_iter().flatten().map(|(_, property)| 1 + depth(property, level + 1)).max();
    let items = schema.get("items").filter(|items| items.is_object()).map(|items| depth(items, level + 1));
    deepest.unwrap_or(0).max(items.unwrap_or(0))
}
