#![expect(unreachable_pub, reason = "wasm-bindgen exports only what is declared public")]

use mcpward_core::rules::drift::CLASSES;
use mcpward_core::text::{Stretch, word_segments};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::ok;

/// Every class of drift, which `fail_on` names: `{ok: [{name, severity, fails, covers}]}`.
#[must_use]
#[wasm_bindgen(js_name = driftClasses)]
pub fn drift_classes() -> String {
    ok(&CLASSES)
}

/// Compares two texts by words: `{ok: [["=" | "-" | "+", text]]}`, each text safe to show.
#[must_use]
#[wasm_bindgen(js_name = diffTexts)]
pub fn diff_texts(old: &str, new: &str) -> String {
    let mark = |stretch| match stretch {
        Stretch::Kept => "=",
        Stretch::Removed => "-",
        Stretch::Added => "+",
    };
    let segments: Vec<(&str, String)> =
        word_segments(old, new).into_iter().map(|(stretch, text)| (mark(stretch), text)).collect();
    ok(&segments)
}
