use std::fmt::Write;

use super::word_segments::{Stretch, word_segments};

/// How much of the finished diff is shown.
const MAX_SHOWN: usize = 4_000;

/// The difference of two texts by words, in `[-removed-]{+added+}` form, safe to show.
///
/// Invisible characters appear as `<U+200B>`, and unchanged text is cut before changed text is.
#[must_use]
pub fn word_diff(old: &str, new: &str) -> String {
    let mut out = String::new();
    for (stretch, text) in word_segments(old, new) {
        // Writing into a `String` cannot fail.
        let _ = match stretch {
            Stretch::Kept => write!(out, "{text}"),
            Stretch::Removed => write!(out, "[-{text}-]"),
            Stretch::Added => write!(out, "{{+{text}+}}"),
        };
    }
    if out.chars().count() <= MAX_SHOWN {
        return out;
    }
    let mut cut: String = out.chars().take(MAX_SHOWN).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_changed_are_marked() {
        assert_eq!(word_diff("echoes back", "echoes it back"), "echoes {+it +}back");
        assert_eq!(word_diff("same", "same"), "same");
    }

    #[test]
    fn an_invisible_character_is_visible_in_the_diff() {
        assert_eq!(word_diff("read file", "read\u{200b} file"), "[-read-]{+read<U+200B>+} file");
    }

    #[test]
    fn a_huge_text_ends_quickly_and_bounded() {
        let huge = "word ".repeat(1_000_000);
        assert!(word_diff(&huge, "other").chars().count() <= MAX_SHOWN + 1);
    }
}
