use serde_json::{Map, Value};

use crate::canonical::{canonical_text, sha256_json};
use crate::gathered::gathered;
use crate::surface::{Definition, Kind, Surface};

/// How deep texts are brought into their canonical form; what lies deeper is hashed as it stands.
const MAX_DEPTH: usize = 100;

/// `sha256:` of everything an agent trusts: tools, prompts, resources, templates, instructions and
/// capabilities, in canonical form. The order of lists, key order, white space in texts, members that are `null` and
/// the server's own name and version do not matter.
#[must_use]
pub fn surface_hash(surface: &Surface) -> String {
    let mut document = Map::new();
    document.insert("capabilities".to_owned(), Value::Object(surface.capabilities.clone()));
    if let Some(instructions) = &surface.instructions {
        document.insert("instructions".to_owned(), Value::from(canonical_text(instructions)));
    }
    for kind in [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate] {
        let mut definitions: Vec<Value> = surface
            .list(kind)
            .iter()
            .map(|definition| texts_canonical(&Value::Object(stated(definition)), 0))
            .collect();
        definitions.sort_by_cached_key(crate::canonical::canonical_json);
        document.insert(kind.plural().to_owned(), Value::Array(definitions));
    }
    sha256_json(&Value::Object(document))
}

fn stated(definition: &Definition) -> Map<String, Value> {
    let mut members = definition.raw.clone();
    members.retain(|_, member| !member.is_null());
    members
}

fn texts_canonical(value: &Value, depth: usize) -> Value {
    if depth > MAX_DEPTH {
        return value.clone();
    }
    match value {
        Value::Array(items) => {
            Value::Array(items.iter().map(|item| texts_canonical(item, depth + 1)).collect())
        }
        Value::Object(members) => Value::Object(gathered(members.iter().map(|(key, member)| {
            let canonical = match member {
                Value::String(text) if matches!(key.as_str(), "description" | "title") => {
                    Value::from(canonical_text(text))
                }
                other => texts_canonical(other, depth + 1),
            };
            (key.clone(), canonical)
        }))),
        other => other.clone(),
    }
}
