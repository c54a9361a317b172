use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::alignment::{align, name};
use super::patch::{Carried, Op};
use super::types::{allows, spelled, type_row, types};
use super::view::{Node, View};
use super::walk::Walk;
use super::{plain, rows, words};
use crate::gathered::gathered;
use crate::text::quoted;

/// Most alternatives that are told one by one.
const MAX_TOLD: usize = 40;
/// Most alternatives that are named where many are told at once.
const MAX_NAMED: usize = 10;

/// Compares alternatives. True when they are all there is to the place.
pub(super) fn compare<'a>(
    walk: &mut Walk<'a>,
    old: &View<'a>,
    new: &View<'a>,
    label: &str,
    depth: usize,
) -> bool {
    match (walk.branches(old), walk.branches(new)) {
        (Some((old_key, before)), Some((new_key, after))) => {
            aligned(walk, (old, old_key, before), (new, new_key, after), label, depth);
            false
        }
        (None, Some((key, branches))) => mixed(walk, (old, new, true), (key, branches), label, depth),
        (Some((key, branches)), None) => mixed(walk, (old, new, false), (key, branches), label, depth),
        (None, None) => false,
    }
}

/// Alternatives on one side only. The other side is read as one alternative for each of its types.
fn mixed<'a>(
    walk: &mut Walk<'a>,
    (old, new, plain_is_old): (&View<'a>, &View<'a>, bool),
    (key, branches): (&'static str, Vec<Node<'a>>),
    label: &str,
    depth: usize,
) -> bool {
    let (plain_side, union_side) = if plain_is_old { (old, new) } else { (new, old) };
    let plain_types = types(walk, plain_side, plain_is_old, 2);
    let union_types = types(walk, union_side, !plain_is_old, 2);
    let bare = union_side.properties.is_empty()
        && union_side.required.is_empty()
        && union_side.keywords.keys().all(|name| [key, "default", "format"].contains(name));
    let (true, Some(plain_types), Some(union_types)) = (bare, plain_types, union_types) else {
        let pair = if plain_is_old { &rows::UNION_ADDED } else { &rows::UNION_REMOVED };
        let ops = walk.swap(old, new, &[key]);
        let phrase = if plain_is_old {
            format!("alternatives ({key}) added{}", words::with("to", label))
        } else {
            format!("alternatives ({key}) removed{}", words::with("from", label))
        };
        walk.push(pair, (old, key), (new, key), phrase, ops);
        return false;
    };
    let mut extra = Vec::new();
    let mut covered = BTreeSet::new();
    for branch in branches {
        let view = walk.view(branch.clone(), !plain_is_old);
        let branch_types = types(walk, &view, !plain_is_old, 1).unwrap_or_default();
        let shared: BTreeSet<String> =
            gathered(plain_types.iter().filter(|t| allows(&branch_types, t)).cloned());
        if shared.is_empty() && !branch_types.iter().any(|t| allows(&plain_types, t)) {
            extra.push(branch);
        } else if shared.is_subset(&covered) && !shared.is_empty() {
            // A second alternative of a type that is aligned already.
            extra.push(branch);
        } else {
            covered.extend(shared);
            let (one, two) = if plain_is_old { (plain_side, &view) } else { (&view, plain_side) };
            plain::compare(walk, one, two, label, depth, true);
        }
    }
    let (before, after) =
        if plain_is_old { (&plain_types, &union_types) } else { (&union_types, &plain_types) };
    if let Some((pair, how)) = type_row(Some(before), Some(after)) {
        let phrase = format!(
            "{} {how} from {} to {}",
            words::of("type", label),
            spelled(Some(before)),
            spelled(Some(after))
        );
        let ops = mixed_ops(walk, (old, new, plain_is_old), (key, &extra), (&plain_types, &union_types));
        let keys = if plain_is_old { ("type", key) } else { (key, "type") };
        walk.push(pair, (old, keys.0), (new, keys.1), phrase, ops);
    } else if !extra.is_empty() {
        let pair = if plain_is_old { &rows::BRANCH_ADDED } else { &rows::BRANCH_REMOVED };
        let phrase = format!(
            "{} {} {}",
            words::of("alternatives", label),
            if plain_is_old { "gained" } else { "lost" },
            names(&extra)
        );
        let ops = mixed_ops(walk, (old, new, plain_is_old), (key, &extra), (&plain_types, &union_types));
        walk.push(pair, (old, key), (new, key), phrase, ops);
    }
    true
}

