use super::error::EngineError;
use crate::calls::{RecordedCall, Used, read, read_values, replay};
use crate::config::{Calls, Config};
use crate::rules::Finding;
use crate::surface::Surface;

/// The calls of a request: those of the command line, else those of the config. A file that the config names
/// is read by the host.
pub(super) fn calls(given: Option<&str>, config: &Config) -> Result<Vec<RecordedCall>, EngineError> {
    let found = match (given, &config.calls) {
        (Some(text), _) => read(text),
        (None, Some(Calls::Inline(values))) => read_values(values),
        (None, Some(Calls::File(_)) | None) => return Ok(Vec::new()),
    };
    found.map_err(|error| EngineError::Calls(error.to_string()))
}

/// Replays the calls and, where the config asks for it, lowers what none of them can notice.
pub(super) fn apply(
    calls: &[RecordedCall],
    (old, new): (&Surface, &Surface),
    config: &Config,
    findings: &mut Vec<Finding>,
) {
    if calls.is_empty() {
        return;
    }
    let replayed = replay(calls, old, new);
    if config.checks.drift.as_ref().is_some_and(|drift| drift.only_used) {
        let broken = replayed.iter().filter_map(|finding| finding.subject.clone());
        let used = Used::of(calls, broken);
        findings.iter_mut().for_each(|finding| used.lower(finding));
    }
    findings.extend(replayed);
}
