use super::case::Run;
use super::golden::{self, Goldens};
use super::{jsonpath, output_schema, refusal, rows};
use crate::config::{Case, Suite};
use crate::probes::{Answer, Label};
use crate::rules::{Finding, Outcome, Sink};
use crate::session::{CallRecord, Capture};
use crate::surface::{Definition, pointer};
use crate::text::quoted;

/// Judges every case of every suite.
pub fn check(capture: &Capture, suites: &[Suite], goldens: &Goldens, sink: &mut Sink) {
    let (mut cases, mut held) = (0_usize, 0_usize);
    let mut found = Vec::new();
    for (at, suite) in suites.iter().enumerate() {
        cases += suite.cases.len();
        let Some(tool) = capture.surface.tools.iter().find(|tool| tool.key() == suite.tool) else {
            found.push(no_tool(at, suite));
            continue;
        };
        for (index, case) in suite.cases.iter().enumerate() {
            let findings = of_case(capture, tool, (at, index), case, goldens);
            held += usize::from(findings.iter().all(|finding| finding.outcome != Outcome::Fail));
            found.extend(findings);
        }
    }
    sink.push(Finding::new(&rows::SUMMARY, format!("{held} of {cases} case(s) hold")));
    for finding in found {
        sink.push(finding);
    }
}

fn no_tool(at: usize, suite: &Suite) -> Finding {
    let what =
        format!("Tool {} does not exist, so {} case(s) were not run", quoted(&suite.tool), suite.cases.len());
    let mut finding = Finding::new(&rows::TOOL_EXISTS, what).of(&suite.tool);
    finding.config_pointer = Some(pointer(&["suites", &at.to_string(), "tool"]));
    finding
}

/// The record of a case.
pub(super) fn record(capture: &Capture, at: (usize, usize)) -> Option<&CallRecord> {
    let label = Some(Label::Case(at.0, at.1));
    capture.calls.iter().find(|record| Label::read(&record.label) == label)
}

fn of_case(
    capture: &Capture,
    tool: &Definition,
    at: (usize, usize),
    case: &Case,
    goldens: &Goldens,
) -> Vec<Finding> {
    let answer = match record(capture, at) {
        Some(record) => Answer::of(capture, record),
        None => Answer::NotMade("the capture holds no such call"),
    };
    let run = Run { tool, suite: at.0, index: at.1, case, answer };
    let expect = &case.expect;
    if let Some(code) = expect.protocol_error_code {
        return vec![refusal::protocol_error(&run, code)];
    }
    let Some(result) = answer.result() else { return vec![refusal::no_result(&run)] };
    let mut findings = Vec::new();
    if let Some(expected) = expect.tool_is_error {
        findings.push(refusal::tool_is_error(&run, expected));
    }
    for (path, expected) in &expect.jsonpath {
        findings.push(jsonpath::check(&run, result, path, expected));
    }
    if expect.output_matches_schema == Some(true) {
        findings.extend(output_schema::check(&run, result));
    }
    if let Some(path) = &expect.golden {
        findings.push(golden::check(&run, result, path, goldens));
    }
    if findings.is_empty() {
        findings.push(run.holds(&rows::CASE, &[], "the call gave a result"));
    }
    findings
}
