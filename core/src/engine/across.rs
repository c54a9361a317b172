use super::config::config_of;
use super::contract::read_side;
use super::drift;
use super::error::EngineError;
use super::request::{AcrossRequest, DriftOptions};
use crate::policy::rule_on;
use crate::report::{Report, ServerIdentity, Summary};
use crate::rules::{Family, Sink, security};
use crate::session::Capture;
use crate::surface::Surface;
use crate::text::shown_within;

/// Servers beyond this many are counted in the heading and not named.
const MOST_NAMED: usize = 4;

/// Checks what several servers show only together. `None` when the check is switched off or there are not two.
///
/// # Errors
/// [`EngineError`]: the config, a capture or a file cannot be read.
pub fn across(request: &AcrossRequest) -> Result<Option<Report>, EngineError> {
    let config = config_of(&request.config)?;
    if !config.checks.security || request.servers.len() < 2 {
        return Ok(None);
    }
    let mut servers: Vec<(&str, Surface)> = Vec::with_capacity(request.servers.len());
    for server in &request.servers {
        let surface = match (&server.capture, &server.against) {
            (Some(capture), _) => {
                let capture = Capture::from_json(capture);
                capture.map_err(|error| EngineError::Request(error.to_string()))?.surface
            }
            (None, Some(text)) => read_side(text, "against")?.surface,
            (None, None) => {
                return Err(EngineError::Request("neither `capture` nor `against` is given".to_owned()));
            }
        };
        servers.push((&server.name, surface));
    }
    let borrowed: Vec<(&str, &Surface)> = servers.iter().map(|(name, surface)| (*name, surface)).collect();
    let mut sink = Sink::default();
    security::check_across(&borrowed, &mut sink);
    let today: String = request.host.timestamp.chars().take("2026-01-01".len()).collect();
    let options = DriftOptions::default();
    let mut policy = drift::policy(&config, &options, &today)?;
    // What is stale is told where each server is looked at by itself.
    policy.families = Vec::new();
    let results: Vec<_> = rule_on(sink.into_findings(), &policy)
        .rows
        .into_iter()
        .filter(|row| row.family == Family::Security)
        .collect();
    Ok(Some(Report {
        schema_version: 1,
        version: crate::VERSION.to_owned(),
        timestamp: request.host.timestamp.clone(),
        command: request.command.name().to_owned(),
        server: ServerIdentity { name: joined(&borrowed), ..ServerIdentity::default() },
        summary: Summary::of(&results),
        bump: None,
        incomplete: None,
        results,
    }))
}

/// `disk + net + 3 more`.
fn joined(servers: &[(&str, &Surface)]) -> String {
    let mut names: Vec<String> =
        servers.iter().take(MOST_NAMED).map(|(name, _)| shown_within(name, 64).to_string()).collect();
    if servers.len() > MOST_NAMED {
        names.push(format!("{} more", servers.len() - MOST_NAMED));
    }
    names.join(" + ")
}
