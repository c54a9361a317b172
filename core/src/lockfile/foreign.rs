use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::coverage::Coverage;
use super::error::LockfileError;
use super::read::{Format, Lock};
use crate::json;
use crate::surface::{Definition, Kind, Oddity, Surface, pointer};

/// Reads an array of tool definitions.
pub(super) fn read_list(document: &Value) -> Result<Lock, LockfileError> {
    match document {
        Value::Array(tools) if tools.iter().any(is_tool) => {
            let mut surface = Surface::default();
            fill(&mut surface, Kind::Tool, tools);
            Ok(lock(Format::ToolsList, surface, tools_only()))
        }
        Value::Array(_) => Err(unrecognised("an array of something other than tools")),
        Value::String(_) => Err(unrecognised("a text")),
        Value::Number(_) => Err(unrecognised("a number")),
        Value::Bool(_) | Value::Null | Value::Object(_) => Err(unrecognised("a single value")),
    }
}

/// Reads whatever other object can stand in for a lockfile.
pub(super) fn read_object(members: &Map<String, Value>) -> Result<Lock, LockfileError> {
    if members.contains_key("covenant_version") {
        return read_covenant(members);
    }
    if members.contains_key("pinsVersion") {
        return Err(LockfileError::HashesOnly);
    }
    if let Some(result) = members.get("result").and_then(Value::as_object) {
        return read_object(result);
    }
    if let Some(tools) = members.get("tools").and_then(Value::as_array) {
        if !tools.is_empty() && !tools.iter().any(Value::is_object) {
            return Err(unrecognised("a list of something other than tools"));
        }
        return Ok(lock(Format::ToolsList, read_lists(members), lists_of(members)));
    }
    let single = Value::Object(members.clone());
    if is_tool(&single) {
        let mut surface = Surface::default();
        fill(&mut surface, Kind::Tool, std::slice::from_ref(&single));
        return Ok(lock(Format::Tool, surface, tools_only()));
    }
    let keys: Vec<&str> = members.keys().take(5).map(String::as_str).collect();
    Err(unrecognised(&format!("an object with the members {}", crate::text::shown(&keys.join(", ")))))
}

/// The lists under the names that the protocol gives them, and what stands beside them.
fn read_lists(members: &Map<String, Value>) -> Surface {
    let text = |member: &str| members.get(member).and_then(Value::as_str).map(str::to_owned);
    let object = |member: &str| members.get(member).and_then(Value::as_object).cloned().unwrap_or_default();
    let mut surface = Surface {
        protocol_version: text("protocolVersion"),
        instructions: text("instructions"),
        capabilities: object("capabilities"),
        server_info: object("serverInfo"),
        ..Surface::default()
    };
    for kind in [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate] {
        if let Some(list) = members.get(kind.plural()).and_then(Value::as_array) {
            fill(&mut surface, kind, list);
        }
    }
    surface
}

fn read_covenant(members: &Map<String, Value>) -> Result<Lock, LockfileError> {
    let Some(lists) = members.get("surface").and_then(Value::as_object) else {
        return Err(LockfileError::Malformed {
            pointer: "/surface".to_owned(),
            problem: "a covenant lockfile needs an object here".to_owned(),
        });
    };
    let mut surface = read_lists(lists);
    let server = members.get("server").and_then(Value::as_object).cloned().unwrap_or_default();
    for (member, value) in server {
        if member == "protocolVersion" {
            surface.protocol_version = value.as_str().map(str::to_owned);
        } else {
            surface.server_info.insert(member, value);
        }
    }
    let coverage = Coverage { server: false, tool_members: Some(COVENANT_MEMBERS), ..lists_of(lists) };
    Ok(lock(Format::Covenant, surface, coverage))
}

fn is_tool(value: &Value) -> bool {
    value.get("name").is_some_and(Value::is_string)
        && ["inputSchema", "description", "outputSchema", "annotations"]
            .iter()
            .any(|member| value.get(member).is_some())
}

fn fill(surface: &mut Surface, kind: Kind, list: &[Value]) {
    for (index, entry) in list.iter().enumerate() {
        let (entry, repairs) = as_a_session_keeps_it(entry);
        if let Some(raw) = entry.as_object() {
            let (definition, renamed) = Definition::served(kind, raw.clone());
            let at = definition.pointer();
            surface.oddities.extend(renamed);
            surface.oddities.extend(
                repairs
                    .into_iter()
                    .map(|repair| Oddity { pointer: format!("{at}{}", repair.pointer), what: repair.what }),
            );
            surface.list_mut(kind).push(definition);
        } else {
            surface.oddities.push(Oddity {
                pointer: pointer(&[kind.plural(), &index.to_string()]),
                what: "the entry is no object and was left out".to_owned(),
            });
        }
    }
}

/// What nests too deep is kept as its hash here too, so that a list in a file equals the same list of a server.
fn as_a_session_keeps_it(entry: &Value) -> (Cow<'_, Value>, Vec<json::Repair>) {
    if json::is_kept_whole(entry) {
        return (Cow::Borrowed(entry), Vec::new());
    }
    json::lenient(&entry.to_string())
        .map_or((Cow::Borrowed(entry), Vec::new()), |read| (Cow::Owned(read.value), read.repairs))
}

/// What a covenant lockfile holds of a tool.
const COVENANT_MEMBERS: &[&str] = &["name", "title", "description", "inputSchema", "outputSchema"];

fn tools_only() -> Coverage {
    Coverage { kinds: vec![Kind::Tool], server: false, tool_members: None }
}

fn lists_of(members: &Map<String, Value>) -> Coverage {
    let kinds = [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate];
    Coverage {
        kinds: kinds.into_iter().filter(|kind| members.contains_key(kind.plural())).collect(),
        server: members.contains_key("capabilities") || members.contains_key("serverInfo"),
        tool_members: None,
    }
}

fn lock(format: Format, surface: Surface, coverage: Coverage) -> Lock {
    Lock { format, coverage, surface, text_hashes: None, output_shapes: BTreeMap::new(), meta: None }
}

fn unrecognised(what: &str) -> LockfileError {
    LockfileError::Unrecognised { what: what.to_owned() }
}
