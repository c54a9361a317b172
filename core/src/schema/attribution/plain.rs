use std::collections::BTreeSet;

use serde_json::Value;

use super::difference::Difference;
use super::patch::{Carried, Op};
use super::row::Pair;
use super::values::same;
use super::view::{Node, View};
use super::walk::{Walk, moved};
use super::{bounds, rows, words};
use crate::surface::join_pointer;
use crate::text::quoted;

/// Types in the order they are named.
const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/// What no validator looks at: defaults, formats, content descriptions.
pub(super) fn annotations<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str) {
    for keyword in ["default", "format", "contentEncoding", "contentMediaType", "contentSchema"] {
        let (before, after) = (old.keyword(keyword), new.keyword(keyword));
        if before == after || before.zip(after).is_some_and(|(before, after)| same(before, after)) {
            continue;
        }
        let pair = match (keyword, before, after) {
            ("default", ..) => &rows::DEFAULT_CHANGED,
            ("format", None, _) => &rows::FORMAT_ADDED,
            ("format", _, None) => &rows::FORMAT_REMOVED,
            ("format", ..) => &rows::FORMAT_CHANGED,
            _ => &rows::CONTENT_CHANGED,
        };
        let phrase = moved(keyword, label, before, after);
        walk.push(pair, (old, keyword), (new, keyword), phrase, (Vec::new(), Vec::new()));
    }
}

/// Compares everything but listed values and alternatives. `typed` says that types need no word here.
pub(super) fn compare<'a>(
    walk: &mut Walk<'a>,
    old: &View<'a>,
    new: &View<'a>,
    label: &str,
    depth: usize,
    typed: bool,
) {
    if !typed && !types_overlap(walk, old, new, label) {
        return;
    }
    bounds::compare(walk, old, new, label);
    strings_and_numbers(walk, old, new, label);
    properties(walk, old, new, label, depth);
    undeclared(walk, old, new, label, depth);
    pattern_properties(walk, old, new, label, depth);
    items(walk, old, new, label, depth);
    keyword_rows(walk, old, new, label);
    contradictions(walk, old, new, label, depth);
}

