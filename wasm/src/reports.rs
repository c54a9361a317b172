#![expect(unreachable_pub, reason = "wasm-bindgen exports only what is declared public")]

use mcpward_core::engine::EngineError;
use mcpward_core::report::{ConsoleOptions, Report, console};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::{failed, ok};

/// Renders a report: `{ok: text}` or `{error: …}`.
#[must_use]
#[wasm_bindgen(js_name = formatReport)]
pub fn format_report(report: &str, format: &str, color: bool, verbose: bool) -> String {
    let report: Report = match serde_json::from_str(report) {
        Ok(report) => report,
        Err(error) => return failed(&EngineError::Request(error.to_string())),
    };
    match format {
        "console" => ok(&console(&report, ConsoleOptions { color, verbose })),
        "json" => ok(&report),
        other => failed(&EngineError::Request(format!("no reporter is called {other}"))),
    }
}
