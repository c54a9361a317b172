use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What happened, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Monotonic milliseconds since the session was started, stamped on receipt.
    pub at: f64,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What the host reports. It decides nothing: what a status, a reply or an exit means is decided here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum EventKind {
    /// The process runs, or there is a place to send to.
    Opened,
    /// The bytes of a message were handed over; elapsed times count from here.
    Sent {
        /// Which message.
        exchange: u64,
    },
    /// A complete message: a line, a JSON body, the data of one server-sent event (which may be empty).
    Message {
        /// The exchange on whose HTTP reply it came; absent on stdio.
        #[serde(default)]
        exchange: Option<u64>,
        /// The text.
        text: String,
        /// The id of the server-sent event.
        #[serde(default)]
        event_id: Option<String>,
        /// The reconnection time of the server-sent event, in milliseconds.
        #[serde(default)]
        retry: Option<f64>,
        /// The name of the server-sent event when it is not `message`.
        #[serde(default)]
        event: Option<String>,
    },
    /// The head of an HTTP reply. With `body` where the reply carries no messages (an error, a 202): then
    /// that is all of it.
    Http {
        /// Which exchange.
        exchange: u64,
        /// The status code.
        status: u16,
        /// Header fields, names in lower case.
        #[serde(default)]
        headers: BTreeMap<String, String>,
        /// The body, bounded by the host.
        #[serde(default)]
        body: Option<String>,
    },
    /// An HTTP reply came to its end.
    StreamEnd {
        /// Which exchange.
        exchange: u64,
    },
    /// A deadline passed. Exchange 0 is the opening.
    Timeout {
        /// Which exchange.
        exchange: u64,
    },
    /// Something odd below the level of messages.
    Note {
        /// A code of [`super::NoteCode`], e.g. `invalid-utf8`.
        code: String,
        /// Some of the bytes, bounded by the host.
        #[serde(default)]
        excerpt: Option<String>,
    },
    /// An exchange, or the opening (without exchange), failed below the level of messages.
    Failed {
        /// Which exchange.
        #[serde(default)]
        exchange: Option<u64>,
        /// What failed: `command-not-found`, `connection-refused`, `tls`, `line-too-long`, …
        code: String,
        /// What the system said.
        message: String,
    },
    /// The process ended or the connection is closed for good.
    Closed {
        /// The exit code of a process that ended by itself.
        #[serde(default)]
        exit_code: Option<i32>,
        /// The signal that ended it.
        #[serde(default)]
        signal: Option<String>,
        /// What it took to end it after `close`: `stdin`, `SIGTERM` or `SIGKILL`.
        #[serde(default)]
        ended_by: Option<String>,
        /// The last lines of standard error.
        #[serde(default)]
        stderr_tail: String,
    },
}
