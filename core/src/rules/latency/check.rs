use std::collections::BTreeMap;

use super::percentile::percentile;
use super::rows;
use crate::config::LatencyCheck;
use crate::probes::{Answer, Label, Reason, for_latency};
use crate::rules::{Finding, Outcome, Sink};
use crate::session::Capture;
use crate::surface::pointer;
use crate::text::quoted;

/// What the calls of one tool took.
#[derive(Default)]
struct Sample {
    /// Milliseconds of each call that was answered with success or ran into its timeout.
    measured: Vec<f64>,
    timed_out: usize,
    /// Calls that were refused; how fast a server says no is not how fast it works.
    refused: usize,
    first_refusal: Option<String>,
    lost: Option<String>,
}

/// Judges what was measured against the budget.
pub fn check(capture: &Capture, settings: &LatencyCheck, sink: &mut Sink) {
    let (order, samples) = collect(capture);
    let budget = settings.p95_budget_ms;
    let mut all: Vec<f64> = samples.values().flat_map(|sample| sample.measured.iter().copied()).collect();
    all.sort_by(f64::total_cmp);
    sink.push(summary(&all, budget));
    for name in order {
        let Some(sample) = samples.get(name) else { continue };
        for finding in tool(name, sample, budget) {
            sink.push(finding.of(name).at(pointer(&["tools", name])));
        }
    }
    for left in for_latency(&capture.surface, settings).left_out {
        let missing = left.reason == Reason::Missing;
        let meta = if missing { &rows::SAMPLING_MISSING } else { &rows::SAMPLING };
        let problem = if missing { "is listed and does not exist" } else { "was not measured" };
        let what = format!("Tool {} {problem}", quoted(&left.tool));
        let finding = Finding::new(meta, what).of(&left.tool).because(left.reason);
        sink.push(if missing { finding } else { finding.at(pointer(&["tools", &left.tool])) });
    }
}

/// The samples by tool, and the tools in the order of their calls.
fn collect(capture: &Capture) -> (Vec<&str>, BTreeMap<&str, Sample>) {
    let mut order: Vec<&str> = Vec::new();
    let mut samples: BTreeMap<&str, Sample> = BTreeMap::new();
    for record in &capture.calls {
        if Label::read(&record.label) != Some(Label::Latency) {
            continue;
        }
        let name = record.tool.as_str();
        if !samples.contains_key(name) {
            order.push(name);
        }
        let sample = samples.entry(name).or_default();
        let answer = Answer::of(capture, record);
        match answer {
            Answer::Success(_) => sample.measured.push(record.elapsed_ms),
            Answer::TimedOut(after_ms) => {
                sample.timed_out += 1;
                sample.measured.push(record.elapsed_ms.max(after_ms));
            }
            Answer::ToolError(_) | Answer::ProtocolError(_) => {
                sample.refused += 1;
                sample.first_refusal.get_or_insert_with(|| answer.describe());
            }
            Answer::Lost(_) => sample.lost = Some(answer.describe()),
            // The report as a whole says that and why calls were not made.
            Answer::NotMade(_) => {}
        }
    }
    (order, samples)
}

fn summary(sorted: &[f64], budget: u64) -> Finding {
    let (Some(median), Some(high)) = (percentile(sorted, 50), percentile(sorted, 95)) else {
        return Finding::new(&rows::NO_TOOLS, "No call could be measured");
    };
    let what =
        format!("p50 {median:.1} ms, p95 {high:.1} ms over {} call(s), budget {budget} ms", sorted.len());
    let finding = Finding::new(&rows::SUMMARY, what);
    if exceeds(high, budget) {
        finding.expected(format!("p95 of at most {budget} ms"), format!("p95 of {high:.1} ms"))
    } else {
        finding.outcome(Outcome::Pass)
    }
}

fn tool(name: &str, sample: &Sample, budget: u64) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut sorted = sample.measured.clone();
    sorted.sort_by(f64::total_cmp);
    if let (Some(median), Some(high)) = (percentile(&sorted, 50), percentile(&sorted, 95)) {
        let mut what = format!(
            "Tool {}: p50 {median:.1} ms, p95 {high:.1} ms over {} call(s)",
            quoted(name),
            sorted.len()
        );
        if sample.timed_out > 0 {
            what.push_str(&format!(", {} timed out", sample.timed_out));
        }
        if sample.refused > 0 {
            what.push_str(&format!(", {} refused and not counted", sample.refused));
        }
        let slow = exceeds(high, budget);
        findings.push(Finding::new(&rows::TOOL, what).outcome(if slow {
            Outcome::Warn
        } else {
            Outcome::Pass
        }));
    } else if let Some(refusal) = &sample.first_refusal {
        let what = format!("Tool {} was called and not measured", quoted(name));
        findings
            .push(Finding::new(&rows::SAMPLING, what).because(format!("every call was refused: {refusal}")));
    }
    if let Some(lost) = &sample.lost {
        let what = format!("Tool {} broke the connection while it was measured", quoted(name));
        findings.push(Finding::new(&rows::TOOL_LOST, what).because(lost));
    }
    findings
}

fn exceeds(milliseconds: f64, budget: u64) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "a budget of more than 2^53 ms is never exceeded")]
    let budget = budget as f64;
    milliseconds > budget
}
