//! JSONPath (RFC 9535): places in a JSON value, for the expectations of test cases.

mod ast;
mod compare;
mod cursor;
mod error;
mod eval;
mod filter;
mod functions;
mod literal;
mod parse;

#[cfg(test)]
mod compliance_test;
#[cfg(test)]
mod tests;

pub(crate) use ast::Path;
pub(crate) use compare::{equal, order};
pub(crate) use functions::{Regex, length, pattern};
