/// How many columns a character takes in a terminal, near enough to break lines.
fn columns(character: char) -> usize {
    match u32::from(character) {
        // Combining marks stand on the character before them.
        0x0300..=0x036F | 0x20D0..=0x20FF | 0xFE20..=0xFE2F => 0,
        0x1100..=0x115F
        | 0x2E80..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F300..=0x1FAFF
        | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// Breaks one line at spaces. The first line has `first` columns, the others `rest`. A longer word stays whole, so
/// that a value or a path can be copied.
pub(super) fn wrap(text: &str, first: usize, rest: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split_inclusive(' ') {
        let wide = width(word.trim_end());
        let limit = if lines.is_empty() { first } else { rest };
        if used > 0 && used + wide > limit {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
            used = 0;
        }
        line.push_str(word);
        used += width(word);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_long_words_stay_whole() {
        assert_eq!(wrap("one two three", 7, 5), ["one two", "three"]);
        assert_eq!(
            wrap("/tools/a/very/long/pointer is here", 10, 10),
            ["/tools/a/very/long/pointer", "is here"]
        );
        assert_eq!(wrap("a  b", 80, 80), ["a  b"]);
        assert_eq!(wrap("", 80, 80), [""]);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(width("説明"), 4);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(wrap("説明 説明", 5, 5), ["説明", "説明"]);
    }
}
