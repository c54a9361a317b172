//! What the calls of a session showed: the families that call tools.

use std::collections::BTreeMap;

use super::drift::without_ignored;
use super::request::CheckRequest;
use crate::config::{Config, OutputShapeCheck, Suite};
use crate::drift::{Side, diff};
use crate::lockfile::{Lock, OutputShape};
use crate::redact::{Redactor, Secret};
use crate::rules::drift::{OUTPUT_SAMPLING, RELIST_FAILED, SURFACE_MUTATED};
use crate::rules::{Family, Finding, Outcome, Sink, behavioral, errors, latency};
use crate::session::{CallOutcome, Capture};
use crate::shape::{Unobserved, compare, observe};
use crate::surface::{Surface, pointer};
use crate::text::{quoted, shown};

/// How many differences of a surface that changed are told.
const DIFFERENCES: usize = 5;

/// The families of a `run` that call tools and are switched on.
pub(super) fn families(config: &Config) -> Vec<Family> {
    let checks = &config.checks;
    let switches = [
        (checks.errors.enabled, Family::Errors),
        (!config.suites.is_empty(), Family::Behavioral),
        (checks.latency.is_some(), Family::Latency),
    ];
    switches.into_iter().filter(|(on, _)| *on).map(|(_, family)| family).collect()
}

/// Everything these families find.
pub(super) fn findings(config: &Config, capture: &Capture, request: &CheckRequest) -> Vec<Finding> {
    let mut sink = Sink::default();
    if config.checks.errors.enabled {
        errors::check(capture, &config.checks.errors, &mut sink);
    }
    if !config.suites.is_empty() {
        let suites = redacted(&config.suites, &request.secrets);
        behavioral::check(capture, &suites, &request.goldens, &mut sink);
    }
    if let Some(settings) = &config.checks.latency {
        latency::check(capture, settings, &mut sink);
    }
    sink.into_findings()
}

/// The suites without secrets: the capture has none either, so that an expected secret is found again as what
/// stands in its place, and no report shows it.
fn redacted(suites: &[Suite], secrets: &[Secret]) -> Vec<Suite> {
    let redactor = Redactor::new(secrets);
    let clean = |suite: &Suite| {
        let mut value = serde_json::to_value(suite).ok()?;
        redactor.value(&mut value);
        let mut clean: Suite = serde_json::from_value(value).ok()?;
        for (case, original) in clean.cases.iter_mut().zip(&suite.cases) {
            case.expect.golden.clone_from(&original.expect.golden);
        }
        Some(clean)
    };
    suites.iter().map(|suite| clean(suite).unwrap_or_else(|| suite.clone())).collect()
}

/// What the observed outputs show against the shapes in a lockfile.
pub(super) fn output(config: &Config, capture: &Capture, lock: &Lock) -> Vec<Finding> {
    let Some(check) = output_check(config) else { return Vec::new() };
    let observed = observe(capture, check);
    let mut findings = Vec::new();
    for (tool, shape) in &observed.shapes {
        match lock.output_shapes.get(tool) {
            Some(before) => findings.extend(compare(tool, before, shape)),
            // A new tool is told as such.
            None if !lock.surface.tools.iter().any(|known| known.key() == tool) => {}
            None => {
                let what = format!("Tool {} has no output shape in the lockfile", quoted(tool));
                let finding = Finding::new(&OUTPUT_SAMPLING, what).of(tool).fix("run `mcpward baseline`");
                findings.push(finding.because("it was not sampled when the lockfile was written"));
            }
        }
    }
    without_ignored(&mut findings, config);
    findings.extend(observed.unobserved.iter().map(not_sampled));
    findings
}

fn not_sampled(unobserved: &Unobserved) -> Finding {
    let Unobserved { tool, reason, missing } = unobserved;
    let problem = if *missing { "is listed and does not exist" } else { "output was not sampled" };
    let what = format!("Tool {} {problem}", quoted(tool));
    let finding = Finding::new(&OUTPUT_SAMPLING, what).of(tool).because(reason);
    if *missing { finding.outcome(Outcome::Warn) } else { finding.at(pointer(&["tools", tool])) }
}

/// The shapes for a new lockfile: what was observed, and what is known of tools that were not.
pub(super) fn shapes(
    config: &Config,
    capture: &Capture,
    before: Option<&Lock>,
    only: &[String],
) -> BTreeMap<String, OutputShape> {
    let mut shapes = before.map(|lock| lock.output_shapes.clone()).unwrap_or_default();
    let Some(check) = output_check(config) else { return shapes };
    for (tool, shape) in observe(capture, check).shapes {
        // Counts differ from run to run; a lockfile changes only when the structure does.
        let same = shapes.get(&tool).is_some_and(|known| compare(&tool, known, &shape).is_empty());
        if !same && (only.is_empty() || only.contains(&tool)) {
            shapes.insert(tool, shape);
        }
    }
    shapes.retain(|tool, _| capture.surface.tools.iter().any(|served| served.key() == tool));
    shapes
}

/// What a person who takes a baseline must know of its calls.
pub(super) fn remarks(config: &Config, capture: &Capture) -> Vec<String> {
    let mut remarks: Vec<String> =
        mutation(config, capture).map(|finding| finding.what).into_iter().collect();
    remarks.extend(not_made(capture));
    if let Some(check) = output_check(config) {
        let mut by_reason: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for one in observe(capture, check).unobserved {
            by_reason.entry(one.reason).or_default().push(shown(&one.tool).to_string());
        }
        let told = by_reason.into_iter();
        remarks.extend(
            told.map(|(reason, tools)| format!("Output not sampled, {reason}: {}", tools.join(", "))),
        );
    }
    remarks
}

fn output_check(config: &Config) -> Option<&OutputShapeCheck> {
    config.checks.drift.as_ref().map(|drift| &drift.output).filter(|output| output.enabled)
}

/// Whether the server offers something else since it was called.
pub(super) fn mutation(config: &Config, capture: &Capture) -> Option<Finding> {
    let relisted = capture.relisted.as_ref()?;
    if let Some(reason) = &relisted.error {
        let what = "The tools could not be listed again after they were called";
        return Some(Finding::new(&RELIST_FAILED, what).because(shown(reason)));
    }
    let after = Surface { tools: relisted.tools.clone()?, ..capture.surface.clone() };
    let mut differences = diff(Side::full(&capture.surface), Side::full(&after));
    // Another order or another spelling is no difference.
    without_ignored(&mut differences, config);
    let first = differences.first()?;
    let (at, at_old) = (first.pointer.clone(), first.pointer_old.clone());
    let told: Vec<&str> = differences.iter().take(DIFFERENCES).map(|change| change.what.as_str()).collect();
    let more = match differences.len().saturating_sub(told.len()) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let what = format!("The tools changed after they were called: {}{more}", told.join("; "));
    let mut finding = Finding::new(&SURFACE_MUTATED, what);
    (finding.pointer, finding.pointer_old) = (at, at_old);
    finding.diff = differences.iter().find_map(|change| change.diff.clone());
    Some(finding)
}

/// Why not everything was tested, when planned calls were not made.
pub(super) fn not_made(capture: &Capture) -> Option<String> {
    let mut reasons = capture.calls.iter().filter_map(|call| match &call.outcome {
        CallOutcome::NotMade { reason } => Some(reason),
        _ => None,
    });
    let reason = reasons.next()?;
    Some(format!("{} of {} planned calls were not made: {reason}", reasons.count() + 1, capture.calls.len()))
}
