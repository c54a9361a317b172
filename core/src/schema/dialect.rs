use jsonschema::Draft;
use serde_json::{Map, Value};

/// How many schema places are looked at before a dialect is guessed from what was seen so far.
const PLACES: usize = 20_000;

/// The dialect a schema is read in: what `$schema` names, else what only an older dialect writes, else 2020-12.
pub(crate) fn dialect(schema: &Value) -> Draft {
    match schema.get("$schema").and_then(Value::as_str) {
        Some(name) => named(name).unwrap_or(Draft::Draft202012),
        None => guessed(schema),
    }
}

/// Whether the schema names a dialect (`$schema`) that is not known here and is read as 2020-12.
#[must_use]
pub fn is_unknown_dialect(schema: &Value) -> bool {
    schema.get("$schema").is_some_and(|name| name.as_str().and_then(named).is_none())
}

fn named(name: &str) -> Option<Draft> {
    let name = name.trim_end_matches('#').trim_end_matches('/');
    let name = name.strip_prefix("https://").or_else(|| name.strip_prefix("http://")).unwrap_or(name);
    match name {
        "json-schema.org/draft-04/schema" => Some(Draft::Draft4),
        "json-schema.org/draft-06/schema" => Some(Draft::Draft6),
        "json-schema.org/draft-07/schema" => Some(Draft::Draft7),
        "json-schema.org/draft/2019-09/schema" => Some(Draft::Draft201909),
        "json-schema.org/draft/2020-12/schema" | "json-schema.org/schema" => Some(Draft::Draft202012),
        _ => None,
    }
}

/// An unlabelled schema with boolean exclusive bounds is draft-04; one with array `items`, `additionalItems`,
/// `dependencies` or `definitions`, which newer dialects no longer read, is draft-07, unless it also writes what
/// only newer ones know.
fn guessed(schema: &Value) -> Draft {
    const NEW: [&str; 9] = [
        "prefixItems",
        "dependentSchemas",
        "dependentRequired",
        "unevaluatedProperties",
        "unevaluatedItems",
        "$defs",
        "$anchor",
        "$dynamicRef",
        "$dynamicAnchor",
    ];
    let (mut is_old, mut is_new) = (false, false);
    let mut open = vec![schema];
    for _ in 0..PLACES {
        let Some(place) = open.pop() else { break };
        let Value::Object(keywords) = place else { continue };
        if ["exclusiveMinimum", "exclusiveMaximum"]
            .iter()
            .any(|key| keywords.get(*key).is_some_and(Value::is_boolean))
        {
            return Draft::Draft4;
        }
        is_new |= NEW.iter().any(|key| keywords.contains_key(*key));
        is_old |= keywords.get("items").is_some_and(Value::is_array)
            || ["additionalItems", "dependencies", "definitions"]
                .iter()
                .any(|key| keywords.contains_key(*key));
        push_subschemas(keywords, &mut open);
    }
    if is_old && !is_new { Draft::Draft7 } else { Draft::Draft202012 }
}

/// The places right below a schema where another schema may stand, whatever the dialect.
fn push_subschemas<'a>(keywords: &'a Map<String, Value>, open: &mut Vec<&'a Value>) {
    for (key, value) in keywords {
        match (key.as_str(), value) {
            (
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
                | "dependencies",
                Value::Object(members),
            ) => open.extend(members.values()),
            ("allOf" | "anyOf" | "oneOf" | "prefixItems" | "items", Value::Array(items)) => {
                open.extend(items);
            }
            (
                "items"
                | "additionalItems"
                | "additionalProperties"
                | "propertyNames"
                | "contains"
                | "not"
                | "if"
                | "then"
                | "else"
                | "unevaluatedProperties"
                | "unevaluatedItems",
                Value::Object(_),
            ) => open.push(value),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_unlabelled_schema_is_read_in_the_newest_dialect_that_fits() {
        assert_eq!(dialect(&json!({"type": "object"})), Draft::Draft202012);
        assert_eq!(dialect(&json!({"properties": {"a": {"items": [{}]}}})), Draft::Draft7);
        assert_eq!(dialect(&json!({"allOf": [{"exclusiveMinimum": true, "minimum": 1}]})), Draft::Draft4);
        assert_eq!(dialect(&json!({"properties": {"items": {}, "dependencies": {}}})), Draft::Draft202012);
    }

    #[test]
    fn a_named_dialect_wins() {
        let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": []});
        assert_eq!(dialect(&schema), Draft::Draft7);
        assert!(is_unknown_dialect(&json!({"$schema": "https://example.com/mine"})));
    }
}
