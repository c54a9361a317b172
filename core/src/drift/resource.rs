use crate::canonical::canonical_json;
use crate::rules::drift::RESOURCE_CHANGED;
use crate::rules::{Bump, Finding, Outcome, Severity, Sink};
use crate::surface::Definition;
use crate::text::{quoted, shown};

/// Compares what a reader of a resource relies on. The size is content and only told.
pub(super) fn compare(old: &Definition, new: &Definition, sink: &mut Sink) {
    for member in ["name", "mimeType", "size"] {
        let (before, after) = (old.stated(member), new.stated(member));
        if before.map(canonical_json) == after.map(canonical_json) {
            continue;
        }
        let spelled = |value: Option<&serde_json::Value>| match value {
            Some(value) => shown(&value.to_string()).to_string(),
            None => "absent".to_owned(),
        };
        let what = format!(
            "{} {} {member} changed from {} to {}",
            new.kind.noun(),
            quoted(new.key()),
            spelled(before),
            spelled(after)
        );
        let mut finding = Finding::new(&RESOURCE_CHANGED, what).of(new.key()).at(new.at(member));
        finding.pointer_old = Some(old.at(member));
        finding.before = before.cloned();
        finding.after = after.cloned();
        if member == "size" {
            finding.severity = Severity::Low;
            finding.outcome = Outcome::Pass;
            finding.bump = Bump::Patch;
        }
        sink.push(finding);
    }
}
