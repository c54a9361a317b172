use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::failure::Failure;

/// What the host is asked to do. Effects are carried out in the order they come.
///
/// An `exchange` numbers one outgoing message and whatever comes back for it. Every `deadlineMs` counts from
/// the moment the effect is carried out and leads to a `timeout` event, never to an action of the host's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Effect {
    /// Start the process or make ready to connect; answered by `opened` or `failed`.
    Open {
        /// How long that may take.
        deadline_ms: f64,
    },
    /// End what is running, silently, and open afresh: one child must not be asked in two eras.
    Reopen {
        /// How long that may take.
        deadline_ms: f64,
    },
    /// Send one message.
    Send {
        /// Its number.
        exchange: u64,
        /// The JSON text, one line.
        text: String,
        /// How long the reply may take.
        deadline_ms: f64,
        /// Protocol headers for HTTP, names in lower case. They come on top of the user's own.
        #[serde(default)]
        headers: BTreeMap<String, String>,
        /// HTTP+SSE: where to POST, as the server named it. The host refuses another origin.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        /// A request; otherwise a notification or an answer, for which no timeout is reported on stdio.
        expects_reply: bool,
    },
    /// HTTP: GET the stream of an exchange that broke, after a pause.
    Resume {
        /// The exchange it belongs to.
        exchange: u64,
        /// The last event id seen.
        last_event_id: String,
        /// How long to wait first.
        after_ms: f64,
        /// Protocol headers.
        headers: BTreeMap<String, String>,
    },
    /// HTTP+SSE: GET the one stream on which everything arrives.
    Listen {
        /// Its number; the stream's events carry it.
        exchange: u64,
        /// How long the first event may take.
        deadline_ms: f64,
    },
    /// Give a pending exchange another deadline, from now.
    Deadline {
        /// Which one.
        exchange: u64,
        /// Milliseconds from now.
        deadline_ms: f64,
    },
    /// Forget an exchange: abort its request, report nothing more of it.
    Cancel {
        /// Which one.
        exchange: u64,
    },
    /// HTTP: end the session on the server.
    Delete {
        /// Its number.
        exchange: u64,
        /// Protocol headers.
        headers: BTreeMap<String, String>,
        /// How long the answer may take.
        deadline_ms: f64,
    },
    /// Close the connection, end every process; answered by `closed`.
    Close,
    /// Something a person may like to see while waiting.
    Progress {
        /// One line, safe to show.
        message: String,
    },
    /// The session is over. Exactly one of both is there.
    Finish {
        /// The capture as JSON text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        capture: Option<String>,
        /// Why there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failure: Option<Failure>,
    },
}
