//! The shape of observed outputs: where they stand in a result and how they are built, never what they say.

mod compare;
mod infer;
mod observe;

#[cfg(test)]
mod tests;

pub(crate) use compare::compare;
pub(crate) use observe::{Unobserved, observe};
