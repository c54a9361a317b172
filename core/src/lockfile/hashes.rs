use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::canonical::sha256_text;
use crate::surface::{Definition, Kind, Surface, join_pointer, pointer};

/// How deep texts are looked for.
const MAX_DEPTH: usize = 100;

/// Takes every text out of a surface and gives the hash of each by its pointer. Further definitions of a name
/// that is taken keep theirs: a pointer by name cannot tell them apart.
pub(super) fn take_texts(surface: &mut Surface) -> BTreeMap<String, String> {
    let mut hashes = BTreeMap::new();
    if let Some(instructions) = surface.instructions.take() {
        hashes.insert(pointer(&["instructions"]), sha256_text(&instructions));
    }
    for kind in [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate] {
        let mut seen = BTreeSet::new();
        for definition in surface.list_mut(kind) {
            let at = definition.pointer();
            if !seen.insert(at.clone()) {
                continue;
            }
            take_from(&mut definition.raw, &at, 0, &mut hashes);
            name_arguments(definition, &mut hashes);
        }
    }
    hashes
}

fn take_from(
    members: &mut Map<String, Value>,
    at: &str,
    depth: usize,
    hashes: &mut BTreeMap<String, String>,
) {
    if depth > MAX_DEPTH {
        return;
    }
    for text in ["description", "title"] {
        if let Some(Value::String(found)) = members.get(text) {
            hashes.insert(join_pointer(at, text), sha256_text(found));
            members.remove(text);
        }
    }
    for (key, member) in members.iter_mut() {
        take_below(member, &join_pointer(at, key), depth + 1, hashes);
    }
}

fn take_below(value: &mut Value, at: &str, depth: usize, hashes: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(members) => take_from(members, at, depth, hashes),
        Value::Array(items) if depth <= MAX_DEPTH => {
            for (index, item) in items.iter_mut().enumerate() {
                take_below(item, &join_pointer(at, &index.to_string()), depth + 1, hashes);
            }
        }
        _ => {}
    }
}

/// Arguments of prompts are found by name, not by position.
fn name_arguments(definition: &Definition, hashes: &mut BTreeMap<String, String>) {
    if definition.kind != Kind::Prompt {
        return;
    }
    let arguments = definition.raw.get("arguments").and_then(Value::as_array);
    let base = definition.at("arguments");
    for (index, argument) in arguments.into_iter().flatten().enumerate() {
        let Some(name) = argument.get("name").and_then(Value::as_str) else {
            continue;
        };
        for text in ["description", "title"] {
            if let Some(hash) = hashes.remove(&join_pointer(&join_pointer(&base, &index.to_string()), text)) {
                hashes.insert(join_pointer(&join_pointer(&base, name), text), hash);
            }
        }
    }
}
