use serde_json::{Map, Value};
use thiserror::Error;

use crate::text::shown;

/// How deep a transcript is searched for calls.
const MAX_DEPTH: usize = 32;

/// A call that somebody made.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedCall {
    /// The line of the file it stands on, from 1.
    pub line: usize,
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
}

/// Why a file holds no recorded calls.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CallsError {
    /// A line is no JSON.
    #[error("line {line} is no JSON: {problem}")]
    NotJson {
        /// From 1.
        line: usize,
        /// What was found there.
        problem: String,
    },
    /// There is JSON, and no call in it.
    #[error(
        "no recorded call found; expected one {{\"tool\": …, \"arguments\": {{…}}}} a line, or an agent transcript"
    )]
    NoCalls,
}

/// Reads a file of recorded calls: JSON Lines of `{tool, arguments}`, of JSON-RPC `tools/call` requests or of
/// an agent's messages with tool calls in them; or one JSON document of any of these.
///
/// # Errors
/// [`CallsError`] names the line that is no JSON, or says that there is no call.
pub fn read(text: &str) -> Result<Vec<RecordedCall>, CallsError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut calls = Vec::new();
    match serde_json::from_str::<Value>(text) {
        // A single line is a document too; its calls stand on line 1 either way.
        Ok(document) => collect(&document, 1, 0, &mut calls),
        Err(_) => {
            for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                let value: Value = serde_json::from_str(line).map_err(|problem| CallsError::NotJson {
                    line: index + 1,
                    problem: shown(&problem.to_string()).to_string(),
                })?;
                collect(&value, index + 1, 0, &mut calls);
            }
        }
    }
    if calls.is_empty() { Err(CallsError::NoCalls) } else { Ok(calls) }
}

/// Reads calls that stand in the config itself; the line is the position in the list.
///
/// # Errors
/// There is no call.
pub fn read_values(values: &[Value]) -> Result<Vec<RecordedCall>, CallsError> {
    let mut calls = Vec::new();
    for (index, value) in values.iter().enumerate() {
        collect(value, index + 1, 0, &mut calls);
    }
    if calls.is_empty() { Err(CallsError::NoCalls) } else { Ok(calls) }
}

fn collect(value: &Value, line: usize, depth: usize, calls: &mut Vec<RecordedCall>) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, line, depth + 1, calls)),
        Value::Object(members) => match call_of(members) {
            Some((tool, arguments)) => {
                calls.push(RecordedCall { line, tool: bare_name(tool).to_owned(), arguments });
            }
            None => members.values().for_each(|member| collect(member, line, depth + 1, calls)),
        },
        _ => {}
    }
}

/// The forms in which a call is written down.
fn call_of(members: &Map<String, Value>) -> Option<(&str, Map<String, Value>)> {
    let text = |member: &str| members.get(member).and_then(Value::as_str);
    if let Some(tool) = text("tool") {
        let arguments = ["arguments", "args", "input"].iter().find_map(|member| members.get(*member));
        return Some((tool, object(arguments)?));
    }
    if text("method") == Some("tools/call") {
        let params = members.get("params")?.as_object()?;
        return Some((params.get("name")?.as_str()?, object(params.get("arguments"))?));
    }
    match text("type") {
        Some("tool_use" | "mcp_tool_use") => Some((text("name")?, object(members.get("input"))?)),
        Some("function_call" | "mcp_call" | "tool_call") => {
            Some((text("name")?, object(members.get("arguments").or_else(|| members.get("args")))?))
        }
        Some("function") => {
            let function = members.get("function")?.as_object()?;
            Some((function.get("name")?.as_str()?, object(function.get("arguments"))?))
        }
        _ => None,
    }
}

/// Arguments as an object, or as the JSON text of one; none at all are an empty object.
fn object(arguments: Option<&Value>) -> Option<Map<String, Value>> {
    match arguments {
        None | Some(Value::Null) => Some(Map::new()),
        Some(Value::Object(members)) => Some(members.clone()),
        Some(Value::String(text)) if text.trim().is_empty() => Some(Map::new()),
        Some(Value::String(text)) => serde_json::from_str(text).ok(),
        Some(_) => None,
    }
}

/// The tool's own name where a client has put the server's before it (`mcp__files__read_file`).
fn bare_name(name: &str) -> &str {
    name.strip_prefix("mcp__").and_then(|rest| rest.split_once("__")).map_or(name, |(_, tool)| tool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_call_is_found_with_its_line() {
        let text = r#"{"tool":"a","arguments":{"x":1}}

{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"b","arguments":{}}}
{"role":"assistant","content":[{"type":"text","text":"hm"},{"type":"tool_use","name":"mcp__srv__c","input":{"y":2}}]}
{"tool_calls":[{"type":"function","function":{"name":"d","arguments":"{\"z\":3}"}}]}
"#;
        let calls = read(text).unwrap();
        let seen: Vec<(usize, &str)> = calls.iter().map(|call| (call.line, call.tool.as_str())).collect();
        assert_eq!(seen, [(1, "a"), (3, "b"), (4, "c"), (5, "d")]);
    }

    #[test]
    fn what_is_no_call_is_an_error_with_its_line() {
        assert!(matches!(read("{\"tool\":\"a\"}\n{oops"), Err(CallsError::NotJson { line: 2, .. })));
        assert_eq!(read("{\"a\":1}"), Err(CallsError::NoCalls));
    }
}
