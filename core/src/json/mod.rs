//! Reading JSON that somebody else wrote.

mod cursor;
mod deep;
mod error;
mod lenient;
mod misfit;
mod shallow;
mod spans;
mod typed;

pub(crate) use deep::is_stand_in;
pub use error::JsonError;
pub use lenient::{Lenient, Repair, lenient};
pub(crate) use lenient::{is_kept_whole, lenient_stored};
pub use shallow::{Shape, elements, members, shape, string};
pub use spans::{Duplicate, Position, Spans, spans};
pub(crate) use typed::typed;
