use crate::canonical::sha256_text;
use crate::config::Suppression;
use crate::rules::drift::SUPPRESSION_STALE;
use crate::rules::{Family, Finding, Sink, rule_named};
use crate::surface::pointer;
use crate::text::shown;

/// The entries of a config, and which of them matched something.
pub(super) struct Suppressions<'a> {
    entries: Vec<(&'a Suppression, bool)>,
    today: &'a str,
}

impl<'a> Suppressions<'a> {
    pub(super) fn new(entries: &'a [Suppression], today: &'a str) -> Self {
        Self { entries: entries.iter().map(|entry| (entry, false)).collect(), today }
    }

    /// The reason for which a finding is accepted, from the first entry that fits and holds.
    pub(super) fn accept(&mut self, finding: &Finding) -> Option<String> {
        let today = self.today;
        let (entry, used) =
            self.entries.iter_mut().find(|(entry, _)| holds(entry, today) && fits(entry, finding))?;
        *used = true;
        Some(entry.reason.clone())
    }

    /// A warning for each entry that matched nothing or no longer holds, of the families that ran.
    pub(super) fn stale(&self, families: &[Family]) -> Vec<Finding> {
        let mut sink = Sink::default();
        for (index, (entry, used)) in self.entries.iter().enumerate() {
            if rule_named(&entry.rule).is_some_and(|rule| !families.contains(&rule.family)) {
                continue;
            }
            let problem = if !holds(entry, self.today) {
                format!("expired on {}", shown(entry.expires.as_deref().unwrap_or_default()))
            } else if *used {
                continue;
            } else {
                "matches no finding".to_owned()
            };
            let what = format!("Suppression {} of rule {} {problem}", index + 1, shown(&entry.rule));
            let mut finding = Finding::new(&SUPPRESSION_STALE, what).because(shown(&entry.reason));
            finding.config_pointer = Some(pointer(&["suppress", &index.to_string()]));
            finding.key = Some(entry.rule.clone());
            sink.push(finding);
        }
        sink.into_findings()
    }
}

fn holds(entry: &Suppression, today: &str) -> bool {
    entry.expires.as_deref().is_none_or(|last| today.is_empty() || today <= last)
}

fn fits(entry: &Suppression, finding: &Finding) -> bool {
    let rule = entry.rule == finding.meta.rule || entry.rule == finding.id;
    let subject = entry.tool.as_deref().is_none_or(|tool| finding.subject.as_deref() == Some(tool));
    let place = entry.pointer.as_deref().is_none_or(|base| {
        [&finding.pointer, &finding.pointer_old]
            .into_iter()
            .flatten()
            .any(|at| at == base || at.strip_prefix(base).is_some_and(|rest| rest.starts_with('/')))
    });
    rule && subject && place && entry.text_sha256.as_deref().is_none_or(|hash| says(finding, hash))
}

/// Whether the text that the finding is about is the one that was looked at.
fn says(finding: &Finding, hash: &str) -> bool {
    let after = finding.after.as_ref().and_then(serde_json::Value::as_str);
    after.is_some_and(|text| sha256_text(text) == hash)
        || finding.evidence.iter().any(|seen| seen.text_sha256.as_deref() == Some(hash))
}
