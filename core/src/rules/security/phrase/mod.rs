//! Phrases: a small pattern language over words, read from data files and matched in linear time.

mod files;
mod lexicon;
mod matcher;
mod parse;
mod token;

pub(super) use files::lexicon;
pub(super) use lexicon::Lexicon;
pub(super) use matcher::{Match, Scan};
