use std::borrow::Cow;

use serde_json::Value;

use crate::lockfile::{OutputShape, OutputSource, Shape};

/// An object with more members than this is a table of entries, and its keys are values, not structure.
const MAX_MEMBERS: usize = 200;
/// How many values of one sample are looked at.
const MAX_VALUES: usize = 100_000;
/// How deep a value is looked into.
const MAX_DEPTH: usize = 64;

/// The merged shape of several results of one tool; `None` without results.
///
/// The outputs are read from the most structured source that all results have.
pub(super) fn shape_of(results: &[&Value]) -> Option<OutputShape> {
    for source in [OutputSource::Structured, OutputSource::JsonText, OutputSource::Content] {
        let outputs: Option<Vec<Cow<'_, Value>>> =
            results.iter().map(|result| output(result, source)).collect();
        let Some(outputs) = outputs.filter(|outputs| !outputs.is_empty()) else { continue };
        let mut shape = Shape::default();
        for output in &outputs {
            let mut values = MAX_VALUES;
            add(&mut shape, output, MAX_DEPTH, &mut values);
        }
        let samples = u32::try_from(outputs.len()).unwrap_or(u32::MAX);
        return Some(OutputShape { source, samples, shape });
    }
    None
}

/// The output of one result as a source has it.
fn output(result: &Value, source: OutputSource) -> Option<Cow<'_, Value>> {
    let content = result.get("content");
    match source {
        OutputSource::Structured => {
            result.get("structuredContent").filter(|value| !value.is_null()).map(Cow::Borrowed)
        }
        OutputSource::JsonText => {
            let [only] = content?.as_array()?.as_slice() else { return None };
            let text = only.get("text")?.as_str()?;
            let value: Value = serde_json::from_str(text).ok()?;
            // A text that happens to be a number or a word in quotes is a text.
            (value.is_object() || value.is_array()).then_some(Cow::Owned(value))
        }
        OutputSource::Content => Some(content.map_or(Cow::Owned(Value::Null), Cow::Borrowed)),
    }
}

/// Adds one value to what was seen at its place.
fn add(shape: &mut Shape, value: &Value, depth: usize, values: &mut usize) {
    let Some(left) = values.checked_sub(1) else { return };
    *values = left;
    let name = type_name(value);
    if let Err(at) = shape.types.binary_search_by(|known| known.as_str().cmp(name)) {
        shape.types.insert(at, name.to_owned());
    }
    let Some(depth) = depth.checked_sub(1) else { return };
    match value {
        Value::Object(members) if members.len() <= MAX_MEMBERS => {
            shape.object_count = shape.object_count.saturating_add(1);
            for (member, value) in members {
                let property = shape.properties.entry(member.clone()).or_default();
                property.seen = property.seen.saturating_add(1);
                add(&mut property.shape, value, depth, values);
            }
        }
        Value::Array(elements) if !elements.is_empty() => {
            let items = shape.items.get_or_insert_with(Box::default);
            for element in elements {
                add(items, element, depth, values);
            }
        }
        _ => {}
    }
}

/// Whole numbers and others are one type: 1 and 1.5 come from the same field.
fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
