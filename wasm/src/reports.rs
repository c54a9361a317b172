#![expect(unreachable_pub, reason = "wasm-bindgen exports only what is declared public")]

use mcpward_core::engine::EngineError;
use mcpward_core::report::{FormatOptions, format};
use mcpward_core::rules::registry;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::{failed, ok};
use crate::parsed;

/// Renders a report, or `{"servers": […]}`, in one of the formats: `{ok: text}` or `{error: …}`.
#[must_use]
#[wasm_bindgen(js_name = formatReport)]
pub fn format_report(report: &str, name: &str, options: &str) -> String {
    let options: FormatOptions = match parsed(options) {
        Ok(options) => options,
        Err(error) => return failed(&error),
    };
    match format(report, name, &options) {
        Ok(text) => ok(&text),
        Err(error) => failed(&EngineError::Request(error.to_string())),
    }
}

/// The rule book: `{ok: [rule]}`, sorted by finer name.
#[must_use]
#[wasm_bindgen]
pub fn rules() -> String {
    ok(&registry())
}
