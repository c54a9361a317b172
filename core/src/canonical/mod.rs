//! One form of text and JSON, so that what means the same hashes the same.

mod hash;
mod json;
mod text;

pub use hash::{sha256_hex, sha256_json, sha256_text};
pub use json::canonical_json;
pub use text::canonical_text;
