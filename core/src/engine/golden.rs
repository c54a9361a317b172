use std::collections::BTreeMap;

use super::config::config_of;
use super::error::EngineError;
use super::request::GoldenRequest;
use crate::rules::behavioral::snapshots;
use crate::session::Capture;

/// The golden files that a capture gives, by their path in the config. Nothing is written.
///
/// # Errors
/// [`EngineError`]: the config or the capture cannot be read.
pub fn goldens(request: &GoldenRequest) -> Result<BTreeMap<String, String>, EngineError> {
    let config = config_of(&request.config)?;
    let capture =
        Capture::from_json(&request.capture).map_err(|error| EngineError::Request(error.to_string()))?;
    Ok(snapshots(&capture, &config.suites))
}
