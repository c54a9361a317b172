use std::collections::BTreeMap;

use serde_json::Value;

use super::types::types;
use super::view::{Node, View};
use super::walk::Walk;

/// Most branches that are aligned by looking at every pair.
const MAX_BRANCHES: usize = 200;

type Aligned<'a> = (Vec<(Node<'a>, Node<'a>)>, Vec<Node<'a>>, Vec<Node<'a>>);

/// Whether two alternatives are the same one.
type Alike<'a, 'w> = dyn Fn(&Node<'a>, &Node<'a>) -> bool + 'w;

/// Which alternative became which: the same text, then the same discriminator or name, then the same type, then
/// the one with most properties in common.
pub(super) fn align<'a>(walk: &Walk<'a>, before: Vec<Node<'a>>, after: Vec<Node<'a>>) -> Aligned<'a> {
    let mut pairs = Vec::new();
    // By their text, the first one last.
    let mut same: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, node) in after.iter().enumerate().rev() {
        same.entry(node.value.to_string()).or_default().push(at);
    }
    let mut after: Vec<Option<Node<'a>>> = after.into_iter().map(Some).collect();
    let mut lost = Vec::new();
    for one in before {
        let twin = same.get_mut(&one.value.to_string()).and_then(Vec::pop);
        match twin.and_then(|at| after.get_mut(at)?.take()) {
            Some(two) => pairs.push((one, two)),
            None => lost.push(one),
        }
    }
    let mut gained: Vec<Node<'a>> = after.into_iter().flatten().collect();
    if lost.len().max(gained.len()) > MAX_BRANCHES {
        return (pairs, lost, gained);
    }
    let tests: [&Alike<'a, '_>; 3] = [
        &|one, two| {
            let (one, two) = (walk.view(one.clone(), true), walk.view(two.clone(), false));
            let tag = discriminator(walk, &one, true);
            tag.is_some() && tag == discriminator(walk, &two, false)
        },
        &|one, two| name(one).is_some_and(|known| name(two) == Some(known)),
        &|one, two| {
            let (one, two) = (walk.view(one.clone(), true), walk.view(two.clone(), false));
            let (before, after) = (types(walk, &one, true, 1), types(walk, &two, false, 1));
            before.is_some() && before == after && share_enough(&one, &two)
        },
    ];
    for test in tests {
        let mut left = Vec::new();
        for one in lost {
            match gained.iter().position(|two| test(&one, two)) {
                Some(i) => pairs.push((one, gained.remove(i))),
                None => left.push(one),
            }
        }
        lost = left;
    }
    if let ([_], [_]) = (lost.as_slice(), gained.as_slice())
        && let (Some(one), Some(two)) = (lost.first().cloned(), gained.first().cloned())
        && types(walk, &walk.view(one.clone(), true), true, 1)
            == types(walk, &walk.view(two.clone(), false), false, 1)
    {
        pairs.push((one, two));
        return (pairs, Vec::new(), Vec::new());
    }
    (pairs, lost, gained)
}

fn share_enough(one: &View<'_>, two: &View<'_>) -> bool {
    let shared = one.properties.keys().filter(|name| two.properties.contains_key(*name)).count();
    let all = one.properties.len().max(two.properties.len());
    all == 0 || shared * 2 >= all
}

/// The properties with one fixed value, which say which alternative is meant.
fn discriminator<'a>(walk: &Walk<'a>, view: &View<'a>, old_side: bool) -> Option<Vec<(String, Value)>> {
    let mut fixed = Vec::new();
    for (name, property) in view.properties.iter().take(40) {
        let property = walk.view(property.clone(), old_side);
        let value = match (property.keyword("const"), property.keyword("enum")) {
            (Some(value), _) => Some(value),
            (None, Some(Value::Array(list))) if list.len() == 1 => list.first(),
            _ => None,
        };
        fixed.extend(value.map(|value| ((*name).to_owned(), value.clone())));
    }
    (!fixed.is_empty()).then_some(fixed)
}

/// The name of an alternative: that of its reference, else its title.
pub(super) fn name<'a>(node: &Node<'a>) -> Option<&'a str> {
    let reference = node.value.get("$ref").and_then(Value::as_str).and_then(|r| r.rsplit('/').next());
    reference.or_else(|| node.value.get("title").and_then(Value::as_str))
}
