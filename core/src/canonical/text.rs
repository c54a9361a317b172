use unicode_normalization::UnicodeNormalization;

/// A text in the form that is hashed and compared: NFC, ASCII white space (line ends included) collapsed to
/// single blanks, trimmed.
///
/// Zero-width, bidi and non-ASCII blank characters are kept: an edit that a person cannot see is still an
/// edit.
#[must_use]
pub fn canonical_text(text: &str) -> String {
    let mut canonical = String::with_capacity(text.len());
    let mut pending_blank = false;
    for character in text.nfc() {
        if matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}') {
            pending_blank = !canonical.is_empty();
        } else {
            if pending_blank {
                canonical.push(' ');
                pending_blank = false;
            }
            canonical.push(character);
        }
    }
    canonical
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_composition_do_not_matter_but_invisible_characters_do() {
        assert_eq!(canonical_text("  a\r\n\t b  "), "a b");
        assert_eq!(canonical_text("e\u{301}"), "\u{e9}");
        assert_eq!(canonical_text("a\u{200b}b"), "a\u{200b}b");
        assert_eq!(canonical_text("a\u{a0}b"), "a\u{a0}b");
    }
}
