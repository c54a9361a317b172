use serde_json::{Value, json};

use super::operators::Expectation;
use super::path_problem;
use crate::jsonpath::Path;

fn holds(result: &Value, path: &str, expected: &Value) -> bool {
    let path = Path::parse(path).unwrap();
    let nodes = path.query(result).unwrap();
    Expectation::read(expected).unwrap().holds(&nodes, path.is_singular())
}

#[test]
fn what_operators_hold_for() {
    let result = json!({ "text": "hello", "n": 2.0, "list": [1, 2], "object": { "a": 1 }, "null": null,
        "twice": [{ "k": "x" }, { "k": "x" }] });
    // path, what holds, what does not.
    let table = [
        ("$.text", json!("hello"), json!("Hello")),
        ("$.n", json!(2), json!("2")),
        ("$.null", json!(null), json!(false)),
        ("$.object", json!({ "a": 1.0 }), json!({ "a": 1, "b": 2 })),
        ("$.list", json!([1, 2]), json!([2, 1])),
        ("$.absent", json!({ "$exists": false }), json!(null)),
        ("$.null", json!({ "$exists": true }), json!({ "$exists": false })),
        ("$.n", json!({ "$type": "integer" }), json!({ "$type": ["string", "null"] })),
        ("$.text", json!({ "$type": ["null", "string"] }), json!({ "$type": "number" })),
        ("$.text", json!({ "$matches": "l+" }), json!({ "$matches": "^l+$" })),
        ("$.n", json!({ "$gt": 1.5, "$lt": 3 }), json!({ "$gt": 2 })),
        ("$.text", json!({ "$contains": "ell" }), json!({ "$contains": "elll" })),
        ("$.list", json!({ "$contains": 2.0 }), json!({ "$contains": 3 })),
        ("$.object", json!({ "$contains": "a" }), json!({ "$contains": { "a": 2 } })),
        ("$.text", json!({ "$length": 5 }), json!({ "$length": { "$gt": 5 } })),
        ("$.list", json!({ "$length": { "$gt": 1, "$lt": 3 } }), json!({ "$length": 3 })),
        ("$.n", json!({ "$lt": 3 }), json!({ "$length": 1 })),
        ("$.absent", json!({ "$exists": false }), json!({ "$type": "null" })),
        ("$.twice[*].k", json!("x"), json!("y")),
        ("$.twice[*].k", json!(["x", "x"]), json!(["x"])),
        ("$.twice[*].k", json!({ "$type": "string" }), json!({ "$length": 2 })),
        ("$.twice[?@.k == 'z']", json!([]), json!("x")),
        // Any other key makes it a literal.
        ("$.object", json!({ "$exists": true }), json!({ "$exists": true, "a": 1 })),
    ];
    for (path, yes, no) in table {
        assert!(holds(&result, path, &yes), "{path} {yes}");
        assert!(!holds(&result, path, &no), "{path} {no}");
    }
}

#[test]
fn operators_with_wrong_arguments_are_refused() {
    for expected in [
        json!({ "$exists": 1 }),
        json!({ "$type": "text" }),
        json!({ "$type": [] }),
        json!({ "$matches": "(" }),
        json!({ "$matches": 1 }),
        json!({ "$length": "1" }),
        json!({ "$length": {} }),
        json!({ "$length": { "$type": "x" } }),
        json!({ "$gt": "1" }),
    ] {
        assert!(Expectation::read(&expected).is_err(), "{expected}");
    }
}

#[test]
fn golden_paths_stay_in_the_folder_of_the_config_unless_absolute() {
    for path in ["a.json", "golden/a.json", "./a/../b.json", "/tmp/a.json", "C:\\a.json", "a..b/c.json"] {
        assert_eq!(path_problem(path), None, "{path}");
    }
    for path in ["", " ", "../a.json", "a/../../b.json", "a\\..\\..\\b.json", "..", "./.."] {
        assert!(path_problem(path).is_some(), "{path}");
    }
}
