//! What people read and attackers write: safe display, invisible characters, word diffs.

mod inert;
mod invisible;
mod shown;
pub mod views;
mod word_diff;
mod word_segments;

pub use inert::inert;
pub use invisible::{escape_invisible, is_invisible, mark};
pub use shown::{Shown, quoted, shown, shown_within};
pub use word_diff::word_diff;
pub use word_segments::{Stretch, word_segments};
