use super::view::Span;

/// A text that was written with characters nobody sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenText {
    /// How it was written: `unicode tags`, `variation selectors`, `zero-width bits`.
    pub encoding: &'static str,
    /// What it says.
    pub text: String,
    /// The raw bytes it was read from.
    pub span: Span,
}

/// Everything hidden in a text, in order.
#[must_use]
pub fn hidden_text(text: &str) -> Vec<HiddenText> {
    let mut found = Vec::new();
    if text.is_ascii() {
        return found;
    }
    collect(text, "unicode tags", is_tag, 1, read_tags, &mut found);
    collect(text, "variation selectors", |letter| selector(letter).is_some(), 2, read_selectors, &mut found);
    collect(text, "zero-width bits", is_bit, 16, read_bits, &mut found);
    found.sort_by_key(|hidden| hidden.span.start);
    found
}

/// A tag character: U+E0001 and U+E0020 to U+E007F.
pub(crate) fn is_tag(character: char) -> bool {
    matches!(u32::from(character), 0xE0000..=0xE007F)
}

/// The byte a variation selector can carry.
pub(crate) fn selector(character: char) -> Option<u8> {
    let code = u32::from(character);
    let value = match code {
        0xFE00..=0xFE0F => code - 0xFE00,
        0xE0100..=0xE01EF => code - 0xE0100 + 16,
        _ => return None,
    };
    u8::try_from(value).ok()
}

/// The length in bytes of a well-formed flag of a region (Scotland's, for one) that starts a text, or 0.
pub(crate) fn flag_length(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('\u{1F3F4}') else { return 0 };
    let mut length = '\u{1F3F4}'.len_utf8();
    for (position, character) in rest.chars().enumerate() {
        length += character.len_utf8();
        match u32::from(character) {
            0xE0030..=0xE0039 | 0xE0061..=0xE007A if position < 6 => {}
            0xE007F if position >= 3 => return length,
            _ => return 0,
        }
    }
    0
}

fn is_bit(character: char) -> bool {
    matches!(
        character,
        '\u{200B}' | '\u{200C}' | '\u{200D}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{180E}'
    )
}

fn collect(
    text: &str,
    encoding: &'static str,
    belongs: impl Fn(char) -> bool,
    shortest: usize,
    read: impl Fn(&str) -> Option<String>,
    found: &mut Vec<HiddenText>,
) {
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(first) = rest.chars().next() else { break };
        let flag = flag_length(rest);
        if flag > 0 {
            at += flag;
            continue;
        }
        if !belongs(first) {
            at += first.len_utf8();
            continue;
        }
        let length = rest.find(|letter| !belongs(letter)).unwrap_or(rest.len());
        let run = rest.get(..length).unwrap_or_default();
        if run.chars().nth(shortest.saturating_sub(1)).is_some()
            && let Some(said) = read(run)
        {
            let (start, end) = (clamp(at), clamp(at + length));
            found.push(HiddenText { encoding, text: said, span: Span { start, end } });
        }
        at += length;
    }
}

pub(super) fn clamp(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

fn read_tags(run: &str) -> Option<String> {
    let said: String = run
        .chars()
        .filter_map(|character| u32::from(character).checked_sub(0xE0000))
        .filter(|code| (0x20..0x7F).contains(code))
        .filter_map(char::from_u32)
        .collect();
    (!said.is_empty()).then_some(said)
}

fn read_selectors(run: &str) -> Option<String> {
    let bytes: Vec<u8> = run.chars().filter_map(selector).collect();
    printable(&bytes)
}

/// Two invisible characters as bits, both ways round, eight to a byte.
fn read_bits(run: &str) -> Option<String> {
    let mut symbols: Vec<char> = Vec::new();
    for character in run.chars() {
        if !symbols.contains(&character) {
            symbols.push(character);
        }
    }
    let [first, second] = symbols.as_slice() else { return None };
    [*first, *second].into_iter().find_map(|one| {
        let bits: Vec<bool> = run.chars().map(|character| character == one).collect();
        let bytes: Vec<u8> = bits
            .chunks_exact(8)
            .map(|byte| byte.iter().fold(0, |value, bit| value << 1 | u8::from(*bit)))
            .collect();
        printable(&bytes)
    })
}

fn printable(bytes: &[u8]) -> Option<String> {
    let said = std::str::from_utf8(bytes).ok()?;
    let readable = said.chars().all(|letter| !letter.is_control() || letter == '\n' || letter == '\t');
    (said.chars().count() >= 2 && readable).then(|| said.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_selectors_and_bits_are_read_back() {
        let tags: String =
            "run it".chars().map(|c| char::from_u32(0xE0000 + u32::from(c)).unwrap()).collect();
        assert_eq!(hidden_text(&format!("ok{tags}."))[0].text, "run it");
        let selectors: String =
            b"hi yo".iter().map(|b| char::from_u32(0xE0100 + u32::from(*b) - 16).unwrap()).collect();
        assert_eq!(hidden_text(&format!("x{selectors}"))[0].text, "hi yo");
        let bits: String = b"go on"
            .iter()
            .flat_map(|b| (0..8).rev().map(move |i| if b >> i & 1 == 1 { '\u{2064}' } else { '\u{2062}' }))
            .collect();
        assert_eq!(hidden_text(&bits)[0].text, "go on");
    }

    #[test]
    fn the_flag_of_scotland_hides_nothing() {
        let flag = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}";
        assert_eq!(hidden_text(flag), []);
        assert_eq!(flag_length(flag), flag.len());
    }
}
