//! The mcpward core: text in, findings or text out.
//!
//! Nothing here reads a file, a socket, a clock, the environment or a source of randomness; what differs
//! per host is an argument or a return value. The same input gives the same bytes on every machine.

pub mod calls;
pub mod canonical;
pub mod config;
pub mod contracts;
pub mod drift;
pub mod engine;
mod gathered;
pub mod json;
mod jsonpath;
pub mod lockfile;
pub mod policy;
pub mod probes;
pub mod redact;
pub mod report;
pub mod rules;
pub mod schema;
pub mod session;
mod shape;
pub mod surface;
pub mod text;

/// The version of this mcpward.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
