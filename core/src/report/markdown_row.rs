use serde_json::Value;

use super::markdown_text::{code, fence, inline};
use super::model::ResultRow;
use super::words::{symbol, witness_label};
use crate::rules::{Outcome, Severity};
use crate::text::shown_within;

/// How much of a witness is shown on its line.
const WITNESS_LIMIT: usize = 200;
/// How much of a text before or after a change is shown.
const TEXT_LIMIT: usize = 2_000;
/// How many lines of a text before or after a change are shown.
const LINE_LIMIT: usize = 40;

/// How much a report says of a result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Detail {
    /// The line alone.
    Bare,
    /// The line, its witness, what was expected and why it matters.
    Short,
    /// And the texts before and after.
    Full,
}

/// How many subjects of one change are named: a verdict is not dropped for want of room.
const NAMED_SUBJECTS: usize = 200;

/// One result as a list item.
pub(super) fn row_block(row: &ResultRow, detail: Detail) -> String {
    block(row, &row.message, &[], detail)
}

/// The same change of several subjects as one list item.
pub(super) fn group_block(first: &ResultRow, message: &str, subjects: &[&str], detail: Detail) -> String {
    block(first, message, subjects, detail)
}

fn block(row: &ResultRow, message: &str, subjects: &[&str], detail: Detail) -> String {
    let mut block = format!("- {} ", symbol(row.status));
    if row.class.is_some()
        && row.status != Outcome::Skip
        && let Some(severity) = row.blast_radius
    {
        block.push_str(&format!("**{}** ", severity_name(severity)));
    }
    block.push_str(&inline(message));
    block.push_str(&format!(" ({})\n", code(&row.id)));
    if !subjects.is_empty() {
        let mut names: Vec<String> = subjects.iter().take(NAMED_SUBJECTS).map(|name| code(name)).collect();
        if subjects.len() > NAMED_SUBJECTS {
            names.push(format!("and {} more", subjects.len() - NAMED_SUBJECTS));
        }
        item(&mut block, "In", &names.join(", "));
    }
    if let Some(reason) = &row.reason {
        let label = if row.suppressed { "Suppressed" } else { "Reason" };
        item(&mut block, label, &inline(&cut(reason, detail)));
    }
    if detail == Detail::Bare || matches!(row.status, Outcome::Pass | Outcome::Skip) {
        return block;
    }
    if let Some(witness) = &row.witness {
        let label = crate::rules::capitalised(witness_label(row.effect).trim_end_matches(':'));
        item(&mut block, &label, &code(&shown_within(&witness.to_string(), WITNESS_LIMIT).to_string()));
    }
    for (label, text) in [("Expected", &row.expected), ("Actual", &row.actual)] {
        if let Some(text) = text {
            item(&mut block, label, &code(text));
        }
    }
    for seen in &row.evidence {
        item(&mut block, "Text", &code(&seen.quote));
        if let Some(decoded) = &seen.decoded {
            item(&mut block, "Decoded", &code(decoded));
        }
    }
    for (label, text) in [("Why", &row.why), ("What to do", &row.fix)] {
        if let Some(text) = text {
            item(&mut block, label, &inline(text));
        }
    }
    if detail == Detail::Full {
        texts(&mut block, row);
    }
    block
}

fn item(block: &mut String, label: &str, text: &str) {
    block.push_str(&format!("  - {label}: {text}\n"));
}

fn cut(text: &str, detail: Detail) -> String {
    let limit = if detail == Detail::Bare { WITNESS_LIMIT } else { TEXT_LIMIT };
    shown_within(text, limit).to_string()
}

/// Both texts of a changed description, and where their words differ.
fn texts(block: &mut String, row: &ResultRow) {
    let Some(diff) = &row.diff else { return };
    let mut lines = Vec::new();
    if let (Some(Value::String(before)), Some(Value::String(after))) = (&row.before, &row.after) {
        side(&mut lines, '-', before);
        side(&mut lines, '+', after);
        fenced(block, "diff", &lines);
    }
    fenced(block, "text", &[shown_within(diff, TEXT_LIMIT).to_string()]);
}

fn side(lines: &mut Vec<String>, sign: char, text: &str) {
    let mut left = TEXT_LIMIT;
    for (number, line) in text.lines().enumerate() {
        if number == LINE_LIMIT || left == 0 {
            lines.push(format!("{sign} …"));
            return;
        }
        let line = shown_within(line.trim_end_matches('\r'), left).to_string();
        left = left.saturating_sub(line.chars().count() + 1);
        lines.push(format!("{sign} {line}"));
    }
}

fn fenced(block: &mut String, language: &str, lines: &[String]) {
    let fence = fence(lines);
    block.push_str(&format!("\n  {fence}{language}\n"));
    for line in lines {
        block.push_str(&format!("  {line}\n"));
    }
    block.push_str(&format!("  {fence}\n\n"));
}

const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Low => "low",
        Severity::Medium => "medium",
        Severity::High => "high",
    }
}
