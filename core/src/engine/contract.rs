use serde::Serialize;

use super::error::EngineError;
use crate::contracts::{is_pins, read_pins};
use crate::lockfile::{Format, Lock, LockfileError, read, surface_hash};
use crate::surface::Surface;
use crate::text::shown;

/// A file that stands for a contract, in a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DescribedContract {
    /// What kind of file it is.
    pub format: String,
    /// The server's name and version, shown safely.
    pub server_name: String,
    /// The server's version, shown safely.
    pub server_version: String,
    /// How many tools there are.
    pub tools: usize,
    /// How many prompts there are.
    pub prompts: usize,
    /// How many resources there are.
    pub resources: usize,
    /// How many resource templates there are.
    pub resource_templates: usize,
    /// The negotiated protocol revision, where the file records it.
    pub protocol_version: Option<String>,
    /// The hash of the whole surface; none where only the hashes of tools are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface_hash: Option<String>,
}

/// Says what a file is, without comparing it.
///
/// # Errors
/// The file is no contract of any known kind.
pub fn describe(text: &str) -> Result<DescribedContract, LockfileError> {
    if is_pins(text) {
        return described_pins(text);
    }
    let lock = read(text)?;
    let surface = &lock.surface;
    Ok(DescribedContract {
        format: lock.format.name().to_owned(),
        server_name: shown(surface.server_name()).to_string(),
        server_version: shown(surface.server_version()).to_string(),
        tools: surface.tools.len(),
        prompts: surface.prompts.len(),
        resources: surface.resources.len(),
        resource_templates: surface.resource_templates.len(),
        protocol_version: surface.protocol_version.as_deref().map(|revision| shown(revision).to_string()),
        surface_hash: Some(surface_hash(surface)),
    })
}

fn described_pins(text: &str) -> Result<DescribedContract, LockfileError> {
    let pins = read_pins(text)
        .map_err(|problem| LockfileError::Malformed { pointer: "/tools".to_owned(), problem })?;
    Ok(DescribedContract {
        format: Format::Pins.name().to_owned(),
        server_name: String::new(),
        server_version: String::new(),
        tools: pins.tools.len(),
        prompts: 0,
        resources: 0,
        resource_templates: 0,
        protocol_version: None,
        surface_hash: None,
    })
}

/// The surface of a file in the form that a capture has: lists in order, definitions as served.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ReadSurface(#[serde(with = "crate::session::surface_form")] Surface);

/// Reads the surface that a file stands for.
///
/// # Errors
/// The file is no contract of any known kind.
pub fn read_surface(text: &str) -> Result<ReadSurface, LockfileError> {
    read(text).map(|lock| ReadSurface(lock.surface))
}

pub(super) fn read_side(text: &str, side: &'static str) -> Result<Lock, EngineError> {
    read(text).map_err(|source| EngineError::contract(side, source, text))
}
