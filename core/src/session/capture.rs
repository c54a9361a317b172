use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::notes::Note;
use super::options::Transport;
use super::surface_form;
use crate::json;
use crate::redact::Redactor;
use crate::surface::{Definition, Kind, Surface};

/// Everything one session found out, with secrets already redacted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Capture {
    /// What the server exposes.
    #[serde(with = "surface_form")]
    pub surface: Surface,
    /// With or without a handshake.
    pub era: Era,
    /// How the revision was agreed.
    pub handshake: Handshake,
    /// How messages travelled.
    pub transport: Transport,
    /// What became of the ping.
    pub ping: Ping,
    /// Lists that are declared and could not be had: what they hold is not known.
    #[serde(default)]
    pub unlisted: Vec<Unlisted>,
    /// What was odd on the wire.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// The calls that were planned, in order.
    #[serde(default)]
    pub calls: Vec<CallRecord>,
    /// The second listing of the tools; there is one when tools were called.
    #[serde(default)]
    pub relisted: Option<Relisted>,
    /// How long things took.
    pub timings: Timings,
    /// Why not everything could be looked at, when that is so.
    #[serde(default)]
    pub incomplete: Option<String>,
}

/// A list that could not be had. A server that says it has no such method is taken at its word: that list is
/// empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unlisted {
    /// What it lists.
    pub kind: Kind,
    /// Why it could not be had, as a clause, safe to show.
    pub reason: String,
}

/// With a handshake (up to 2025-11-25) or without one (from 2026-07-28).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Era {
    /// `initialize`.
    #[default]
    Legacy,
    /// `server/discover`.
    Modern,
}

/// How the revision was agreed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Handshake {
    /// The revision that was asked for last.
    pub asked: String,
    /// The revision the server answered with.
    pub answered: Option<String>,
    /// Modern: every revision the server says it supports.
    #[serde(default)]
    pub supported: Vec<String>,
    /// HTTP: the server speaks the HTTP+SSE transport of 2024-11-05.
    #[serde(default)]
    pub http_sse: bool,
    /// Attempts that failed before, each as a clause.
    #[serde(default)]
    pub attempts: Vec<String>,
}

/// What became of the ping.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Ping {
    /// The revision has none.
    #[default]
    NotInRevision,
    /// It was answered with a result.
    Answered {
        /// How long that took.
        elapsed_ms: f64,
    },
    /// It was answered with an error.
    Refused {
        /// The error.
        error: RpcError,
    },
    /// It was not answered.
    Unanswered {
        /// Why, as a clause.
        reason: String,
    },
}

/// A JSON-RPC error as the server sent it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RpcError {
    /// The code; 0 when there was no whole number.
    pub code: i64,
    /// The message, raw: show it through `text::shown`.
    pub message: String,
    /// The data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// One planned call and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallRecord {
    /// What the planner called it.
    pub label: String,
    /// The tool.
    pub tool: String,
    /// The arguments as JSON text.
    pub arguments: String,
    /// What came back.
    pub outcome: CallOutcome,
    /// From the moment the bytes were handed over to the complete reply.
    pub elapsed_ms: f64,
    /// What had to be repaired in the result, as clauses with pointers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<String>,
}

/// What came back from a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CallOutcome {
    /// A result, with or without `isError`.
    Result {
        /// The whole `tools/call` result.
        result: Value,
    },
    /// A JSON-RPC error.
    ProtocolError {
        /// The error.
        error: RpcError,
    },
    /// Nothing within the deadline.
    TimedOut {
        /// The deadline.
        after_ms: f64,
    },
    /// The connection or the process broke during the call.
    Lost {
        /// How, as a clause safe to show.
        reason: String,
    },
    /// The call was not made.
    NotMade {
        /// Why, as a clause safe to show.
        reason: String,
    },
}

/// The second listing of the tools.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relisted {
    /// The tools, where they differ from the first listing.
    pub tools: Option<Vec<Definition>>,
    /// Why the second listing failed, as a clause safe to show.
    pub error: Option<String>,
}

/// How long things took, in milliseconds since the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Timings {
    /// The process ran.
    pub opened_ms: f64,
    /// The first message came.
    pub first_message_ms: Option<f64>,
    /// The revision was agreed.
    pub handshake_ms: Option<f64>,
    /// All lists were read.
    pub listed_ms: Option<f64>,
    /// Everything was over.
    pub finished_ms: Option<f64>,
}

/// Why a text is no capture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaptureError {
    /// It is no JSON.
    #[error("the capture is no JSON: {0}")]
    Json(#[from] json::JsonError),
    /// It lacks something.
    #[error("the capture is not complete: {0}")]
    Shape(String),
}

impl Capture {
    /// Writes the capture as JSON text, every string and key redacted.
    #[must_use]
    pub fn to_json(&self, redactor: &Redactor) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        redactor.value(&mut value);
        value.to_string()
    }

    /// Reads a capture from its JSON text.
    ///
    /// # Errors
    /// The text is no JSON or no capture.
    pub fn from_json(text: &str) -> Result<Self, CaptureError> {
        let value = json::lenient_stored(text)?.value;
        serde_json::from_value(value).map_err(|error| CaptureError::Shape(error.to_string()))
    }
}
