use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::model::{Report, ResultRow, Summary};
use crate::text::shown_within;

/// How much of a message is shown.
const MESSAGE_LIMIT: usize = 2_000;
/// How much of any other text is shown.
const TEXT_LIMIT: usize = 1_000;
/// How much of a word diff is shown.
const DIFF_LIMIT: usize = 4_000;

/// A report that may know under which name of `servers:` it was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServerReport {
    /// The server's name in the config, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The report.
    #[serde(flatten)]
    pub report: Report,
}

/// The JSON report of several servers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServersReport {
    /// One report a server, in the order of the config.
    pub servers: Vec<ServerReport>,
    /// What servers show only together; one report for each run whose reports were joined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub across: Vec<ServerReport>,
}

/// A text that is no report.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("not a mcpward report: {0}")]
pub struct NotAReport(String);

/// Tells the two kinds of document apart.
#[derive(Deserialize)]
struct Probe {
    servers: Option<IgnoredAny>,
}

/// One report, or those of several servers.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportSet {
    /// The reports in order; exactly one unless `several`.
    pub servers: Vec<ServerReport>,
    /// What servers show only together.
    pub across: Vec<ServerReport>,
    /// Whether they came as `{"servers": […]}`.
    pub several: bool,
}

impl ReportSet {
    /// Reads a report, or `{"servers": […]}`.
    ///
    /// # Errors
    /// The text is neither.
    pub fn read(text: &str) -> Result<Self, NotAReport> {
        let fail = |error: serde_json::Error| NotAReport(shown_within(&error.to_string(), 300).to_string());
        let probe: Probe = serde_json::from_str(text).map_err(fail)?;
        if probe.servers.is_some() {
            let set: ServersReport = serde_json::from_str(text).map_err(fail)?;
            return Ok(Self { servers: set.servers, across: set.across, several: true });
        }
        let report: ServerReport = serde_json::from_str(text).map_err(fail)?;
        Ok(Self { servers: vec![report], across: Vec::new(), several: false })
    }

    /// The reports of single servers, then those of several together.
    pub fn reports(&self) -> impl Iterator<Item = &ServerReport> {
        self.servers.iter().chain(&self.across)
    }

    /// Counts over the results of all servers.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut all = Summary::default();
        for server in self.reports() {
            let one = Summary::of(&server.report.results);
            all.total += one.total;
            all.passed += one.passed;
            all.failed += one.failed;
            all.warnings += one.warnings;
            all.skipped += one.skipped;
        }
        all
    }

    /// How many servers were not, or not fully, tested.
    #[must_use]
    pub fn incomplete(&self) -> usize {
        self.servers.iter().filter(|server| server.report.incomplete.is_some()).count()
    }

    /// Makes every text of the reports safe to show, whoever wrote them: a report may come from a file.
    pub(super) fn make_safe(&mut self) {
        for ServerReport { name, report } in self.servers.iter_mut().chain(&mut self.across) {
            clean_option(name, TEXT_LIMIT);
            for text in [
                &mut report.version,
                &mut report.timestamp,
                &mut report.command,
                &mut report.server.name,
                &mut report.server.version,
                &mut report.server.protocol_version,
            ] {
                clean(text, TEXT_LIMIT);
            }
            clean_option(&mut report.incomplete, TEXT_LIMIT);
            report.results.iter_mut().for_each(clean_row);
        }
    }
}

impl ServerReport {
    /// What to call the server: its name in the config, else its own.
    #[must_use]
    pub fn label(&self) -> &str {
        match &self.name {
            Some(name) => name,
            None if self.report.server.name.is_empty() => "server",
            None => &self.report.server.name,
        }
    }
}

fn clean_row(row: &mut ResultRow) {
    clean(&mut row.id, TEXT_LIMIT);
    clean(&mut row.message, MESSAGE_LIMIT);
    for text in [
        &mut row.expected,
        &mut row.actual,
        &mut row.location,
        &mut row.rule,
        &mut row.class,
        &mut row.subject,
        &mut row.why,
        &mut row.fix,
        &mut row.reason,
        &mut row.renamed_to,
        &mut row.fingerprint,
    ] {
        clean_option(text, TEXT_LIMIT);
    }
    clean_option(&mut row.diff, DIFF_LIMIT);
    for seen in &mut row.evidence {
        clean(&mut seen.view, TEXT_LIMIT);
        clean(&mut seen.quote, TEXT_LIMIT);
        clean_option(&mut seen.decoded, TEXT_LIMIT);
    }
}

fn clean_option(text: &mut Option<String>, limit: usize) {
    if let Some(text) = text {
        clean(text, limit);
    }
}

fn clean(text: &mut String, limit: usize) {
    *text = shown_within(text, limit).to_string();
}
