use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::checks::Checks;
use super::server::Server;
use super::suites::Suite;

/// The config file `mcpward.yaml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The server to test. Either this or `servers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<Server>,
    /// Several servers by name, each with a lockfile of its own (`mcpward.NAME.lock.json`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub servers: BTreeMap<String, Server>,
    /// What the server must negotiate.
    pub expect: Expect,
    /// How long to wait, in milliseconds.
    pub timeouts: Timeouts,
    /// Which checks run, and how.
    pub checks: Checks,
    /// Your own test cases, by tool.
    pub suites: Vec<Suite>,
    /// Recorded calls to replay offline against the old and the new schemas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<Calls>,
    /// Findings that you have looked at and accept.
    pub suppress: Vec<Suppression>,
}

/// What the server must negotiate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Fail unless exactly this protocol revision is negotiated, e.g. `2025-11-25`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol_version: Option<String>,
}

/// How long to wait, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Timeouts {
    /// Until the server's first byte: package download and process start.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub start_ms: u64,
    /// For the handshake, once the server speaks.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub connect_ms: u64,
    /// For each request after the handshake.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub call_ms: u64,
    /// For the whole run of one server.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub run_ms: u64,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { start_ms: 60_000, connect_ms: 10_000, call_ms: 30_000, run_ms: 300_000 }
    }
}

/// Recorded calls: the path of a JSONL file, or the calls themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "must be the path of a file or a list of calls")]
pub enum Calls {
    /// A file with one `{"tool": …, "arguments": {…}}` a line, relative to the config file.
    File(String),
    /// The calls themselves.
    Inline(Vec<Value>),
}

/// A finding that you have looked at and accept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Suppression {
    /// The rule, by its finer name or its public id.
    pub rule: String,
    /// Only findings about this tool, prompt or resource.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Only findings at this JSON Pointer or below it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The hash of the text you looked at; required for security and description findings, so that another
    /// text is looked at again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^sha256:[0-9a-f]{64}$"))]
    pub text_sha256: Option<String>,
    /// Why it is accepted.
    #[schemars(length(min = 1))]
    pub reason: String,
    /// The last day on which it holds, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"))]
    pub expires: Option<String>,
}
