//! Parameters that ask for secrets or for the model's own context.

mod check;
mod names;

pub(super) use check::check;

/// Whether a parameter of this name asks for a secret.
pub(super) fn asks(name: &str) -> bool {
    names::ask(name).is_some_and(|ask| ask != names::Ask::Context)
}
