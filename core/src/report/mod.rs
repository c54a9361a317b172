//! What a run says: the report, and one file a format.

mod console;
mod fingerprint;
mod format;
mod group;
mod junit;
mod markdown;
mod markdown_row;
mod markdown_text;
mod model;
mod row;
mod sarif;
mod sarif_place;
mod sarif_rules;
mod set;
mod words;
mod wrap;

pub use console::{ConsoleOptions, console};
pub use fingerprint::fingerprint;
pub use format::{Format, FormatError, FormatOptions, SourceFile, format};
pub use markdown::MARKDOWN_MARKER;
pub use model::{Level, Report, ResultRow, ServerIdentity, Summary, TextPlace};
pub use set::{NotAReport, ReportSet, ServerReport, ServersReport};
