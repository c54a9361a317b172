//! The judge: two JSON Schemas of one tool's input or output, decided by proof and by counterexample.

mod attribution;
mod comparison;
mod decide;
mod dialect;
mod gate;
mod gone;
mod ir;
mod open_world;
mod pair;
pub mod pattern;
mod pattern_keyword;
#[cfg(test)]
mod property_test;
mod repair;
mod shrink;
mod smallest;
mod solve;
mod text;
mod validator;

pub use attribution::{CHANGE_ROWS, Pair, advice, is_seed_breaking_row};
pub use comparison::{Change, Comparison, Direction, compare};
pub use decide::{Budget, Decision, decide};
pub use dialect::is_unknown_dialect;
pub use open_world::decide_open;
pub use smallest::smallest_instance;
pub use text::compare_text;
pub use validator::{Validator, Violation, accepts, validate};
