use std::fmt;

use super::invisible::{is_invisible, mark};

/// How much of a name or a short text is shown before it is cut.
const DEFAULT_LIMIT: usize = 200;

/// Server text made safe to show: invisible, reordering and control characters are written as `<U+200B>`
/// and the length is bounded.
///
/// Reporters add their own escaping (XML, Markdown) on top; nothing else may print server text.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    text: &'a str,
    limit: usize,
}

/// Shows at most 200 characters of a text.
#[must_use]
pub fn shown(text: &str) -> Shown<'_> {
    shown_within(text, DEFAULT_LIMIT)
}

/// Shows at most `limit` characters of a text; `…` stands for the rest.
#[must_use]
pub fn shown_within(text: &str, limit: usize) -> Shown<'_> {
    Shown { text, limit }
}

/// A name between double quotes, shown safely.
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", shown(text))
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut safe = String::new();
        for (position, character) in self.text.chars().enumerate() {
            if position == self.limit {
                safe.push('…');
                break;
            }
            if is_invisible(character) {
                mark(&mut safe, character);
            } else {
                safe.push(character);
            }
        }
        formatter.write_str(&safe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_and_bidi_are_marked_and_length_is_bounded() {
        assert_eq!(shown("a\u{1b}[31m\u{202e}b").to_string(), "a<U+001B>[31m<U+202E>b");
        assert_eq!(shown_within("abcdef", 3).to_string(), "abc…");
        assert_eq!(shown("plain — ünïcode 日本").to_string(), "plain — ünïcode 日本");
    }
}
