//! Schemas made to hurt end quickly, on a small stack, with an answer or a reason.

#![expect(clippy::unwrap_used, reason = "a test")]

use mcpward_core::rules::{Direction, Verdict};
use mcpward_core::schema::{compare, smallest_instance};
use serde_json::{Map, Value, json};

/// The stack of a wasm instance, where calls are as small as in a release build.
const STACK: usize = if cfg!(debug_assertions) { 6 << 20 } else { 1 << 20 };

/// Branches of a wide union; fewer where nothing is optimised.
const WIDE: usize = if cfg!(debug_assertions) { 1_000 } else { 10_000 };

fn judged(old: Value, new: Value) -> Vec<Verdict> {
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            let verdicts = [(&old, &new), (&new, &old)]
                .into_iter()
                .flat_map(|(old, new)| {
                    [Direction::Input, Direction::Output].map(|direction| {
                        let result = compare(old, new, direction);
                        assert_eq!(result.verdict == Verdict::Undecided, result.reason.is_some());
                        result.verdict
                    })
                })
                .collect();
            let _ = smallest_instance(&old);
            // Dropping what is nested without end recurses; that is not what is tested.
            std::mem::forget((old, new));
            verdicts
        })
        .unwrap()
        .join()
        .unwrap()
}

fn nested(keyword: &str, levels: usize) -> Value {
    let mut schema = json!({"type": "integer"});
    for _ in 0..levels {
        let inner = if keyword == "not" { schema } else { Value::Array(vec![schema]) };
        schema = Value::Object(Map::from_iter([(keyword.to_owned(), inner)]));
    }
    schema
}

#[test]
fn wide_unions() {
    let wide = |keyword: &str, from: usize, count: usize| -> Value {
        let branches: Vec<Value> = (from..from + count)
            .map(|n| json!({"type": "object", "properties": {"k": {"const": n}}, "required": ["k"]}))
            .collect();
        json!({ keyword: branches })
    };
    judged(wide("anyOf", 0, WIDE), wide("anyOf", 1, WIDE));
    // Not exactly one of two thousand: none, or two of them, in two million ways.
    judged(wide("anyOf", 0, WIDE), wide("oneOf", 0, 2_000));
    let one_of = |from: usize| -> Value {
        let branches: Vec<Value> = (from..from + WIDE / 5).map(|n| json!({"minimum": n})).collect();
        json!({ "oneOf": branches })
    };
    judged(one_of(0), one_of(1));
}

#[test]
fn products_of_unions() {
    let product = |bound: usize| -> Value {
        let factors: Vec<Value> = (0..30)
            .map(|n| json!({"anyOf": [{"required": [format!("a{n}")]}, {"required": [format!("b{n}")]}, {"minProperties": bound}]}))
            .collect();
        json!({"type": "object", "allOf": factors})
    };
    judged(product(5), product(6));
}

#[test]
fn nested_one_of_bombs() {
    let mut bomb = json!({"type": "string"});
    for level in 0..20 {
        bomb = json!({"oneOf": [bomb.clone(), {"minLength": level}, {"maxLength": level}]});
        if level == 12 {
            break;
        }
    }
    judged(bomb, json!({"type": "string", "maxLength": 40}));
}

#[test]
fn references_without_end() {
    let mutual = |bound: usize| {
        json!({
            "$ref": "#/$defs/a",
            "$defs": {
                "a": {"type": "object", "properties": {"b": {"$ref": "#/$defs/b"}}, "required": ["b"]},
                "b": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "integer", "minimum": bound}]}
            }
        })
    };
    let verdicts = judged(mutual(1), mutual(2));
    assert!(!verdicts.contains(&Verdict::Undecided), "{verdicts:?}");
    judged(
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
        json!({"type": "string"}),
    );
    judged(json!({"$ref": "#"}), json!({"allOf": [{"$ref": "#"}], "minimum": 1}));
}

#[test]
fn chains_of_references() {
    let mut chain = Map::new();
    for n in 0..2_000 {
        chain.insert(format!("d{n}"), json!({"$ref": format!("#/$defs/d{}", n + 1)}));
    }
    chain.insert("d2000".to_owned(), json!({"type": "integer"}));
    judged(json!({"$ref": "#/$defs/d0", "$defs": chain}), json!({"type": "integer"}));
}

