/// The length in bytes of the terminal escape sequence at the start of a text, or 0.
///
/// Knows CSI (`ESC [`, U+009B), OSC and the other string sequences up to their terminator, and two-character
/// escapes. A sequence that never ends is taken up to 256 bytes so that the cost stays linear.
pub(super) fn sequence_length(text: &str) -> usize {
    const LONGEST: usize = 256;
    let mut characters = text.char_indices();
    let (body, introducer) = match characters.next() {
        Some((_, '\u{1b}')) => match characters.next() {
            Some((at, kind)) => (at + kind.len_utf8(), kind),
            None => return 1,
        },
        Some((_, '\u{9b}')) => ('\u{9b}'.len_utf8(), '['),
        Some((_, '\u{9d}')) => ('\u{9d}'.len_utf8(), ']'),
        _ => return 0,
    };
    let Some(rest) = text.get(body..) else { return body };
    match introducer {
        '[' => {
            let end = rest.char_indices().take(LONGEST).find(|(_, letter)| ('@'..='~').contains(letter));
            end.map_or(body, |(at, letter)| body + at + letter.len_utf8())
        }
        ']' | 'P' | '^' | '_' | 'X' => {
            for (at, letter) in rest.char_indices().take(LONGEST) {
                if matches!(letter, '\u{7}' | '\u{9c}') {
                    return body + at + letter.len_utf8();
                }
                if letter == '\u{1b}' {
                    return body + at + 2.min(rest.len() - at);
                }
            }
            body
        }
        _ => body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_measured_to_their_end() {
        assert_eq!(sequence_length("\u{1b}[8mhidden"), 4);
        assert_eq!(sequence_length("\u{1b}]52;c;abc\u{1b}\\rest"), 12);
        assert_eq!(sequence_length("\u{9b}8mx"), 4);
        assert_eq!(sequence_length("plain"), 0);
    }
}
