use serde_json::{Map, Value};

use crate::schema::{accepts, smallest_instance};

/// How deep objects within objects are tried.
const MAX_DEPTH: usize = 6;
/// How many places are tried.
const MAX_PLACES: usize = 200;
/// A name that no contract declares.
const STRANGER: &str = "undeclared_property";

/// A value with an undeclared property that the old schema accepts and the new one rejects, where the new one
/// closed or narrowed `additionalProperties`: for a published contract an absent keyword means open.
///
/// Adding an optional property is no closing: the stranger's name is declared by neither side.
pub(super) fn closing_witness(old: &Value, new: &Value) -> Option<Value> {
    let mut places = Vec::new();
    collect_places(old, &mut Vec::new(), &mut places);
    places.iter().find_map(|place| {
        let mut instance = smallest_instance(&with_required(old, place))?;
        let mut target = &mut instance;
        for step in place {
            target = match step {
                Step::Property(name) => target.get_mut(name)?,
                Step::Items => target.get_mut(0)?,
            };
        }
        let members = target.as_object_mut()?;
        if members.contains_key(STRANGER) {
            return None;
        }
        members.insert(STRANGER.to_owned(), Value::from("x"));
        let worked = accepts(old, &instance).unwrap_or(false);
        let works = accepts(new, &instance).unwrap_or(true);
        (worked && !works).then_some(instance)
    })
}

#[derive(Clone)]
enum Step {
    Property(String),
    Items,
}

fn collect_places(schema: &Value, at: &mut Vec<Step>, places: &mut Vec<Vec<Step>>) {
    if at.len() > MAX_DEPTH || places.len() >= MAX_PLACES {
        return;
    }
    places.push(at.clone());
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        at.push(Step::Property(name.clone()));
        collect_places(property, at, places);
        at.pop();
    }
    if let Some(items) = schema.get("items").filter(|items| items.is_object()) {
        at.push(Step::Items);
        collect_places(items, at, places);
        at.pop();
    }
}

/// The same schema, with everything on the way to a place required to be there.
fn with_required(schema: &Value, place: &[Step]) -> Value {
    let mut schema = schema.clone();
    let Some((step, rest)) = place.split_first() else {
        if let Some(members) = schema.as_object_mut() {
            members.insert("type".to_owned(), Value::from("object"));
        }
        return schema;
    };
    let Some(members) = schema.as_object_mut() else {
        return schema;
    };
    match step {
        Step::Property(name) => {
            require(members, name);
            if let Some(property) = members.get_mut("properties").and_then(|all| all.get_mut(name)) {
                *property = with_required(property, rest);
            }
        }
        Step::Items => {
            if members.get("minItems").and_then(Value::as_u64).unwrap_or(0) == 0 {
                members.insert("minItems".to_owned(), Value::from(1));
            }
            if let Some(items) = members.get_mut("items") {
                *items = with_required(items, rest);
            }
        }
    }
    schema
}

fn require(members: &mut Map<String, Value>, name: &str) {
    members.entry("type").or_insert_with(|| Value::from("object"));
    let required = members.entry("required").or_insert_with(|| Value::Array(Vec::new()));
    if let Some(names) = required.as_array_mut()
        && !names.iter().any(|known| known == name)
    {
        names.push(Value::from(name));
    }
}
