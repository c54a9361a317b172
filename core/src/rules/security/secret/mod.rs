//! Parameters that ask for secrets or for the model's own context.

mod check;
mod names;

pub(super) use check::check;
