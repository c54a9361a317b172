use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use thiserror::Error;

/// The shortest key that is taken.
pub const MIN_KEY_BYTES: usize = 32;
/// How many random bytes make two handles of one name differ.
pub const NONCE_BYTES: usize = 16;

const VERSION: &str = "h1";

/// Why a handle is refused. A caller learns no more than it must.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum HandleError {
    /// The key is too short to sign with.
    #[error("the key has {0} bytes, at least 32 are needed")]
    ShortKey(usize),
    /// The name is empty or too long.
    #[error("a handle's name must be 1 to 200 bytes")]
    Name,
    /// Not a handle, cut short, or of another version.
    #[error("not a handle of this version")]
    Malformed,
    /// Changed, or signed with another key.
    #[error("the handle was not minted with this key, or was changed")]
    Forged,
    /// Its time is over.
    #[error("the handle has expired")]
    Expired,
    /// Minted for another name.
    #[error("the handle was minted for another name")]
    OtherName,
}

/// Mints a handle: `h1.<name>.<expiry>.<nonce>.<signature>`, readable and signed with HMAC-SHA-256.
///
/// `expires_at` is in seconds since 1970; the nonce must come from a secure source.
///
/// # Errors
/// The key is shorter than 32 bytes, or the name is empty or too long.
pub fn create_handle(
    name: &str,
    key: &[u8],
    expires_at: u64,
    nonce: &[u8; NONCE_BYTES],
) -> Result<String, HandleError> {
    if name.is_empty() || name.len() > 200 {
        return Err(HandleError::Name);
    }
    let payload = format!("{VERSION}.{}.{expires_at}.{}", encoded(name.as_bytes()), encoded(nonce));
    let signature = signer(key, &payload)?.finalize().into_bytes();
    Ok(format!("{payload}.{}", encoded(&signature)))
}

/// Checks a handle and gives the name it was minted for. The signature is compared in constant time, before
/// anything in the handle is believed.
///
/// # Errors
/// [`HandleError`]: which of form, signature, time or name is wrong.
pub fn verify_handle(handle: &str, key: &[u8], now: u64, name: Option<&str>) -> Result<String, HandleError> {
    const MAX_BYTES: usize = 1_024;
    if handle.len() > MAX_BYTES {
        return Err(HandleError::Malformed);
    }
    let (payload, signature) = handle.rsplit_once('.').ok_or(HandleError::Malformed)?;
    let mut parts = payload.split('.');
    let (Some(VERSION), Some(minted_for), Some(expiry), Some(_), None) =
        (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
    else {
        // The key is looked at first all the same, so that a short one is never taken for a bad handle.
        signer(key, payload)?;
        return Err(HandleError::Malformed);
    };
    let signature = decoded(signature).ok_or(HandleError::Malformed)?;
    signer(key, payload)?.verify_slice(&signature).map_err(|_| HandleError::Forged)?;
    let expires_at: u64 = expiry.parse().map_err(|_| HandleError::Malformed)?;
    let minted_for = decoded(minted_for).and_then(|bytes| String::from_utf8(bytes).ok());
    let minted_for = minted_for.ok_or(HandleError::Malformed)?;
    if now >= expires_at {
        return Err(HandleError::Expired);
    }
    if name.is_some_and(|name| name != minted_for) {
        return Err(HandleError::OtherName);
    }
    Ok(minted_for)
}

fn signer(key: &[u8], payload: &str) -> Result<Hmac<Sha256>, HandleError> {
    if key.len() < MIN_KEY_BYTES {
        return Err(HandleError::ShortKey(key.len()));
    }
    let mut signer = Hmac::<Sha256>::new_from_slice(key).map_err(|_| HandleError::ShortKey(key.len()))?;
    signer.update(payload.as_bytes());
    Ok(signer)
}

fn encoded(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    BASE64URL_NOPAD.decode(text.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";
    const NONCE: [u8; NONCE_BYTES] = [7; NONCE_BYTES];

    fn handle() -> String {
        create_handle("space.one", KEY, 1_000, &NONCE).unwrap()
    }

    #[test]
    fn a_fresh_handle_is_taken_for_its_name_only() {
        assert_eq!(verify_handle(&handle(), KEY, 999, None), Ok("space.one".to_owned()));
        assert_eq!(verify_handle(&handle(), KEY, 999, Some("space.one")), Ok("space.one".to_owned()));
        assert_eq!(verify_handle(&handle(), KEY, 999, Some("other")), Err(HandleError::OtherName));
    }

    #[test]
    fn every_single_changed_byte_is_refused() {
        let good = handle();
        for position in 0..good.len() {
            let mut bytes = good.clone().into_bytes();
            bytes[position] = if bytes[position] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(bytes).unwrap();
            assert!(verify_handle(&changed, KEY, 999, None).is_err(), "{changed}");
        }
    }

    #[test]
    fn truncated_expired_and_foreign_handles_are_refused() {
        let good = handle();
        for cut in 0..good.len() {
            let (head, _) = good.split_at(cut);
            assert!(verify_handle(head, KEY, 999, None).is_err(), "{head}");
        }
        assert_eq!(verify_handle(&good, KEY, 1_000, None), Err(HandleError::Expired));
        assert_eq!(verify_handle(&good, &[9; 32], 999, None), Err(HandleError::Forged));
        assert_eq!(verify_handle(&good, b"short", 999, None), Err(HandleError::ShortKey(5)));
        assert_eq!(verify_handle(&good.replacen("h1", "h2", 1), KEY, 999, None), Err(HandleError::Malformed));
        assert_eq!(create_handle("", KEY, 1, &NONCE), Err(HandleError::Name));
    }
}
