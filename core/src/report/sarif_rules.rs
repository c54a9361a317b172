use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::format::FormatOptions;
use super::model::ResultRow;
use super::words::family_name;
use crate::gathered::gathered;
use crate::rules::{Confidence, Entry, Family, Outcome, Severity, book, capitalised};

/// Where the rule book of this major version can be read.
const RULES_URL: &str = "https://cdn.jsdelivr.net/npm/mcpward@1/docs/rules.md";

/// A public id as SARIF spells it.
pub(super) fn rule_id(id: &str) -> String {
    id.replace('/', "-")
}

/// The rule descriptors of a run and where each stands in the list.
pub(super) struct RuleIndex {
    descriptors: BTreeMap<String, Value>,
}

impl RuleIndex {
    /// Every rule of the registry, and whatever else `rows` name.
    pub(super) fn new<'a>(rows: impl Iterator<Item = &'a ResultRow>, options: &FormatOptions) -> Self {
        let url = options.rules_url.as_deref().unwrap_or(RULES_URL);
        let mut descriptors: BTreeMap<String, Value> =
            gathered(book().iter().map(|entry| (rule_id(entry.id), descriptor(entry, url))));
        for row in rows {
            descriptors.entry(rule_id(&row.id)).or_insert_with(|| unknown(row, url));
        }
        Self { descriptors }
    }

    /// The descriptors, sorted by id.
    pub(super) fn descriptors(&self) -> Vec<&Value> {
        self.descriptors.values().collect()
    }

    /// The place of a public id in the list.
    pub(super) fn position(&self, id: &str) -> usize {
        self.descriptors.range(..rule_id(id)).count()
    }
}

fn descriptor(entry: &Entry, url: &str) -> Value {
    let id = rule_id(entry.id);
    json!({
        "id": id,
        "name": entry.id,
        "shortDescription": { "text": format!("{}.", entry.title) },
        "fullDescription": { "text": full_description(entry) },
        "help": { "text": help_text(entry), "markdown": help_markdown(entry) },
        "helpUri": format!("{url}#{id}"),
        "defaultConfiguration": { "level": level(entry.default_outcome()) },
        "properties": {
            "precision": precision(entry.confidence()),
            "problem.severity": problem_severity(entry.default_outcome()),
            "security-severity": security_severity(entry.severity()),
            "tags": tags(entry.family),
        },
    })
}

/// A rule that this mcpward does not have: a report of another version.
fn unknown(row: &ResultRow, url: &str) -> Value {
    let id = rule_id(&row.id);
    json!({
        "id": id,
        "name": row.id,
        "shortDescription": { "text": format!("{}.", row.id) },
        "fullDescription": { "text": format!("{}.", row.id) },
        "help": { "text": "This version of mcpward does not describe this rule." },
        "helpUri": url,
        "defaultConfiguration": { "level": level(row.status) },
        "properties": {
            "precision": precision(Confidence::Medium),
            "problem.severity": problem_severity(row.status),
            "security-severity": security_severity(row.blast_radius.unwrap_or(Severity::Low)),
            "tags": tags(row.family),
        },
    })
}

fn full_description(entry: &Entry) -> String {
    match entry.rules.as_slice() {
        [only] if !only.why.is_empty() => format!("{}: {}.", entry.title, only.why),
        [_] => format!("{}.", entry.title),
        rules => {
            let titles: Vec<&str> = rules.iter().map(|meta| meta.title).collect();
            format!("{}: {}.", entry.title, titles.join("; "))
        }
    }
}

fn help_text(entry: &Entry) -> String {
    let mut paragraphs = Vec::new();
    for meta in &entry.rules {
        let mut text = format!("{} ({}).", capitalised(meta.title), meta.rule);
        if !meta.why.is_empty() {
            text.push_str(&format!(" Why it matters: {}.", meta.why));
        }
        if !meta.fix.is_empty() {
            text.push_str(&format!(" What to do: {}.", meta.fix));
        }
        paragraphs.push(text);
    }
    paragraphs.join("\n\n")
}

fn help_markdown(entry: &Entry) -> String {
    let mut blocks = vec![format!("**{}**", entry.title)];
    for meta in &entry.rules {
        let mut block = String::new();
        if entry.rules.len() > 1 {
            block.push_str(&format!("`{}`: {}.", meta.rule, capitalised(meta.title)));
        }
        if !meta.why.is_empty() {
            block.push_str(&format!("\n\n*Why it matters:* {}.", meta.why));
        }
        if !meta.fix.is_empty() {
            block.push_str(&format!("\n\n*What to do:* {}.", meta.fix));
        }
        blocks.push(block.trim_start().to_owned());
    }
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n\n")
}

const fn level(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Fail => "error",
        Outcome::Warn => "warning",
        Outcome::Pass | Outcome::Skip => "note",
    }
}

const fn problem_severity(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Fail => "error",
        Outcome::Warn => "warning",
        Outcome::Pass | Outcome::Skip => "recommendation",
    }
}

const fn precision(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "very-high",
        Confidence::Medium => "high",
        Confidence::Low => "medium",
    }
}

/// In GitHub's terms: high from 7.0, medium from 4.0, low below.
const fn security_severity(severity: Severity) -> &'static str {
    match severity {
        Severity::High => "8.0",
        Severity::Medium => "5.5",
        Severity::Low => "2.0",
    }
}

fn tags(family: Family) -> [&'static str; 2] {
    ["mcp", family_name(family)]
}
