//! `Mcp-Param-*` headers of the 2026-07-28 revision: arguments annotated with `x-mcp-header`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::json;
use crate::redact::base64_padded;
use crate::surface::{Definition, Surface};

use super::plan::PlannedCall;

/// An annotated argument of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Annotated {
    /// The header after `mcp-param-`, as annotated.
    pub(super) header: String,
    /// Property names from the root to the argument.
    pub(super) path: Vec<String>,
}

/// How deep annotated properties are looked for.
const MAX_DEPTH: usize = 16;
/// How many of them one tool may have.
const MAX_HEADERS: usize = 64;

/// The headers a call must carry, names in lower case. A tool with an invalid annotation gets none.
pub(super) fn of_call(surface: &Surface, call: &PlannedCall) -> Vec<(String, String)> {
    let Some(tool) = surface.tools.iter().find(|tool| tool.key() == call.tool) else { return Vec::new() };
    let Ok(annotated) = annotations(tool.input_schema().unwrap_or(&Value::Null)) else { return Vec::new() };
    let Ok(arguments) = json::lenient(&call.arguments) else { return Vec::new() };
    annotated
        .iter()
        .filter_map(|one| {
            let argument = one.path.iter().try_fold(&arguments.value, |value, key| value.get(key))?;
            let text = match argument {
                Value::String(text) => header_value(text),
                Value::Bool(_) | Value::Number(_) => argument.to_string(),
                _ => return None,
            };
            Some((format!("mcp-param-{}", one.header.to_ascii_lowercase()), text))
        })
        .collect()
}

/// A header value; what a header cannot carry as it is becomes `=?base64?…?=`.
pub(super) fn header_value(text: &str) -> String {
    let plain = text.bytes().all(|byte| (0x20..=0x7E).contains(&byte))
        && text.trim_matches([' ', '\t']) == text
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    if plain { text.to_owned() } else { format!("=?base64?{}?=", base64_padded(text.as_bytes())) }
}

/// Which rule the annotations of a tool break, as a clause safe to show. Clients must leave such a tool out.
pub(crate) fn annotation_problem(tool: &Definition) -> Option<String> {
    annotations(tool.input_schema()?).err()
}

/// Every annotated argument of an input schema.
///
/// # Errors
/// A clause that says which rule an annotation breaks.
pub(super) fn annotations(schema: &Value) -> Result<Vec<Annotated>, String> {
    let mut found = Vec::new();
    let mut path = Vec::new();
    walk(schema, &mut path, &mut found)?;
    let mut names = BTreeSet::new();
    for one in &found {
        if !names.insert(one.header.to_ascii_lowercase()) {
            return Err(format!(
                "`x-mcp-header` \"{}\" stands at two arguments",
                crate::text::shown(&one.header)
            ));
        }
    }
    if found.len() > MAX_HEADERS {
        return Err(format!("more than {MAX_HEADERS} arguments have an `x-mcp-header`"));
    }
    if let Some(place) = stray(schema) {
        return Err(format!("`x-mcp-header` stands under `{place}`, where only `properties` may lead to it"));
    }
    Ok(found)
}

fn walk(schema: &Value, path: &mut Vec<String>, found: &mut Vec<Annotated>) -> Result<(), String> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return Ok(()) };
    if path.len() >= MAX_DEPTH {
        return Ok(());
    }
    for (name, property) in properties {
        path.push(name.clone());
        if let Some(annotation) = property.get("x-mcp-header") {
            found.push(Annotated { header: checked(annotation, property)?, path: path.clone() });
        }
        walk(property, path, found)?;
        path.pop();
    }
    Ok(())
}

fn checked(annotation: &Value, property: &Value) -> Result<String, String> {
    let header = annotation.as_str().ok_or("an `x-mcp-header` is no string")?;
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if header.is_empty() || !header.bytes().all(token) {
        return Err(format!("`x-mcp-header` \"{}\" is no header name", crate::text::shown(header)));
    }
    match property.get("type").and_then(Value::as_str) {
        Some("string" | "integer" | "boolean") => Ok(header.to_owned()),
        _ => Err(format!("`x-mcp-header` \"{header}\" is not on a string, integer or boolean")),
    }
}

