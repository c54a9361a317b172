//! What the calls of a session showed: the families that call tools.

use super::drift::without_ignored;
use crate::config::Config;
use crate::drift::{Side, diff};
use crate::rules::drift::{RELIST_FAILED, SURFACE_MUTATED};
use crate::rules::{Family, Finding, Sink, errors};
use crate::session::{CallOutcome, Capture};
use crate::surface::Surface;
use crate::text::shown;

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
pub(super) fn findings(config: &Config, capture: &Capture) -> Vec<Finding> {
    let mut sink = Sink::default();
    if config.checks.errors.enabled {
        errors::check(capture, &config.checks.errors, &mut sink);
    }
    sink.into_findings()
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
