//! What is looked at before anything recursive touches a value: hostile input must cost little and overflow nothing.

use serde_json::Value;

/// JSON levels a schema may nest. Text from outside is read to 128 levels at most.
pub(crate) const MAX_SCHEMA_DEPTH: usize = 128;
/// JSON levels an instance may nest.
pub(crate) const MAX_INSTANCE_DEPTH: usize = 256;
/// JSON values a schema may hold.
pub(crate) const MAX_SCHEMA_NODES: usize = 500_000;

/// Whether a schema may be compiled at all.
///
/// # Errors
///
/// The reason why not.
pub(crate) fn admit(schema: &Value) -> Result<(), String> {
    if !schema.is_object() && !schema.is_boolean() {
        return Err("it is no valid JSON Schema: it is neither an object nor a boolean".to_owned());
    }
    let mut nodes = 0_usize;
    let mut level = vec![schema];
    for _ in 0..=MAX_SCHEMA_DEPTH {
        nodes += level.len();
        if nodes > MAX_SCHEMA_NODES {
            return Err(format!("the schema holds more than {MAX_SCHEMA_NODES} values"));
        }
        level = children(&level);
        if level.is_empty() {
            return Ok(());
        }
    }
    Err(format!("the schema is nested deeper than {MAX_SCHEMA_DEPTH} levels"))
}

/// Whether a value nests at most so many levels.
pub(crate) fn depth_within(value: &Value, levels: usize) -> bool {
    let mut level = vec![value];
    for _ in 0..=levels {
        level = children(&level);
        if level.is_empty() {
            return true;
        }
    }
    false
}

fn children<'a>(level: &[&'a Value]) -> Vec<&'a Value> {
    let mut below = Vec::new();
    for value in level {
        match value {
            Value::Array(items) => below.extend(items),
            Value::Object(members) => below.extend(members.values()),
            _ => {}
        }
    }
    below
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn depth_and_kind_are_checked_without_recursion() {
        let mut deep = json!({});
        for _ in 0..10_000 {
            // `json!` would copy the value, recursing.
            deep = Value::Object([("not".to_owned(), deep)].into_iter().collect());
        }
        assert!(admit(&deep).unwrap_err().contains("deeper"));
        assert!(!depth_within(&deep, 256));
        assert!(admit(&json!([])).is_err());
        assert!(admit(&json!({"properties": {"a": true}})).is_ok());
        // Dropping a deep value recurses too; on a test thread that is not what is measured.
        std::mem::forget(deep);
    }
}
