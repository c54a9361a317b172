//! Is there a value that satisfies these literals? Answered by taking cases until atoms are left.
//!
//! "No" is a proof: every case is closed, and a case that meets itself again inside its own value is closed
//! because a smallest value would hold a smaller one. "Yes" comes with a value, which callers check again.

mod arrays;
mod cases;
mod items;
mod numbers;
mod objects;
mod options;
mod places;
mod placing;
mod row;
mod solver;
mod strings;

pub(crate) use solver::{Answer, Solver};