/// The edits that carry types and alternatives over between a side with alternatives and one without.
fn mixed_ops<'a>(
    walk: &Walk<'a>,
    (old, new, plain_is_old): (&View<'a>, &View<'a>, bool),
    (key, extra): (&'static str, &[Node<'a>]),
    (plain_types, union_types): (&BTreeSet<String>, &BTreeSet<String>),
) -> (Vec<Op>, Vec<Op>) {
    let (plain_side, union_side) = if plain_is_old { (old, new) } else { (new, old) };
    let lost: Vec<String> = plain_types.iter().filter(|t| !allows(union_types, t)).cloned().collect();
    if !lost.is_empty() && !extra.is_empty() {
        return walk.replace(old, new);
    }
    let own = |node: &Node<'_>| Carried::Own(node.value.clone());
    let foreign = |node: &Node<'_>| Carried::Foreign(node.value.clone());
    let set = |at: String, value| vec![Op::Set { at, value }];
    // What makes the plain side like the union side, and the other way round.
    let (on_plain, on_union) = if lost.is_empty() {
        let wider = std::iter::once(own(&plain_side.site)).chain(extra.iter().map(foreign)).collect();
        let kept = kept_branches(walk, union_side, extra).iter().map(own).collect();
        (
            set(plain_side.site.pointer.clone(), Carried::Member("anyOf", Box::new(Carried::List(wider)))),
            set(union_side.at(key), Carried::List(kept)),
        )
    } else {
        let kept: Vec<Value> = plain_types
            .difference(&lost.iter().cloned().collect())
            .map(|t| Value::from(t.as_str()))
            .collect();
        let lost_type = Value::Object(Map::from_iter([("type".to_owned(), Value::from(lost))]));
        let restored = Carried::Member(
            "allOf",
            Box::new(Carried::List(vec![foreign(&plain_side.site), Carried::Own(lost_type)])),
        );
        (
            set(plain_side.at("type"), Carried::Own(Value::from(kept))),
            set(
                union_side.site.pointer.clone(),
                Carried::Member("anyOf", Box::new(Carried::List(vec![own(&union_side.site), restored]))),
            ),
        )
    };
    if plain_is_old { (on_plain, on_union) } else { (on_union, on_plain) }
}

fn kept_branches<'a>(walk: &Walk<'a>, view: &View<'a>, dropped: &[Node<'a>]) -> Vec<Node<'a>> {
    let dropped: BTreeSet<&str> = dropped.iter().map(|branch| branch.pointer.as_str()).collect();
    let branches = walk.branches(view).map(|(_, branches)| branches).unwrap_or_default();
    branches.into_iter().filter(|branch| !dropped.contains(branch.pointer.as_str())).collect()
}

