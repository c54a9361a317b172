use std::collections::BTreeMap;

use serde_json::Value;

use super::side::{Known, Side};
use crate::surface::{join_pointer, pointer};

/// How deep and how far a schema is searched for texts.
const MAX_DEPTH: usize = 64;
const MAX_PLACES: usize = 20_000;

/// Keywords whose members are schemas by name.
const MAPS: &[&str] = &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Keywords that hold values, not schemas.
const VALUES: &[&str] = &["default", "const", "enum", "examples"];

/// A place in a schema that values pass through, and the nodes that speak of it (a `$ref` and its target).
pub(super) struct Place<'a> {
    nodes: Vec<(&'a Value, String)>,
}

impl<'a> Place<'a> {
    pub(super) fn of(node: &'a Value, pointer: String) -> Self {
        Self { nodes: vec![(node, pointer)] }
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = *const Value> {
        self.nodes.iter().map(|(node, _)| std::ptr::from_ref(*node))
    }

    /// The first node that has the text wins: a description beside a `$ref` overrides its target's.
    pub(super) fn text(&self, side: Side<'a>, member: &str) -> (Known<'a>, String) {
        for (node, pointer) in &self.nodes {
            let at = join_pointer(pointer, member);
            let known = side.text(&at, node.get(member).and_then(Value::as_str));
            if known != Known::Absent {
                return (known, at);
            }
        }
        let at = self.nodes.first().map(|(_, pointer)| join_pointer(pointer, member)).unwrap_or_default();
        (Known::Absent, at)
    }
}

/// Every place that values pass through, by its path.
pub(super) fn places<'a>(schema: &'a Value, pointer: &str) -> BTreeMap<String, Place<'a>> {
    let mut walk = Walk { root: schema, root_pointer: pointer, places: BTreeMap::new() };
    walk.visit(schema, pointer, "", 0);
    walk.places
}

struct Walk<'a, 'p> {
    root: &'a Value,
    root_pointer: &'p str,
    places: BTreeMap<String, Place<'a>>,
}

impl<'a> Walk<'a, '_> {
    fn visit(&mut self, node: &'a Value, pointer: &str, path: &str, depth: usize) {
        let Some(members) = node.as_object() else {
            return;
        };
        if depth > MAX_DEPTH || self.places.len() > MAX_PLACES {
            return;
        }
        let place = self.places.entry(path.to_owned()).or_insert(Place { nodes: Vec::new() });
        if place.nodes.iter().any(|(known, _)| std::ptr::eq(*known, node)) || place.nodes.len() > MAX_DEPTH {
            return;
        }
        place.nodes.push((node, pointer.to_owned()));
        if let Some(reference) = members.get("$ref").and_then(Value::as_str)
            && let Some(tail) = reference.strip_prefix('#')
            && let Some(target) = self.root.pointer(tail)
        {
            let target_pointer = format!("{}{tail}", self.root_pointer);
            self.visit(target, &target_pointer, path, depth + 1);
        }
        for keyword in ["properties", "patternProperties"] {
            let Some(properties) = members.get(keyword).and_then(Value::as_object) else {
                continue;
            };
            let base = join_pointer(pointer, keyword);
            for (name, property) in properties {
                let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                self.visit(property, &join_pointer(&base, name), &inner, depth + 1);
            }
        }
        for (keyword, mark) in [("items", "[]"), ("additionalProperties", ".*"), ("contains", "[?]")] {
            if let Some(child) = members.get(keyword) {
                self.visit(child, &join_pointer(pointer, keyword), &format!("{path}{mark}"), depth + 1);
            }
        }
        for keyword in ["prefixItems", "items"] {
            self.branches(members.get(keyword), pointer, keyword, depth, |index| format!("{path}[{index}]"));
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            self.branches(members.get(keyword), pointer, keyword, depth, |index| {
                if keyword == "allOf" { path.to_owned() } else { format!("{path}|{index}") }
            });
        }
    }

    fn branches(
        &mut self,
        branches: Option<&'a Value>,
        pointer: &str,
        keyword: &str,
        depth: usize,
        path: impl Fn(usize) -> String,
    ) {
        let base = join_pointer(pointer, keyword);
        for (index, branch) in branches.and_then(Value::as_array).into_iter().flatten().enumerate() {
            self.visit(branch, &join_pointer(&base, &index.to_string()), &path(index), depth + 1);
        }
    }
}

/// Every place that may be a schema itself and is there on both sides, with its pointer.
pub(super) fn twins<'a>(
    old: &'a Value,
    new: &'a Value,
    mut visit: impl FnMut(&dyn Fn() -> String, &'a Value, &'a Value),
) {
    // How each place is reached from the one before: pointers of all of them would cost more than the schema.
    let mut steps: Vec<(usize, String)> = vec![(0, String::new())];
    let mut open = vec![(old, new, 0, false)];
    while let Some((before, after, step, is_map)) = open.pop() {
        let children: Vec<(String, &Value, &Value, bool)> = match (before, after) {
            (Value::Object(before), Value::Object(after)) => after
                .iter()
                .filter(|(key, _)| is_map || !VALUES.contains(&key.as_str()))
                .filter_map(|(key, member)| {
                    let is_map = !is_map && MAPS.contains(&key.as_str());
                    Some((key.clone(), before.get(key)?, member, is_map))
                })
                .collect(),
            (Value::Array(before), Value::Array(after)) => {
                let pairs = before.iter().zip(after).enumerate();
                pairs.map(|(index, (before, after))| (index.to_string(), before, after, false)).collect()
            }
            _ => Vec::new(),
        };
        if !after.is_array() && !is_map {
            visit(&|| climbed(&steps, step), before, after);
        }
        for (token, before, after, is_map) in children.into_iter().rev() {
            steps.push((step, token));
            open.push((before, after, steps.len() - 1, is_map));
        }
    }
}

fn climbed(steps: &[(usize, String)], from: usize) -> String {
    let mut tokens = Vec::new();
    let mut at = from;
    while let Some((parent, token)) = steps.get(at).filter(|_| at > 0) {
        tokens.push(token.as_str());
        at = *parent;
    }
    tokens.reverse();
    pointer(&tokens)
}
