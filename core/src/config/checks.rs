use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::fail_on::FailOn;
use super::switch::switch_or;
use crate::rules::Severity;

/// Which checks run, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Checks {
    /// The protocol itself.
    pub compliance: bool,
    /// Whether definitions are well formed.
    pub schema: bool,
    /// Poisoned, hidden or misleading definitions.
    pub security: bool,
    /// How the server answers calls that must fail. Calls tools.
    pub errors: ErrorsCheck,
    /// What changed since the lockfile. Runs when present.
    #[serde(deserialize_with = "when_present", skip_serializing_if = "Option::is_none")]
    pub drift: Option<DriftCheck>,
    /// Tools that are easily taken for one another.
    pub collision: CollisionCheck,
    /// How long calls take. Runs when present. Calls tools.
    #[serde(deserialize_with = "when_present", skip_serializing_if = "Option::is_none")]
    pub latency: Option<LatencyCheck>,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            compliance: true,
            schema: true,
            security: true,
            errors: ErrorsCheck::default(),
            drift: None,
            collision: CollisionCheck::default(),
            latency: None,
        }
    }
}

/// A key with nothing behind it (`drift:`) asks for the check with its defaults.
fn when_present<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(Some(Option::<T>::deserialize(deserializer)?.unwrap_or_default()))
}

/// The error contract: on, off, or on with settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "ErrorsSetting", into = "ErrorsSetting")]
#[schemars(!from, !into, with = "ErrorsSetting")]
pub struct ErrorsCheck {
    /// Whether it runs.
    pub enabled: bool,
    /// Which reading of the specification judges the answers.
    pub profile: ErrorsProfile,
    /// Leave tools out that may destroy data.
    pub skip_destructive: bool,
}

impl Default for ErrorsCheck {
    fn default() -> Self {
        Self { enabled: true, profile: ErrorsProfile::Spec, skip_destructive: false }
    }
}

/// Which reading of the specification judges the answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ErrorsProfile {
    /// The negotiated revision of the specification.
    #[default]
    Spec,
    /// Only protocol errors count as refusals.
    Strict,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum ErrorsSetting {
    Switch(bool),
    Settings(ErrorsSettings),
}

impl<'de> Deserialize<'de> for ErrorsSetting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        switch_or(deserializer, Self::Switch, Self::Settings)
    }
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct ErrorsSettings {
    /// What is asked of a server: what its revision says, or protocol errors throughout.
    profile: ErrorsProfile,
    /// Leave out tools that may destroy something.
    skip_destructive: bool,
}

impl From<ErrorsSetting> for ErrorsCheck {
    fn from(setting: ErrorsSetting) -> Self {
        match setting {
            ErrorsSetting::Switch(enabled) => Self { enabled, ..Self::default() },
            ErrorsSetting::Settings(settings) => {
                Self { enabled: true, profile: settings.profile, skip_destructive: settings.skip_destructive }
            }
        }
    }
}

impl From<ErrorsCheck> for ErrorsSetting {
    fn from(check: ErrorsCheck) -> Self {
        if check.enabled {
            Self::Settings(ErrorsSettings {
                profile: check.profile,
                skip_destructive: check.skip_destructive,
            })
        } else {
            Self::Switch(false)
        }
    }
}

/// What changed since the lockfile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DriftCheck {
    /// The lockfile, relative to the config file.
    pub baseline: String,
    /// What fails: a level, or a list of levels and classes.
    pub fail_on: FailOn,
    /// Severities of your own, by class.
    pub severity: BTreeMap<String, Severity>,
    /// How changes are read: `default`, or `semver` as a public interface: see semver-profile.md.
    pub profile: Profile,
    /// Keep the texts in the lockfile, so that a diff can show them.
    pub full_text: bool,
    /// Report changes of tools and arguments that no recorded call uses at lower severity.
    pub only_used: bool,
    /// Places that differ on every start of the server, each with the reason.
    pub ignore: Vec<IgnoredPointer>,
    /// The shape of observed outputs. Calls tools.
    pub output: OutputShapeCheck,
}

