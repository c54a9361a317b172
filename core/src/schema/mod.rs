//! The judge: two JSON Schemas of one tool's input or output, decided by proof and by counterexample.

mod comparison;
pub mod pattern;

pub use comparison::{Change, Comparison, Direction, compare};
