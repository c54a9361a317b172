//! Another implementation, which is no part of the product, reads values and schemas the same way.

use jsonschema::{Draft as LibraryDraft, Validator as Library};
use serde_json::{Value, json};

use super::{Validator, dialect_violations};
use crate::schema::dialect::Draft;

fn library_draft(draft: Draft) -> LibraryDraft {
    match draft {
        Draft::Draft4 => LibraryDraft::Draft4,
        Draft::Draft6 => LibraryDraft::Draft6,
        Draft::Draft7 => LibraryDraft::Draft7,
        Draft::Draft201909 => LibraryDraft::Draft201909,
        Draft::Draft202012 => LibraryDraft::Draft202012,
    }
}

fn library(schema: &Value) -> Option<Library> {
    let options = jsonschema::options().with_draft(library_draft(Draft::of(schema)));
    options.should_validate_formats(false).build(schema).ok()
}

#[track_caller]
fn agree(schema: &Value, instances: &[Value]) {
    let (own, library) = (Validator::new(schema).unwrap(), library(schema).unwrap());
    for instance in instances {
        let expected = library.is_valid(instance);
        assert_eq!(own.decides(instance), Some(expected), "{instance}\n  {schema}");
        assert_eq!(own.violations(instance).is_empty(), expected, "{instance}\n  {schema}");
    }
}

#[test]
fn names_and_references_are_followed_alike() {
    let instances = [
        json!({}),
        json!({"a": 1}),
        json!({"a": "x", "b": {"a": "y", "b": 3}}),
        json!({"b": {"b": {"a": null}}}),
        json!("x"),
        json!([1, ["x"], []]),
    ];
    for schema in [
        json!({"properties": {"a": {"$ref": "#/$defs/x~1y"}}, "$defs": {"x/y": {"type": "string"}}}),
        json!({"properties": {"a": {"$ref": "#name"}}, "$defs": {"n": {"$anchor": "name", "type": "integer"}}}),
        json!({"$id": "http://a.example/b/c", "properties": {"a": {"$ref": "d"}}, "$defs": {"n": {"$id": "/b/d", "type": "integer"}}}),
        json!({"properties": {"a": {"type": "string"}, "b": {"$ref": "#"}}, "additionalProperties": false}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"n": {"$id": "#n", "type": "integer"}}, "properties": {"a": {"$ref": "#n", "type": "string"}}}),
        json!({"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://a.example/", "definitions": {"n": {"id": "n", "type": "integer"}}, "properties": {"a": {"$ref": "n"}}}),
        json!({"$id": "http://a.example/tree", "$dynamicAnchor": "node", "items": {"$dynamicRef": "#node"}, "properties": {"b": {"$dynamicRef": "#node"}}}),
        json!({"$id": "http://a.example/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": false,
            "$defs": {"t": {"$id": "tree", "$dynamicAnchor": "node", "properties": {"b": {"$dynamicRef": "#node"}}}}}),
        json!({"$schema": "https://json-schema.org/draft/2019-09/schema", "$id": "http://a.example/strict", "$recursiveAnchor": true, "$ref": "tree", "unevaluatedProperties": false,
            "$defs": {"t": {"$id": "tree", "$recursiveAnchor": true, "properties": {"b": {"$recursiveRef": "#"}}}}}),
        json!({"properties": {"b": {"$id": "inner", "properties": {"a": {"$ref": "#/$defs/i"}}, "$defs": {"i": {"type": "string"}}}}, "$defs": {"i": {"type": "integer"}}}),
    ] {
        agree(&schema, &instances);
    }
}

