//! Schemas in one form of our own: every dialect and both readings become the same few atoms.

mod arena;
mod evaluate;
mod keywords;
mod node;
mod number;
mod read;
mod ways;

pub(crate) use arena::{Arena, kind_of};
pub(crate) use evaluate::{same, value_key};
pub(crate) use keywords::{kinds_named, size};
pub(crate) use node::{Kind, Kinds, Lit, Members, Node};
pub(crate) use number::Decimal;
pub(crate) use read::{Reader, Reading};
