//! Readings of one text: what it says once hidden, folded, re-spelt or encoded parts are undone.

mod ansi;
mod codes;
mod confusable;
mod decode;
mod derived;
mod fold;
mod hidden;
mod reading;
mod script;
mod view;

pub use hidden::{HiddenText, hidden_text};
pub use reading::for_each_view;
pub use script::{Script, script};
pub use view::{Span, View, ViewKind};

pub(crate) use confusable::{fold_confusable_word, latin_twin, skeleton};
pub(crate) use fold::fold_words;
pub(crate) use hidden::flag_length;
