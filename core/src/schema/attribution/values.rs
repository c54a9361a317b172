use serde_json::{Map, Value};

use super::view::View;
use super::walk::Walk;
use super::{patch::Carried, patch::Op, rows, words};
use crate::gathered::gathered;
use crate::surface::join_pointer;

/// The values a place is limited to, when it lists them: `enum`, `const`, or a union of such.
pub(super) fn listed(walk: &Walk<'_>, view: &View<'_>, old_side: bool, depth: usize) -> Option<Vec<Value>> {
    if let Some(value) = view.keyword("const") {
        return Some(vec![value.clone()]);
    }
    if let Some(Value::Array(list)) = view.keyword("enum") {
        return Some(list.clone());
    }
    if depth == 0 {
        return None;
    }
    let mut all = Vec::new();
    for branch in walk.branches(view)?.1 {
        let branch = walk.view(branch, old_side);
        match (listed(walk, &branch, old_side, depth - 1), branch.keyword("type").and_then(Value::as_str)) {
            (Some(values), _) => all.extend(values),
            (None, Some("null")) => all.push(Value::Null),
            _ => return None,
        }
    }
    Some(all)
}

/// Equal as JSON Schema compares: `1` is `1.0`.
pub(super) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || (a.as_f64() == b.as_f64() && (a.is_f64() || b.is_f64()))
        }
        _ => left == right,
    }
}

fn missing_from(list: &[Value], other: &[Value]) -> Vec<Value> {
    // Large lists are compared by their text, which is enough for anything but `1` against `1.0`.
    if list.len().saturating_mul(other.len()) > 1_000_000 {
        let known: std::collections::BTreeSet<String> = gathered(other.iter().map(Value::to_string));
        return list.iter().filter(|value| !known.contains(&value.to_string())).cloned().collect();
    }
    list.iter().filter(|value| !other.iter().any(|known| same(value, known))).cloned().collect()
}

/// Compares listed values. True when both sides list theirs, so that types need no word of their own.
pub(super) fn compare(walk: &mut Walk<'_>, old: &View<'_>, new: &View<'_>, label: &str) -> bool {
    match (listed(walk, old, true, 2), listed(walk, new, false, 2)) {
        (Some(before), Some(after)) => {
            let (lost, gained) = (missing_from(&before, &after), missing_from(&after, &before));
            if !lost.is_empty() {
                let kept = missing_from(&before, &lost);
                let restored: Vec<Value> = after.iter().chain(&lost).cloned().collect();
                let phrase = format!("{} lost {}", words::of("enum", label), words::values(&lost));
                push(
                    walk,
                    &rows::ENUM_VALUE_REMOVED,
                    (old, new),
                    phrase,
                    (listing(old, kept), listing(new, restored)),
                );
            }
            if !gained.is_empty() {
                let extended: Vec<Value> = before.iter().chain(&gained).cloned().collect();
                let without = missing_from(&after, &gained);
                let phrase = format!("{} gained {}", words::of("enum", label), words::values(&gained));
                push(
                    walk,
                    &rows::ENUM_VALUE_ADDED,
                    (old, new),
                    phrase,
                    (listing(old, extended), listing(new, without)),
                );
            }
            true
        }
        (None, Some(after)) if walk.branches(old).is_none() => {
            let phrase = format!("enum added{}: only {}", words::with("to", label), words::values(&after));
            let by_alternatives = walk.branches(new).is_some();
            let ops =
                if by_alternatives { walk.replace(old, new) } else { (listing(old, after), unlisted(new)) };
            push(walk, &rows::ENUM_ADDED, (old, new), phrase, ops);
            by_alternatives
        }
        (Some(before), None) if walk.branches(new).is_none() => {
            let phrase = format!(
                "enum dropped{}: no longer only {}",
                words::with("from", label),
                words::values(&before)
            );
            let by_alternatives = walk.branches(old).is_some();
            let ops =
                if by_alternatives { walk.replace(old, new) } else { (unlisted(old), listing(new, before)) };
            push(walk, &rows::ENUM_DROPPED, (old, new), phrase, ops);
            by_alternatives
        }
        _ => false,
    }
}

fn push(
    walk: &mut Walk<'_>,
    pair: &'static super::row::Pair,
    (old, new): (&View<'_>, &View<'_>),
    phrase: String,
    ops: (Vec<Op>, Vec<Op>),
) {
    let keyword = |view: &View<'_>| {
        ["enum", "const", "anyOf", "oneOf"]
            .into_iter()
            .find(|key| view.keywords.contains_key(key))
            .unwrap_or("enum")
    };
    walk.push(pair, (old, keyword(old)), (new, keyword(new)), phrase, ops);
}

/// Limits a place to these values instead of those it listed.
fn listing(view: &View<'_>, values: Vec<Value>) -> Vec<Op> {
    let mut ops = unlisted(view);
    ops.extend(
        ["anyOf", "oneOf"]
            .into_iter()
            .filter_map(|key| view.keywords.get(key).map(|node| Op::Remove { at: node.pointer.clone() })),
    );
    let value = if values.is_empty() {
        // An empty `enum` is no schema everywhere; this allows nothing in every dialect.
        return vec![Op::Set {
            at: view.site.pointer.clone(),
            value: Carried::Own(Value::Object(Map::from_iter([(
                "not".to_owned(),
                Value::Object(Map::new()),
            )]))),
        }];
    } else {
        Carried::Own(Value::Array(values))
    };
    ops.push(Op::Set { at: join_pointer(&view.home, "enum"), value });
    ops
}

fn unlisted(view: &View<'_>) -> Vec<Op> {
    ["enum", "const"]
        .into_iter()
        .filter_map(|key| view.keywords.get(key).map(|node| Op::Remove { at: node.pointer.clone() }))
        .collect()
}
