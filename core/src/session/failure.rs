use serde::{Deserialize, Serialize};

/// Why nothing could be tested: one line of cause, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// A stable name: `command-not-found`, `server-exited`, `connect-timeout`, `http-401`, …
    pub code: String,
    /// The cause in one line, safe to show, without a full stop.
    pub message: String,
    /// What to do, one sentence without a full stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The last lines the server wrote to standard error, safe to show line by line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
}

impl Failure {
    pub(crate) fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), hint: None, stderr: Vec::new() }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
