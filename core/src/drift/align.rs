use std::collections::{BTreeMap, BTreeSet};

use super::similar::likeness;
use crate::canonical::canonical_json;
use crate::gathered::gathered;
use crate::surface::{Definition, Kind};

/// How alike two texts must be for a removal and an addition to count as a rename.
const RENAME_LIKENESS: f64 = 0.8;
/// Above this many candidates on either side only identical texts make a rename.
const MAX_SCORED: usize = 200;

/// Which definitions of two lists belong together.
#[derive(Debug, Default)]
pub(super) struct Alignment<'a> {
    /// With which of its name each pair is, from 0.
    pub(super) both: Vec<(&'a Definition, &'a Definition, usize)>,
    pub(super) removed: Vec<&'a Definition>,
    pub(super) added: Vec<&'a Definition>,
    pub(super) renamed: Vec<(&'a Definition, &'a Definition)>,
}

/// Pairs definitions by key (the n-th of a key with the n-th), then what is left over by what it is.
pub(super) fn align<'a>(old: &'a [Definition], new: &'a [Definition]) -> Alignment<'a> {
    let old_keys = numbered(old);
    let new_keys = numbered(new);
    let old_by_key: BTreeMap<_, _> = gathered(old_keys.iter().copied());
    let known: BTreeSet<_> = gathered(new_keys.iter().map(|(key, _)| *key));
    let mut alignment = Alignment::default();
    for (key, before) in &old_keys {
        if !known.contains(key) {
            alignment.removed.push(before);
        }
    }
    for (key, after) in &new_keys {
        match old_by_key.get(key) {
            Some(before) => alignment.both.push((before, after, key.1)),
            None => alignment.added.push(after),
        }
    }
    find_renames(&mut alignment);
    alignment
}

/// Each definition with its key and which of that key it is, in served order.
fn numbered(list: &[Definition]) -> Vec<((&str, usize), &Definition)> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    list.iter()
        .map(|definition| {
            let count = seen.entry(definition.key()).or_default();
            *count += 1;
            ((definition.key(), *count - 1), definition)
        })
        .collect()
}

fn find_renames(alignment: &mut Alignment<'_>) {
    let mut by_shape: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (position, definition) in alignment.added.iter().enumerate() {
        by_shape.entry(shape(definition)).or_default().push(position);
    }
    let mut taken = BTreeSet::new();
    let mut still_removed = Vec::new();
    for before in &alignment.removed {
        let candidates = by_shape.get(&shape(before)).map_or(&[][..], Vec::as_slice);
        let best = candidates
            .iter()
            .filter(|position| !taken.contains(*position))
            .filter_map(|position| alignment.added.get(*position).map(|after| (*position, *after)))
            .filter_map(|(position, after)| {
                score(before, after, candidates.len()).map(|score| (position, after, score))
            })
            .reduce(|best, next| if next.2 > best.2 { next } else { best });
        match best {
            Some((position, after, _)) => {
                taken.insert(position);
                alignment.renamed.push((before, after));
            }
            None => still_removed.push(*before),
        }
    }
    alignment.removed = still_removed;
    let mut position = 0;
    alignment.added.retain(|_| {
        position += 1;
        !taken.contains(&(position - 1))
    });
}

/// What must be identical in a rename: the schemas of a tool, the arguments of a prompt.
fn shape(definition: &Definition) -> String {
    let members: &[&str] = match definition.kind {
        Kind::Tool => &["inputSchema", "outputSchema"],
        Kind::Prompt => &["arguments"],
        Kind::Resource | Kind::ResourceTemplate => &["name", "mimeType"],
    };
    let mut shape = String::new();
    for member in members {
        shape.push_str(&definition.stated(member).map(canonical_json).unwrap_or_default());
        shape.push('\n');
    }
    shape
}

fn score(before: &Definition, after: &Definition, candidates: usize) -> Option<f64> {
    let (old, new) = match (before.description(), after.description()) {
        (Some(old), Some(new)) => (old, new),
        // Resources of one name at another address: the shape has the name in it.
        (None, None) if before.kind.key_member() != "name" && before.raw.contains_key("name") => {
            return Some(1.0);
        }
        _ => return None,
    };
    if old == new && !old.trim().is_empty() {
        return Some(1.0);
    }
    if candidates > MAX_SCORED {
        return None;
    }
    Some(likeness(old, new)).filter(|score| *score >= RENAME_LIKENESS)
}