/// The types a place allows, by its own keywords; `None` for any.
pub(super) fn types<'a>(
    walk: &Walk<'a>,
    view: &View<'a>,
    old_side: bool,
    depth: usize,
) -> Option<BTreeSet<String>> {
    match view.keyword("type") {
        Some(Value::String(one)) => return Some(BTreeSet::from([one.clone()])),
        Some(Value::Array(list)) => {
            return Some(list.iter().filter_map(Value::as_str).map(str::to_owned).collect());
        }
        _ => {}
    }
    let listed = match (view.keyword("const"), view.keyword("enum")) {
        (Some(value), _) => Some(std::slice::from_ref(value)),
        (None, Some(Value::Array(list))) => Some(list.as_slice()),
        _ => None,
    };
    if let Some(values) = listed {
        return Some(values.iter().map(|value| type_of(value).to_owned()).collect());
    }
    let (_, branches) = walk.branches(view).filter(|_| depth > 0)?;
    let mut all = BTreeSet::new();
    for branch in branches {
        all.extend(types(walk, &walk.view(branch, old_side), old_side, depth - 1)?);
    }
    Some(all)
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a set of types allows one of them: every integer is a number.
pub(super) fn allows(types: &BTreeSet<String>, one: &str) -> bool {
    types.contains(one) || (one == "integer" && types.contains("number"))
}

/// `string|null`.
pub(super) fn spelled(types: Option<&BTreeSet<String>>) -> String {
    let Some(types) = types else { return "any".to_owned() };
    let named: Vec<&str> = TYPES.into_iter().filter(|name| types.contains(*name)).collect();
    if named.is_empty() { "nothing".to_owned() } else { named.join("|") }
}

/// The row for a type that moved.
pub(super) fn type_row(
    before: Option<&BTreeSet<String>>,
    after: Option<&BTreeSet<String>>,
) -> Option<(&'static Pair, &'static str)> {
    let within = |inner: Option<&BTreeSet<String>>, outer: Option<&BTreeSet<String>>| match (inner, outer) {
        (_, None) => true,
        (None, Some(outer)) => TYPES.iter().all(|name| allows(outer, name)),
        (Some(inner), Some(outer)) => inner.iter().all(|name| allows(outer, name)),
    };
    match (within(before, after), within(after, before)) {
        (true, true) => None,
        (true, false) => Some((&rows::TYPE_WIDENED, "widened")),
        (false, true) => Some((&rows::TYPE_NARROWED, "narrowed")),
        (false, false) => Some((&rows::TYPE_CHANGED, "changed")),
    }
}

/// Compares types. False when nothing is common to both, so that comparing further would only repeat it.
fn types_overlap<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str) -> bool {
    if old.never != new.never {
        let (pair, phrase) = if new.never {
            (&rows::TYPE_NARROWED, format!("{} is allowed no value any more", subject(label)))
        } else {
            (&rows::TYPE_WIDENED, format!("{} is allowed values now", subject(label)))
        };
        let ops = walk.replace(old, new);
        walk.push_place(pair, old, new, phrase, ops);
        return false;
    }
    let stated = |view: &View<'_>| view.keywords.contains_key("type");
    if !stated(old) && !stated(new) {
        return true;
    }
    let (before, after) = (types(walk, old, true, 2), types(walk, new, false, 2));
    let Some((pair, how)) = type_row(before.as_ref(), after.as_ref()) else { return true };
    let overlap = match (&before, &after) {
        (Some(before), Some(after)) => {
            before.iter().any(|t| allows(after, t)) || after.iter().any(|t| allows(before, t))
        }
        _ => true,
    };
    let phrase = format!(
        "{} {how} from {} to {}",
        words::of("type", label),
        spelled(before.as_ref()),
        spelled(after.as_ref())
    );
    if overlap {
        let ops = walk.swap(old, new, &["type"]);
        walk.push(pair, (old, "type"), (new, "type"), phrase, ops);
    } else {
        let ops = walk.replace(old, new);
        walk.push(pair, (old, "type"), (new, "type"), phrase, ops);
    }
    overlap
}

fn subject(label: &str) -> String {
    if label.is_empty() { "the whole".to_owned() } else { quoted(label) }
}

fn strings_and_numbers<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str) {
    let (before, after) = (old.keyword("pattern"), new.keyword("pattern"));
    if before != after {
        let format_kept =
            old.keywords.contains_key("format") && old.keyword("format") == new.keyword("format");
        let (pair, phrase) = match (before, after, format_kept) {
            (None, _, true) => (
                &rows::FORMAT_PATTERN_ADDED,
                format!("pattern added{} beside its format", words::with("to", label)),
            ),
            (None, _, false) => (&rows::PATTERN_ADDED, format!("pattern added{}", words::with("to", label))),
            (_, None, true) => (
                &rows::FORMAT_PATTERN_REMOVED,
                format!("pattern removed{}, its format stays", words::with("from", label)),
            ),
            (_, None, false) => {
                (&rows::PATTERN_REMOVED, format!("pattern removed{}", words::with("from", label)))
            }
            (Some(before), Some(after), _) => {
                (&rows::PATTERN_CHANGED, moved("pattern", label, Some(before), Some(after)))
            }
        };
        let ops = walk.swap(old, new, &["pattern"]);
        walk.push(pair, (old, "pattern"), (new, "pattern"), phrase, ops);
    }
    three_ways(
        walk,
        (old, new, label),
        "multipleOf",
        [&rows::MULTIPLE_OF_ADDED, &rows::MULTIPLE_OF_REMOVED, &rows::MULTIPLE_OF_CHANGED],
    );
    let unique = |view: &View<'_>| view.keyword("uniqueItems").and_then(Value::as_bool) == Some(true);
    let (pair, phrase) = match (unique(old), unique(new)) {
        (false, true) => {
            (&rows::UNIQUE_ITEMS_ADDED, format!("{} must be unique now", words::of("items", label)))
        }
        (true, false) => {
            (&rows::UNIQUE_ITEMS_REMOVED, format!("{} may repeat now", words::of("items", label)))
        }
        _ => return,
    };
    let ops = walk.swap(old, new, &["uniqueItems"]);
    walk.push(pair, (old, "uniqueItems"), (new, "uniqueItems"), phrase, ops);
}

