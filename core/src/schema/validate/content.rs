use data_encoding::BASE64;
use serde::de::IgnoredAny;

/// Whether a text is base64 (RFC 4648, section 4).
pub(super) fn is_base64(text: &str) -> bool {
    BASE64.decode(text.as_bytes()).is_ok()
}

/// Whether a text is JSON, after decoding when it is encoded.
pub(super) fn is_json(text: &str, encoded: bool) -> bool {
    if !encoded {
        return serde_json::from_str::<IgnoredAny>(text).is_ok();
    }
    BASE64.decode(text.as_bytes()).is_ok_and(|bytes| serde_json::from_slice::<IgnoredAny>(&bytes).is_ok())
}
