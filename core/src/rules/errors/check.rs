use super::invalid_params::{self, Expects};
use super::{rows, unknown_tool};
use crate::config::ErrorsCheck;
use crate::probes::{Answer, EmptyCall, Label, empty_call};
use crate::rules::{Finding, Outcome, Sink};
use crate::session::{CallRecord, Capture};

/// Judges how the server answered the calls that must fail.
pub fn check(capture: &Capture, settings: &ErrorsCheck, sink: &mut Sink) {
    let surface = &capture.surface;
    let mut found = Sink::default();
    if let Some(record) = records(capture, Label::UnknownTool).next() {
        found.push(unknown_tool::judge(Answer::of(capture, record), settings.profile));
    }
    let revision = surface.protocol_version.as_deref().unwrap_or_default();
    let expects = Expects::of(settings.profile, revision);
    for tool in &surface.tools {
        match empty_call(surface, tool, settings.skip_destructive) {
            EmptyCall::Valid => {}
            EmptyCall::LeftOut(reason) => found.push(invalid_params::not_probed(tool, reason)),
            EmptyCall::Made => {
                let record =
                    records(capture, Label::MissingArguments).find(|record| record.tool == tool.key());
                found.push(match record {
                    Some(record) => invalid_params::judge(tool, Answer::of(capture, record), expects),
                    None => invalid_params::not_probed(tool, "the capture holds no such call"),
                });
            }
        }
    }
    let findings = found.into_findings();
    if surface.tools.is_empty() {
        sink.push(Finding::new(&rows::LIST_TOOLS, "The server lists no tools to call"));
    }
    if !findings.is_empty() {
        sink.push(summary(&findings));
    }
    for finding in findings {
        sink.push(finding);
    }
}

fn records(capture: &Capture, label: Label) -> impl Iterator<Item = &CallRecord> {
    capture.calls.iter().filter(move |record| Label::read(&record.label) == Some(label))
}

fn summary(findings: &[Finding]) -> Finding {
    let count = |outcome| findings.iter().filter(|finding| finding.outcome == outcome).count();
    let (failed, warned, skipped) = (count(Outcome::Fail), count(Outcome::Warn), count(Outcome::Skip));
    let probes = findings.len() - skipped;
    let mut what = format!("Error contract: {failed} violation(s) in {probes} call(s)");
    for (number, word) in [(warned, "warning(s)"), (skipped, "tool(s) left out")] {
        if number > 0 {
            what.push_str(&format!(", {number} {word}"));
        }
    }
    Finding::new(&rows::SUMMARY, what)
}
