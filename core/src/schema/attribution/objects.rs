use std::collections::BTreeSet;

use serde_json::Value;

use super::difference::Difference;
use super::patch::{Carried, Op};
use super::plain::{said, subject_to};
use super::view::{Node, View};
use super::walk::Walk;
use super::{rows, words};
use crate::surface::join_pointer;
use crate::text::quoted;

pub(super) fn properties<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str, depth: usize) {
    let names: BTreeSet<&str> = old.properties.keys().chain(new.properties.keys()).copied().collect();
    for name in names {
        let place = words::property(label, name);
        match (old.properties.get(name), new.properties.get(name)) {
            (Some(before), Some(after)) => {
                requiredness(walk, old, new, name, &place, (before, after));
                walk.visit(before.clone(), after.clone(), &place, depth + 1);
            }
            (None, Some(after)) => {
                let required = new.required.contains_key(name);
                let (pair, word) = if required {
                    (&rows::PROPERTY_REQUIRED_ADDED, "required")
                } else {
                    (&rows::PROPERTY_ADDED, "optional")
                };
                walk.push_difference(Difference {
                    pair,
                    pointer_old: old.home.clone(),
                    pointer_new: after.pointer.clone(),
                    before: None,
                    after: Some(after.value.clone()),
                    phrase: format!("added {word} property {}", quoted(&place)),
                    forward: declare(old, new, name, after),
                    backward: undeclare(new, name, after),
                });
            }
            (Some(before), None) => {
                let required = old.required.contains_key(name);
                walk.push_difference(Difference {
                    pair: if required { &rows::PROPERTY_REQUIRED_REMOVED } else { &rows::PROPERTY_REMOVED },
                    pointer_old: before.pointer.clone(),
                    pointer_new: new.home.clone(),
                    before: Some(before.value.clone()),
                    after: None,
                    phrase: format!("removed property {}", quoted(&place)),
                    forward: undeclare(old, name, before),
                    backward: declare(new, old, name, before),
                });
            }
            (None, None) => {}
        }
    }
    undeclared_requirements(walk, old, new, label);
}

/// The edits that declare a property as the other side does.
fn declare(to: &View<'_>, from: &View<'_>, name: &str, property: &Node<'_>) -> Vec<Op> {
    let at = join_pointer(&join_pointer(&to.home, "properties"), name);
    let mut ops = vec![Op::Set { at, value: Carried::Foreign(property.value.clone()) }];
    if from.required.contains_key(name) {
        ops.push(Op::Require { at: to.home.clone(), name: name.to_owned() });
    }
    ops
}

fn undeclare(view: &View<'_>, name: &str, property: &Node<'_>) -> Vec<Op> {
    let mut ops = vec![Op::Remove { at: property.pointer.clone() }];
    ops.extend(view.required.get(name).map(|at| Op::Unrequire { at: at.clone(), name: name.to_owned() }));
    ops
}

fn requiredness(
    walk: &mut Walk<'_>,
    old: &View<'_>,
    new: &View<'_>,
    name: &str,
    place: &str,
    (before, after): (&Node<'_>, &Node<'_>),
) {
    let (pair, word) = match (old.required.get(name), new.required.get(name)) {
        (None, Some(_)) => (&rows::PROPERTY_BECAME_REQUIRED, "required"),
        (Some(_), None) => (&rows::PROPERTY_BECAME_OPTIONAL, "optional"),
        _ => return,
    };
    walk.push_difference(Difference {
        pair,
        pointer_old: before.pointer.clone(),
        pointer_new: after.pointer.clone(),
        before: Some(Value::from(if word == "required" { "optional" } else { "required" })),
        after: Some(Value::from(word)),
        phrase: format!("made property {} {word}", quoted(place)),
        forward: requirement(old, new, name),
        backward: requirement(new, old, name),
    });
}

fn requirement(to: &View<'_>, from: &View<'_>, name: &str) -> Vec<Op> {
    let name = name.to_owned();
    match (to.required.get(&*name), from.required.contains_key(&*name)) {
        (Some(at), false) => vec![Op::Unrequire { at: at.clone(), name }],
        (None, true) => vec![Op::Require { at: to.home.clone(), name }],
        _ => Vec::new(),
    }
}

