//! The protocol itself: the handshake, the ping, and what was odd on the wire.

mod check;
mod rows;
mod wire_rows;

pub use check::check;
pub use rows::COMPLIANCE_ROWS;
pub use wire_rows::WIRE_ROWS;
