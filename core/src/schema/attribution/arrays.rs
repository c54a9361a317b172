use serde_json::Value;

use super::plain::{said, subject_to};
use super::view::{Node, View};
use super::walk::Walk;
use super::{rows, words};

/// The declared positions of a tuple and the keyword of its rest.
fn tuple<'a>(view: &View<'a>, tuple_items: bool) -> (Vec<Node<'a>>, &'static str) {
    let (positions, rest) = match view.keywords.get("items") {
        Some(node) if tuple_items && node.value.is_array() => (Some(node), "additionalItems"),
        _ => (view.keywords.get("prefixItems"), "items"),
    };
    let count = positions.and_then(|node| node.value.as_array()).map_or(0, Vec::len);
    ((0..count).filter_map(|i| positions.and_then(|node| node.child(&i.to_string()))).collect(), rest)
}

pub(super) fn items<'a>(walk: &mut Walk<'a>, old: &View<'a>, new: &View<'a>, label: &str, depth: usize) {
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
