use super::hidden::clamp;
use super::view::Span;

/// A text that somebody encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Payload {
    /// The encoding, as reports name it.
    pub(super) encoding: &'static str,
    /// What it says.
    pub(super) text: String,
    /// The bytes it was read from.
    pub(super) span: Span,
}

/// Payloads beyond this many in one text are not decoded.
const MOST_PAYLOADS: usize = 64;
/// Decoded bytes beyond this many in one text are not kept.
const MOST_BYTES: usize = 256 * 1024;
/// How often a payload may be encoded again.
const DEEPEST: u8 = 2;

/// Base64, base32 and hexadecimal payloads that say something readable, twice encoded ones included.
pub(super) fn payloads(text: &str) -> Vec<Payload> {
    let mut found = Vec::new();
    let mut budget = MOST_BYTES;
    collect(text, None, DEEPEST, &mut budget, &mut found);
    found
}

fn collect(text: &str, outer: Option<Span>, depth: u8, budget: &mut usize, found: &mut Vec<Payload>) {
    if depth == 0 {
        return;
    }
    for (start, run) in runs(text) {
        if found.len() >= MOST_PAYLOADS || *budget < run.len() {
            return;
        }
        let span = outer.unwrap_or(Span { start: clamp(start), end: clamp(start + run.len()) });
        for (encoding, decode) in DECODERS {
            let Some(bytes) = decode(run) else { continue };
            *budget = budget.saturating_sub(bytes.len());
            let Some(said) = as_text(&bytes) else { continue };
            if is_prose(&said) {
                collect(&said, Some(span), depth - 1, budget, found);
                found.push(Payload { encoding, text: said, span });
                break;
            }
            let before = found.len();
            collect(&said, Some(span), depth - 1, budget, found);
            if found.len() > before {
                break;
            }
        }
    }
    spaced_hex(text, outer, found);
}

type Decoder = fn(&str) -> Option<Vec<u8>>;
const DECODERS: [(&str, Decoder); 3] = [("hex", hex), ("base32", base32), ("base64", base64)];

/// Maximal runs of the base64 alphabets of at least 16 characters; a run that a single line end cuts after 40
/// or more characters goes on in the next line.
fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let begin = at + rest.find(in_alphabet)?;
            let mut end = begin;
            loop {
                let tail = text.get(end..)?;
                let length = tail.find(|letter| !in_alphabet(letter)).unwrap_or(tail.len());
                end += length;
                let wrapped = text.get(end..).and_then(|more| more.strip_prefix('\n'));
                match wrapped {
                    Some(more) if length >= 40 && more.starts_with(in_alphabet) => end += 1,
                    _ => break,
                }
            }
            at = end;
            let run = text.get(begin..end)?;
            if run.len() >= 16 {
                return Some((begin, run));
            }
        }
    })
}

fn in_alphabet(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '/' | '-' | '_')
}

/// Groups of `width` bits, most significant first, as bytes; left-over bits are dropped.
fn unpack(values: impl Iterator<Item = Option<u32>>, width: u32) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0_u32, 0_u32);
    for value in values {
        bits = (bits << width) | value?;
        held += width;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xFF).ok()?);
            bits &= (1 << held) - 1;
        }
    }
    Some(bytes)
}

fn base64(run: &str) -> Option<Vec<u8>> {
    let digits = run.bytes().filter(|byte| *byte != b'\n').map(|byte| {
        Some(u32::from(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        }))
    });
    unpack(digits, 6)
}

fn base32(run: &str) -> Option<Vec<u8>> {
    let digits = run.bytes().map(|byte| {
        Some(u32::from(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'2'..=b'7' => byte - b'2' + 26,
            _ => return None,
        }))
    });
    unpack(digits, 5)
}

fn hex(run: &str) -> Option<Vec<u8>> {
    (run.len() >= 20).then(|| unpack(run.chars().map(|letter| letter.to_digit(16)), 4))?
}

/// `49 67 6e …`, `0x49, 0x67, …`: at least eight pairs.
fn spaced_hex(text: &str, outer: Option<Span>, found: &mut Vec<Payload>) {
    let (mut bytes, mut start, mut end) = (Vec::new(), 0, 0);
    let mut flush = |bytes: &mut Vec<u8>, start: usize, end: usize| {
        if bytes.len() >= 8
            && found.len() < MOST_PAYLOADS
            && let Some(said) = as_text(bytes).filter(|said| is_prose(said))
        {
            let span = outer.unwrap_or(Span { start: clamp(start), end: clamp(end) });
            found.push(Payload { encoding: "hex", text: said, span });
        }
        bytes.clear();
    };
    let mut at = 0;
    for part in text.split_inclusive([' ', ',', ':', '\n']) {
        let pair = part.trim_end_matches([' ', ',', ':', '\n']);
        let digits = pair.strip_prefix("0x").or_else(|| pair.strip_prefix("\\x")).unwrap_or(pair);
        let value = (digits.len() == 2).then(|| u8::from_str_radix(digits, 16).ok()).flatten();
        match value {
            Some(byte) => {
                if bytes.is_empty() {
                    start = at;
                }
                bytes.push(byte);
                end = at + pair.len();
            }
            None if pair.is_empty() => {}
            None => flush(&mut bytes, start, end),
        }
        at += part.len();
    }
    flush(&mut bytes, start, end);
}

