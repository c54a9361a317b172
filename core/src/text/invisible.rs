use std::fmt::Write;

use super::inert::with_first_sign;

/// Whether a character shows nothing, reorders its neighbours or drives a terminal.
///
/// Covers C0 and C1 controls (line feed included), the default-ignorable code points of Unicode 16, bidi
/// controls, line and paragraph separators, blanks that look empty and the interlinear and tag characters.
/// An ordinary space is visible.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    matches!(
        u32::from(character),
        0x00..=0x1F
            | 0x7F..=0xA0
            | 0xAD
            | 0x034F
            | 0x061C
            | 0x115F..=0x1160
            | 0x1680
            | 0x17B4..=0x17B5
            | 0x180B..=0x180F
            | 0x2000..=0x200F
            | 0x2028..=0x202F
            | 0x205F..=0x206F
            | 0x2800
            | 0x3000
            | 0x3164
            | 0xFE00..=0xFE0F
            | 0xFEFF
            | 0xFFA0
            | 0xFFF0..=0xFFFB
            | 0xFFFE..=0xFFFF
            | 0x1BCA0..=0x1BCA3
            | 0x1D173..=0x1D17A
            | 0xE0000..=0xE0FFF
            | 0xE000..=0xF8FF
            | 0xF0000..=0x10FFFF
    )
}

/// Writes a character the way a person can see it: `<U+200B>`.
pub fn mark(into: &mut String, character: char) {
    // Writing into a `String` cannot fail.
    let _ = write!(into, "<U+{:04X}>", u32::from(character));
}

/// JSON text with invisible characters as `\uXXXX`: the same document, and nobody who prints or reviews it is shown
/// something else than what is there. What a CI runner would take for a command is broken up in the same way.
#[must_use]
pub fn escape_invisible(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if character != '\n' && is_invisible(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing into a `String` cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(character);
        }
    }
    with_first_sign(text, "\\u0023")
}