#[test]
fn definitions_that_double() {
    let mut doubling = Map::new();
    for n in 0..60 {
        let next = json!({"$ref": format!("#/$defs/d{}", n + 1)});
        doubling.insert(
            format!("d{n}"),
            json!({"type": "object", "properties": {"l": next, "r": next}, "required": ["l", "r"]}),
        );
    }
    doubling.insert("d60".to_owned(), json!({"type": "integer"}));
    judged(json!({"$ref": "#/$defs/d0", "$defs": doubling}), json!({"type": "object"}));
}

#[test]
fn large_enumerations() {
    let values = |from: usize| -> Value {
        json!({"enum": (from..from + 2 * WIDE).map(|n| format!("a value of some length, number {n}")).collect::<Vec<_>>()})
    };
    let verdicts = judged(values(0), values(1));
    assert_eq!(verdicts.first(), Some(&Verdict::Breaking));
}

#[test]
fn patterns_that_explode() {
    for pattern in [
        "(a+)+$",
        ".{0,100000}",
        "^(a|aa)+$",
        "(?=(a+))\\1b",
        "((a{0,500}){0,500}){0,500}",
        "\\p{L}{300}",
        "(",
    ] {
        let schema = json!({"type": "string", "pattern": pattern, "maxLength": 60});
        judged(schema.clone(), json!({"type": "string", "pattern": "^b"}));
        judged(
            json!({"type": "object", "patternProperties": {pattern: {"type": "integer"}}}),
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
        );
        judged(json!({"enum": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"]}), schema);
    }
}

#[test]
fn depth() {
    for keyword in ["not", "allOf", "anyOf", "oneOf"] {
        judged(nested(keyword, 10_000), json!({"type": "integer"}));
        judged(nested(keyword, 60), json!({"type": "integer"}));
    }
    let mut deep = json!({"type": "integer", "minimum": 1});
    let mut other = json!({"type": "integer", "minimum": 2});
    for _ in 0..60 {
        deep = json!({"type": "object", "properties": {"p": deep}, "required": ["p"]});
        other = json!({"type": "object", "properties": {"p": other}, "required": ["p"]});
    }
    let verdicts = judged(deep, other);
    assert_eq!(verdicts.first(), Some(&Verdict::Breaking), "{verdicts:?}");
}

#[test]
fn numbers_at_the_edge() {
    for schema in [
        json!({"type": "array", "minItems": 161_297}),
        json!({"type": "array", "minItems": 161_297, "uniqueItems": true}),
        json!({"type": "array", "items": {"type": "array", "minItems": 4_000}, "minItems": 4_000}),
        json!({"type": "string", "minLength": 4_000_000_000_u64}),
        json!({"type": "object", "minProperties": 1_000_000}),
        json!({"type": "number", "multipleOf": 1e-300}),
        json!({"type": "number", "multipleOf": 1e-300, "minimum": 1e300}),
        json!({"type": "number", "minimum": 1.7976931348623157e308}),
        json!({"type": "integer", "minimum": u64::MAX}),
        json!({"multipleOf": 0.1, "not": {"multipleOf": 0.01}}),
        json!({"contains": {"type": "integer"}, "minContains": 1_000_000_000, "maxContains": 3_000_000_000_u64}),
    ] {
        judged(schema.clone(), json!({"type": ["array", "string"], "maxItems": 3, "maxLength": 3}));
        judged(schema, json!({"type": "number", "multipleOf": 7e-5}));
    }
}

#[test]
fn what_is_no_schema() {
    for schema in [
        json!(null),
        json!(1),
        json!("x"),
        json!([]),
        json!({"type": 1}),
        json!({"properties": []}),
        json!({"required": "a"}),
        json!({"$ref": 5}),
        json!({"minLength": -1}),
        json!({"items": 3}),
    ] {
        let verdicts = judged(schema, json!({"type": "object"}));
        assert!(verdicts.iter().all(|verdict| *verdict == Verdict::Undecided), "{verdicts:?}");
    }
}
