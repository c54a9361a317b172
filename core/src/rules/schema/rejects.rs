use serde_json::Value;

/// Deeper values are taken as accepted.
const DEEPEST: usize = 32;

/// Whether a schema surely rejects a value. `false` means accepted or not known: references, formats and
/// patterns are not followed.
pub(super) fn surely_rejects(schema: &Value, value: &Value) -> bool {
    rejects(schema, value, DEEPEST)
}

fn rejects(schema: &Value, value: &Value, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    let members = match schema {
        Value::Bool(accepts) => return !accepts,
        Value::Object(members) => members,
        _ => return false,
    };
    if members.contains_key("$ref") {
        return false;
    }
    let list = |key: &str| members.get(key).and_then(Value::as_array);
    members.get("type").is_some_and(|kind| !has_type(kind, value))
        || members.get("const").is_some_and(|only| !same(only, value))
        || list("enum").is_some_and(|choices| !choices.iter().any(|choice| same(choice, value)))
        || list("anyOf")
            .is_some_and(|branches| branches.iter().all(|branch| rejects(branch, value, depth - 1)))
        || list("oneOf")
            .is_some_and(|branches| branches.iter().all(|branch| rejects(branch, value, depth - 1)))
        || list("allOf")
            .is_some_and(|branches| branches.iter().any(|branch| rejects(branch, value, depth - 1)))
        || out_of_bounds(members, value)
        || parts_rejected(members, value, depth)
}

fn same(left: &Value, right: &Value) -> bool {
    left == right || left.as_f64().is_some_and(|number| right.as_f64() == Some(number))
}

pub(super) fn has_type(kind: &Value, value: &Value) -> bool {
    match kind {
        Value::Array(kinds) => kinds.iter().any(|kind| has_type(kind, value)),
        Value::String(kind) => match kind.as_str() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            "number" => value.is_number(),
            "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            _ => true,
        },
        _ => true,
    }
}

fn out_of_bounds(members: &serde_json::Map<String, Value>, value: &Value) -> bool {
    let bound = |key: &str| members.get(key).and_then(Value::as_f64);
    let outside = |size: f64, least: &str, most: &str| {
        bound(least).is_some_and(|least| size < least) || bound(most).is_some_and(|most| size > most)
    };
    #[expect(clippy::cast_precision_loss, reason = "no length comes near 2^53")]
    let size = |length: usize| length as f64;
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| {
            outside(number, "minimum", "maximum")
                || bound("exclusiveMinimum").is_some_and(|least| number <= least)
                || bound("exclusiveMaximum").is_some_and(|most| number >= most)
        }),
        Value::String(text) => outside(size(text.chars().count()), "minLength", "maxLength"),
        Value::Array(items) => outside(size(items.len()), "minItems", "maxItems"),
        Value::Object(entries) => outside(size(entries.len()), "minProperties", "maxProperties"),
        _ => false,
    }
}

fn parts_rejected(members: &serde_json::Map<String, Value>, value: &Value, depth: usize) -> bool {
    match value {
        Value::Array(items) => members
            .get("items")
            .filter(|schema| !schema.is_array() && !members.contains_key("prefixItems"))
            .is_some_and(|schema| items.iter().take(100).any(|item| rejects(schema, item, depth - 1))),
        Value::Object(entries) => {
            let properties = members.get("properties").and_then(Value::as_object);
            let required = members.get("required").and_then(Value::as_array);
            required.is_some_and(|names| {
                names.iter().filter_map(Value::as_str).any(|name| !entries.contains_key(name))
            }) || properties.is_some_and(|properties| {
                entries.iter().take(100).any(|(name, entry)| {
                    properties.get(name).is_some_and(|schema| rejects(schema, entry, depth - 1))
                })
            })
        }
        _ => false,
    }
}
