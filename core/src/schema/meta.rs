//! The meta-schemas, made from the table of keywords. They accept what the published ones accept (a test compares
//! them), and carry the same names where schemas refer into them.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::dialect::Draft;
use super::keyword_table::{Shape, keywords};
use crate::gathered::gathered;

/// The meta-schema of a dialect.
pub(super) fn meta_schema(draft: Draft) -> &'static Value {
    static ALL: [LazyLock<Value>; 5] = [
        LazyLock::new(|| made(Draft::Draft4)),
        LazyLock::new(|| made(Draft::Draft6)),
        LazyLock::new(|| made(Draft::Draft7)),
        LazyLock::new(|| made(Draft::Draft201909)),
        LazyLock::new(|| made(Draft::Draft202012)),
    ];
    let [draft4, draft6, draft7, draft201909, draft202012] = &ALL;
    match draft {
        Draft::Draft4 => draft4,
        Draft::Draft6 => draft6,
        Draft::Draft7 => draft7,
        Draft::Draft201909 => draft201909,
        Draft::Draft202012 => draft202012,
    }
}

/// Where the shared parts of a meta-schema stand.
fn definitions(draft: Draft) -> &'static str {
    if draft >= Draft::Draft201909 { "$defs" } else { "definitions" }
}

fn made(draft: Draft) -> Value {
    let properties: Map<String, Value> =
        gathered(keywords(draft).map(|row| (row.name.to_owned(), shaped(draft, row.shape))));
    let count = if draft == Draft::Draft4 { "positiveInteger" } else { "nonNegativeInteger" };
    let mut names = json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true});
    if let (Draft::Draft4, Value::Object(names)) = (draft, &mut names) {
        names.insert("minItems".to_owned(), json!(1));
    }
    let mut schema = json!({
        "$schema": draft.name(),
        definitions(draft): {
            "schemaArray": {"type": "array", "minItems": 1, "items": {"$ref": "#"}},
            count: {"type": "integer", "minimum": 0},
            format!("{count}Default0"): {"type": "integer", "minimum": 0},
            "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
            "stringArray": names,
        },
        "type": if draft == Draft::Draft4 { json!("object") } else { json!(["object", "boolean"]) },
        "properties": properties,
    });
    if let (Draft::Draft4, Value::Object(schema)) = (draft, &mut schema) {
        let depends = json!({"exclusiveMaximum": ["maximum"], "exclusiveMinimum": ["minimum"]});
        schema.insert("dependencies".to_owned(), depends);
    }
    schema
}

fn shaped(draft: Draft, shape: Shape) -> Value {
    let part = |name: &str| json!({"$ref": format!("#/{}/{name}", definitions(draft))});
    let by_name = |schema: Value| json!({"type": "object", "additionalProperties": schema});
    let schema = json!({"$ref": "#"});
    match shape {
        Shape::Any => json!({}),
        Shape::Text => json!({"type": "string"}),
        Shape::Matching(pattern) => json!({"type": "string", "pattern": pattern}),
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Flags => by_name(json!({"type": "boolean"})),
        Shape::Number => json!({"type": "number"}),
        Shape::Positive if draft == Draft::Draft4 => {
            json!({"type": "number", "minimum": 0, "exclusiveMinimum": true})
        }
        Shape::Positive => json!({"type": "number", "exclusiveMinimum": 0}),
        Shape::Count => part(if draft == Draft::Draft4 { "positiveInteger" } else { "nonNegativeInteger" }),
        Shape::Values => json!({"type": "array"}),
        Shape::Names => part("stringArray"),
        Shape::NamesByName => by_name(part("stringArray")),
        Shape::Type => json!({"anyOf": [
            part("simpleTypes"),
            {"type": "array", "items": part("simpleTypes"), "minItems": 1, "uniqueItems": true},
        ]}),
        Shape::Schema => schema,
        Shape::FlagOrSchema => json!({"anyOf": [{"type": "boolean"}, schema]}),
        Shape::Schemas => part("schemaArray"),
        Shape::SchemaOrSchemas => json!({"anyOf": [schema, part("schemaArray")]}),
        Shape::SchemasByName => by_name(schema),
        Shape::SchemasOrNamesByName => by_name(json!({"anyOf": [schema, part("stringArray")]})),
    }
}
