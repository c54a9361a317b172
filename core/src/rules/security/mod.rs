//! Poisoned, hidden or misleading definitions: heuristics that run offline on every text of a surface.

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
mod words;

pub use check::check;
pub use flow::check_across;
pub use rows::SECURITY_ROWS;
