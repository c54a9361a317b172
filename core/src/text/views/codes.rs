use super::decode::{Payload, is_prose};
use super::hidden::clamp;
use super::view::Span;

/// Payloads beyond this many in one text are not decoded.
const MOST: usize = 16;
/// Fewer characters than this say nothing.
const FEWEST: usize = 10;

/// Texts spelt as numbers: binary, octal or decimal character codes, `=49=67` escapes, and Morse.
pub(super) fn codes(text: &str) -> Vec<Payload> {
    let mut found = Vec::new();
    let count = |is: fn(&u8) -> bool| text.bytes().filter(is).count();
    let digits = count(u8::is_ascii_digit) >= 2 * FEWEST;
    let marks = count(|byte| matches!(byte, b'.' | b'-')) >= 2 * FEWEST;
    // A number in decimal may also be one in octal; only one reading makes words.
    for (encoding, radix) in [("binary", 2), ("octal", 8), ("character codes", 10)] {
        if digits {
            groups(text, encoding, |group| number(group, radix), &mut found);
        }
    }
    if marks {
        groups(text, "morse", morse, &mut found);
    }
    if count(|byte| *byte == b'=') >= FEWEST {
        quoted_printable(text, &mut found);
    }
    found
}

/// Runs of groups between blanks and commas that all stand for a character.
fn groups(text: &str, encoding: &'static str, read: impl Fn(&str) -> Option<char>, found: &mut Vec<Payload>) {
    let is_border = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
    let (mut said, mut start, mut end, mut at) = (String::new(), 0, 0, 0);
    for part in text.split_inclusive(is_border) {
        let group = part.trim_end_matches(is_border).trim_matches(['[', ']', '(', ')', '"', '.']);
        let group = if encoding == "morse" { part.trim_end_matches(is_border) } else { group };
        match read(group) {
            Some(letter) => {
                if said.is_empty() {
                    start = at;
                }
                said.push(letter);
                end = at + part.trim_end_matches(is_border).len();
            }
            None if group.is_empty() && !said.is_empty() => {}
            None => flush(&mut said, encoding, start, end, found),
        }
        at += part.len();
    }
    flush(&mut said, encoding, start, end, found);
}

fn flush(said: &mut String, encoding: &'static str, start: usize, end: usize, found: &mut Vec<Payload>) {
    let text = std::mem::take(said);
    if text.chars().count() >= FEWEST && found.len() < MOST && is_prose(&text) {
        found.push(Payload { encoding, text, span: Span { start: clamp(start), end: clamp(end) } });
    }
}

fn number(group: &str, radix: u32) -> Option<char> {
    let fits = match radix {
        2 => matches!(group.len(), 7 | 8),
        8 => group.len() == 3,
        _ => matches!(group.len(), 2 | 3),
    };
    let code = u8::from_str_radix(group, radix).ok().filter(|_| fits)?;
    (code == b'\n' || (0x20..0x7F).contains(&code)).then(|| char::from(code))
}

/// The letter of a Morse group; a stroke parts words.
fn morse(group: &str) -> Option<char> {
    const LETTERS: [&str; 26] = [
        ".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..", "--", "-.",
        "---", ".--.", "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-", "-.--", "--..",
    ];
    if group == "/" || group == "|" {
        return Some(' ');
    }
    LETTERS.iter().zip('a'..='z').find(|(code, _)| **code == group).map(|(_, letter)| letter)
}

/// `=49=67=6E`: at least ten escapes in a row.
fn quoted_printable(text: &str, found: &mut Vec<Payload>) {
    let mut at = 0;
    while let Some(offset) = text.get(at..).and_then(|rest| rest.find('=')) {
        let start = at + offset;
        let (mut end, mut said) = (start, String::new());
        while let Some(code) = text.get(end..end + 3).and_then(|group| group.strip_prefix('='))
            && let Ok(code) = u8::from_str_radix(code, 16)
            && (0x20..0x7F).contains(&code)
        {
            said.push(char::from(code));
            end += 3;
        }
        flush(&mut said, "quoted-printable", start, end, found);
        at = end.max(start + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(&'static str, String)> {
        codes(text).into_iter().map(|payload| (payload.encoding, payload.text)).collect()
    }

    #[test]
    fn numbers_that_spell_words_are_read() {
        let spelt = |radix: u32| {
            let group = |letter: char| match radix {
                2 => format!("{:08b}", u32::from(letter)),
                8 => format!("{:03o}", u32::from(letter)),
                _ => u32::from(letter).to_string(),
            };
            "go to the mill".chars().map(group).collect::<Vec<_>>().join(" ")
        };
        for (radix, name) in [(2, "binary"), (8, "octal"), (10, "character codes")] {
            assert!(said(&spelt(radix)).contains(&(name, "go to the mill".to_owned())), "{name}");
        }
        assert_eq!(said("x =67=6F=20=74=6F=20=74=68=65=20=6D=69=6C=6C y")[0].1, "go to the mill");
        assert_eq!(said("--. --- / - --- / - .... . / -- .. .-.. .-..")[0].1, "go to the mill");
    }

    #[test]
    fn tables_of_numbers_and_rulers_are_no_payload() {
        assert_eq!(said("10 20 30 40 50 60 70 80 90 100 110 120"), []);
        assert_eq!(said("a - b - c - d - e - f - g - h - i - j - k"), []);
        assert_eq!(said("a=1&b=2&c==&d=%20"), []);
    }
}