impl Default for DriftCheck {
    fn default() -> Self {
        Self {
            baseline: "./mcpward.lock.json".to_owned(),
            fail_on: FailOn::default(),
            severity: BTreeMap::new(),
            profile: Profile::Default,
            full_text: true,
            only_used: false,
            ignore: Vec::new(),
            output: OutputShapeCheck::default(),
        }
    }
}

/// How changes are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// By whom a change hurts.
    #[default]
    Default,
    /// As the public interface of a library: only what asks for a major version fails, and an optional input
    /// property that is no longer read is minor.
    Semver,
}

/// A place that differs on every start of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IgnoredPointer {
    /// JSON Pointer by name; what lies below it is ignored too.
    #[schemars(regex(pattern = r"^/"))]
    pub pointer: String,
    /// Why.
    #[schemars(length(min = 1))]
    pub reason: String,
}

/// The shape of observed outputs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OutputShapeCheck {
    /// Whether it runs.
    pub enabled: bool,
    /// Calls per tool; their shapes are merged.
    #[schemars(range(min = 1, max = 100))]
    pub shape_samples: u32,
    /// Call read-only tools that need no argument.
    pub call_readonly: bool,
    /// Tools to call, with arguments.
    pub tools: Vec<AllowedCall>,
}

impl Default for OutputShapeCheck {
    fn default() -> Self {
        Self { enabled: false, shape_samples: 3, call_readonly: true, tools: Vec::new() }
    }
}

/// A call that you allow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AllowedCall {
    /// The tool.
    pub name: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Map<String, Value>,
}

/// Tools that are easily taken for one another: on, off, or on with settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "CollisionSetting")]
#[schemars(!from, with = "CollisionSetting")]
pub struct CollisionCheck {
    /// Whether it runs.
    pub enabled: bool,
    /// How alike two descriptions must be, from 0 to 1.
    pub threshold: f64,
    /// Above this many tools it is skipped with a warning.
    pub max_tools: usize,
    /// Collisions fail the run instead of warning.
    pub fail: bool,
}

impl Default for CollisionCheck {
    fn default() -> Self {
        CollisionSettings::default().into()
    }
}

#[derive(Clone, Copy, Debug, JsonSchema)]
#[schemars(untagged)]
enum CollisionSetting {
    Switch(bool),
    Settings(CollisionSettings),
}

impl<'de> Deserialize<'de> for CollisionSetting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        switch_or(deserializer, Self::Switch, Self::Settings)
    }
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct CollisionSettings {
    /// Whether it runs.
    enabled: bool,
    /// How alike two descriptions must be, from 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    threshold: f64,
    /// Above this many tools it is skipped with a warning.
    max_tools: usize,
    /// Collisions fail the run instead of warning.
    fail: bool,
}

impl Default for CollisionSettings {
    fn default() -> Self {
        Self { enabled: true, threshold: 0.8, max_tools: 20_000, fail: false }
    }
}

impl From<CollisionSettings> for CollisionCheck {
    fn from(settings: CollisionSettings) -> Self {
        let CollisionSettings { enabled, threshold, max_tools, fail } = settings;
        Self { enabled, threshold, max_tools, fail }
    }
}

impl From<CollisionSetting> for CollisionCheck {
    fn from(setting: CollisionSetting) -> Self {
        match setting {
            CollisionSetting::Switch(enabled) => Self { enabled, ..Self::default() },
            CollisionSetting::Settings(settings) => settings.into(),
        }
    }
}

/// How long calls take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LatencyCheck {
    /// Calls per tool.
    #[schemars(range(min = 1, max = 10_000))]
    pub samples: u32,
    /// Fail when the 95th percentile is above this many milliseconds.
    #[schemars(range(min = 1))]
    pub p95_budget_ms: u64,
    /// Measure read-only tools, with generated minimal arguments.
    pub call_readonly: bool,
    /// Tools to measure, with arguments.
    pub tools: Vec<AllowedCall>,
    /// Measure every tool, destructive ones included.
    pub call_all: bool,
}

impl Default for LatencyCheck {
    fn default() -> Self {
        Self { samples: 5, p95_budget_ms: 1_000, call_readonly: true, tools: Vec::new(), call_all: false }
    }
}
