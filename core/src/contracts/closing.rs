use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::rules::Verdict;
use crate::schema::{Budget, Decision, accepts, decide_open};

/// Whether `new` refuses undeclared properties that `old` takes: for a published contract an absent
/// `additionalProperties` means open.
///
/// Adding an optional property is no closing, so values that use a name which only `new` declares are left out.
pub(super) fn closing(old: &Value, new: &Value) -> Decision {
    let mut settled = old.clone();
    let mut walk = Walk { old, new, steps: MAX_STEPS };
    walk.settle(&mut settled, old, new);
    let mut decision = decide_open(&settled, new, Budget::WHOLE);
    let is_shown = decision.witness.as_ref().is_some_and(|witness| accepts(old, witness).unwrap_or(false));
    if walk.steps == 0 || (decision.verdict == Verdict::Breaking && !is_shown) {
        decision = Decision {
            verdict: Verdict::Undecided,
            effect: None,
            witness: None,
            reason: Some("whether undeclared properties are still taken was not found out".to_owned()),
            ..decision
        };
    }
    decision
}

/// Whether a property that `old` declares by name is declared by `new` no more. Dropping what only constrains
/// undeclared properties takes nothing from a caller.
pub(super) fn loses_a_name(old: &Value, new: &Value) -> bool {
    let mut walk = Walk { old, new, steps: MAX_STEPS };
    walk.loses(old, new) || walk.steps == 0
}

/// How many subschemas are looked at.
const MAX_STEPS: usize = 100_000;

/// Keywords whose value holds subschemas by name.
const BY_NAME: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Keywords whose value is a subschema, or a list of them. Not those that negate theirs.
const DIRECT: [&str; 10] = [
    "items",
    "prefixItems",
    "additionalItems",
    "additionalProperties",
    "contains",
    "allOf",
    "anyOf",
    "oneOf",
    "then",
    "else",
];
/// Keywords whose subschemas speak of the same value as the schema they stand in.
const IN_PLACE: [&str; 6] = ["allOf", "anyOf", "oneOf", "if", "then", "else"];

struct Walk<'a> {
    old: &'a Value,
    new: &'a Value,
    steps: usize,
}

impl<'a> Walk<'a> {
    /// Forbids, in a copy of the old schema, every name that only the new one declares at the same place.
    fn settle(&mut self, copy: &mut Value, old: &'a Value, new: &'a Value) {
        let Some(members) = copy.as_object_mut() else {
            return;
        };
        let known = self.declared(self.old, old);
        let fresh: Vec<&str> = self.declared(self.new, new).difference(&known).copied().collect();
        for keyword in BY_NAME {
            let Some(children) = members.get_mut(keyword).and_then(Value::as_object_mut) else {
                continue;
            };
            for (name, child) in children {
                let old_child = old.get(keyword).and_then(|all| all.get(name));
                let new_child = self.child(new, keyword).and_then(|all| all.get(name));
                if let (Some(old_child), Some(new_child)) = (old_child, new_child) {
                    self.settle(child, old_child, new_child);
                }
            }
        }
        for keyword in DIRECT {
            let (Some(child), Some(old_child), Some(new_child)) =
                (members.get_mut(keyword), old.get(keyword), self.child(new, keyword))
            else {
                continue;
            };
            match (child, old_child, new_child) {
                (Value::Array(copies), Value::Array(olds), Value::Array(news)) => {
                    for ((copy, old), new) in copies.iter_mut().zip(olds).zip(news) {
                        self.settle(copy, old, new);
                    }
                }
                (copy, old, new) => self.settle(copy, old, new),
            }
        }
        if fresh.is_empty() {
            return;
        }
        let properties = members.entry("properties").or_insert_with(|| Value::Object(Map::new()));
        if let Some(properties) = properties.as_object_mut() {
            properties.extend(fresh.into_iter().map(|name| (name.to_owned(), Value::Bool(false))));
        }
    }

    fn loses(&mut self, old: &'a Value, new: &'a Value) -> bool {
        let (before, after) = (self.declared(self.old, old), self.declared(self.new, new));
        if self.steps == 0 || before.difference(&after).next().is_some() {
            return true;
        }
        for keyword in BY_NAME {
            for (name, old_child) in old.get(keyword).and_then(Value::as_object).into_iter().flatten() {
                let new_child = self.child(new, keyword).and_then(|all| all.get(name));
                if self.loses(old_child, new_child.unwrap_or(&Value::Null)) {
                    return true;
                }
            }
        }
        for keyword in DIRECT {
            let new_child = self.child(new, keyword);
            let lost = match (old.get(keyword), new_child) {
                (None, _) => false,
                (Some(Value::Array(olds)), news) => {
                    let news = news.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                    let news = news.iter().chain(std::iter::repeat(&Value::Null));
                    olds.iter().zip(news).any(|(old, new)| self.loses(old, new))
                }
                (Some(old), new) => self.loses(old, new.unwrap_or(&Value::Null)),
            };
            if lost {
                return true;
            }
        }
        false
    }

