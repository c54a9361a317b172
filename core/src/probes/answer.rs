use serde_json::Value;

use crate::session::{CallOutcome, CallRecord, Capture, RpcError};
use crate::text::shown_within;

/// How much of an answer is quoted.
const EXCERPT: usize = 120;

/// Which layer answered a call, if any did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer<'a> {
    /// A result without `isError: true`.
    Success(&'a Value),
    /// A result with `isError: true`: the tool layer.
    ToolError(&'a Value),
    /// A JSON-RPC error: the protocol layer.
    ProtocolError(&'a RpcError),
    /// Nothing in time.
    TimedOut(f64),
    /// The connection or the process broke.
    Lost(&'a str),
    /// The call was not made.
    NotMade(&'a str),
}

impl<'a> Answer<'a> {
    pub(crate) fn of(capture: &'a Capture, record: &'a CallRecord) -> Self {
        match &record.outcome {
            // The end of the whole run's time is no fault of the tool that was being called.
            CallOutcome::Lost { reason } if capture.incomplete.as_ref() == Some(reason) => {
                Self::NotMade(reason)
            }
            CallOutcome::Result { result } if result.get("isError") == Some(&Value::Bool(true)) => {
                Self::ToolError(result)
            }
            CallOutcome::Result { result } => Self::Success(result),
            CallOutcome::ProtocolError { error } => Self::ProtocolError(error),
            CallOutcome::TimedOut { after_ms } => Self::TimedOut(*after_ms),
            CallOutcome::Lost { reason } => Self::Lost(reason),
            CallOutcome::NotMade { reason } => Self::NotMade(reason),
        }
    }

    /// The result, with or without `isError`.
    pub(crate) fn result(self) -> Option<&'a Value> {
        match self {
            Self::Success(result) | Self::ToolError(result) => Some(result),
            _ => None,
        }
    }

    /// What came, naming the layer, safe to show.
    pub(crate) fn describe(self) -> String {
        match self {
            Self::Success(result) => with_text("a successful result (tool layer)", result),
            Self::ToolError(result) => with_text("a result with isError: true (tool layer)", result),
            Self::ProtocolError(error) => format!(
                "JSON-RPC error {} (protocol layer): {}",
                error.code,
                shown_within(&error.message, EXCERPT)
            ),
            Self::TimedOut(after_ms) => format!("no answer within {after_ms} ms"),
            Self::Lost(reason) => format!("no usable answer: {}", shown_within(reason, EXCERPT)),
            Self::NotMade(reason) => format!("the call was not made: {}", shown_within(reason, EXCERPT)),
        }
    }
}

/// Adds the first text block, which is what a model would read.
fn with_text(what: &str, result: &Value) -> String {
    let blocks = result.get("content").and_then(Value::as_array);
    let text = blocks.into_iter().flatten().find_map(|block| block.get("text")?.as_str());
    match text {
        Some(text) => format!("{what}: {}", shown_within(text.trim(), EXCERPT)),
        None => what.to_owned(),
    }
}
