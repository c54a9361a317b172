use unicode_normalization::UnicodeNormalization;

/// What a character is in plain letters, appended to `into`: compatibility forms, accents and case are
/// folded. Nothing is appended for a combining mark.
///
/// Hangul and CJK stay as they are, so that a word in the lexicon and a word in a text always meet.
pub(super) fn fold_character(character: char, into: &mut Vec<char>) {
    if character.is_ascii() {
        into.push(character.to_ascii_lowercase());
        return;
    }
    let plain = compatible(character);
    match plain {
        'ﬀ' => into.extend(['f', 'f']),
        'ﬁ' => into.extend(['f', 'i']),
        'ﬂ' => into.extend(['f', 'l']),
        'ß' | 'ẞ' => into.extend(['s', 's']),
        'æ' | 'Æ' => into.extend(['a', 'e']),
        'œ' | 'Œ' => into.extend(['o', 'e']),
        _ => {
            for part in std::iter::once(plain).filter(|part| !decomposes(*part)) {
                push_lower(part, into);
            }
            if decomposes(plain) {
                for part in std::iter::once(plain).nfd() {
                    push_lower(part, into);
                }
            }
        }
    }
}

fn push_lower(character: char, into: &mut Vec<char>) {
    into.extend(character.to_lowercase().filter(|part| !is_combining(*part)).map(letter));
}

/// Whether accents are taken off: Latin, Greek and Cyrillic only. Indic letters with a dot, which have two
/// spellings, take the longer one.
fn decomposes(character: char) -> bool {
    matches!(
        u32::from(character),
        0xC0..=0x24F | 0x370..=0x52F | 0x1E00..=0x1FFF | 0x929..=0x934 | 0x958..=0x95F | 0x9DC..=0x9DF | 0xA33..=0xA5E
    )
}

/// Letters with a stroke, and the spellings of Arabic that differ only in a carrier.
fn letter(character: char) -> char {
    match character {
        'ø' => 'o',
        'đ' | 'ð' => 'd',
        'ł' | 'ƚ' => 'l',
        'ħ' => 'h',
        'ŧ' => 't',
        'ı' | 'ɩ' | 'ɪ' => 'i',
        'ɡ' => 'g',
        'ɑ' => 'a',
        'ё' => 'е',
        'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
        'ة' => 'ه',
        'ى' => 'ي',
        other => other,
    }
}

/// The ordinary letter, digit or mark behind a compatibility form; the character itself otherwise.
fn compatible(character: char) -> char {
    let code = u32::from(character);
    let shifted = match code {
        0xFF01..=0xFF5E => code - 0xFEE0,
        0x24B6..=0x24CF => code - 0x24B6 + 0x41,
        0x24D0..=0x24E9 => code - 0x24D0 + 0x61,
        0x1F110..=0x1F129 => code - 0x1F110 + 0x41,
        0x1F130..=0x1F149 => code - 0x1F130 + 0x41,
        0x1F150..=0x1F169 => code - 0x1F150 + 0x41,
        0x1F170..=0x1F189 => code - 0x1F170 + 0x41,
        0x1F1E6..=0x1F1FF => code - 0x1F1E6 + 0x41,
        0x249C..=0x24B5 => code - 0x249C + 0x61,
        // The mathematical alphabets: 52 letters each, then Greek (left alone) and ten digits each.
        0x1D400..=0x1D6A3 => {
            let position = (code - 0x1D400) % 52;
            if position < 26 { 0x41 + position } else { 0x61 + position - 26 }
        }
        0x1D7CE..=0x1D7FF => 0x30 + (code - 0x1D7CE) % 10,
        _ => code,
    };
    if shifted != code {
        return char::from_u32(shifted).unwrap_or(character);
    }
    match character {
        'ℬ' => 'B',
        'ℂ' | 'ℭ' => 'C',
        'ℰ' => 'E',
        'ℯ' => 'e',
        'ℱ' => 'F',
        'ℊ' => 'g',
        'ℋ' | 'ℌ' | 'ℍ' => 'H',
        'ℎ' => 'h',
        'ℐ' | 'ℑ' => 'I',
        'ℒ' => 'L',
        'ℓ' => 'l',
        'ℳ' => 'M',
        'ℕ' => 'N',
        'ℴ' => 'o',
        'ℙ' => 'P',
        'ℚ' => 'Q',
        'ℛ' | 'ℜ' | 'ℝ' => 'R',
        'ℤ' | 'ℨ' => 'Z',
        'ᵃ' => 'a',
        'ᵇ' => 'b',
        'ᵈ' => 'd',
        'ᵉ' => 'e',
        'ᵍ' => 'g',
        'ᵏ' => 'k',
        'ᵐ' => 'm',
        'ᵒ' => 'o',
        'ᵖ' => 'p',
        'ᵗ' => 't',
        'ᵘ' => 'u',
        'ᵛ' => 'v',
        'ⁱ' => 'i',
        'ⁿ' => 'n',
        'ʰ' => 'h',
        'ʳ' => 'r',
        'ˢ' => 's',
        'ʷ' => 'w',
        'ʸ' => 'y',
        'ᴀ' => 'a',
        'ʙ' => 'b',
        'ᴄ' => 'c',
        'ᴅ' => 'd',
        'ᴇ' => 'e',
        'ꜰ' => 'f',
        'ɢ' => 'g',
        'ʜ' => 'h',
        'ᴊ' => 'j',
        'ᴋ' => 'k',
        'ʟ' => 'l',
        'ᴍ' => 'm',
        'ɴ' => 'n',
        'ᴏ' => 'o',
        'ᴘ' => 'p',
        'ʀ' => 'r',
        'ꜱ' => 's',
        'ᴛ' => 't',
        'ᴜ' => 'u',
        'ᴠ' => 'v',
        'ᴡ' => 'w',
        'ʏ' => 'y',
        'ᴢ' => 'z',
        '‘' | '’' | '‚' | '‛' | 'ʼ' | '`' | '´' | '′' => '\'',
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => '"',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' => '-',
        '…' => '.',
        '⁄' | '∕' => '/',
        other => other,
    }
}

/// Whether a character is a combining mark of the Latin, Greek and Cyrillic kind, or an Arabic vowel mark
/// or stretch.
pub(super) fn is_combining(character: char) -> bool {
    matches!(
        u32::from(character),
        0x300..=0x36F | 0x483..=0x489 | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF
            | 0xFE20..=0xFE2F | 0x640 | 0x64B..=0x65F | 0x670
    )
}

/// A text folded the way readings are, blanks kept: for words of the lexicon.
pub(crate) fn fold_words(text: &str) -> String {
    let mut folded = Vec::new();
    for character in text.chars() {
        if !is_combining(character) {
            fold_character(character, &mut folded);
        }
    }
    folded.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disguised_letters_become_plain_ones() {
        assert_eq!(fold_words("ＩＧＮＯＲＥ"), "ignore");
        assert_eq!(fold_words("𝐢𝐠𝐧𝐨𝐫𝐞 𝒶𝓁𝓁"), "ignore all");
        assert_eq!(fold_words("Précédentes Größe ŁÓDŹ"), "precedentes grosse lodz");
        assert_eq!(fold_words("i\u{308}gnore"), "ignore");
    }

    #[test]
    fn other_scripts_keep_their_letters() {
        assert_eq!(fold_words("이전의 지시"), "이전의 지시");
        assert_eq!(fold_words("忽略"), "忽略");
        assert_eq!(fold_words("Всё"), "все");
        assert_eq!(fold_words("पढ\u{93c}ें"), fold_words("प\u{95d}ें"));
    }
}
