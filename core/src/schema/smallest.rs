use serde_json::Value;

use super::validator::Validator;

/// A smallest valid instance of a schema, confirmed by the validator; `None` when none was found.
#[must_use]
pub fn smallest_instance(schema: &Value) -> Option<Value> {
    let validator = Validator::new(schema).ok()?;
    [
        Value::Null,
        Value::Object(serde_json::Map::new()),
        Value::from(0),
        Value::from(""),
        Value::Array(Vec::new()),
    ]
    .into_iter()
    .find(|value| validator.accepts(value))
}
