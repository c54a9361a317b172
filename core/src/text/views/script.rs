/// The writing systems that matter for telling an honest text from a disguised one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Script {
    /// Latin letters, accented ones included.
    Latin,
    /// Greek and Coptic.
    Greek,
    /// Cyrillic.
    Cyrillic,
    /// Armenian.
    Armenian,
    /// Cherokee.
    Cherokee,
    /// Hebrew, Arabic, Syriac, Thaana and N'Ko: written from right to left.
    RightToLeft,
    /// Devanagari to Sinhala: scripts in which joiners choose letter forms.
    Indic,
    /// Thai, Lao, Khmer, Myanmar, Tibetan: no blanks between words.
    SoutheastAsian,
    /// Mongolian.
    Mongolian,
    /// Han ideographs.
    Han,
    /// Hiragana and Katakana.
    Kana,
    /// Hangul.
    Hangul,
    /// Any other letter.
    Other,
}

/// The script of a letter; `None` for everything that is no letter.
#[must_use]
pub fn script(character: char) -> Option<Script> {
    let script = match u32::from(character) {
        0x41..=0x5A | 0x61..=0x7A | 0xAA | 0xBA | 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x2AF => Script::Latin,
        0x1E00..=0x1EFF | 0x2C60..=0x2C7F | 0xA722..=0xA7FF | 0xAB30..=0xAB6F => Script::Latin,
        0xFF21..=0xFF3A | 0xFF41..=0xFF5A => Script::Latin,
        0x370..=0x373 | 0x376..=0x3FF | 0x1F00..=0x1FFF | 0x2C80..=0x2CFF => Script::Greek,
        0x400..=0x52F | 0x1C80..=0x1C8F | 0x2DE0..=0x2DFF | 0xA640..=0xA69F => Script::Cyrillic,
        0x531..=0x587 => Script::Armenian,
        0x13A0..=0x13FF | 0xAB70..=0xABBF => Script::Cherokee,
        0x5D0..=0x5F2 | 0x620..=0x7FF | 0x800..=0x8FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFC => {
            Script::RightToLeft
        }
        0x900..=0xDFF => Script::Indic,
        0xE00..=0x109F | 0x1780..=0x17FF | 0x19E0..=0x1AAF | 0xA9E0..=0xA9FF | 0xAA60..=0xAA7F => {
            Script::SoutheastAsian
        }
        0x1820..=0x18AF => Script::Mongolian,
        0x3005..=0x3007 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFD => {
            Script::Han
        }
        0x3041..=0x30FF | 0x31F0..=0x31FF | 0xFF66..=0xFF9D => Script::Kana,
        0x1100..=0x11FF | 0x3131..=0x318E | 0xA960..=0xA97C | 0xAC00..=0xD7FB => Script::Hangul,
        _ if character.is_alphabetic() => Script::Other,
        _ => return None,
    };
    Some(script)
}

impl Script {
    /// Whether zero-width joiners and non-joiners belong to ordinary spelling.
    #[must_use]
    pub fn joins(self) -> bool {
        matches!(self, Self::RightToLeft | Self::Indic | Self::SoutheastAsian | Self::Mongolian)
    }
}
