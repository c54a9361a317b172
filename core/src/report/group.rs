use std::collections::BTreeMap;

use super::model::ResultRow;
use crate::rules::Outcome;
use crate::text::quoted;

/// From how many subjects on the same change is shown as one line.
const MIN_GROUP: usize = 4;

/// What is drawn as one entry: a result, or the same change of several subjects.
#[derive(Debug, PartialEq)]
pub(crate) enum Entry<'a> {
    /// One result.
    One(&'a ResultRow),
    /// The same change of several tools, prompts or resources.
    Many {
        /// The first of them; all say the same but for the subject.
        first: &'a ResultRow,
        /// What changed, without the subject: `12 tools: readOnlyHint changed …`.
        message: String,
        /// The subjects, in order.
        subjects: Vec<&'a str>,
    },
}

impl Entry<'_> {
    /// How many results it stands for.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Many { subjects, .. } => subjects.len(),
        }
    }
}

/// Puts the same change of many subjects into one entry, in the place of the first. Rendering only: results,
/// suppressions and counts stay one each.
pub(crate) fn grouped<'a>(rows: &[&'a ResultRow]) -> Vec<Entry<'a>> {
    let mut groups: BTreeMap<Key<'a>, Vec<&'a ResultRow>> = BTreeMap::new();
    for row in rows {
        if let Some(key) = key(row) {
            groups.entry(key).or_default().push(row);
        }
    }
    groups.retain(|key, members| members.len() >= key.least());
    let mut entries = Vec::new();
    for row in rows {
        let group = key(row).and_then(|key| groups.get(&key).map(|members| (key, members)));
        match group {
            None => entries.push(Entry::One(row)),
            Some((key, members)) if members.first().is_some_and(|first| std::ptr::eq(*first, *row)) => {
                entries.push(Entry::Many {
                    first: row,
                    message: key.message(members.len()),
                    subjects: members.iter().filter_map(|member| member.subject.as_deref()).collect(),
                });
            }
            Some(_) => {}
        }
    }
    entries
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    id: &'a str,
    rule: Option<&'a str>,
    status: Outcome,
    noun: &'a str,
    rest: &'a str,
    details: String,
}

impl Key<'_> {
    /// What was left out is told together as soon as it can be.
    fn least(&self) -> usize {
        if self.status == Outcome::Skip { 2 } else { MIN_GROUP }
    }

    fn message(&self, count: usize) -> String {
        let subjects = format!("{count} {}s", self.noun.to_lowercase());
        match self.rest.strip_prefix("was ") {
            Some(rest) => format!("{subjects} were {rest}"),
            None => format!("{subjects}: {}", self.rest),
        }
    }
}

/// What two results must share to be one change: all they say but for the subject.
fn key(row: &ResultRow) -> Option<Key<'_>> {
    if row.suppressed || (row.class.is_none() && row.status != Outcome::Skip) {
        return None;
    }
    let subject = quoted(row.subject.as_deref()?);
    let (noun, rest) = row.message.split_once(&subject)?;
    let details = serde_json::to_string(&(&row.diff, &row.witness, &row.reason, &row.expected, &row.actual));
    Some(Key {
        id: &row.id,
        rule: row.rule.as_deref(),
        status: row.status,
        noun: noun.trim(),
        rest: rest.trim(),
        details: details.unwrap_or_default(),
    })
}
