//! Values under schemas as they are given: the judge confirms every witness here, and results are checked here.
//!
//! It shares nothing with the proof but numbers, patterns and the finding of references, and is tested against
//! another implementation.

mod check;
mod compile;
mod content;
mod explain;
#[cfg(test)]
mod library_test;
mod program;
mod seen;
mod validator;

pub use validator::{Validator, Violation, accepts, dialect_violations, validate};
