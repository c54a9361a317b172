use std::fmt::Write;

/// The text as it stands between the quotes of a JSON string.
pub(super) fn json_escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned()
}

/// The text with everything but the unreserved characters of RFC 3986 percent-encoded, digits in upper case.
pub(super) fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            encoded.push(char::from(byte));
        } else {
            // Writing into a `String` cannot fail.
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
        assert_eq!(percent_encoded("a b/ü"), "a%20b%2F%C3%BC");
        assert_eq!(json_escaped("a\"b\n"), "a\\\"b\\n");
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
