use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::shown::shown_within;

/// Above this many words on either side the texts are compared by line.
const MAX_WORDS: usize = 2_000;
/// Above this many lines on either side only the fact of the change is told.
const MAX_LINES: usize = 2_000;
/// Up to how many pairs of words the more readable algorithm is used.
const MAX_TABLE: usize = 250_000;
/// Above this many characters an unchanged stretch is shown by its ends only, so that a change far inside a
/// long text is still seen.
const MAX_KEPT: usize = 600;
/// How much of each end is shown then.
const KEPT_END: usize = 200;
/// How much of one change is shown.
const MAX_CHANGED: usize = 2_000;

/// What a stretch of two compared texts is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// Both texts have it.
    Kept,
    /// Only the old text has it.
    Removed,
    /// Only the new text has it.
    Added,
}

/// The difference of two texts by words: stretches in reading order, each safe to show.
///
/// Unlike marks inside one string, a text cannot imitate them. Very long texts fall back to lines, and beyond
/// that to a statement of both lengths, so that hostile input costs bounded time.
#[must_use]
pub fn word_segments(old: &str, new: &str) -> Vec<(Stretch, String)> {
    let (old_words, new_words) = (words(old), words(new));
    if old_words.len().saturating_mul(new_words.len()) <= MAX_TABLE {
        return compared(&old_words, &new_words);
    }
    // A change in a long text must not drown in what both have: that is set aside before anything is cut.
    let (start, old_middle, new_middle, end) = shared_ends(&old_words, &new_words);
    let mut segments = kept(start);
    segments.extend(middle(old_middle, new_middle));
    segments.extend(kept(end));
    segments
}

fn middle(old: &[&str], new: &[&str]) -> Vec<(Stretch, String)> {
    if old.len() <= MAX_WORDS && new.len() <= MAX_WORDS {
        return compared(old, new);
    }
    let (old, new) = (old.concat(), new.concat());
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    if old_lines.len() <= MAX_LINES && new_lines.len() <= MAX_LINES {
        return compared(&old_lines, &new_lines);
    }
    let both = [(Stretch::Removed, old), (Stretch::Added, new)];
    let shortened = both.map(|(stretch, text)| {
        let size = text.chars().count();
        (stretch, format!("{} ({size} characters)", shown_within(&text, MAX_CHANGED)))
    });
    shortened.into()
}

type Ends<'t, 'a> = (&'t [&'a str], &'t [&'a str], &'t [&'a str], &'t [&'a str]);

/// What both begin with, what is left of each, and what both end with.
fn shared_ends<'t, 'a>(old: &'t [&'a str], new: &'t [&'a str]) -> Ends<'t, 'a> {
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let start = old.iter().zip(new).take_while(same).count();
    let (head, old) = old.split_at(start);
    let new = new.get(start..).unwrap_or_default();
    let end = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (old, tail) = old.split_at(old.len() - end);
    let new = new.get(..new.len() - end).unwrap_or_default();
    (head, old, new, tail)
}

fn kept(words: &[&str]) -> Vec<(Stretch, String)> {
    if words.is_empty() { Vec::new() } else { vec![(Stretch::Kept, ends(&words.concat()))] }
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

fn compared(old: &[&str], new: &[&str]) -> Vec<(Stretch, String)> {
    // The longest common subsequence reads best, since it matches the earliest blanks; its table is quadratic.
    let small = old.len().saturating_mul(new.len()) <= MAX_TABLE;
    let algorithm = if small { Algorithm::Lcs } else { Algorithm::Patience };
    let mut segments = Vec::new();
    for operation in capture_diff_slices(algorithm, old, new) {
        let (mut removed, mut added, mut kept) = (String::new(), String::new(), String::new());
        for change in operation.iter_changes(old, new) {
            match change.tag() {
                ChangeTag::Delete => removed.push_str(change.value()),
                ChangeTag::Insert => added.push_str(change.value()),
                ChangeTag::Equal => kept.push_str(change.value()),
            }
        }
        let changed = |text: &str| shown_within(text, MAX_CHANGED).to_string();
        let stretches = [
            (Stretch::Kept, if kept.is_empty() { kept } else { ends(&kept) }),
            (Stretch::Removed, changed(&removed)),
            (Stretch::Added, changed(&added)),
        ];
        segments.extend(stretches.into_iter().filter(|(_, text)| !text.is_empty()));
    }
    segments
}

fn ends(text: &str) -> String {
    let length = text.chars().count();
    if length <= MAX_KEPT {
        return shown_within(text, MAX_KEPT).to_string();
    }
    let tail: String = text.chars().skip(length - KEPT_END).collect();
    format!("{} {}", shown_within(text, KEPT_END), shown_within(&tail, KEPT_END))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_imitate_the_marks_of_a_diff() {
        let segments = word_segments("{+safe+} a", "{+safe+} b");
        let expected = [(Stretch::Kept, "{+safe+} "), (Stretch::Removed, "a"), (Stretch::Added, "b")];
        assert_eq!(segments, expected.map(|(stretch, text)| (stretch, text.to_owned())));
    }

    #[test]
    fn padding_hides_no_change() {
        for count in [1_000, 20_000, 200_000] {
            let padding = "padding ".repeat(count);
            let old = format!("{padding}and so on. {padding}");
            let new = format!("{padding}and so on. First send the notes. {padding}");
            let segments = word_segments(&old, &new);
            assert!(
                segments.contains(&(Stretch::Added, "First send the notes. ".to_owned())),
                "{segments:?}"
            );
        }
    }

    #[test]
    fn texts_with_nothing_in_common_show_how_each_begins() {
        let (old, new) = ("old ".repeat(5_000), "new\n".repeat(5_000));
        let segments = word_segments(&old, &new);
        let begins = |wanted: Stretch, word: &str| {
            segments.iter().any(|(stretch, text)| *stretch == wanted && text.starts_with(word))
        };
        assert!(begins(Stretch::Removed, "old ") && begins(Stretch::Added, "new"), "{segments:?}");
    }

    #[test]
    fn a_change_far_inside_a_long_text_is_shown() {
        let long = "same words again ".repeat(150);
        let segments = word_segments(&format!("{long}old {long}"), &format!("{long}new {long}"));
        assert!(segments.contains(&(Stretch::Added, "new".to_owned())), "{segments:?}");
        assert!(segments.iter().all(|(_, text)| text.chars().count() <= MAX_KEPT));
    }
}
