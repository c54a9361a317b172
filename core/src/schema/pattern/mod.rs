//! String patterns as JSON Schema means them: ECMA-262, unanchored, over Unicode code points.
//!
//! One parser serves everything: the automata that prove, and the matching of values. All work on code points and
//! count their steps, so the same pattern gives the same answer on every machine.

mod ast;
mod automaton;
mod backtrack;
mod catastrophic;
mod class;
mod fault;
mod find;
#[cfg(test)]
mod inclusion_test;
mod matcher;
mod nfa;
mod parse;
mod product;
mod recogniser;

pub(crate) use catastrophic::is_catastrophic;
pub(crate) use fault::fault;
pub(crate) use find::{Search, find};
pub(crate) use recogniser::Recogniser;
