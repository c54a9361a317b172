//! What a session knows between two events.

use crate::surface::Kind;

use super::capture::RpcError;
use super::failure::Failure;
use super::listing::Listing;
use super::plan::PlannedCall;
use super::rounds::Calling;

/// Where the connection stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum State {
    Idle,
    Opening,
    Open,
    /// `close` was asked for; what comes of the session is decided.
    Closing(Option<Failure>),
    Finished,
}

/// What has been tried to agree on a revision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tried {
    pub(super) initialize: bool,
    pub(super) discover: u32,
    pub(super) sse: bool,
    pub(super) reopened: bool,
    /// The POST of `initialize` was refused in a way that allows HTTP+SSE.
    pub(super) sse_possible: bool,
}

/// The HTTP+SSE transport of 2024-11-05, once it is in use.
#[derive(Clone, Debug)]
pub(super) struct Sse {
    pub(super) listen: u64,
    pub(super) endpoint: Option<String>,
}

/// What is left to do once the revision is agreed.
#[derive(Debug)]
pub(super) enum Task {
    Ping,
    List(Kind),
    Plan,
    Call(PlannedCall),
    Relist,
    Goodbye,
}

/// The one request that is on its way.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) exchange: u64,
    pub(super) purpose: Purpose,
    pub(super) method: &'static str,
    pub(super) sent_at: f64,
    pub(super) deadline_ms: f64,
    /// What to make of it if nothing better comes before the (shortened) deadline.
    pub(super) suspect: Option<Reply>,
    pub(super) last_event_id: Option<String>,
    pub(super) retry_ms: Option<f64>,
    pub(super) resumes: u32,
    /// The parameters as they were sent, without what the revision adds.
    pub(super) params: Option<String>,
}

/// What a request is for.
#[derive(Debug)]
pub(super) enum Purpose {
    Initialize,
    Initialized,
    Discover,
    Endpoint,
    Ping,
    Page(Listing),
    RelistPage(Listing),
    Call(Calling),
    Delete,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reply {
    /// The `result`, as JSON text.
    Result(String),
    /// A JSON-RPC error, with the HTTP status it came with.
    Error(RpcError, Option<u16>),
    /// An HTTP status without a JSON-RPC message.
    Status(u16, Failure),
    /// Nothing in time.
    TimedOut,
    /// The session was forgotten by the server.
    SessionLost,
    /// The connection broke, or the reply cannot be used.
    Failed(Failure),
}