    /// A member of a schema, or of the schema it refers to.
    fn child(&self, schema: &'a Value, keyword: &str) -> Option<&'a Value> {
        let own = schema.get(keyword);
        own.or_else(|| target(self.new, schema).and_then(|target| target.get(keyword)))
    }

    /// The names of properties that a schema speaks of, itself or through what it refers to and is made of.
    fn declared(&mut self, document: &'a Value, schema: &'a Value) -> BTreeSet<&'a str> {
        let mut names = BTreeSet::new();
        let mut seen: BTreeSet<*const Value> = BTreeSet::new();
        let mut open = vec![schema];
        while let Some(schema) = open.pop() {
            if !seen.insert(std::ptr::from_ref(schema)) {
                continue;
            }
            self.steps = self.steps.saturating_sub(1);
            if self.steps == 0 {
                return names;
            }
            let properties = schema.get("properties").and_then(Value::as_object);
            names.extend(properties.into_iter().flat_map(Map::keys).map(String::as_str));
            open.extend(target(document, schema));
            for keyword in IN_PLACE {
                match schema.get(keyword) {
                    Some(Value::Array(branches)) => open.extend(branches),
                    Some(branch) => open.push(branch),
                    None => {}
                }
            }
        }
        names
    }
}

/// What a local `$ref` points at.
fn target<'a>(document: &'a Value, schema: &'a Value) -> Option<&'a Value> {
    document.pointer(schema.get("$ref")?.as_str()?.strip_prefix('#')?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(properties: Value) -> Value {
        json!({ "type": "object", "properties": properties })
    }

    fn verdict(old: &Value, new: &Value) -> Verdict {
        closing(old, new).verdict
    }

    #[test]
    fn a_narrowed_rest_is_shown_with_a_value_it_refuses() {
        let old = object(json!({ "a": { "type": "string" } }));
        for rest in [json!(false), json!({ "type": "string" }), json!({ "maxLength": 3 })] {
            let mut new = old.clone();
            new["additionalProperties"] = rest.clone();
            let decision = closing(&old, &new);
            assert_eq!(decision.verdict, Verdict::Breaking, "{rest}");
            let witness = decision.witness.unwrap();
            assert!(accepts(&old, &witness).unwrap() && !accepts(&new, &witness).unwrap(), "{witness}");
            assert_eq!(verdict(&new, &old), Verdict::Compatible, "{rest}");
        }
    }

    #[test]
    fn closing_is_found_wherever_it_stands() {
        let open = object(json!({ "a": { "type": "string" } }));
        let mut closed = open.clone();
        closed["additionalProperties"] = json!(false);
        let places: [fn(&Value) -> Value; 5] = [
            |schema| object(json!({ "x": schema })),
            |schema| object(json!({ "x": { "type": "array", "items": schema } })),
            |schema| json!({ "type": "object", "allOf": [schema] }),
            |schema| {
                json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/x" } },
                        "$defs": { "x": schema } })
            },
            |schema| object(json!({ "x": { "anyOf": [schema, { "type": "string" }] } })),
        ];
        for place in places {
            let (old, new) = (place(&open), place(&closed));
            assert_eq!(verdict(&old, &new), Verdict::Breaking, "{new}");
            assert_eq!(verdict(&new, &old), Verdict::Compatible, "{old}");
        }
    }

    #[test]
    fn a_new_optional_property_is_no_closing_wherever_it_stands() {
        let old = object(json!({ "a": { "type": "string" } }));
        let new = object(json!({ "a": { "type": "string" }, "b": { "type": "integer" } }));
        assert_eq!(verdict(&old, &new), Verdict::Compatible);
        let below = |schema: &Value| object(json!({ "x": { "type": "array", "items": schema } }));
        assert_eq!(verdict(&below(&old), &below(&new)), Verdict::Compatible);
        let moved = json!({ "type": "object", "properties": { "b": { "type": "integer" } },
                            "allOf": [{ "properties": { "a": { "type": "string" } } }] });
        assert_eq!(verdict(&old, &moved), Verdict::Compatible, "a property may move");
    }
}
