//! Translation between JavaScript and the mcpward core.

mod session;

pub use session::{Redactor, Session};
