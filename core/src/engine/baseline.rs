use std::collections::BTreeSet;

use serde::Serialize;

use super::check::server_of;
use super::config::config_of;
use super::contract::read_side;
use super::drift::{self, Fresh};
use super::error::EngineError;
use super::probed;
use super::request::{BaselineRequest, DriftOptions};
use crate::lockfile::{Contents, Coverage, Lock, auth_context, surface_hash, write};
use crate::policy::{Ruling, rule_on};
use crate::report::{Report, ServerIdentity, Summary};
use crate::rules::Bump;
use crate::session::{Capture, Unlisted};
use crate::surface::{Definition, Surface};
use crate::text::shown;

/// A lockfile that is ready to be written, and what accepting it means.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BaselineAnswer {
    /// The whole file.
    pub text: String,
    /// Whether it differs from the lockfile that was there.
    pub changed: bool,
    /// The server's name, shown safely.
    pub server_name: String,
    /// The server's version, shown safely.
    pub server_version: String,
    /// How many tools were captured.
    pub tools: usize,
    /// How many prompts were captured.
    pub prompts: usize,
    /// How many resources were captured.
    pub resources: usize,
    /// How many resource templates were captured.
    pub resource_templates: usize,
    /// The hash of the whole surface.
    pub surface_hash: String,
    /// What had to be changed to keep an odd definition, shown safely.
    pub oddities: Vec<String>,
    /// Every place at which a second session found something else, shown safely: what cannot be pinned as it is.
    pub unstable: Vec<String>,
    /// What the new lockfile accepts, as a drift report; absent when there was no lockfile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepts: Option<Report>,
}

/// Makes the lockfile of a capture and says what it would accept. Nothing is written.
///
/// # Errors
/// [`EngineError`]: the config, the capture or the lockfile that is there cannot be read.
pub fn baseline(request: &BaselineRequest) -> Result<BaselineAnswer, EngineError> {
    let config = config_of(&request.config)?;
    let capture = captured(&request.capture)?;
    let previous = request.previous.as_deref().map(|text| read_side(text, "baseline")).transpose()?;
    let server = server_of(&config, request.server.as_deref());
    if let Some(lock) = &previous {
        keeps_what_is_pinned(lock, &capture)?;
    }
    let surface = selected(&capture.surface, previous.as_ref(), &request.only)?;
    let shapes = probed::shapes(&config, &capture, previous.as_ref(), &request.only);
    let contents = Contents {
        surface: &surface,
        output_shapes: &shapes,
        full_text: config.checks.drift.as_ref().is_none_or(|drift| drift.full_text),
        auth: auth_context(server),
        artifact: server.and_then(|server| server.artifact.clone()),
        unlisted: capture.unlisted.iter().map(|unlisted| unlisted.kind).collect(),
    };
    let written = write(&contents, &request.host, previous.as_ref().zip(request.previous.as_deref()));
    let accepts =
        previous.as_ref().map(|lock| accepted(request, &config, lock, (&surface, &capture))).transpose()?;
    let unstable = match &request.confirm {
        Some(text) => drift::unstable(&capture.surface, &captured(text)?.surface, &config),
        None => Vec::new(),
    };
    let safe = |text: &str| shown(text).to_string();
    Ok(BaselineAnswer {
        text: written.text,
        changed: written.changed,
        server_name: safe(surface.server_name()),
        server_version: safe(surface.server_version()),
        tools: surface.tools.len(),
        prompts: surface.prompts.len(),
        resources: surface.resources.len(),
        resource_templates: surface.resource_templates.len(),
        surface_hash: surface_hash(&surface),
        oddities: surface
            .oddities
            .iter()
            .map(|oddity| format!("{}: {}", shown(&oddity.pointer), shown(&oddity.what)))
            .chain(capture.unlisted.iter().map(not_pinned))
            .chain(probed::remarks(&config, &capture))
            .collect(),
        unstable: unstable.into_iter().map(|finding| finding.what).collect(),
        accepts,
    })
}

fn captured(text: &str) -> Result<Capture, EngineError> {
    Capture::from_json(text).map_err(|error| EngineError::Request(error.to_string()))
}

fn keeps_what_is_pinned(lock: &Lock, capture: &Capture) -> Result<(), EngineError> {
    match capture.unlisted.iter().find(|unlisted| !lock.surface.list(unlisted.kind).is_empty()) {
        Some(Unlisted { kind, reason }) => {
            Err(EngineError::Unlisted { list: kind.plural(), reason: reason.clone() })
        }
        None => Ok(()),
    }
}

fn not_pinned(unlisted: &Unlisted) -> String {
    format!("{} could not be listed and are not pinned: {}", unlisted.kind.plural(), unlisted.reason)
}

fn accepted(
    request: &BaselineRequest,
    config: &crate::config::Config,
    lock: &Lock,
    (surface, capture): (&Surface, &Capture),
) -> Result<Report, EngineError> {
    let options = DriftOptions::default();
    let policy = drift::policy(config, &options, "")?;
    let coverage =
        Coverage::everything().without(|kind| capture.unlisted.iter().any(|unlisted| unlisted.kind == kind));
    let artifact = server_of(config, request.server.as_deref()).and_then(|server| server.artifact.clone());
    let fresh = Fresh { surface, coverage, auth: None, artifact, pins: None, has_text_hashes: false };
    let mut changes = drift::changes(lock, &fresh, config, &options);
    let of_output = probed::output(config, capture, lock).into_iter().filter(|finding| {
        let wanted = |tool: &String| request.only.is_empty() || request.only.contains(tool);
        finding.bump != Bump::None && finding.subject.as_ref().is_some_and(wanted)
    });
    changes.extend(of_output);
    let Ruling { rows, tally } = rule_on(changes, &policy);
    let results = drift::arranged(rows, &tally, lock, &fresh);
    Ok(Report {
        schema_version: 1,
        version: crate::VERSION.to_owned(),
        timestamp: request.host.timestamp.clone(),
        command: "baseline".to_owned(),
        server: ServerIdentity {
            name: shown(surface.server_name()).to_string(),
            version: shown(surface.server_version()).to_string(),
            protocol_version: shown(surface.protocol_version.as_deref().unwrap_or_default()).to_string(),
        },
        summary: Summary::of(&results),
        bump: Some(tally.bump),
        incomplete: None,
        results,
    })
}

/// The captured surface, or the old one with only the named tools taken from it.
fn selected(captured: &Surface, previous: Option<&Lock>, only: &[String]) -> Result<Surface, EngineError> {
    let (false, Some(lock)) = (only.is_empty(), previous) else {
        return Ok(captured.clone());
    };
    let wanted: BTreeSet<&str> = only.iter().map(String::as_str).collect();
    let has = |surface: &Surface, name: &str| surface.tools.iter().any(|tool| tool.key() == name);
    if let Some(stranger) = wanted.iter().find(|name| !has(captured, name) && !has(&lock.surface, name)) {
        return Err(EngineError::NoSuchTool(shown(stranger).to_string()));
    }
    let mut surface = lock.surface.clone();
    let is_wanted = |tool: &Definition| wanted.contains(tool.key());
    surface.tools.retain(|tool| !is_wanted(tool));
    surface.tools.extend(captured.tools.iter().filter(|tool| is_wanted(tool)).cloned());
    Ok(surface)
}