/// A keyword that was added, removed or changed, with a row for each.
fn three_ways<'a>(
    walk: &mut Walk<'a>,
    (old, new, label): (&View<'a>, &View<'a>, &str),
    keyword: &str,
    [added, removed, changed]: [&'static Pair; 3],
) {
    let (before, after) = (said(old, keyword), said(new, keyword));
    let pair = match (before, after) {
        (None, None) => return,
        (Some(before), Some(after)) if same(before, after) => return,
        (None, Some(_)) => added,
        (Some(_), None) => removed,
        (Some(_), Some(_)) => changed,
    };
    let phrase = moved(keyword, label, before, after);
    let ops = walk.swap(old, new, &[keyword]);
    walk.push(pair, (old, keyword), (new, keyword), phrase, ops);
}

/// The value of a keyword that says something: `true` and `{}` as a schema say nothing.
fn said<'a>(view: &View<'a>, keyword: &str) -> Option<&'a Value> {
    view.keyword(keyword).filter(|value| !says_nothing(value))
}

pub(super) fn says_nothing(value: &Value) -> bool {
    matches!(value, Value::Bool(true)) || value.as_object().is_some_and(serde_json::Map::is_empty)
}

fn properties<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str, depth: usize) {
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
                walk.push_difference(Difference {
                    pair: &rows::PROPERTY_REMOVED,
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
fn undeclared<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str, depth: usize) {
    for keyword in ["additionalProperties", "unevaluatedProperties"] {
        let (before, after) = (said(old, keyword), said(new, keyword));
        let closed = |value: Option<&Value>| matches!(value, Some(Value::Bool(false)));
        let to = subject_to(label);
        let (pair, phrase) = match (before, after) {
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

fn subject_to(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!(" {}", quoted(label)) }
}

fn pattern_properties<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str, depth: usize) {
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

/// The declared positions of a tuple and the keyword of its rest.
fn tuple<'a>(view: &View<'a>, tuple_items: bool) -> (Vec<Node<'a>>, &'static str) {
    let (positions, rest) = match view.keywords.get("items") {
        Some(node) if tuple_items && node.value.is_array() => (Some(node), "additionalItems"),
        _ => (view.keywords.get("prefixItems"), "items"),
    };
    let count = positions.and_then(|node| node.value.as_array()).map_or(0, Vec::len);
    ((0..count).filter_map(|i| positions.and_then(|node| node.child(&i.to_string()))).collect(), rest)
}

fn items<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str, depth: usize) {
    const ALL: [&str; 3] = ["items", "prefixItems", "additionalItems"];
    let (before, old_rest) = tuple(old, walk.old_dialect.tuple_items);
    let (after, new_rest) = tuple(new, walk.new_dialect.tuple_items);
    for (i, (one, two)) in before.iter().zip(&after).enumerate() {
        walk.visit(one.clone(), two.clone(), &format!("{label}[{i}]"), depth + 1);
    }
    if before.len() != after.len() {
        let pair =
            if after.len() > before.len() { &rows::TUPLE_ITEM_ADDED } else { &rows::TUPLE_ITEM_REMOVED };
        let phrase = format!(
            "{} changed from {} to {}",
            words::of("number of declared positions", label),
            before.len(),
            after.len()
        );
        let ops = walk.swap(old, new, &ALL);
        let key = |rest: &str| if rest == "items" { "prefixItems" } else { "items" };
        walk.push(pair, (old, key(old_rest)), (new, key(new_rest)), phrase, ops);
        return;
    }
    let (one, two) = (said(old, old_rest), said(new, new_rest));
    let closed = |value: Option<&Value>| matches!(value, Some(Value::Bool(false)));
    let (pair, phrase) = match (one, two) {
        (None, None) => return unevaluated_items(walk, old, new, label),
        (a, b) if closed(a) && closed(b) => return,
        (_, b) if closed(b) => (&rows::TUPLE_CLOSED, format!("closed{} to further items", subject_to(label))),
        (a, _) if closed(a) => (&rows::TUPLE_OPENED, format!("opened{} to further items", subject_to(label))),
        (None, Some(_)) => (&rows::ITEMS_ADDED, format!("items schema added{}", words::with("to", label))),
        (Some(_), None) => {
            (&rows::ITEMS_REMOVED, format!("items schema removed{}", words::with("from", label)))
        }
        (Some(_), Some(_)) => {
            if let (Some(one), Some(two)) = (old.keywords.get(old_rest), new.keywords.get(new_rest)) {
                walk.visit(one.clone(), two.clone(), &format!("{label}[]"), depth + 1);
            }
            return;
        }
    };
    let ops = walk.swap(old, new, &ALL);
    walk.push(pair, (old, old_rest), (new, new_rest), phrase, ops);
}

fn unevaluated_items<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str) {
    let keyword = "unevaluatedItems";
    let (pair, phrase) = match (said(old, keyword), said(new, keyword)) {
        (a, b) if a == b => return,
        (_, Some(_)) => (&rows::TUPLE_CLOSED, format!("closed{} to further items", subject_to(label))),
        (_, None) => (&rows::TUPLE_OPENED, format!("opened{} to further items", subject_to(label))),
    };
    let ops = walk.swap(old, new, &[keyword]);
    walk.push(pair, (old, keyword), (new, keyword), phrase, ops);
}

/// Keywords that are compared as they stand.
fn keyword_rows<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str) {
    let place = (old, new, label);
    three_ways(
        walk,
        place,
        "contains",
        [&rows::CONTAINS_ADDED, &rows::CONTAINS_REMOVED, &rows::CONTAINS_CHANGED],
    );
    three_ways(
        walk,
        place,
        "propertyNames",
        [&rows::PROPERTY_NAMES_ADDED, &rows::PROPERTY_NAMES_REMOVED, &rows::PROPERTY_NAMES_CHANGED],
    );
    for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
        three_ways(
            walk,
            place,
            keyword,
            [&rows::DEPENDENCY_ADDED, &rows::DEPENDENCY_REMOVED, &rows::DEPENDENCY_CHANGED],
        );
    }
    three_ways(walk, place, "not", [&rows::NOT_ADDED, &rows::NOT_REMOVED, &rows::NOT_CHANGED]);
    three_ways(walk, place, "$ref", [&rows::REFERENCE_CHANGED; 3]);
    three_ways(walk, place, "$dynamicRef", [&rows::REFERENCE_CHANGED; 3]);
    let condition = ["if", "then", "else"];
    if condition.iter().any(|key| old.keyword(key) != new.keyword(key)) {
        let pair = match (old.keywords.contains_key("if"), new.keywords.contains_key("if")) {
            (false, true) => &rows::CONDITION_ADDED,
            (true, false) => &rows::CONDITION_REMOVED,
            (true, true) => &rows::CONDITION_CHANGED,
            (false, false) => return,
        };
        let phrase = moved(
            "condition",
            label,
            old.keywords.get("if").map(|n| n.value),
            new.keywords.get("if").map(|n| n.value),
        );
        let ops = walk.swap(old, new, &condition);
        walk.push(pair, (old, "if"), (new, "if"), phrase, ops);
    }
}

/// Members of `allOf` that could not be laid together with the rest.
fn contradictions<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str, depth: usize) {
    let (before, after) = (&old.contradictions, &new.contradictions);
    if before.len() != after.len() {
        push_all_of(walk, old, new, label);
        return;
    }
    for ((name, one), (_, two)) in before.iter().zip(after) {
        match name {
            Some(name) => walk.visit(one.clone(), two.clone(), &words::property(label, name), depth + 1),
            None if one.value != two.value => {
                push_all_of(walk, old, new, label);
                return;
            }
            None => {}
        }
    }
}

fn push_all_of<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str) {
    let ops = walk.replace(old, new);
    walk.push_place(&rows::ALL_OF_CHANGED, old, new, format!("{} changed", words::of("allOf", label)), ops);
}
