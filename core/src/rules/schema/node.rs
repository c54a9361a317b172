use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::surface::join_pointer;

/// Deeper than any real schema; what lies below is reported and not looked at.
pub(super) const DEEPEST: usize = 100;

/// One subschema and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    pub(super) schema: &'a Value,
    pub(super) pointer: String,
    /// Whether every valid value of the root has a value here that must satisfy it.
    pub(super) binding: bool,
}

/// Every subschema of a schema in a fixed order, the root first; `false` when some lay too deep.
pub(super) fn nodes<'a>(root: &'a Value, pointer: &str) -> (Vec<Node<'a>>, bool) {
    let mut found = Vec::new();
    let mut whole = true;
    let mut open = vec![(Node { schema: root, pointer: pointer.to_owned(), binding: true }, 0_usize)];
    while let Some((node, depth)) = open.pop() {
        if depth >= DEEPEST {
            whole = false;
            continue;
        }
        let mut inner = Vec::new();
        if let Value::Object(members) = node.schema {
            children(members, &node, &mut inner);
        }
        open.extend(inner.into_iter().rev().map(|child| (child, depth + 1)));
        found.push(node);
    }
    (found, whole)
}

fn children<'a>(members: &'a Map<String, Value>, node: &Node<'a>, inner: &mut Vec<Node<'a>>) {
    let names = members.get("required").and_then(Value::as_array);
    let required: BTreeSet<&str> = names.into_iter().flatten().filter_map(Value::as_str).collect();
    for (key, value) in members {
        let at = join_pointer(&node.pointer, key);
        match (key.as_str(), value) {
            (
                "properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas",
                Value::Object(map),
            ) => {
                for (name, schema) in map {
                    let binding = node.binding && key == "properties" && required.contains(name.as_str());
                    inner.push(Node { schema, pointer: join_pointer(&at, name), binding });
                }
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems" | "items", Value::Array(list)) => {
                let binding = node.binding
                    && (key == "allOf" || list.len() == 1 && key != "items" && key != "prefixItems");
                for (position, schema) in list.iter().enumerate() {
                    inner.push(Node { schema, pointer: join_pointer(&at, &position.to_string()), binding });
                }
            }
            (
                "items"
                | "additionalProperties"
                | "additionalItems"
                | "contains"
                | "propertyNames"
                | "not"
                | "if"
                | "then"
                | "else"
                | "unevaluatedItems"
                | "unevaluatedProperties",
                schema,
            ) => inner.push(Node { schema, pointer: at, binding: false }),
            _ => {}
        }
    }
}
