use std::fmt::Write;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{canonical_json, canonical_text};

/// `sha256:` and 64 hexadecimal digits of the bytes.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    let mut hex = String::from("sha256:");
    for byte in Sha256::digest(bytes) {
        // Writing into a `String` cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The hash of a text in its canonical form.
#[must_use]
pub fn sha256_text(text: &str) -> String {
    sha256_hex(canonical_text(text).as_bytes())
}

/// The hash of a JSON value in its canonical form.
#[must_use]
pub fn sha256_json(value: &Value) -> String {
    sha256_hex(canonical_json(value).as_bytes())
}
