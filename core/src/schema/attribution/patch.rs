use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::view::{resolve, tokens};
use crate::surface::join_pointer;

/// References followed while a foreign schema is carried over.
const MAX_IMPORTS: usize = 200;

/// One edit of a schema. Values come from the other schema, and their references are carried over with them.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Set { at: String, value: Carried },
    Remove { at: String },
    Require { at: String, name: String },
    Unrequire { at: String, name: String },
}

/// A value to put in: which of its parts come from the other schema.
#[derive(Clone, Debug)]
pub(super) enum Carried {
    /// It stood in the schema that is edited.
    Own(Value),
    /// It stood in the other schema.
    Foreign(Value),
    /// An array of both.
    List(Vec<Carried>),
    /// `{ keyword: value }`.
    Member(&'static str, Box<Carried>),
}

/// The edited copy of `base`; `other` is where foreign values and the targets of their references come from.
pub(super) fn apply(base: &Value, other: &Value, ops: &[Op]) -> Value {
    let mut importer = Importer { other, names: BTreeMap::new(), waiting: Vec::new() };
    let mut edited = base.clone();
    for op in ops {
        match op {
            Op::Set { at, value } => {
                let value = importer.carry(value);
                set(&mut edited, at, value);
            }
            Op::Remove { at } => remove(&mut edited, at),
            Op::Require { at, name } => {
                if let Some(Value::Object(node)) = edited.pointer_mut(at) {
                    let list = node.entry("required").or_insert_with(|| Value::Array(Vec::new()));
                    if let Value::Array(list) = list
                        && !list.iter().any(|known| known == name)
                    {
                        list.push(Value::from(name.as_str()));
                    }
                }
            }
            Op::Unrequire { at, name } => {
                if let Some(Value::Array(list)) = edited.pointer_mut(at) {
                    list.retain(|known| known != name);
                    // Draft-04 allows no empty list.
                    if list.is_empty() {
                        remove(&mut edited, at);
                    }
                }
            }
        }
    }
    importer.land(&mut edited);
    edited
}

fn set(root: &mut Value, at: &str, value: Value) {
    let path = tokens(at);
    let Some((last, parents)) = path.split_last() else {
        *root = value;
        return;
    };
    let mut node = root;
    for token in parents {
        if matches!(node, Value::Bool(_)) {
            *node = Value::Object(Map::new());
        }
        node = match node {
            Value::Object(members) => {
                members.entry(token.clone()).or_insert_with(|| Value::Object(Map::new()))
            }
            Value::Array(items) => match token.parse().ok().and_then(|i: usize| items.get_mut(i)) {
                Some(item) => item,
                None => return,
            },
            _ => return,
        };
    }
    if matches!(node, Value::Bool(_)) {
        *node = Value::Object(Map::new());
    }
    match node {
        Value::Object(members) => {
            members.insert(last.clone(), value);
        }
        Value::Array(items) => {
            if let Some(item) = last.parse().ok().and_then(|i: usize| items.get_mut(i)) {
                *item = value;
            }
        }
        _ => {}
    }
}

fn remove(root: &mut Value, at: &str) {
    let path = tokens(at);
    let Some((last, parents)) = path.split_last() else { return };
    let parent = parents.iter().fold(String::new(), |pointer, token| join_pointer(&pointer, token));
    match root.pointer_mut(&parent) {
        Some(Value::Object(members)) => {
            members.remove(last);
        }
        Some(Value::Array(items)) => {
            if let Some(i) = last.parse().ok().filter(|i: &usize| *i < items.len()) {
                items.remove(i);
            }
        }
        _ => {}
    }
}

struct Importer<'a> {
    other: &'a Value,
    /// Reference in the other schema → name in the edited one.
    names: BTreeMap<String, String>,
    waiting: Vec<(String, Value)>,
}

impl Importer<'_> {
    fn carry(&mut self, value: &Carried) -> Value {
        match value {
            Carried::Own(value) => value.clone(),
            Carried::Foreign(value) => self.import(value.clone()),
            Carried::List(parts) => Value::Array(parts.iter().map(|part| self.carry(part)).collect()),
            Carried::Member(keyword, inner) => {
                Value::Object(Map::from_iter([((*keyword).to_owned(), self.carry(inner))]))
            }
        }
    }

    /// Rewrites every local reference to a definition that is carried over too.
    fn import(&mut self, mut value: Value) -> Value {
        let mut open = vec![&mut value];
        while let Some(node) = open.pop() {
            match node {
                Value::Array(items) => open.extend(items),
                Value::Object(members) => {
                    for (key, member) in members {
                        match member {
                            Value::String(reference) if key == "$ref" && reference.starts_with('#') => {
                                *reference = self.name(reference);
                            }
                            other => open.push(other),
                        }
                    }
                }
                _ => {}
            }
        }
        value
    }

    fn name(&mut self, reference: &str) -> String {
        if let Some(known) = self.names.get(reference) {
            return known.clone();
        }
        let target = resolve(self.other, reference);
        let (Some((_, target)), true) = (target, self.names.len() < MAX_IMPORTS) else {
            return reference.to_owned();
        };
        let name = format!("other-{}", self.names.len());
        let rewritten = format!("#/definitions/{name}");
        self.names.insert(reference.to_owned(), rewritten.clone());
        self.waiting.push((name, target.clone()));
        rewritten
    }

    fn land(mut self, edited: &mut Value) {
        let mut landed = Vec::new();
        while let Some((name, target)) = self.waiting.pop() {
            landed.push((name, self.import(target)));
        }
        if landed.is_empty() {
            return;
        }
        if let Value::Object(root) = edited {
            let definitions = root.entry("definitions").or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(definitions) = definitions {
                definitions.extend(landed);
            }
        }
    }
}
