#![expect(unreachable_pub, reason = "wasm-bindgen exports only what is declared public")]

use mcpward_core::rules::Direction;
use mcpward_core::schema;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::ok;

/// Compares two JSON Schemas given as text; `direction` is `input` or `output`. Never fails: a text that is
/// no JSON is undecided with the reason.
#[must_use]
#[wasm_bindgen(js_name = compareSchemas)]
pub fn compare_schemas(old: &str, new: &str, direction: &str) -> String {
    let direction = if direction == "output" { Direction::Output } else { Direction::Input };
    ok(&schema::compare_text(old, new, direction))
}