/// UTF-8, or UTF-16LE with a zero in every second byte; nothing with control characters.
fn as_text(bytes: &[u8]) -> Option<String> {
    let wide = bytes.len() >= 8
        && bytes.iter().skip(1).step_by(2).filter(|byte| **byte == 0).count() * 5 > bytes.len() * 2;
    let said = if wide {
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .filter_map(|pair| Some(u16::from_le_bytes(pair.try_into().ok()?)))
            .collect();
        String::from_utf16(&units).ok()?
    } else {
        // A payload may be cut inside a character or carry the padding of a sloppy encoder.
        match std::str::from_utf8(bytes) {
            Ok(said) => said.to_owned(),
            Err(error) if error.valid_up_to() + 4 >= bytes.len() => {
                String::from_utf8(bytes.get(..error.valid_up_to())?.to_vec()).ok()?
            }
            Err(_) => return None,
        }
    };
    let readable = said.chars().all(|letter| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t'));
    (said.len() >= 6 && readable).then_some(said)
}

/// Words, not an identifier: has a blank, and most characters are letters.
pub(super) fn is_prose(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    text.contains(' ') && letters * 2 > text.chars().count()
}

/// A text with percent, backslash and entity escapes undone, and where each character came from; `None`
/// when there is nothing to undo.
pub(super) fn unescaped(text: &str) -> Option<(&'static str, String, Vec<Span>)> {
    if !text.contains(['%', '\\', '&']) {
        return None;
    }
    let (mut said, mut spans, mut encoding) = (String::new(), Vec::new(), None);
    let mut bytes: Vec<u8> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..)
        && let Some(first) = rest.chars().next()
    {
        let (length, value, name) = escape(rest).unwrap_or((first.len_utf8(), Value::Character(first), ""));
        let span = Span { start: clamp(at), end: clamp(at + length) };
        if !name.is_empty() {
            encoding = Some(name);
        }
        match value {
            Value::Byte(byte) if byte >= 0x80 => {
                bytes.push(byte);
                if let Ok(whole) = std::str::from_utf8(&bytes) {
                    said.push_str(whole);
                    spans.extend(whole.chars().map(|_| span));
                    bytes.clear();
                }
            }
            Value::Byte(byte) => {
                bytes.clear();
                said.push(char::from(byte));
                spans.push(span);
            }
            Value::Character(character) => {
                bytes.clear();
                said.push(character);
                spans.push(span);
            }
        }
        at += length;
    }
    encoding.map(|encoding| (encoding, said, spans))
}

enum Value {
    Byte(u8),
    Character(char),
}

fn escape(text: &str) -> Option<(usize, Value, &'static str)> {
    let hex_at = |from: usize, to: usize| u32::from_str_radix(text.get(from..to)?, 16).ok();
    let character = |code: u32| char::from_u32(code).map(Value::Character);
    match text.as_bytes() {
        [b'%', ..] => Some((3, Value::Byte(u8::try_from(hex_at(1, 3)?).ok()?), "percent")),
        [b'\\', b'x', ..] => Some((4, character(hex_at(2, 4)?)?, "escapes")),
        [b'\\', b'u', b'{', ..] => {
            let end = text.get(..12.min(text.len()))?.find('}')?;
            Some((end + 1, character(hex_at(3, end)?)?, "escapes"))
        }
        [b'\\', b'u', ..] => Some((6, character(hex_at(2, 6)?)?, "escapes")),
        [b'\\', b'0'..=b'3', _, _, ..] => {
            let code = u32::from_str_radix(text.get(1..4)?, 8).ok()?;
            Some((4, character(code)?, "escapes"))
        }
        [b'&', ..] => entity(text),
        _ => None,
    }
}

fn entity(text: &str) -> Option<(usize, Value, &'static str)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let code = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        },
        None => match name {
            "lt" => 0x3C,
            "gt" => 0x3E,
            "amp" => 0x26,
            "quot" => 0x22,
            "apos" => 0x27,
            "nbsp" => 0x20,
            _ => return None,
        },
    };
    Some((end + 1, Value::Character(char::from_u32(code)?), "entities"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        payloads(text).into_iter().map(|payload| payload.text).collect()
    }

    #[test]
    fn readable_payloads_are_decoded() {
        assert_eq!(said("x SGVsbG8gd29ybGQsIGhvdyBhcmUgeW91 y"), ["Hello world, how are you"]);
        assert_eq!(said("JBSWY3DPEB3W64TMMQQGQ33X"), ["Hello world how"]);
        assert_eq!(said("48656c6c6f20776f726c6420686f77"), ["Hello world how"]);
        assert_eq!(said("48 65 6c 6c 6f 20 79 6f 75"), ["Hello you"]);
    }

    #[test]
    fn digests_and_identifiers_are_no_payload() {
        assert_eq!(said("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"), [""; 0]);
        assert_eq!(said("see/the/path/of/this/component and some_long_identifier_name"), [""; 0]);
    }

    #[test]
    fn escapes_are_undone_where_they_stand() {
        let (encoding, text, spans) = unescaped("a&#73;gn%6fre\\x21").unwrap();
        assert_eq!((encoding, text.as_str()), ("escapes", "aIgnore!"));
        assert_eq!(spans[1], Span { start: 1, end: 6 });
        assert!(unescaped("100% sure & done \\o/").is_none());
    }
}
