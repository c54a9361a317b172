use std::fmt::Write;

/// The text as it stands between the quotes of a JSON string.
pub(super) fn json_escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned()
}

/// The same in ASCII alone, as some JSON writers put it.
pub(super) fn json_ascii(text: &str) -> String {
    let mut escaped = String::new();
    for character in json_escaped(text).chars() {
        if character.is_ascii() {
            escaped.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing into a `String` cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    escaped
}

/// Which characters the usual encoders of URLs leave alone, beside letters and digits: RFC 3986, `encodeURIComponent`,
/// forms, Python's `quote`, `encodeURI`.
const LEFT_ALONE: [&str; 5] = ["-_.~", "-_.~!*'()", "-_.*", "-_.~/", "-_.~!*'();,/?:@&=+$#"];

/// The text in every way that URLs write it.
pub(super) fn percent_encoded(text: &str) -> Vec<String> {
    let mut forms = Vec::new();
    for left_alone in LEFT_ALONE {
        for lower in [false, true] {
            let form = percent(text, left_alone, lower);
            forms.push(form.replace("%20", "+"));
            forms.push(form);
        }
    }
    forms
}

fn percent(text: &str, left_alone: &str, lower: bool) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        let character = char::from(byte);
        // Writing into a `String` cannot fail.
        if byte.is_ascii_alphanumeric() || (byte.is_ascii() && left_alone.contains(character)) {
            encoded.push(character);
        } else if lower {
            let _ = write!(encoded, "%{byte:02x}");
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// Base64 without padding, in the standard alphabet.
pub(super) fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::new();
    for group in bytes.chunks(3) {
        let mut bits = 0_usize;
        for position in 0..3 {
            bits = bits << 8 | usize::from(group.get(position).copied().unwrap_or_default());
        }
        for position in 0..=group.len() {
            let index = bits >> (18 - 6 * position) & 63;
            encoded.push(char::from(ALPHABET.get(index).copied().unwrap_or(b'A')));
        }
    }
    encoded
}

/// Base64 with padding, in the standard alphabet.
pub(crate) fn base64_padded(bytes: &[u8]) -> String {
    let mut encoded = base64(bytes);
    while !encoded.len().is_multiple_of(4) {
        encoded.push('=');
    }
    encoded
}

/// The base64 characters that depend on the text alone when `lead` bytes stand before it and anything after.
pub(super) fn base64_core(text: &str, lead: usize) -> String {
    let mut bytes = vec![0; lead];
    bytes.extend_from_slice(text.as_bytes());
    let encoded = base64(&bytes);
    let start = match lead {
        0 => 0,
        1 => 2,
        _ => 3,
    };
    let whole = bytes.len() * 8 / 6;
    encoded.get(start..whole).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_the_usual_ones() {
        assert_eq!(base64(b"user:pass"), "dXNlcjpwYXNz");
        assert_eq!(base64(b"ab"), "YWI");
        let forms = percent_encoded("a b/ü~!");
        for form in [
            "a%20b%2F%C3%BC~%21",
            "a+b%2f%c3%bc%7e%21",
            "a%20b%2F%C3%BC~!",
            "a%20b/%C3%BC~%21",
            "a%20b/%C3%BC~!",
        ] {
            assert!(forms.iter().any(|known| known == form), "{form}: {forms:?}");
        }
        assert_eq!(json_escaped("a\"b\n"), "a\\\"b\\n");
        assert_eq!(json_ascii("ü\"🦀"), "\\u00fc\\\"\\ud83e\\udd80");
    }

    #[test]
    fn the_core_of_a_base64_text_does_not_depend_on_its_neighbours() {
        for lead in 0..3 {
            let core = base64_core("secret-token", lead);
            let around = format!("{}secret-tokenXYZ", "q".repeat(lead));
            assert!(base64(around.as_bytes()).contains(&core), "{lead}");
        }
    }
}
