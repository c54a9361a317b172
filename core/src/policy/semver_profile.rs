use crate::rules::drift::class_named;
use crate::rules::{Bump, Effect, Finding, Outcome};

/// Reads a change as a change of a library's public interface: only what asks for a major version fails.
///
/// An optional argument that is no longer read breaks nobody who calls an open object, so it is minor. A
/// required one stays major: every caller sends it, and a value that all of them meant is dropped.
pub(super) fn apply(finding: &mut Finding) {
    let unread = finding.effect == Some(Effect::Ignored);
    if unread && finding.meta.rule == "drift/property-removed" {
        finding.id = "drift/nonbreaking_schema_change";
        finding.bump = Bump::Minor;
        if let Some(class) = class_named(finding.class()) {
            finding.severity = class.severity;
        }
    }
    finding.outcome = if finding.bump == Bump::Major { Outcome::Fail } else { Outcome::Pass };
}
