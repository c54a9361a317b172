use serde_json::Value;

use super::error::EngineError;
use crate::config::{Config, parse};

/// Reads the config of a request, which may be the text of one.
pub(super) fn config_of(config: &Value) -> Result<Config, EngineError> {
    let parsed = match config {
        Value::String(text) => {
            let document: Value = serde_json::from_str(text)
                .map_err(|error| EngineError::Request(format!("the config is no JSON: {error}")))?;
            parse(&document)
        }
        document => parse(document),
    };
    parsed.map_err(EngineError::Config)
}
