use mcpward_core::report::{ConsoleOptions, Report, ResultRow, Summary, console};
use mcpward_core::rules::Outcome;

/// Some results of a report, as the console shows them.
pub(crate) fn told(report: &Report, which: impl Fn(&ResultRow) -> bool) -> String {
    let results: Vec<ResultRow> = report.results.iter().filter(|row| which(row)).cloned().collect();
    // What passes is shown only when it is asked for.
    let verbose = results.iter().all(|row| row.status == Outcome::Pass && row.class.is_none());
    let report = Report { summary: Summary::of(&results), results, bump: None, ..report.clone() };
    let text = console(&report, ConsoleOptions { verbose, ..ConsoleOptions::default() });
    let family = |line: &str| line.starts_with(|c: char| c.is_ascii_uppercase()) && line.ends_with(')');
    let lines = text.lines().skip_while(|line| !family(line)).skip(1).take_while(|line| !line.is_empty());
    lines.map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}
