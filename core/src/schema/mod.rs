//! The judge: two JSON Schemas of one tool's input or output, decided by proof and by counterexample.

mod attribution;
mod comparison;
mod decide;
mod dialect;
mod documents;
mod gate;
mod gone;
mod ir;
mod keyword_table;
mod meta;
mod open_world;
mod pair;
pub(crate) mod pattern;
#[cfg(test)]
mod property_test;
mod repair;
mod shrink;
mod smallest;
mod solve;
mod text;
mod validate;

pub use attribution::{CHANGE_ROWS, Pair, advice, is_seed_breaking_row};
pub use comparison::{Change, Comparison, Direction, compare};
pub use decide::{Budget, Decision, decide};
pub use dialect::{Draft, is_unknown_dialect};
pub use open_world::decide_open;
pub use smallest::smallest_instance;
pub use text::compare_text;
pub use validate::{Validator, Violation, accepts, dialect_violations, validate};
