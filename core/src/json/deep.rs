use serde_json::Value;

use super::cursor::Cursor;
use super::error::JsonError;
use super::lenient::{number_value, unescape};
use crate::canonical::{canonical_json, sha256_hex};

/// What a text begins with that stands for an object or array, before its hash.
const STAND_IN: &str = "nested too deep to be kept: ";

/// The text that is kept in place of an object or array.
pub(super) fn stand_in(hash: &str) -> String {
    format!("{STAND_IN}{hash}")
}

/// Whether a value stands for an object or array that was nested too deep to be kept.
pub(crate) fn is_stand_in(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.starts_with(STAND_IN))
}

/// An object or array that has begun.
struct Open {
    closing: u8,
    /// Before the value that is read: its key, with a colon.
    key: String,
    parts: Vec<String>,
}

impl Open {
    fn new(opening: u8) -> Self {
        let closing = if opening == b'{' { b'}' } else { b']' };
        Self { closing, key: String::new(), parts: Vec::new() }
    }

    fn name_next(&mut self, cursor: &mut Cursor<'_>) -> Result<(), JsonError> {
        if self.closing == b'}' {
            self.key = canonical_json(&unescape(cursor.raw_string()?).0.into());
            self.key.push(':');
            cursor.expect(b':', "expected a colon")?;
        }
        Ok(())
    }

    fn hash(mut self) -> String {
        if self.closing == b'}' {
            self.parts.sort_unstable();
        }
        let text = format!("{}{}", char::from(self.closing), self.parts.join(","));
        sha256_hex(text.as_bytes())
    }
}

/// Takes an object or array of any depth and gives its hash: one for every spelling of it and every order of keys.
///
/// Each object and array is hashed from the hashes of what is in it, so that neither stack nor memory grows with the
/// square of the depth. A text that stands for one counts as what it stands for, so that it does not matter how often
/// a value was cut on its way.
pub(super) fn deep_hash(cursor: &mut Cursor<'_>) -> Result<String, JsonError> {
    let mut open: Vec<Open> = Vec::new();
    loop {
        let mut value = match cursor.peek() {
            Some(opening @ (b'{' | b'[')) => {
                cursor.take(opening);
                let mut container = Open::new(opening);
                if !cursor.take(container.closing) {
                    container.name_next(cursor)?;
                    open.push(container);
                    continue;
                }
                container.hash()
            }
            Some(b'"') => {
                let (text, _) = unescape(cursor.raw_string()?);
                text.strip_prefix(STAND_IN)
                    .map_or_else(|| canonical_json(&text.as_str().into()), str::to_owned)
            }
            Some(b'-' | b'0'..=b'9') => canonical_json(&number_value(cursor.number()?).0),
            _ => cursor.word()?.to_owned(),
        };
        loop {
            let Some(mut parent) = open.pop() else { return Ok(value) };
            parent.parts.push(format!("{}{value}", parent.key));
            if cursor.take(b',') {
                parent.name_next(cursor)?;
                open.push(parent);
                break;
            }
            cursor.expect(parent.closing, "expected a comma or the end of an object or array")?;
            value = parent.hash();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> String {
        deep_hash(&mut Cursor::new(text)).unwrap()
    }

    #[test]
    fn the_spelling_of_a_value_does_not_change_its_hash() {
        assert_eq!(hash(r#"{"a":1.0,"b":["A"]}"#), hash(" { \"b\" : [ \"\\u0041\" ] , \"a\" : 1 } "));
    }

    #[test]
    fn what_a_value_holds_changes_its_hash() {
        let different = [
            "[]",
            "{}",
            "[[]]",
            "[1,2]",
            "[2,1]",
            "[12]",
            r#"["1,2"]"#,
            r#"{"a":1}"#,
            r#"{"a":"1"}"#,
            "[null]",
        ];
        for (at, one) in different.iter().enumerate() {
            for other in different.iter().skip(at + 1) {
                assert_ne!(hash(one), hash(other), "{one} {other}");
            }
        }
    }

    #[test]
    fn a_value_that_was_cut_before_has_the_same_hash() {
        let inner = r#"{"b":[1]}"#;
        let cut = format!("[{}]", canonical_json(&stand_in(&hash(inner)).into()));
        assert_eq!(hash(&cut), hash(&format!("[{inner}]")));
    }

    #[test]
    fn depth_costs_no_stack_and_a_cut_text_is_an_error() {
        let deep = "[".repeat(200_000);
        assert!(deep_hash(&mut Cursor::new(&deep)).is_err());
        let whole = deep + &"]".repeat(200_000);
        assert!(hash(&whole).starts_with("sha256:"));
    }
}
