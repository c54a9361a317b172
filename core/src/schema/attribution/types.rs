use std::collections::BTreeSet;

use serde_json::Value;

use super::row::Pair;
use super::view::View;
use super::walk::Walk;
use super::{rows, words};
use crate::text::quoted;

/// Types in the order they are named.
const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "object", "array", "null"];

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
    let named: Vec<&str> = TYPES
        .into_iter()
        .filter(|name| types.contains(*name) && !(*name == "integer" && types.contains("number")))
        .collect();
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
pub(super) fn types_overlap<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str) -> bool {
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
