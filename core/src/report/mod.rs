//! What a run says: the report, and one file a format.

mod console;
mod fingerprint;
mod group;
mod model;
mod row;

pub use console::{ConsoleOptions, console};
pub use fingerprint::fingerprint;
pub use model::{Level, Report, ResultRow, ServerIdentity, Summary};