/// Names that are required without being declared.
fn undeclared_requirements(walk: &mut Walk<'_>, old: &View<'_>, new: &View<'_>, label: &str) {
    let names: BTreeSet<&str> = old.required.keys().chain(new.required.keys()).copied().collect();
    for name in names {
        if old.properties.contains_key(name) || new.properties.contains_key(name) {
            continue;
        }
        let place = quoted(&words::property(label, name));
        let (pair, phrase) = match (old.required.get(name), new.required.get(name)) {
            (None, Some(_)) => (
                &rows::PROPERTY_REQUIRED_ADDED,
                format!("added required property {place}, which it does not declare"),
            ),
            (Some(_), None) => (
                &rows::PROPERTY_BECAME_OPTIONAL,
                format!("no longer requires the undeclared property {place}"),
            ),
            _ => continue,
        };
        walk.push_difference(Difference {
            pair,
            pointer_old: old.required.get(name).cloned().unwrap_or_else(|| old.home.clone()),
            pointer_new: new.required.get(name).cloned().unwrap_or_else(|| new.home.clone()),
            before: None,
            after: None,
            phrase,
            forward: requirement(old, new, name),
            backward: requirement(new, old, name),
        });
    }
}

/// What is said of properties that are not declared.
pub(super) fn undeclared<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str, depth: usize) {
    for keyword in ["additionalProperties", "unevaluatedProperties"] {
        let (before, after) = (said(old, keyword), said(new, keyword));
        let closed = |value: Option<&Value>| matches!(value, Some(Value::Bool(false)));
        let to = subject_to(label);
        let (pair, phrase) = match (before, after) {
            // Saying so opens a place whose sender is otherwise taken to send what is declared.
            (None, None) if !old.keywords.contains_key(keyword) && new.keywords.contains_key(keyword) => {
                (&rows::ADDITIONAL_PROPERTIES_OPENED, format!("opened{to} to undeclared properties"))
            }
            (None, None) => continue,
            (a, b) if closed(a) && closed(b) => continue,
            (_, b) if closed(b) => {
                (&rows::ADDITIONAL_PROPERTIES_CLOSED, format!("closed{to} to undeclared properties"))
            }
            (a, _) if closed(a) => {
                (&rows::ADDITIONAL_PROPERTIES_OPENED, format!("opened{to} to undeclared properties"))
            }
            (None, Some(_)) => (
                &rows::ADDITIONAL_PROPERTIES_CONSTRAINED,
                format!("undeclared properties{} must satisfy a schema now", words::with("of", label)),
            ),
            (Some(_), None) => (
                &rows::ADDITIONAL_PROPERTIES_OPENED,
                format!(
                    "undeclared properties{} no longer have to satisfy a schema",
                    words::with("of", label)
                ),
            ),
            (Some(_), Some(_)) => {
                if let (Some(before), Some(after)) = (old.keywords.get(keyword), new.keywords.get(keyword)) {
                    walk.visit(before.clone(), after.clone(), &words::property(label, "*"), depth + 1);
                }
                continue;
            }
        };
        let ops = walk.swap(old, new, &[keyword]);
        walk.push(pair, (old, keyword), (new, keyword), phrase, ops);
    }
}

pub(super) fn pattern_properties<'a>(
    walk: &mut Walk<'a>,
    old: &View<'a>,
    new: &View<'a>,
    label: &str,
    depth: usize,
) {
    let keyword = "patternProperties";
    let (before, after) = (old.keywords.get(keyword), new.keywords.get(keyword));
    let keys = |node: Option<&Node<'a>>| -> BTreeSet<&'a str> {
        node.and_then(|node| node.value.as_object())
            .into_iter()
            .flat_map(|map| map.keys().map(String::as_str))
            .collect()
    };
    let names: BTreeSet<&str> = keys(before).union(&keys(after)).copied().collect();
    for name in names {
        let one = before.and_then(|node| node.child(name));
        let two = after.and_then(|node| node.child(name));
        let place = words::property(label, &format!("/{name}/"));
        let (pair, phrase) = match (&one, &two) {
            (Some(one), Some(two)) => {
                walk.visit(one.clone(), two.clone(), &place, depth + 1);
                continue;
            }
            (None, Some(_)) => (
                &rows::PATTERN_PROPERTIES_ADDED,
                format!("declared properties that match {}", quoted(&place)),
            ),
            _ => (
                &rows::PATTERN_PROPERTIES_REMOVED,
                format!("no longer declares properties that match {}", quoted(&place)),
            ),
        };
        let edit = |view: &View<'_>, own: &Option<Node<'_>>, foreign: &Option<Node<'_>>| {
            let at = join_pointer(&view.at(keyword), name);
            match (own, foreign) {
                (_, Some(foreign)) => vec![Op::Set { at, value: Carried::Foreign(foreign.value.clone()) }],
                (Some(own), None) => vec![Op::Remove { at: own.pointer.clone() }],
                (None, None) => Vec::new(),
            }
        };
        let ops = (edit(old, &one, &two), edit(new, &two, &one));
        walk.push(pair, (old, keyword), (new, keyword), phrase, ops);
    }
}
