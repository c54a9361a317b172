use crate::rules::drift::class_named;
use crate::rules::{Bump, Effect, Finding};

/// Reads a change as a change of a library's public interface: an argument that is no longer read breaks
/// nobody who calls, so it is minor; a hint or a text is a patch.
pub(super) fn apply(finding: &mut Finding) {
    let public = match (finding.class(), finding.effect) {
        ("breaking_schema_change", Some(Effect::Ignored)) => "drift/nonbreaking_schema_change",
        _ => return,
    };
    finding.id = public;
    finding.bump = Bump::Minor;
    if let Some(class) = class_named(finding.class()) {
        finding.severity = class.severity;
        finding.outcome = class.default_outcome();
    }
}
