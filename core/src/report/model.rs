use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::{Bump, Direction, Effect, Evidence, Family, Outcome, Severity, Verdict};

/// The JSON report, version 1: every result of one run against one server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Always 1.
    pub schema_version: u32,
    /// The mcpward that wrote it.
    pub version: String,
    /// When the run ended, ISO 8601 in UTC, as the host gave it.
    pub timestamp: String,
    /// The command that was run: `run`, `diff`, `lint`, `baseline`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// The server's own account of itself.
    pub server: ServerIdentity,
    /// How many results there are of each status.
    pub summary: Summary,
    /// The version bump that all changes together ask of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bump: Option<Bump>,
    /// Why not everything was tested; absent when everything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<String>,
    /// The results, grouped by family, in a fixed order.
    pub results: Vec<ResultRow>,
}

/// Which server was looked at. The text comes from the server and is shown safely.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerIdentity {
    /// `serverInfo.name`.
    pub name: String,
    /// `serverInfo.version`.
    pub version: String,
    /// The negotiated protocol revision.
    pub protocol_version: String,
}

/// Counts by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// All results.
    pub total: usize,
    /// Results that passed.
    pub passed: usize,
    /// Results that fail the run.
    pub failed: usize,
    /// Results that are shown and never fail a run.
    pub warnings: usize,
    /// What was not looked at, or is suppressed.
    pub skipped: usize,
}

/// How loud a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing.
    Info,
    /// Worth a look.
    Warning,
    /// Fails the run.
    Error,
}

/// A place in a text file, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextPlace {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// One line of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultRow {
    /// The public id, a stable contract: `drift/tool_removed`.
    #[schemars(regex(pattern = r"^[a-z]+/[a-z0-9_-]+$"))]
    pub id: String,
    /// The family it is reported in.
    pub family: Family,
    /// What it does to the run.
    pub status: Outcome,
    /// How loud it is.
    pub severity: Level,
    /// What is so, one sentence.
    pub message: String,
    /// What was expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// Where, as a person reads it; `pointer` is the exact place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The finer rule name: `drift/property-required-added`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The drift class, which `fail_on` names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// How far the damage reaches when it goes unnoticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blast_radius: Option<Severity>,
    /// The tool, prompt or resource it is about, shown safely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Why a caller is hurt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    /// Which way values travel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// What the judge said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// How a break shows at the caller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Only a caller that sends undeclared properties could notice.
    #[serde(default, skip_serializing_if = "is_false")]
    pub open_world: bool,
    /// `false` where a breaking row applies and no witness was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<bool>,
    /// Why something is undecided, skipped, suppressed or unproven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// JSON Pointer into the config file, for a result about something that stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_pointer: Option<String>,
    /// The same as a place in the text of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_place: Option<TextPlace>,
    /// JSON Pointer by name on the new surface.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// JSON Pointer by name on the old surface.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer_old: Option<String>,
    /// The value before the change.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// The value after the change.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
    /// A word diff of two texts, `[-removed-]{+added+}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    /// The smallest value that used to work and now does not (or that may now come); `null` is a value.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub witness: Option<Value>,
    /// The version bump this change asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bump: Option<Bump>,
    /// The new key of a definition that seems to have been renamed, shown safely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_to: Option<String>,
    /// Stays the same when unrelated things change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// What a heuristic saw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The user asked for this finding not to count, for the reason given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub suppressed: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

/// A member that is there counts, `null` included.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Summary {
    /// Counts results by status.
    #[must_use]
    pub fn of(results: &[ResultRow]) -> Self {
        let count = |status| results.iter().filter(|row| row.status == status).count();
        Self {
            total: results.len(),
            passed: count(Outcome::Pass),
            failed: count(Outcome::Fail),
            warnings: count(Outcome::Warn),
            skipped: count(Outcome::Skip),
        }
    }
}

impl Report {
    /// Adds the results of another look at the same thing.
    pub fn append(&mut self, other: Self) {
        self.results.extend(other.results);
        self.summary = Summary::of(&self.results);
    }

    /// The exit code the report asks for: 2 when incomplete, 1 when something failed, else 0.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match (&self.incomplete, self.summary.failed) {
            (Some(_), _) => 2,
            (None, 0) => 0,
            (None, _) => 1,
        }
    }
}
