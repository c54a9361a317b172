use mcpward_core::engine::EngineError;
use serde::Serialize;

/// An answer as JSON text.
pub(crate) fn ok<T: Serialize>(value: &T) -> String {
    #[derive(Serialize)]
    struct Answer<'a, T> {
        ok: &'a T,
    }
    written(&Answer { ok: value })
}

/// A refusal as JSON text.
pub(crate) fn failed(error: &EngineError) -> String {
    #[derive(Serialize)]
    struct Refusal<T> {
        error: T,
    }
    written(&Refusal { error: error.data() })
}

fn written<T: Serialize>(value: &T) -> String {
    // Only a map with keys that are no texts could fail here, and no answer has one.
    serde_json::to_string(value).unwrap_or_default()
}