/// Alternatives on both sides.
fn aligned<'a>(
    walk: &mut Walk<'a>,
    (old, old_key, before): (&View<'a>, &'static str, Vec<Node<'a>>),
    (new, new_key, after): (&View<'a>, &'static str, Vec<Node<'a>>),
    label: &str,
    depth: usize,
) {
    let (pairs, lost, gained) = align(walk, before, after);
    for (one, two) in pairs {
        walk.visit(one, two, label, depth + 1);
    }
    if old_key != new_key {
        let ops = walk.swap(old, new, &["anyOf", "oneOf"]);
        let phrase = format!("{} became {new_key}", words::of(old_key, label));
        walk.push(&rows::STRUCTURE_CHANGED, (old, old_key), (new, new_key), phrase, ops);
    }
    if lost.is_empty() && gained.is_empty() {
        return;
    }
    let (old_types, new_types) = (types(walk, old, true, 2), types(walk, new, false, 2));
    let by_type = old_types != new_types;
    for group in groups(&lost) {
        let kept = own(kept_branches(walk, old, group)).collect();
        let restored = own(kept_branches(walk, new, &[])).chain(foreign(group)).collect();
        let ops = (
            vec![Op::Set { at: old.at(old_key), value: Carried::List(kept) }],
            vec![Op::Set { at: new.at(new_key), value: Carried::List(restored) }],
        );
        let gone = |t: &String| new_types.as_ref().is_some_and(|new| !allows(new, t));
        let (pair, phrase) = if by_type && group.iter().all(|branch| all_types(walk, branch, true, gone)) {
            (&rows::TYPE_NARROWED, retyped("narrowed", label, old_types.as_ref(), new_types.as_ref()))
        } else {
            (&rows::BRANCH_REMOVED, format!("{} lost {}", words::of("alternatives", label), names(group)))
        };
        walk.push(pair, (old, old_key), (new, new_key), phrase, ops);
    }
    for group in groups(&gained) {
        let extended = own(kept_branches(walk, old, &[])).chain(foreign(group)).collect();
        let kept = own(kept_branches(walk, new, group)).collect();
        let ops = (
            vec![Op::Set { at: old.at(old_key), value: Carried::List(extended) }],
            vec![Op::Set { at: new.at(new_key), value: Carried::List(kept) }],
        );
        let fresh = |t: &String| old_types.as_ref().is_some_and(|old| !allows(old, t));
        let (pair, phrase) = if by_type && group.iter().all(|branch| all_types(walk, branch, false, fresh)) {
            (&rows::TYPE_WIDENED, retyped("widened", label, old_types.as_ref(), new_types.as_ref()))
        } else {
            (&rows::BRANCH_ADDED, format!("{} gained {}", words::of("alternatives", label), names(group)))
        };
        walk.push(pair, (old, old_key), (new, new_key), phrase, ops);
    }
}

/// Alternatives that are told one by one; very many are one change.
fn groups<'s, 'a>(branches: &'s [Node<'a>]) -> std::slice::Chunks<'s, Node<'a>> {
    let all = branches.len().max(1);
    branches.chunks(if all > MAX_TOLD { all } else { 1 })
}

fn own(branches: Vec<Node<'_>>) -> impl Iterator<Item = Carried> {
    branches.into_iter().map(|node| Carried::Own(node.value.clone()))
}

fn foreign(branches: &[Node<'_>]) -> impl Iterator<Item = Carried> {
    branches.iter().map(|node| Carried::Foreign(node.value.clone()))
}

/// Whether something holds for every type that an alternative is about.
fn all_types<'a>(
    walk: &Walk<'a>,
    branch: &Node<'a>,
    old_side: bool,
    holds: impl Fn(&String) -> bool,
) -> bool {
    let view = walk.view(branch.clone(), old_side);
    types(walk, &view, old_side, 1).is_some_and(|types| types.iter().all(holds))
}

fn retyped(
    how: &str,
    label: &str,
    before: Option<&BTreeSet<String>>,
    after: Option<&BTreeSet<String>>,
) -> String {
    format!("{} {how} from {} to {}", words::of("type", label), spelled(before), spelled(after))
}

fn named(node: &Node<'_>) -> String {
    match (name(node), node.value.get("type")) {
        (Some(name), _) => quoted(name),
        (None, Some(kind)) if node.value.as_object().is_some_and(|members| members.len() == 1) => {
            words::value(kind)
        }
        _ => words::value(node.value),
    }
}

fn names(branches: &[Node<'_>]) -> String {
    let mut names: Vec<String> = branches.iter().take(MAX_NAMED).map(named).collect();
    if branches.len() > MAX_NAMED {
        names.push(format!("{} more", branches.len() - MAX_NAMED));
    }
    names.join(", ")
}
