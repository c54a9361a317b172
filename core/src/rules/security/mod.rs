//! Poisoned, hidden or misleading definitions: heuristics that run offline on every text of a surface.

mod across;
mod annotation;
mod check;
mod field;
mod flow;
mod injection;
mod layout;
mod markup;
mod phrase;
mod report;
mod rows;
mod secret;
mod unicode;
mod values;
mod words;

pub use across::check_across;
pub use check::check;
pub use rows::SECURITY_ROWS;
