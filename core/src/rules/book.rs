use std::collections::BTreeMap;

use super::drift::class_named;
use super::{Confidence, Family, Meta, Outcome, Severity, registry};

/// A public id and the finer rules that report under it: one entry of the rule book.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The public id, a stable contract.
    pub id: &'static str,
    /// One line that names the problem, without a full stop.
    pub title: String,
    /// The family it is reported in.
    pub family: Family,
    /// Its rules, sorted by finer name; never empty.
    pub rules: Vec<&'static Meta>,
}

/// The rule book: every public id with its rules, sorted by id.
#[must_use]
pub fn book() -> Vec<Entry> {
    let mut by_id: BTreeMap<&'static str, Vec<&'static Meta>> = BTreeMap::new();
    for meta in registry() {
        by_id.entry(meta.id).or_default().push(meta);
    }
    by_id
        .into_iter()
        .filter_map(|(id, rules)| {
            let family = rules.first()?.family;
            Some(Entry { id, title: title(id, &rules), family, rules })
        })
        .collect()
}

impl Entry {
    /// The worst that any of its rules reaches.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rules.iter().map(|meta| meta.severity).max().unwrap_or(Severity::Low)
    }

    /// The most that any of its rules does to a run when nothing is configured.
    #[must_use]
    pub fn default_outcome(&self) -> Outcome {
        self.rules.iter().map(|meta| meta.default).max().unwrap_or(Outcome::Pass)
    }

    /// How sure the least sure of its rules is.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        self.rules.iter().map(|meta| meta.confidence).min().unwrap_or(Confidence::Low)
    }
}

/// Titles of ids that several rules share; a lone rule's own title serves otherwise.
const UMBRELLAS: &[(&str, &str)] = &[
    ("drift/no-changes", "Nothing that matters changed since the baseline"),
    ("behavioral/golden", "The output is that of its golden snapshot"),
    ("behavioral/jsonpath", "A value is what a case expects"),
    ("errors/invalid-params", "How a tool refuses a call without its required arguments"),
    ("errors/unknown-tool", "How the server refuses a tool that does not exist"),
    ("latency/sampling", "Which tools were not measured, and why"),
    ("latency/tool", "How long the calls of one tool take"),
    ("schema/tool-annotations", "A hint is not what the protocol says it is"),
    ("schema/tool-description", "A description is missing"),
    ("schema/tool-input-schema", "A schema is invalid, cannot be met, or is not read the way it was meant"),
    ("schema/tool-name", "A name is outside of what clients accept"),
    ("security/annotation-mismatch", "A hint contradicts what the tool says it does"),
    ("security/hidden-unicode", "Characters that a person does not see and a model reads"),
    ("security/injection-pattern", "Text phrased as instructions to a model"),
    ("security/secret-in-schema", "A tool asks for secrets or for the conversation"),
];

fn title(id: &str, rules: &[&Meta]) -> String {
    let umbrella = UMBRELLAS.iter().find(|(known, _)| *known == id).map(|(_, title)| *title);
    let class = id.strip_prefix("drift/").and_then(class_named);
    let text = match (rules, umbrella, class) {
        ([only], ..) => only.title,
        (_, Some(umbrella), _) => umbrella,
        (_, None, Some(class)) => class.covers,
        ([first, ..], None, None) => first.title,
        ([], None, None) => id,
    };
    capitalised(text)
}

/// The text with its first letter in upper case.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + characters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_stands_under_its_id_once() {
        let entries = book();
        assert_eq!(entries.iter().map(|entry| entry.rules.len()).sum::<usize>(), registry().len());
        assert!(entries.windows(2).all(|pair| pair[0].id < pair[1].id));
    }

    #[test]
    fn an_id_that_several_rules_share_has_a_title_of_its_own() {
        for entry in book().iter().filter(|entry| entry.rules.len() > 1) {
            let named = UMBRELLAS.iter().any(|(id, _)| *id == entry.id)
                || entry.id.strip_prefix("drift/").and_then(class_named).is_some();
            assert!(named, "{} needs a line in UMBRELLAS", entry.id);
        }
    }
}
