//! Another implementation of JSON Schema, which is no part of the product: what it says of a value counts as proof.

use mcpward_core::schema::Draft;
use serde_json::Value;

/// The dialect a schema is read in, as the other implementation calls it.
pub(crate) fn draft(schema: &Value) -> jsonschema::Draft {
    match Draft::of(schema) {
        Draft::Draft4 => jsonschema::Draft::Draft4,
        Draft::Draft6 => jsonschema::Draft::Draft6,
        Draft::Draft7 => jsonschema::Draft::Draft7,
        Draft::Draft201909 => jsonschema::Draft::Draft201909,
        Draft::Draft202012 => jsonschema::Draft::Draft202012,
    }
}

/// Whether a schema accepts a value; `None` for what is no schema to it.
pub(crate) fn accepts(schema: &Value, value: &Value) -> Option<bool> {
    let options = jsonschema::options()
        .with_draft(draft(schema))
        .with_registry(&referencing::SPECIFICATIONS)
        .should_validate_formats(false);
    Some(options.build(schema).ok()?.is_valid(value))
}
