//! What goes around a request: its `_meta` and its HTTP headers.

use std::collections::BTreeMap;

use serde_json::json;

use super::capture::Era;
use super::machine::Session;
use super::plan::PlannedCall;

impl Session {
    /// The `params` member with its leading comma, or nothing. Modern requests always carry `_meta`.
    pub(super) fn params(&self, _method: &str, params: Option<&str>) -> String {
        let Era::Modern = self.era else {
            return params.map_or_else(String::new, |params| format!(",\"params\":{params}"));
        };
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": self.revision,
            "io.modelcontextprotocol/clientInfo": self.options.client,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let rest = params.and_then(|params| params.strip_prefix('{')).unwrap_or("}");
        let comma = if rest == "}" { "" } else { "," };
        format!(",\"params\":{{\"_meta\":{meta}{comma}{rest}")
    }

    /// The protocol's own HTTP headers for a message.
    pub(super) fn headers(&self, method: &str, call: Option<&PlannedCall>) -> BTreeMap<String, String> {
        let mut headers = BTreeMap::new();
        if !self.over_http() {
            return headers;
        }
        let mut add = |name: &str, value: String| headers.insert(name.to_owned(), value);
        match self.era {
            Era::Modern => {
                add("mcp-protocol-version", self.revision.clone());
                if !method.is_empty() {
                    add("mcp-method", method.to_owned());
                }
                if let Some(call) = call {
                    add("mcp-name", super::param_headers::header_value(&call.tool));
                    for (name, value) in super::param_headers::of_call(&self.surface, call) {
                        add(&name, value);
                    }
                }
            }
            Era::Legacy if method != "initialize" => {
                if self.surface.protocol_version.is_some() && self.revision.as_str() >= "2025-06-18" {
                    add("mcp-protocol-version", self.revision.clone());
                }
                if let Some(id) = &self.session_id {
                    add("mcp-session-id", id.clone());
                }
            }
            Era::Legacy => {}
        }
        headers
    }
}
