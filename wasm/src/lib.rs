//! Translation between JavaScript and the mcpward core: text in, text out. No rule and no format lives here.

mod answer;
mod contracts;
mod page;
mod reports;
mod schemas;
mod scorer;
mod session;

use mcpward_core::engine::{self, AcrossRequest, BaselineRequest, CheckRequest, GoldenRequest};
use mcpward_core::{config, lockfile};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;

use answer::{failed, ok};
pub use session::{Redactor, Session};

/// The version of this mcpward.
#[must_use]
#[wasm_bindgen]
pub fn version() -> String {
    mcpward_core::VERSION.to_owned()
}

/// Checks a config whose `${VAR}` have been replaced: `{ok: {…}}` with defaults filled in, or
/// `{error: {code, message, places}}`.
#[must_use]
#[wasm_bindgen(js_name = checkConfig)]
pub fn check_config(config: &str) -> String {
    match parsed(config).and_then(|value| config::parse(&value).map_err(engine::EngineError::Config)) {
        Ok(config) => ok(&config),
        Err(error) => failed(&error),
    }
}

/// Makes a lockfile: `{ok: {text, changed, …, accepts?}}` or `{error: …}`.
#[must_use]
#[wasm_bindgen]
pub fn baseline(request: &str) -> String {
    answered(request, |request: &BaselineRequest| engine::baseline(request))
}

/// Checks a server or two files: `{ok: report}` or `{error: …}`.
#[must_use]
#[wasm_bindgen]
pub fn check(request: &str) -> String {
    answered(request, |request: &CheckRequest| engine::check(request))
}

/// The same with a function `(left, right) => number` that says how alike two descriptions are, from 0 to 1.
#[must_use]
#[wasm_bindgen(js_name = checkScored)]
pub fn check_scored(request: &str, score: &js_sys::Function) -> String {
    let scorer = scorer::HostScorer::new(score);
    let answer = answered(request, |request: &CheckRequest| engine::check_with(request, &scorer));
    match scorer.problem() {
        Some(problem) => failed(&engine::EngineError::Option { option: "score", problem }),
        None => answer,
    }
}

/// Checks what several servers show only together: `{ok: report | null}` or `{error: …}`.
#[must_use]
#[wasm_bindgen]
pub fn across(request: &str) -> String {
    answered(request, |request: &AcrossRequest| engine::across(request))
}

/// The golden files that a capture gives: `{ok: {path: text}}` or `{error: …}`.
#[must_use]
#[wasm_bindgen]
pub fn goldens(request: &str) -> String {
    answered(request, |request: &GoldenRequest| engine::goldens(request))
}

/// Says what a file is: `{ok: {format, tools, …}}` or `{error: …}`.
#[must_use]
#[wasm_bindgen(js_name = describeContract)]
pub fn describe_contract(text: &str) -> String {
    match engine::describe(text) {
        Ok(description) => ok(&description),
        Err(source) => failed(&engine::EngineError::contract("against", source, text)),
    }
}

/// The surface that a file holds, lists in order: `{ok: {tools, …}}` or `{error: …}`.
#[must_use]
#[wasm_bindgen(js_name = readSurface)]
pub fn read_surface(text: &str) -> String {
    match engine::read_surface(text) {
        Ok(surface) => ok(&surface),
        Err(source) => failed(&engine::EngineError::contract("against", source, text)),
    }
}

/// The hash of the surface that a file holds: `{ok: "sha256:…"}` or `{error: …}`.
#[must_use]
#[wasm_bindgen(js_name = surfaceHash)]
pub fn surface_hash(text: &str) -> String {
    match lockfile::read(text) {
        Ok(lock) => ok(&lockfile::surface_hash(&lock.surface)),
        Err(source) => failed(&engine::EngineError::contract("against", source, text)),
    }
}

fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, engine::EngineError> {
    serde_json::from_str(text).map_err(|error| engine::EngineError::Request(error.to_string()))
}

pub(crate) fn answered<Q: DeserializeOwned, A: serde::Serialize>(
    request: &str,
    answer: impl Fn(&Q) -> Result<A, engine::EngineError>,
) -> String {
    match parsed(request).and_then(|request| answer(&request)) {
        Ok(answer) => ok(&answer),
        Err(error) => failed(&error),
    }
}
