//! String patterns as JSON Schema means them: ECMA-262, unanchored, over Unicode code points.
//!
//! One parser serves everything: the translation for the validator's engine, and automata of our own for proof.
//! Those work on code points and count their steps, so the same pattern gives the same answer on every machine.

mod ast;
mod automaton;
mod catastrophic;
mod class;
mod find;
mod matcher;
mod nfa;
mod parse;
mod product;
mod string_set;
mod translate;

pub use ast::Opaque;
pub use catastrophic::is_catastrophic;
pub(crate) use find::{Search, find};
pub use matcher::Matcher;
pub use string_set::{Inclusion, StringSet, equivalent, includes, sample, string_inclusion};
pub use translate::translate;
