//! Rewrites that change nothing must stay silent, in both directions.

use mcpward_core::rules::{Direction, Verdict};
use mcpward_core::schema::compare;
use serde_json::{Value, json};

#[track_caller]
fn silent(left: &Value, right: &Value) {
    for (old, new) in [(left, right), (right, left)] {
        for direction in [Direction::Input, Direction::Output] {
            let result = compare(old, new, direction);
            assert_eq!(
                result.verdict,
                Verdict::Equivalent,
                "{direction:?}\n  old {old}\n  new {new}\n  {:?} {:?}",
                result.witness,
                result.reason
            );
        }
    }
}

/// The pair as it is, and as the schema of a property.
#[track_caller]
fn equivalent(left: &Value, right: &Value) {
    silent(left, right);
    let wrap = |schema: &Value| json!({"type": "object", "properties": {"p": schema}, "required": ["p"]});
    silent(&wrap(left), &wrap(right));
}

macro_rules! equivalences {
    ($($name:ident: $left:tt, $right:tt;)*) => {
        $(#[test]
        fn $name() {
            equivalent(&json!($left), &json!($right));
        })*
    };
}

equivalences! {
    type_array_order: {"type": ["string", "null"]}, {"type": ["null", "string"]};
    one_type_in_an_array: {"type": ["string"]}, {"type": "string"};
    integer_beside_number: {"type": ["integer", "number"]}, {"type": "number"};
    enum_order: {"enum": ["a", "b"]}, {"enum": ["b", "a"]};
    const_and_enum_of_one: {"const": "a"}, {"enum": ["a"]};
    any_of_consts_and_enum: {"anyOf": [{"const": 1}, {"const": "b"}]}, {"enum": [1, "b"]};
    type_array_and_any_of_with_null: {"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]};
    type_array_and_disjoint_one_of: {"type": ["string", "null"]}, {"oneOf": [{"type": "string"}, {"type": "null"}]};
    bounds_beside_null: {"type": ["integer", "null"], "minimum": 1}, {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 1}]};
    all_of_merged: {"allOf": [{"type": "string"}, {"minLength": 2}]}, {"type": "string", "minLength": 2};
    all_of_around_one: {"allOf": [{"type": "string"}]}, {"type": "string"};
    additional_properties_true: {"type": "object", "properties": {"a": {}}, "additionalProperties": true}, {"type": "object", "properties": {"a": {}}, "additionalProperties": {}};
    property_names_are_strings: {"type": "object", "propertyNames": {"type": "string"}, "additionalProperties": {"type": "integer"}}, {"type": "object", "additionalProperties": {"type": "integer"}};
    min_length_zero: {"type": "string", "minLength": 0}, {"type": "string"};
    min_items_zero: {"type": "array", "minItems": 0}, {"type": "array"};
    type_beside_enum: {"type": "string", "enum": ["a", "b"]}, {"enum": ["a", "b"]};
    pattern_with_a_free_tail: {"type": "string", "pattern": "^ab"}, {"type": "string", "pattern": "^ab.*"};
    pattern_spelled_otherwise: {"type": "string", "pattern": "^[0-9]+$"}, {"type": "string", "pattern": "^\\d+$"};
    float_spelling_of_a_bound: {"type": "number", "minimum": 0.0}, {"type": "number", "minimum": 0};
    exclusive_bound_of_an_integer: {"type": "integer", "minimum": 1}, {"type": "integer", "exclusiveMinimum": 0};
    impossible_branch: {"anyOf": [{"type": "string"}, {"not": {}}]}, {"type": "string"};
    annotations: {"type": "string", "title": "T", "description": "d", "examples": ["x"], "x-note": 1, "format": "email"}, {"type": "string"};
    type_stamped_on_a_union: {"type": "object", "anyOf": [{"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]}, {"type": "object", "properties": {"l": {"const": 2}}, "required": ["l"]}]}, {"anyOf": [{"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]}, {"type": "object", "properties": {"l": {"const": 2}}, "required": ["l"]}]};
    empty_required: {"type": "object", "properties": {"a": {}}, "required": []}, {"type": "object", "properties": {"a": {}}};
    name_required_twice: {"type": "object", "properties": {"a": {}}, "required": ["a", "a"]}, {"type": "object", "properties": {"a": {}}, "required": ["a"]};
    closed_tuple: {"type": "array", "prefixItems": [{"type": "string"}], "items": false}, {"type": "array", "prefixItems": [{"type": "string"}], "maxItems": 1};
    double_negation: {"not": {"not": {"type": "string"}}}, {"type": "string"};
    negated_required: {"type": "object", "properties": {"a": false, "b": {}}}, {"type": "object", "properties": {"b": {}, "a": {"not": {}}}, "not": {"required": ["a"]}};
}

#[test]
fn definitions_and_defs() {
    silent(
        &json!({"type": "object", "properties": {"p": {"$ref": "#/definitions/x"}}, "definitions": {"x": {"type": "string"}}}),
        &json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"type": "string"}}}),
    );
}

#[test]
fn renamed_and_inlined_definitions() {
    let inlined = json!({"type": "object", "properties": {"p": {"type": "object", "properties": {"n": {"type": "integer"}}}}});
    for name in ["A", "B"] {
        let named = json!({
            "type": "object",
            "properties": {"p": {"$ref": format!("#/$defs/{name}")}},
            "$defs": {name: {"type": "object", "properties": {"n": {"type": "integer"}}}}
        });
        silent(&named, &inlined);
    }
}

#[test]
fn all_of_one_reference() {
    silent(
        &json!({"type": "object", "properties": {"p": {"allOf": [{"$ref": "#/$defs/x"}]}}, "$defs": {"x": {"type": "string"}}}),
        &json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"type": "string"}}}),
    );
}

#[test]
fn recursion_through_the_root_and_through_a_definition() {
    silent(
        &json!({"type": "object", "properties": {"v": {"type": "integer"}, "next": {"$ref": "#"}}}),
        &json!({
            "$ref": "#/$defs/node",
            "$defs": {"node": {"type": "object", "properties": {"v": {"type": "integer"}, "next": {"$ref": "#/$defs/node"}}}}
        }),
    );
}

#[test]
fn tuples_of_two_dialects() {
    silent(
        &json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{"type": "string"}], "additionalItems": false}),
        &json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "array", "prefixItems": [{"type": "string"}], "items": false}),
    );
}

#[test]
fn boolean_and_numeric_exclusive_bounds() {
    silent(
        &json!({"$schema": "http://json-schema.org/draft-04/schema#", "type": "number", "minimum": 1, "exclusiveMinimum": true}),
        &json!({"type": "number", "exclusiveMinimum": 1}),
    );
}

#[test]
fn siblings_of_a_reference_in_draft_7() {
    silent(
        &json!({"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"x": {"type": "string"}}, "properties": {"p": {"$ref": "#/definitions/x", "maxLength": 3}}}),
        &json!({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"p": {"type": "string"}}}),
    );
}

#[test]
fn a_change_is_not_silent() {
    let result =
        compare(&json!({"type": "string"}), &json!({"type": "string", "maxLength": 3}), Direction::Input);
    assert_eq!(result.verdict, Verdict::Breaking);
    assert_eq!(result.witness, Some(json!("aaaa")));
}
