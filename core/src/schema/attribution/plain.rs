use serde_json::Value;

use super::row::Pair;
use super::values::same;
use super::view::View;
use super::walk::{Walk, moved};
use super::{arrays, bounds, objects, rows, types, words};
use crate::text::quoted;

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
    if !typed && !types::types_overlap(walk, old, new, label) {
        return;
    }
    bounds::compare(walk, old, new, label);
    strings_and_numbers(walk, old, new, label);
    objects::properties(walk, old, new, label, depth);
    objects::undeclared(walk, old, new, label, depth);
    objects::pattern_properties(walk, old, new, label, depth);
    arrays::items(walk, old, new, label, depth);
    keyword_rows(walk, old, new, label);
    contradictions(walk, old, new, label, depth);
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
pub(super) fn said<'a>(view: &View<'a>, keyword: &str) -> Option<&'a Value> {
    view.keyword(keyword).filter(|value| !says_nothing(value))
}

pub(super) fn says_nothing(value: &Value) -> bool {
    matches!(value, Value::Bool(true)) || value.as_object().is_some_and(serde_json::Map::is_empty)
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

pub(super) fn subject_to(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!(" {}", quoted(label)) }
}
