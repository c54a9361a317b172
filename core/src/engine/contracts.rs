use serde::{Deserialize, Serialize};

use super::contract::read_side;
use super::error::EngineError;
use crate::contracts::{ContractFile, build_pins, changelog, check, check_pins, read_pins, verify};
use crate::report::Report;
use crate::session::Capture;

/// What is asked of a folder of contracts. Files are given as their text.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContractsRequest {
    /// What to do.
    pub action: ContractsAction,
    /// Every file of the folder.
    pub files: Vec<ContractFile>,
    /// `check` and `verify`: the pin file, to check too.
    #[serde(default)]
    pub pins: Option<String>,
    /// `changelog`: the file that is there.
    #[serde(default)]
    pub existing: Option<String>,
    /// `verify`: what a session found out.
    #[serde(default)]
    pub capture: Option<String>,
    /// `verify`: a file that stands in for the server.
    #[serde(default)]
    pub against: Option<String>,
    /// How many months a deprecated tool must stay. Default 12.
    #[serde(default = "twelve")]
    pub months: u32,
    /// The time now, ISO 8601 in UTC.
    #[serde(default)]
    pub timestamp: String,
}

fn twelve() -> u32 {
    12
}

/// What to do with a folder of contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContractsAction {
    /// Check every chain, and the pins where they are given.
    Check,
    /// Write the pin file.
    Pin,
    /// Write the changelog.
    Changelog,
    /// Hold a server to its contracts.
    Verify,
}

/// The answer: a report, or the text of a file to be written.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ContractsAnswer {
    /// What was found.
    Report(Box<Report>),
    /// The whole file.
    Text(String),
}

/// Does what is asked of a folder of contracts.
///
/// # Errors
/// [`EngineError`]: the pin file, the capture or the file that stands in for a server cannot be read.
pub fn contracts(request: &ContractsRequest) -> Result<ContractsAnswer, EngineError> {
    let files = &request.files;
    Ok(match request.action {
        ContractsAction::Pin => ContractsAnswer::Text(build_pins(files).text()),
        ContractsAction::Changelog => {
            ContractsAnswer::Text(changelog(files, request.existing.as_deref().unwrap_or_default()))
        }
        ContractsAction::Check => {
            let mut report = check(files, &request.timestamp, request.months);
            append_pins(request, &mut report)?;
            ContractsAnswer::Report(Box::new(report))
        }
        ContractsAction::Verify => {
            let surface = match (&request.capture, &request.against) {
                (Some(capture), _) => {
                    Capture::from_json(capture)
                        .map_err(|error| EngineError::Request(error.to_string()))?
                        .surface
                }
                (None, Some(text)) => read_side(text, "against")?.surface,
                (None, None) => {
                    return Err(EngineError::Request("neither `capture` nor `against` is given".to_owned()));
                }
            };
            let mut report = verify(files, &surface, &request.timestamp);
            append_pins(request, &mut report)?;
            ContractsAnswer::Report(Box::new(report))
        }
    })
}

/// Contracts that were changed after they were pinned are no measure for anything.
fn append_pins(request: &ContractsRequest, report: &mut Report) -> Result<(), EngineError> {
    if let Some(text) = &request.pins {
        let pins = read_pins(text).map_err(|problem| EngineError::Pins { side: "baseline", problem })?;
        report.append(check_pins(&request.files, &pins, &request.timestamp));
    }
    Ok(())
}
