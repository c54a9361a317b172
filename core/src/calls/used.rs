use std::collections::{BTreeMap, BTreeSet};

use super::read::RecordedCall;
use crate::rules::{Finding, Outcome, Severity};
use crate::surface::pointer;

/// Which tools and arguments the recorded calls use, and which tools have a call that broke.
#[derive(Clone, Debug, Default)]
pub struct Used {
    arguments: BTreeMap<String, BTreeSet<String>>,
    broken: BTreeSet<String>,
}

impl Used {
    /// What the calls use.
    #[must_use]
    pub fn of(calls: &[RecordedCall], broken: impl IntoIterator<Item = String>) -> Self {
        let mut arguments: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for call in calls {
            arguments.entry(call.tool.clone()).or_default().extend(call.arguments.keys().cloned());
        }
        Self { arguments, broken: broken.into_iter().collect() }
    }

    /// Lowers a finding that no recorded call can notice, and says so. Texts and hints of a tool that is
    /// used are never lowered: they reach the model whatever is called.
    pub fn lower(&self, finding: &mut Finding) {
        let Some(subject) = finding.subject.as_deref() else {
            return;
        };
        let Some(arguments) = self.arguments.get(subject) else {
            lowered(finding, "no recorded call uses it");
            return;
        };
        let schema_change = matches!(finding.class(), "breaking_schema_change" | "undecided_schema_change");
        if !schema_change || self.broken.contains(subject) {
            return;
        }
        let base = pointer(&["tools", subject, "inputSchema", "properties"]);
        let place = finding.pointer_old.as_deref().or(finding.pointer.as_deref()).unwrap_or_default();
        let Some(rest) = place.strip_prefix(&base).and_then(|rest| rest.strip_prefix('/')) else {
            return;
        };
        let name = rest.split('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
        if !arguments.contains(&name) {
            lowered(finding, "no recorded call uses this argument");
        }
    }
}

fn lowered(finding: &mut Finding, reason: &str) {
    if finding.outcome == Outcome::Fail {
        finding.outcome = Outcome::Warn;
    }
    finding.severity = Severity::Low;
    finding.reason.get_or_insert_with(|| reason.to_owned());
}
