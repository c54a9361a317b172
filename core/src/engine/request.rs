use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::lockfile::HostContext;
use crate::redact::Secret;
use crate::report::TextPlace;
use crate::rules::behavioral::Goldens;

/// What is to be checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Command {
    /// Every enabled check.
    #[default]
    Run,
    /// Only what changed.
    Diff,
    /// Only what can be seen without a baseline and without calling anything.
    Lint,
}

impl Command {
    /// The word on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Diff => "diff",
            Self::Lint => "lint",
        }
    }
}

/// A check of one server. Files are given as their text.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CheckRequest {
    /// What is to be checked.
    pub command: Command,
    /// The config, with `${VAR}` replaced: a value, or its JSON text.
    pub config: Value,
    /// What a session found out. Either this or `against`.
    pub capture: Option<String>,
    /// A file that stands in for the server.
    pub against: Option<String>,
    /// The lockfile to compare with.
    pub baseline: Option<String>,
    /// The name of the server in the config's `servers`.
    pub server: Option<String>,
    /// Recorded calls to replay, the text of a file; they go before those of the config.
    pub calls: Option<String>,
    /// What a second session found out, to see what differs on every start.
    pub confirm: Option<String>,
    /// What a host found at the paths of golden files, by the path in the config.
    pub goldens: Goldens,
    /// Where the config stands in its file, for results about it.
    pub config_file: Option<ConfigFile>,
    /// What the capture had taken out of it: the expectations of cases are compared without it too.
    pub secrets: Vec<Secret>,
    /// What only the host knows.
    pub host: HostContext,
    /// What the command line says of drift.
    pub drift: DriftOptions,
}

/// A check of several servers together.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AcrossRequest {
    /// What is being checked.
    pub command: Command,
    /// The config, with `${VAR}` replaced: a value, or its JSON text.
    pub config: Value,
    /// The servers, in the order of the config.
    pub servers: Vec<AcrossServer>,
    /// What only the host knows.
    pub host: HostContext,
}

/// One of several servers.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AcrossServer {
    /// The name of the server in the config's `servers`.
    pub name: String,
    /// What a session found out. Either this or `against`.
    pub capture: Option<String>,
    /// A file that stands in for the server.
    pub against: Option<String>,
}

/// The text of a config file, as far as results point at it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ConfigFile {
    /// The file as a person would name it.
    pub name: String,
    /// Where JSON Pointers lead.
    pub places: BTreeMap<String, TextPlace>,
}

/// A question for the golden files that a capture gives.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GoldenRequest {
    /// The config, with `${VAR}` replaced: a value, or its JSON text.
    pub config: Value,
    /// What a session found out.
    pub capture: String,
}

/// What the command line says of drift.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DriftOptions {
    /// `--fail-on`: levels and classes, separated by commas.
    pub fail_on: Option<String>,
    /// `--fail-on-bump`: `major`, `minor`, `patch` or `never`.
    pub fail_on_bump: Option<String>,
    /// `--expect-hash`: the hash that the surface must have.
    pub expect_hash: Option<String>,
}

/// A lockfile to be written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BaselineRequest {
    /// The config, with `${VAR}` replaced: a value, or its JSON text.
    pub config: Value,
    /// What a session found out.
    pub capture: String,
    /// The lockfile that is there.
    pub previous: Option<String>,
    /// The name of the server in the config's `servers`.
    pub server: Option<String>,
    /// Accept only changes of these tools.
    pub only: Vec<String>,
    /// What a second session found out, to see what differs on every start.
    pub confirm: Option<String>,
    /// What only the host knows.
    pub host: HostContext,
}
