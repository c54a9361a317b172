use std::collections::BTreeSet;

use serde_json::Value;

use super::dialects::Dialect;
use super::difference::Difference;
use super::patch::{Carried, Op};
use super::row::Pair;
use super::view::{Node, View};
use super::{plain, rows, union, values, words};

/// How deep and how far two schemas are walked.
const MAX_DEPTH: usize = 48;
const MAX_PLACES: usize = 5_000;
const MAX_DIFFERENCES: usize = 500;

/// A walk over two schemas side by side that lists what differs where.
pub(super) struct Walk<'a> {
    old_root: &'a Value,
    new_root: &'a Value,
    pub(super) old_dialect: Dialect,
    pub(super) new_dialect: Dialect,
    seen: BTreeSet<(String, String)>,
    found: Vec<Difference>,
}

/// Everything that differs between two schemas, in the order of the old one.
pub(super) fn differences(old: &Value, new: &Value) -> Vec<Difference> {
    let mut walk = Walk {
        old_root: old,
        new_root: new,
        old_dialect: Dialect::of(old),
        new_dialect: Dialect::of(new),
        seen: BTreeSet::new(),
        found: Vec::new(),
    };
    walk.visit(Node::new(old, String::new()), Node::new(new, String::new()), "", 0);
    walk.found
}

impl<'a> Walk<'a> {
    /// Compares one place with its counterpart. Each pair of places is looked at once, which ends every cycle.
    pub(super) fn visit(&mut self, old: Node<'a>, new: Node<'a>, label: &str, depth: usize) {
        let known = !self.seen.insert((old.pointer.clone(), new.pointer.clone()));
        if known || depth > MAX_DEPTH || self.seen.len() > MAX_PLACES || self.found.len() > MAX_DIFFERENCES {
            return;
        }
        if old.value == new.value && !mentions_reference(old.value) {
            return;
        }
        let (old, new) = (self.view(old, true), self.view(new, false));
        self.compare(&old, &new, label, depth);
    }

    fn compare(&mut self, old: &View<'a>, new: &View<'a>, label: &str, depth: usize) {
        if depth == 0 && lost_everything(old, new) {
            let ops = self.replace(old, new);
            let phrase = "lost its type and all its properties".to_owned();
            self.push_place(&rows::ROOT_TYPE_MISSING, old, new, phrase, ops);
            return;
        }
        plain::annotations(self, old, new, label);
        let lists = values::compare(self, old, new, label);
        if lists || !union::compare(self, old, new, label, depth) {
            plain::compare(self, old, new, label, depth, lists);
        }
    }

    pub(super) fn view(&self, node: Node<'a>, old_side: bool) -> View<'a> {
        if old_side {
            View::new(self.old_root, self.old_dialect, node)
        } else {
            View::new(self.new_root, self.new_dialect, node)
        }
    }

    /// The alternatives of a place, when it has exactly one list of them.
    pub(super) fn branches(&self, view: &View<'a>) -> Option<(&'static str, Vec<Node<'a>>)> {
        match (view.keywords.get("anyOf"), view.keywords.get("oneOf")) {
            (Some(list), None) => Some(("anyOf", children(list)?)),
            (None, Some(list)) => Some(("oneOf", children(list)?)),
            _ => None,
        }
    }

    /// The edits that give each side the keywords of the other.
    pub(super) fn swap(&self, old: &View<'a>, new: &View<'a>, keywords: &[&str]) -> (Vec<Op>, Vec<Op>) {
        let edits = |to: &View<'_>, from: &View<'_>| {
            keywords
                .iter()
                .filter_map(|key| match (from.keyword(key), to.keyword(key)) {
                    (None, None) => None,
                    (None, Some(_)) => Some(Op::Remove { at: to.at(key) }),
                    (Some(value), _) => {
                        Some(Op::Set { at: to.at(key), value: Carried::Foreign(value.clone()) })
                    }
                })
                .collect()
        };
        (edits(old, new), edits(new, old))
    }

    /// The edits that put one place in the stead of the other.
    pub(super) fn replace(&self, old: &View<'a>, new: &View<'a>) -> (Vec<Op>, Vec<Op>) {
        let edit = |to: &View<'_>, from: &View<'_>| {
            vec![Op::Set { at: to.site.pointer.clone(), value: Carried::Foreign(from.site.value.clone()) }]
        };
        (edit(old, new), edit(new, old))
    }

    /// Notes a difference in a keyword.
    pub(super) fn push(
        &mut self,
        pair: &'static Pair,
        (old, old_key): (&View<'_>, &str),
        (new, new_key): (&View<'_>, &str),
        phrase: String,
        (forward, backward): (Vec<Op>, Vec<Op>),
    ) {
        let place = |view: &View<'_>, key: &str| {
            view.keywords.get(key).map_or_else(
                || (view.home.clone(), None),
                |node| (node.pointer.clone(), Some(node.value.clone())),
            )
        };
        let ((pointer_old, before), (pointer_new, after)) = (place(old, old_key), place(new, new_key));
        self.found.push(Difference {
            pair,
            pointer_old,
            pointer_new,
            before,
            after,
            phrase,
            forward,
            backward,
        });
    }

    /// Notes a difference of a whole place.
    pub(super) fn push_place(
        &mut self,
        pair: &'static Pair,
        old: &View<'_>,
        new: &View<'_>,
        phrase: String,
        (forward, backward): (Vec<Op>, Vec<Op>),
    ) {
        self.found.push(Difference {
            pair,
            pointer_old: old.site.pointer.clone(),
            pointer_new: new.site.pointer.clone(),
            before: Some(old.site.value.clone()),
            after: Some(new.site.value.clone()),
            phrase,
            forward,
            backward,
        });
    }

    pub(super) fn push_difference(&mut self, difference: Difference) {
        self.found.push(difference);
    }
}

fn children<'a>(list: &Node<'a>) -> Option<Vec<Node<'a>>> {
    let Value::Array(items) = list.value else { return None };
    Some((0..items.len()).filter_map(|i| list.child(&i.to_string())).collect())
}

/// Whether the root said something and now says nothing at all.
fn lost_everything(old: &View<'_>, new: &View<'_>) -> bool {
    let said = !old.properties.is_empty() || old.keywords.contains_key("type");
    let silent = new.keywords.iter().all(|(key, node)| *key == "default" || plain::says_nothing(node.value));
    said && !new.never && silent && new.properties.is_empty() && new.contradictions.is_empty()
}

pub(super) fn mentions_reference(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(mentions_reference),
        Value::Object(members) => members.contains_key("$ref") || members.values().any(mentions_reference),
        _ => false,
    }
}

/// `added to "x"`, `removed from "x"` or `of "x" changed`, with the values where they are short.
pub(super) fn moved(keyword: &str, label: &str, before: Option<&Value>, after: Option<&Value>) -> String {
    let short =
        |value: &Value| if value.is_object() { String::new() } else { format!(" {}", words::value(value)) };
    match (before, after) {
        (None, Some(after)) => format!("{keyword}{} added{}", short(after), words::with("to", label)),
        (Some(before), None) => format!("{keyword}{} removed{}", short(before), words::with("from", label)),
        (Some(before), Some(after)) if !before.is_object() && !after.is_object() => {
            let (before, after) = (words::value(before), words::value(after));
            format!("{} changed from {before} to {after}", words::of(keyword, label))
        }
        _ => format!("{} changed", words::of(keyword, label)),
    }
}
