//! Recorded calls: real use of a server, replayed offline against the old and the new contract.

mod read;
mod replay;
mod used;

pub use read::{CallsError, RecordedCall, read, read_values};
pub use replay::replay;
pub use used::Used;
