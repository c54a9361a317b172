//! The protocol as a state machine: events in, effects out, no I/O.

mod capture;
mod discovery;
mod effect;
mod ending;
mod envelope;
mod event;
mod failure;
mod handshake;
mod http_replies;
mod http_sse;
mod listing;
mod machine;
mod notes;
mod options;
mod param_headers;
mod plan;
mod replies;
mod rounds;
mod state;
pub(crate) mod surface_form;
mod tasks;
mod wire;
mod wording;

#[cfg(test)]
mod tests;

pub use capture::{
    CallOutcome, CallRecord, Capture, CaptureError, Era, Handshake, Ping, Relisted, RpcError, Timings,
    Unlisted,
};
pub use effect::Effect;
pub use event::{Event, EventKind};
pub use failure::Failure;
pub use machine::Session;
pub use notes::{Note, NoteCode};
pub(crate) use options::MODERN;
pub use options::{ClientInfo, Limits, SessionOptions, Timeouts, Transport, Wanted};
pub(crate) use param_headers::annotation_problem;
pub use plan::{NoCalls, PlannedCall, Planner};
