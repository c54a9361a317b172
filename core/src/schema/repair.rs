use crate::gathered::gathered;
use serde_json::Value;

/// A schema without the slips that change nothing: names and values listed twice, and lists that must not be
/// empty but are. Meta-schemas refuse them, servers send them.
pub(super) fn repaired(schema: &Value) -> Value {
    match schema {
        Value::Object(keywords) => {
            let kept = keywords
                .iter()
                .filter(|(key, value)| !(is_list(key) && value.as_array().is_some_and(Vec::is_empty)));
            Value::Object(gathered(kept.map(|(key, value)| {
                let repaired = match (key.as_str(), value) {
                    ("const" | "default" | "examples", _) => value.clone(),
                    ("required" | "type" | "enum", Value::Array(items)) => Value::Array(once_each(items)),
                    _ => repaired(value),
                };
                (key.clone(), repaired)
            })))
        }
        Value::Array(items) => Value::Array(items.iter().map(repaired).collect()),
        other => other.clone(),
    }
}

/// Lists that say nothing when they are empty.
fn is_list(key: &str) -> bool {
    key == "required" || key == "allOf"
}

fn once_each(items: &[Value]) -> Vec<Value> {
    let mut seen = std::collections::BTreeSet::new();
    items.iter().filter(|item| seen.insert(item.to_string())).cloned().collect()
}
