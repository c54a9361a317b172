//! Characters that nobody sees, that reorder what is seen or that pass for others.

mod characters;
mod classify;
mod names;

pub(super) use characters::check;
pub(super) use names::{check as check_words, check_names};
