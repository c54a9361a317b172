#![expect(unreachable_pub, reason = "wasm-bindgen exports only what is declared public")]

use mcpward_core::contracts::{HandleError, NONCE_BYTES, create_handle, verify_handle};
use mcpward_core::engine::{self, ContractsRequest};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Does what is asked of a folder of contracts: `{ok: {report}}`, `{ok: {text}}` or `{error: …}`.
#[must_use]
#[wasm_bindgen]
pub fn contracts(request: &str) -> String {
    crate::answered(request, |request: &ContractsRequest| engine::contracts(request))
}

/// Mints a signed handle that ends `ttl` seconds after `now` (seconds since 1970), with a fresh nonce.
///
/// # Errors
/// The name or the key is not fit, or the system gives no randomness.
#[wasm_bindgen(js_name = createHandle)]
pub fn create(name: &str, key: &[u8], now: f64, ttl: f64) -> Result<String, JsError> {
    let mut nonce = [0; NONCE_BYTES];
    getrandom::getrandom(&mut nonce).map_err(|error| JsError::new(&error.to_string()))?;
    create_handle(name, key, seconds(now + ttl), &nonce).map_err(|error| JsError::new(code(error)))
}

/// Checks a handle and gives the name it was minted for.
///
/// # Errors
/// Which of form, signature, time or name is wrong, as one word.
#[wasm_bindgen(js_name = verifyHandle)]
pub fn verify(handle: &str, key: &[u8], now: f64, name: Option<String>) -> Result<String, JsError> {
    verify_handle(handle, key, seconds(now), name.as_deref()).map_err(|error| JsError::new(code(error)))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "seconds since 1970, clamped")]
fn seconds(time: f64) -> u64 {
    time.clamp(0.0, 9_007_199_254_740_991.0) as u64
}

fn code(error: HandleError) -> &'static str {
    match error {
        HandleError::ShortKey(_) => "short-key",
        HandleError::Name => "name",
        HandleError::Malformed => "malformed",
        HandleError::Forged => "forged",
        HandleError::Expired => "expired",
        HandleError::OtherName => "other-name",
    }
}
