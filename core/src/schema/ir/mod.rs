//! Schemas in one form of our own: every dialect and both readings become the same few atoms.

mod arena;
mod evaluate;
mod keywords;
mod node;
mod number;
mod read;
mod refs;
mod ways;

pub(crate) use arena::{Arena, kind_of};
pub(crate) use evaluate::same;
pub(crate) use node::{Kind, Lit, Members, Node};
pub(crate) use number::Decimal;
pub(crate) use read::{Reader, Reading};
