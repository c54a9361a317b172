use crate::rules::Meta;
use crate::rules::Outcome;
use crate::rules::security::rows;
use crate::text::views::{Script, script};

/// What stands around a character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The nearest character before that is no invisible one.
    pub(super) before: Option<char>,
    /// The nearest character after that is no invisible one.
    pub(super) after: Option<char>,
    /// The character directly before.
    pub(super) previous: Option<char>,
    /// The character directly after.
    pub(super) next: Option<char>,
    /// Whether the text is a name.
    pub(super) identifier: bool,
    /// Whether the text has right-to-left letters.
    pub(super) right_to_left: bool,
}

/// The rule a single character breaks and what it does to the run; `None` for an honest one.
pub(super) fn classify(character: char, context: Context) -> Option<(&'static Meta, Outcome)> {
    use Outcome::{Fail, Pass, Warn};
    Some(match u32::from(character) {
        0x09 | 0x0A => return None,
        0x0D if context.next == Some('\n') => return None,
        0x00..=0x1F | 0x7F..=0x9F => (&rows::CONTROL, Fail),
        0x2028 | 0x2029 => (&rows::CONTROL, if context.identifier { Fail } else { Warn }),
        0xE0000..=0xE007F => (&rows::TAGS, Fail),
        0xFE00..=0xFE0F | 0xE0100..=0xE01EF => {
            if legal_selection(context.previous, character) {
                return None;
            }
            (&rows::VARIATION, Fail)
        }
        0x115F | 0x1160 | 0x3164 | 0xFFA0 | 0x17B4 | 0x17B5 => (&rows::FILLER, Fail),
        0x2800 if is_braille(context.previous) || is_braille(context.next) => return None,
        0x2800 => (&rows::FILLER, Fail),
        0x180B..=0x180F => {
            if near(context, |script| script == Script::Mongolian) {
                return None;
            }
            (&rows::FILLER, Fail)
        }
        0x206A..=0x206F | 0xFFF9..=0xFFFB | 0x1D173..=0x1D17A | 0x1BCA0..=0x1BCA3 => {
            (&rows::INVISIBLE_RUN, Fail)
        }
        0x202D | 0x202E => (&rows::BIDI, Fail),
        0x202A | 0x202B | 0x2066..=0x2068 => {
            if context.right_to_left && !context.identifier {
                return None;
            }
            (&rows::BIDI, if context.identifier { Fail } else { Warn })
        }
        0x200E | 0x200F | 0x061C => {
            if context.right_to_left && !context.identifier {
                return None;
            }
            let inside_word = is_latin(context.before) && is_latin(context.after);
            (&rows::BIDI, if context.identifier || inside_word { Fail } else { Warn })
        }
        0xFEFF if context.previous.is_none() && !context.identifier => (&rows::ZERO_WIDTH, Pass),
        0xAD if !context.identifier => (&rows::ZERO_WIDTH, Pass),
        0x200D if !context.identifier && is_emoji_part(context.previous) && is_emoji_part(context.next) => {
            return None;
        }
        0xAD | 0x034F | 0x200B..=0x200D | 0x2060..=0x2065 | 0xFEFF => {
            if context.identifier {
                (&rows::ZERO_WIDTH, Fail)
            } else if near(context, Script::joins) {
                return None;
            } else if is_latin(context.before) || is_latin(context.after) {
                (&rows::ZERO_WIDTH, Fail)
            } else {
                (&rows::ZERO_WIDTH, Pass)
            }
        }
        0xE000..=0xF8FF | 0xF0000..=0x10FFFD => (&rows::PRIVATE_USE, Warn),
        _ => return None,
    })
}

fn is_latin(character: Option<char>) -> bool {
    character.and_then(script) == Some(Script::Latin)
}

fn is_braille(character: Option<char>) -> bool {
    character.is_some_and(|character| ('\u{2801}'..='\u{28FF}').contains(&character))
}

fn near(context: Context, belongs: impl Fn(Script) -> bool) -> bool {
    [context.before, context.after].into_iter().flatten().filter_map(script).any(belongs)
}

/// Pictographs, their modifiers and the selectors between them.
fn is_emoji_part(character: Option<char>) -> bool {
    character.is_some_and(|character| {
        matches!(
            u32::from(character),
            0x2190..=0x2BFF | 0x3030 | 0x303D | 0x3297 | 0x3299 | 0xA9 | 0xAE | 0xFE0F | 0x1F000..=0x1FAFF
        )
    })
}

/// Whether a variation selector has a base that has variants.
fn legal_selection(base: Option<char>, selector: char) -> bool {
    let Some(base) = base else { return false };
    match u32::from(selector) {
        0xFE0E | 0xFE0F => {
            is_emoji_part(Some(base)) || matches!(base, '0'..='9' | '#' | '*' | '‼' | '⁉' | '™' | 'ℹ')
        }
        0xE0100.. => matches!(script(base), Some(Script::Han)),
        _ => match script(base) {
            Some(Script::Latin | Script::Cyrillic | Script::Greek) | None => {
                matches!(u32::from(base), 0x2200..=0x22FF | 0x2A00..=0x2AFF | 0x3000..=0x303F | 0xFF00..=0xFF0F | 0x30)
            }
            Some(_) => true,
        },
    }
}

/// What a person calls the character.
pub(super) fn class_name(character: char) -> &'static str {
    match u32::from(character) {
        0x1B | 0x9B | 0x9D => "terminal escape",
        0x00..=0x1F | 0x7F..=0x9F => "control",
        0x2028 | 0x2029 => "line separator",
        0xE0000..=0xE007F => "tag",
        0xFE00..=0xFE0F | 0xE0100..=0xE01EF | 0x180B..=0x180D | 0x180F => "variation selector",
        0x115F | 0x1160 | 0x3164 | 0xFFA0 | 0x2800 | 0x17B4 | 0x17B5 | 0x180E => "blank filler",
        0x202D | 0x202E => "bidi override",
        0x202A..=0x202C | 0x2066..=0x2069 | 0x200E | 0x200F | 0x061C => "bidi control",
        0xAD => "soft hyphen",
        0x2061..=0x2065 => "invisible operator",
        0x206A..=0x206F | 0xFFF9..=0xFFFB | 0x1D173..=0x1D17A | 0x1BCA0..=0x1BCA3 => "deprecated format",
        0xE000..=0xF8FF | 0xF0000..=0x10FFFD => "private use",
        _ => "zero-width",
    }
}
