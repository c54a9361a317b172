use std::fmt::Write;

use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::shown::shown_within;

/// Above this many words on either side the texts are compared by line.
const MAX_WORDS: usize = 2_000;
/// Above this many lines on either side only the fact of the change is told.
const MAX_LINES: usize = 2_000;
/// How much of the finished diff is shown.
const MAX_SHOWN: usize = 2_000;

/// The difference of two texts by words, in `[-removed-]{+added+}` form, safe to show.
///
/// Invisible characters appear as `<U+200B>`; very long texts fall back to lines, and beyond that to a
/// statement of both lengths, so that hostile input costs bounded time.
#[must_use]
pub fn word_diff(old: &str, new: &str) -> String {
    let (old_words, new_words) = (words(old), words(new));
    if old_words.len() <= MAX_WORDS && new_words.len() <= MAX_WORDS {
        return render(&old_words, &new_words);
    }
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    if old_lines.len() <= MAX_LINES && new_lines.len() <= MAX_LINES {
        return render(&old_lines, &new_lines);
    }
    format!("[-{} characters-]{{+{} characters+}}", old.chars().count(), new.chars().count())
}

/// Splits at white space, keeping each run of blanks as a token of its own.
fn words(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let blank = first.is_whitespace();
        let end = rest.find(|character: char| character.is_whitespace() != blank).unwrap_or(rest.len());
        let (token, tail) = rest.split_at(end);
        tokens.push(token);
        rest = tail;
    }
    tokens
}

fn render(old: &[&str], new: &[&str]) -> String {
    let mut out = String::new();
    for operation in capture_diff_slices(Algorithm::Patience, old, new) {
        let (mut removed, mut added, mut kept) = (String::new(), String::new(), String::new());
        for change in operation.iter_changes(old, new) {
            match change.tag() {
                ChangeTag::Delete => removed.push_str(change.value()),
                ChangeTag::Insert => added.push_str(change.value()),
                ChangeTag::Equal => kept.push_str(change.value()),
            }
        }
        // Writing into a `String` cannot fail.
        if !kept.is_empty() {
            let _ = write!(out, "{}", shown_within(&kept, MAX_SHOWN));
        }
        if !removed.is_empty() {
            let _ = write!(out, "[-{}-]", shown_within(&removed, MAX_SHOWN));
        }
        if !added.is_empty() {
            let _ = write!(out, "{{+{}+}}", shown_within(&added, MAX_SHOWN));
        }
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
