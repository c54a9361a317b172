//! From a verdict to places: what changed where, which rule names it, and what each change does on its own.

mod advice;
mod alignment;
mod arrays;
mod attribute;
mod bounds;
#[cfg(test)]
mod dev_test;
mod dialects;
mod difference;
#[cfg(test)]
mod fixtures_test;
mod objects;
mod own_verdict;
mod patch;
mod plain;
mod row;
mod rows;
mod types;
mod union;
mod values;
mod view;
mod walk;
mod words;

pub use advice::advice;
pub(crate) use attribute::attribute;
pub use attribute::is_seed_breaking_row;
pub use row::Pair;
pub use rows::CHANGE_ROWS;
