use serde_json::Value;

use super::rows;
use crate::rules::{Finding, Sink};
use crate::surface::{Definition, join_pointer};
use crate::text::quoted;

/// Hints are booleans, titles are texts.
pub(super) fn check(tool: &Definition, sink: &mut Sink) {
    let Some(annotations) = tool.raw.get("annotations") else { return };
    let at = tool.at("annotations");
    let name = quoted(tool.key());
    let Some(members) = annotations.as_object() else {
        if !annotations.is_null() {
            let what = format!("Tool {name} annotations are {}, not an object", kind_of(annotations));
            sink.push(Finding::new(&rows::HINT_TYPE, what).of(tool.key()).at(at));
        }
        return;
    };
    for (key, value) in members {
        let expected = match key.as_str() {
            "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint"
                if !value.is_boolean() =>
            {
                "a boolean"
            }
            "title" if !value.is_string() => "a string",
            _ => continue,
        };
        let what = format!("Tool {name} annotation {key} is {}, not {expected}", kind_of(value));
        let finding = Finding::new(&rows::HINT_TYPE, what).of(tool.key()).at(join_pointer(&at, key));
        sink.push(finding.expected(expected, kind_of(value)));
    }
}

/// The JSON type with its article.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
