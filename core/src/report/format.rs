use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use super::console::{ConsoleOptions, console};
use super::set::{NotAReport, ReportSet, ServersReport};
use super::words::counted;
use super::{junit, markdown, sarif};
use crate::text::{escape_invisible, inert};

/// A form that a report can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text for a terminal.
    Console,
    /// The report itself, pretty-printed.
    Json,
    /// XML that Jenkins, GitLab, Azure and others show as test results.
    Junit,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// GitHub-flavoured Markdown, for a comment or a job summary.
    Markdown,
}

impl Format {
    /// Every format, by name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("console", Self::Console),
        ("json", Self::Json),
        ("junit", Self::Junit),
        ("sarif", Self::Sarif),
        ("markdown", Self::Markdown),
    ];

    /// The format of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }
}

/// A file that findings can point into.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct SourceFile {
    /// Its path as the user knows it, relative to the repository where it can be.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// How a report is drawn. Members that a format has no use for are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct FormatOptions {
    /// Draw with ANSI colours (console).
    pub color: bool,
    /// Show every passing check, and why and what to do (console).
    pub verbose: bool,
    /// Break lines at this many columns; not at all unless given (console).
    pub width: Option<usize>,
    /// Path of the lockfile (SARIF).
    pub lockfile_path: Option<String>,
    /// Text of the lockfile (SARIF: lines and columns).
    pub lockfile_text: Option<String>,
    /// The lockfiles of several servers, by the server's name (SARIF).
    pub lockfiles: BTreeMap<String, SourceFile>,
    /// Path of the config (SARIF: where nothing else can be pointed at).
    pub config_path: Option<String>,
    /// The most characters to write (Markdown); 65,536 unless given, which is GitHub's limit for a comment.
    pub max_chars: Option<usize>,
    /// Where the rule book is published, without the anchor (SARIF).
    pub rules_url: Option<String>,
}

/// Why a report cannot be drawn.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FormatError {
    /// The text is no report.
    #[error(transparent)]
    Report(#[from] NotAReport),
    /// There is no such format.
    #[error("unknown report format `{0}`, expected console, json, junit, sarif or markdown")]
    Unknown(String),
}

/// Draws a JSON report, or `{"servers": […]}`, in the format of that name. The text ends in a newline.
///
/// # Errors
/// The text is no report, or there is no such format.
pub fn format(report: &str, format: &str, options: &FormatOptions) -> Result<String, FormatError> {
    let Some(format) = Format::named(format) else {
        return Err(FormatError::Unknown(crate::text::shown(format).to_string()));
    };
    let mut set = ReportSet::read(report)?;
    if format == Format::Json {
        return Ok(json(set));
    }
    set.make_safe();
    Ok(match format {
        Format::Console | Format::Json => inert(&pages(&set, options)),
        Format::Junit => inert(&junit::junit(&set)),
        Format::Sarif => escape_invisible(&sarif::sarif(&set, options)),
        Format::Markdown => inert(&markdown::markdown(&set, options)),
    })
}

fn json(set: ReportSet) -> String {
    let ReportSet { mut servers, across, several } = set;
    let text = if several {
        serde_json::to_string_pretty(&ServersReport { servers, across })
    } else {
        serde_json::to_string_pretty(&servers.pop())
    };
    // Serialising a value that was just read cannot fail.
    let mut text = escape_invisible(&text.unwrap_or_default());
    text.push('\n');
    text
}

fn pages(set: &ReportSet, options: &FormatOptions) -> String {
    let drawn = ConsoleOptions { color: options.color, verbose: options.verbose, width: options.width };
    let mut text = String::new();
    for server in set.reports() {
        if set.several {
            text.push_str(&format!("\n▸ {}\n", server.label()));
        }
        text.push_str(&console(&server.report, drawn));
    }
    if set.several {
        let all = set.summary();
        text.push_str(&format!(
            "\nAll {}: {} passed | {} failed | {} | {} skipped\n",
            counted(set.servers.len(), "server"),
            all.passed,
            all.failed,
            counted(all.warnings, "warning"),
            all.skipped
        ));
    }
    text
}