/// The keyword under which an annotation stands that no chain of `properties` leads to.
fn stray(schema: &Value) -> Option<String> {
    let mut todo: Vec<(&Value, Option<&str>, bool)> = vec![(schema, None, false)];
    while let Some((value, off_path, names)) = todo.pop() {
        match value {
            Value::Object(members) if names => {
                todo.extend(members.values().map(|member| (member, off_path, false)));
            }
            Value::Object(members) => {
                if off_path.is_some() && members.contains_key("x-mcp-header") {
                    return off_path.map(ToOwned::to_owned);
                }
                push_members(members, off_path, &mut todo);
            }
            Value::Array(items) => todo.extend(items.iter().map(|item| (item, off_path, false))),
            _ => {}
        }
    }
    None
}

fn push_members<'a>(
    members: &'a Map<String, Value>,
    off_path: Option<&'a str>,
    todo: &mut Vec<(&'a Value, Option<&'a str>, bool)>,
) {
    for (keyword, member) in members {
        match keyword.as_str() {
            "properties" => todo.push((member, off_path, true)),
            // Instances, not schemas: what stands there is no annotation.
            "default" | "const" | "enum" | "examples" => {}
            "$defs" | "definitions" | "patternProperties" | "dependentSchemas" => {
                todo.push((member, off_path.or(Some(keyword)), true));
            }
            _ => todo.push((member, off_path.or(Some(keyword)), false)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::surface::{Definition, Kind};

    fn schema() -> Value {
        json!({"type": "object", "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "count": {"type": "integer", "x-mcp-header": "Count"},
            "nested": {"type": "object", "properties": {"flag": {"type": "boolean", "x-mcp-header": "Flag"}}},
        }})
    }

    fn headers(arguments: &str) -> Vec<(String, String)> {
        let raw = json!({"name": "t", "inputSchema": schema()});
        let tool = Definition::new(Kind::Tool, raw.as_object().unwrap().clone());
        let surface = Surface { tools: vec![tool], ..Surface::default() };
        let call = PlannedCall {
            tool: "t".into(),
            arguments: arguments.into(),
            timeout_ms: None,
            label: String::new(),
        };
        of_call(&surface, &call)
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn annotated_arguments_become_headers() {
        assert_eq!(
            headers(r#"{"region":"eu","count":42,"nested":{"flag":false}}"#),
            [pair("mcp-param-count", "42"), pair("mcp-param-flag", "false"), pair("mcp-param-region", "eu")]
        );
        assert_eq!(headers(r#"{"region":null}"#), []);
    }

    #[test]
    fn what_a_header_cannot_carry_is_base64() {
        assert_eq!(header_value("plain text"), "plain text");
        assert_eq!(header_value("日本"), "=?base64?5pel5pys?=");
        assert_eq!(header_value(" edge"), "=?base64?IGVkZ2U=?=");
        assert_eq!(header_value("=?base64?x?="), "=?base64?PT9iYXNlNjQ/eD89?=");
        assert_eq!(header_value("a\nb"), "=?base64?YQpi?=");
    }

    #[test]
    fn annotations_that_break_the_rules_are_told() {
        let with = |property: Value| annotations(&json!({"properties": {"a": property}}));
        assert!(with(json!({"type": "string", "x-mcp-header": ""})).is_err());
        assert!(with(json!({"type": "string", "x-mcp-header": "a b"})).is_err());
        assert!(with(json!({"type": "number", "x-mcp-header": "A"})).is_err());
        assert!(with(json!({"type": "array", "items": {"type": "string", "x-mcp-header": "A"}})).is_err());
        assert!(with(json!({"type": "string", "default": {"x-mcp-header": 1}})).is_ok());
        let twice = json!({"properties": {
            "a": {"type": "string", "x-mcp-header": "Same"}, "b": {"type": "string", "x-mcp-header": "same"}}});
        assert!(annotations(&twice).is_err());
        assert_eq!(annotations(&schema()).unwrap().len(), 3);
    }
}
