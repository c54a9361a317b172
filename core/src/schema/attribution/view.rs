use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::dialects::Dialect;
use crate::schema::documents::percent_decoded;
use crate::surface::join_pointer;

/// References and `allOf` members that one view follows.
const MAX_FOLLOWED: usize = 64;

/// A schema node and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    pub(super) value: &'a Value,
    pub(super) pointer: String,
}

impl<'a> Node<'a> {
    pub(super) fn child(&self, token: &str) -> Option<Self> {
        let value = match self.value {
            Value::Array(items) => items.get(token.parse::<usize>().ok()?)?,
            other => other.get(token)?,
        };
        Some(Self { value, pointer: join_pointer(&self.pointer, token) })
    }

    pub(super) fn new(value: &'a Value, pointer: String) -> Self {
        Self { value, pointer }
    }
}

/// Everything one place says, however it is written: references followed, `allOf` members laid together.
#[derive(Clone, Debug)]
pub(super) struct View<'a> {
    /// The place as it was reached, before any reference.
    pub(super) site: Node<'a>,
    /// Where a keyword is added that the place does not have yet.
    pub(super) home: String,
    pub(super) keywords: BTreeMap<&'a str, Node<'a>>,
    pub(super) properties: BTreeMap<&'a str, Node<'a>>,
    /// Required names, each with the list it stands in.
    pub(super) required: BTreeMap<&'a str, String>,
    /// What members of `allOf` say beyond what is there already: keywords, and properties by name.
    pub(super) contradictions: Vec<(Option<&'a str>, Node<'a>)>,
    /// The places a cycle has to recognise: the targets of references.
    pub(super) targets: Vec<String>,
    /// `false`: nothing is allowed.
    pub(super) never: bool,
}

/// Keywords that say nothing about which values are allowed, or that are read on their own.
const SILENT: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "$vocabulary",
    "definitions",
    "deprecated",
    "description",
    "discriminator",
    "example",
    "examples",
    "externalDocs",
    "id",
    "nullable",
    "readOnly",
    "title",
    "writeOnly",
    "xml",
];

impl<'a> View<'a> {
    pub(super) fn new(root: &'a Value, dialect: Dialect, site: Node<'a>) -> Self {
        let mut view = Self {
            home: site.pointer.clone(),
            site: site.clone(),
            keywords: BTreeMap::new(),
            properties: BTreeMap::new(),
            required: BTreeMap::new(),
            contradictions: Vec::new(),
            targets: Vec::new(),
            never: false,
        };
        let mut followed = BTreeSet::new();
        let mut open = vec![site];
        let mut homed = false;
        while let Some(node) = open.pop() {
            if followed.len() >= MAX_FOLLOWED || !followed.insert(node.pointer.clone()) {
                continue;
            }
            match node.value {
                Value::Bool(false) => view.never = true,
                Value::Object(members) => {
                    let target = members.get("$ref").and_then(Value::as_str).and_then(|r| resolve(root, r));
                    let only_target = target.is_some() && !dialect.reads_ref_siblings;
                    if let Some((pointer, value)) = target {
                        view.targets.push(pointer.clone());
                        open.push(Node::new(value, pointer));
                    } else if !homed {
                        homed = true;
                        view.home.clone_from(&node.pointer);
                    }
                    if only_target {
                        view.take_default(&node);
                    } else {
                        view.take(&node, target_found(members, root), &mut open);
                    }
                }
                _ => {}
            }
        }
        view
    }

    /// A default beside a reference is read by generators and people even where the dialect ignores it.
    fn take_default(&mut self, node: &Node<'a>) {
        if let Some(default) = node.child("default") {
            self.keywords.entry("default").or_insert(default);
        }
    }

    fn take(&mut self, node: &Node<'a>, has_target: bool, open: &mut Vec<Node<'a>>) {
        let Value::Object(members) = node.value else { return };
        for key in members.keys().map(String::as_str) {
            let Some(member) = node.child(key) else { continue };
            match (key, member.value) {
                ("$ref", _) if has_target => {}
                (key, _) if SILENT.contains(&key) => {}
                ("properties", Value::Object(declared)) => {
                    for name in declared.keys() {
                        let Some(property) = member.child(name) else { continue };
                        match self.properties.get(name.as_str()) {
                            Some(known) if known.value == property.value => {}
                            Some(_) => self.contradictions.push((Some(name.as_str()), property)),
                            None => {
                                self.properties.insert(name, property);
                            }
                        }
                    }
                }
                ("required", Value::Array(names)) => {
                    for name in names.iter().filter_map(Value::as_str) {
                        self.required.entry(name).or_insert_with(|| member.pointer.clone());
                    }
                }
                ("allOf", Value::Array(items)) => {
                    let members: Vec<_> =
                        (0..items.len()).filter_map(|i| member.child(&i.to_string())).collect();
                    open.extend(members.into_iter().rev());
                }
                ("anyOf" | "oneOf", Value::Array(items)) if items.len() == 1 => {
                    open.extend(member.child("0"))
                }
                (key, value) => match self.keywords.get(key) {
                    Some(known) if known.value == value => {}
                    // The nearest default is the one that is read.
                    Some(_) if key == "default" || key == "format" => {}
                    Some(_) => self.contradictions.push((None, member)),
                    None => {
                        self.keywords.insert(key, member);
                    }
                },
            }
        }
    }

    pub(super) fn keyword(&self, name: &str) -> Option<&'a Value> {
        self.keywords.get(name).map(|node| node.value)
    }

    /// Where a keyword stands, or would stand.
    pub(super) fn at(&self, name: &str) -> String {
        self.keywords.get(name).map_or_else(|| join_pointer(&self.home, name), |node| node.pointer.clone())
    }
}

fn target_found(members: &serde_json::Map<String, Value>, root: &Value) -> bool {
    members.get("$ref").and_then(Value::as_str).is_some_and(|reference| resolve(root, reference).is_some())
}

/// The target of a local reference and its pointer.
pub(super) fn resolve<'a>(root: &'a Value, reference: &str) -> Option<(String, &'a Value)> {
    let fragment = reference.strip_prefix('#')?;
    let pointer = percent_decoded(fragment)?;
    if !pointer.is_empty() && !pointer.starts_with('/') {
        return None;
    }
    root.pointer(&pointer).map(|target| (pointer, target))
}

/// The tokens of a pointer, unescaped.
pub(super) fn tokens(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~")).collect()
}
