use super::fingerprint;
use super::model::{Level, ResultRow};
use crate::rules::{Bump, Family, Finding, Outcome};
use crate::text::shown;

impl ResultRow {
    /// A result that says what a finding says, with the status that the policy chose.
    #[must_use]
    pub fn new(finding: Finding, status: Outcome) -> Self {
        let fingerprint = fingerprint(&finding);
        let meta = finding.meta;
        let class = finding.class();
        let drift = meta.family == Family::Drift;
        let severity = match status {
            Outcome::Fail => Level::Error,
            Outcome::Warn => Level::Warning,
            Outcome::Pass | Outcome::Skip => Level::Info,
        };
        let speaks = status != Outcome::Pass || drift;
        Self {
            id: finding.id.to_owned(),
            family: meta.family,
            status,
            severity,
            message: finding.what,
            expected: finding.expected,
            actual: finding.actual,
            location: finding.pointer.as_deref().map(|pointer| shown(pointer).to_string()),
            rule: (meta.rule != finding.id).then(|| meta.rule.to_owned()),
            class: (drift && finding.bump != Bump::None).then(|| class.to_owned()),
            blast_radius: Some(finding.severity),
            subject: finding.subject.as_deref().map(|subject| shown(subject).to_string()),
            why: Some(finding.why).filter(|why| speaks && !why.is_empty()),
            fix: Some(finding.fix).filter(|fix| speaks && !fix.is_empty()),
            direction: finding.direction,
            verdict: finding.verdict,
            effect: finding.effect,
            open_world: finding.open_world,
            proven: finding.proven,
            reason: finding.reason,
            config_pointer: finding.config_pointer,
            config_place: None,
            pointer: finding.pointer,
            pointer_old: finding.pointer_old,
            before: finding.before,
            after: finding.after,
            diff: finding.diff,
            witness: finding.witness,
            bump: drift.then_some(finding.bump).filter(|bump| *bump != Bump::None),
            renamed_to: finding.renamed_to.as_deref().map(|name| shown(name).to_string()),
            fingerprint: Some(fingerprint),
            evidence: finding.evidence,
            suppressed: false,
        }
    }
}