#[test]
fn what_was_looked_at_is_told_alike() {
    let instances = [
        json!({"a": 1}),
        json!({"a": "x", "b": 1}),
        json!({"a": "x", "c": 1}),
        json!({"b": 1, "c": 1}),
        json!([]),
        json!([1, "x"]),
        json!(["x", 1, true]),
        json!([true]),
        json!(3),
    ];
    let mut schemas = Vec::new();
    for part in [
        json!({"properties": {"a": {"type": "string"}}}),
        json!({"patternProperties": {"^a": {"type": "string"}}}),
        json!({"anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"b": true}, "required": ["b"]}]}),
        json!({"oneOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"required": ["c"]}]}),
        json!({"if": {"properties": {"a": {"const": "x"}}, "required": ["a"]}, "then": {"properties": {"b": true}}, "else": {"properties": {"c": true}}}),
        json!({"dependentSchemas": {"a": {"properties": {"b": true}}}}),
        json!({"not": {"not": {"properties": {"a": true}}}}),
        json!({"allOf": [{"properties": {"a": true}}, {"additionalProperties": {"type": "integer"}}]}),
        json!({"allOf": [{"properties": {"a": true}, "unevaluatedProperties": false}]}),
        json!({"prefixItems": [{"type": "integer"}]}),
        json!({"contains": {"type": "string"}}),
        json!({"contains": {"type": "string"}, "minContains": 0, "maxContains": 1}),
        json!({"allOf": [{"prefixItems": [true]}, {"contains": {"type": "integer"}}]}),
        json!({"items": {"type": ["string", "integer"]}}),
    ] {
        for (keyword, rest) in [
            ("unevaluatedProperties", json!(false)),
            ("unevaluatedProperties", json!({"type": "integer"})),
            ("unevaluatedItems", json!(false)),
            ("unevaluatedItems", json!({"type": "boolean"})),
        ] {
            let mut schema = part.clone();
            schema[keyword] = rest;
            schemas.push(schema.clone());
            if schema.get("prefixItems").is_none() {
                schema["$schema"] = json!("https://json-schema.org/draft/2019-09/schema");
                schemas.push(schema);
            }
        }
    }
    for schema in schemas {
        agree(&schema, &instances);
    }
}

#[test]
fn old_dialects_are_read_alike() {
    let instances = [
        json!({}),
        json!({"a": 1, "b": 2}),
        json!({"a": 1}),
        json!([1, "x", 2]),
        json!([1, 2]),
        json!(5),
        json!(6.5),
        json!("aGk="),
        json!("eyJhIjoxfQ=="),
        json!("{}"),
        json!("?"),
    ];
    for (draft, schema) in [
        (4, json!({"minimum": 5, "exclusiveMinimum": true})),
        (4, json!({"maximum": 5, "exclusiveMaximum": false, "const": 3})),
        (4, json!({"items": [{"type": "integer"}], "additionalItems": false})),
        (4, json!({"dependencies": {"a": ["b"]}})),
        (6, json!({"dependencies": {"a": {"minProperties": 2}}, "contains": {"type": "string"}})),
        (6, json!({"if": {"type": "integer"}, "then": false})),
        (7, json!({"if": {"type": "integer"}, "then": false})),
        (7, json!({"items": [true, {"type": "string"}], "additionalItems": {"type": "integer"}})),
        (7, json!({"contentEncoding": "base64"})),
        (7, json!({"contentMediaType": "application/json"})),
        (7, json!({"contentEncoding": "base64", "contentMediaType": "application/json"})),
        (7, json!({"dependentRequired": {"a": ["c"]}, "prefixItems": [false]})),
    ] {
        let mut schema = schema;
        schema["$schema"] = json!(format!("http://json-schema.org/draft-0{draft}/schema#"));
        agree(&schema, &instances);
    }
}

/// Schemas with one keyword turned into something else, all kinds of them: right in some dialects, wrong in others.
#[test]
fn what_is_a_schema_is_told_alike() {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(2.0),
        json!("string"),
        json!("#x"),
        json!("http://a.example/#"),
        json!([]),
        json!(["string"]),
        json!(["a", "a"]),
        json!([{}]),
        json!([true, {"type": 3}]),
        json!({}),
        json!({"a": {}}),
        json!({"a": {"minLength": -1}}),
        json!({"a": ["b"]}),
        json!({"a": true}),
        json!({"type": 3}),
    ];
    for draft in Draft::ALL {
        let meta = jsonschema::options().with_draft(library_draft(draft)).should_validate_formats(false);
        let published = meta.build(&json!({"$ref": draft.name()})).unwrap();
        let mut keywords: Vec<&str> = Draft::ALL
            .iter()
            .flat_map(|draft| crate::schema::keyword_table::keywords(*draft))
            .map(|row| row.name)
            .collect();
        keywords.sort_unstable();
        keywords.dedup();
        keywords.push("unknown");
        let is_schema = |schema: &Value| dialect_violations(draft, schema).is_empty();
        for keyword in &keywords {
            for value in &values {
                // Here 2.0 is a whole number in every dialect, there not in the oldest.
                if draft == Draft::Draft4 && *value == json!(2.0) {
                    continue;
                }
                for schema in [json!({ *keyword: value }), json!({"properties": {"p": { *keyword: value }}})]
                {
                    assert_eq!(is_schema(&schema), published.is_valid(&schema), "{draft:?} {schema}");
                }
            }
        }
        for value in &values {
            assert_eq!(is_schema(value), published.is_valid(value), "{draft:?} {value}");
        }
    }
}
