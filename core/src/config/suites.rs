use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Test cases for one tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The tool to call.
    pub tool: String,
    /// The cases, run in order.
    pub cases: Vec<Case>,
}

/// One call and what must come of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What the case shows.
    pub name: String,
    /// The arguments of the call.
    #[serde(default)]
    pub args: Map<String, Value>,
    /// How long this call may take, in milliseconds, instead of `timeouts.call_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub timeout_ms: Option<u64>,
    /// What must come of it.
    #[serde(default)]
    pub expect: CaseExpect,
}

/// What must come of a call. Everything given must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CaseExpect {
    /// Whether the result carries `isError: true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_is_error: Option<bool>,
    /// The code of the JSON-RPC error that must come instead of a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol_error_code: Option<i64>,
    /// Values at JSONPath (RFC 9535) places of the whole result: a literal, or an object of the operators
    /// `$exists $type $matches $contains $length $gt $lt`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub jsonpath: BTreeMap<String, Value>,
    /// The structured content must be valid under the tool's `outputSchema`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_matches_schema: Option<bool>,
    /// A file, relative to the config, that the output must equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub golden: Option<String>,
}
