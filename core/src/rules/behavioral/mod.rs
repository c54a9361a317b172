//! The user's own test cases: one call each, and what must come of it.

mod case;
mod check;
mod golden;
mod jsonpath;
mod operators;
mod output_schema;
mod refusal;
mod rows;

#[cfg(test)]
mod tests;

pub use check::check;
pub use golden::{GoldenFile, Goldens, path_problem, snapshots};
pub use rows::BEHAVIORAL_ROWS;
