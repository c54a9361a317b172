use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::format::FormatOptions;
use super::model::ResultRow;
use super::sarif_place::Places;
use super::sarif_rules::{RuleIndex, rule_id};
use super::set::{ReportSet, ServerReport};
use super::words::{counted, witness_label};
use crate::canonical::sha256_hex;
use crate::rules::{Outcome, capitalised};
use crate::text::shown_within;

/// How many results GitHub takes of one run.
const RESULT_LIMIT: usize = 25_000;
/// How much of a witness stands in the message.
const WITNESS_LIMIT: usize = 200;
/// How large a witness may be to stand whole in the properties.
const WHOLE_WITNESS_LIMIT: usize = 2_000;
/// GitHub takes 10 MB, gzipped. What a server sends may hardly shrink, so that what fits here fits there.
const BYTE_LIMIT: usize = 12_000_000;
/// What all results have in common, which shrinks to next to nothing.
const FRAME: usize = 300;

/// SARIF 2.1.0, within the limits of GitHub code scanning. Only failures and warnings are results.
pub(super) fn sarif(set: &ReportSet, options: &FormatOptions) -> String {
    let mut chosen: Vec<(&ServerReport, &ResultRow)> = Vec::new();
    for status in [Outcome::Fail, Outcome::Warn] {
        for server in set.reports() {
            chosen.extend(
                server.report.results.iter().filter(|row| row.status == status).map(|row| (server, row)),
            );
        }
    }
    let all = chosen.len();
    chosen.truncate(RESULT_LIMIT);
    let index = RuleIndex::new(chosen.iter().map(|(_, row)| *row), options);
    let places = Places::new(options);
    let (results, detail) = within_limit(&chosen, &index, &places);
    let left_out = all.saturating_sub(results.len());
    let version = set.servers.first().map_or(crate::VERSION, |server| server.report.version.as_str());
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "mcpward",
                "version": version,
                "semanticVersion": version,
                "rules": index.descriptors(),
            }},
            "automationDetails": { "id": "mcpward/" },
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation(set, left_out, detail)],
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

/// How much a result says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// All of it.
    Full,
    /// Without properties.
    Message,
    /// And only the first sentence of the message.
    Sentence,
}

/// As many results as fit, with as much of each as fits with all of them.
fn within_limit(
    chosen: &[(&ServerReport, &ResultRow)],
    index: &RuleIndex,
    places: &Places,
) -> (Vec<Value>, Detail) {
    for detail in [Detail::Full, Detail::Message] {
        let results = results(chosen, index, places, detail);
        if results.len() == chosen.len() {
            return (results, detail);
        }
    }
    (results(chosen, index, places, Detail::Sentence), Detail::Sentence)
}

fn results(
    chosen: &[(&ServerReport, &ResultRow)],
    index: &RuleIndex,
    places: &Places,
    detail: Detail,
) -> Vec<Value> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut results = Vec::new();
    let mut left = BYTE_LIMIT;
    for (server, row) in chosen {
        let stable = line_hash(server, row);
        let count = seen.entry(stable.clone()).or_default();
        *count += 1;
        let mut result = result(server, row, index, places, detail);
        if let Some(members) = result.as_object_mut() {
            let hash = json!({ "primaryLocationLineHash": format!("{stable}:{count}") });
            members.insert("partialFingerprints".to_owned(), hash);
        }
        let size = result.to_string().len().saturating_sub(FRAME);
        if size > left {
            break;
        }
        left -= size;
        results.push(result);
    }
    results
}

fn invocation(set: &ReportSet, left_out: usize, detail: Detail) -> Value {
    let mut notes: Vec<Value> = Vec::new();
    for server in &set.servers {
        if let Some(reason) = &server.report.incomplete {
            let text = format!("{}: not everything was tested: {reason}", server.label());
            notes.push(json!({ "level": "error", "message": { "text": plain(&text) } }));
        }
    }
    let mut warn = |text: &str| notes.push(json!({ "level": "warning", "message": { "text": text } }));
    if left_out > 0 {
        warn(&format!(
            "{} left out: one run takes {RESULT_LIMIT} and 10 MB; warnings go first, and the JSON report has all",
            counted(left_out, "result")
        ));
    }
    match detail {
        Detail::Full => {}
        Detail::Message => warn("properties left out to fit 10 MB; the JSON report has them"),
        Detail::Sentence => {
            warn("all but the first sentence left out to fit 10 MB; the JSON report has the rest")
        }
    }
    json!({ "executionSuccessful": set.incomplete() == 0, "toolExecutionNotifications": notes })
}

fn result(
    server: &ServerReport,
    row: &ResultRow,
    index: &RuleIndex,
    places: &Places,
    detail: Detail,
) -> Value {
    let mut result = json!({
        "ruleId": rule_id(&row.id),
        "ruleIndex": index.position(&row.id),
        "level": if row.status == Outcome::Fail { "error" } else { "warning" },
        "message": { "text": message(row, detail) },
        "locations": [location(server, row, places)],
    });
    let properties = properties(server, row);
    if let (Some(members), Detail::Full, false) = (result.as_object_mut(), detail, properties.is_empty()) {
        members.insert("properties".to_owned(), Value::Object(properties));
    }
    result
}

/// What is so, why it hurts, the witness, what to do: the first sentence becomes the alert's title.
fn message(row: &ResultRow, detail: Detail) -> String {
    if detail == Detail::Sentence {
        return plain(&format!("{}.", row.message));
    }
    let mut sentences = vec![row.message.clone()];
    if let Some(witness) = &row.witness {
        let value = shown_within(&witness.to_string(), WITNESS_LIMIT).to_string();
        sentences.push(sentence(&format!("{} {value}", witness_label(row.effect))));
    }
    for text in [&row.reason, &row.why, &row.fix].into_iter().flatten() {
        sentences.push(sentence(text));
    }
    let mut text = sentences.join(". ");
    text.push('.');
    plain(&text)
}

fn sentence(text: &str) -> String {
    capitalised(text.trim_end_matches('.'))
}

/// A message may hold links as `[text](target)`; escaped brackets are plain text (SARIF 2.1.0, 3.11.6).
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '[' | ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

fn location(server: &ServerReport, row: &ResultRow, places: &Places) -> Value {
    let mut location = json!({ "physicalLocation": places.of(server.name.as_deref(), row) });
    if let (Some(members), Some(logical)) = (location.as_object_mut(), logical(server, row)) {
        members.insert("logicalLocations".to_owned(), json!([logical]));
    }
    location
}

fn logical(server: &ServerReport, row: &ResultRow) -> Option<Value> {
    let pointer = row.pointer.as_deref().or(row.pointer_old.as_deref()).unwrap_or_default();
    let kind = match pointer.split('/').nth(1) {
        Some("tools") => "tool",
        Some("prompts") => "prompt",
        Some("resources") => "resource",
        Some("resourceTemplates") => "resourceTemplate",
        _ if row.subject.is_some() => "tool",
        _ => return None,
    };
    let name = row.subject.as_deref()?;
    let place = if pointer.is_empty() { name } else { pointer };
    let place = shown_within(place, 500);
    let full = match &server.name {
        Some(server) => format!("{server}{place}"),
        None => place.to_string(),
    };
    Some(json!({ "name": name, "kind": kind, "fullyQualifiedName": full }))
}

fn properties(server: &ServerReport, row: &ResultRow) -> serde_json::Map<String, Value> {
    let mut properties = serde_json::Map::new();
    let mut add = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            properties.insert(name.to_owned(), value);
        }
    };
    let shown_pointer = |pointer: &String| Value::from(shown_within(pointer, 500).to_string());
    add("server", server.name.clone().map(Value::from));
    add("rule", row.rule.clone().map(Value::from));
    add("class", row.class.clone().map(Value::from));
    add("bump", row.bump.and_then(|bump| serde_json::to_value(bump).ok()));
    add("direction", row.direction.and_then(|direction| serde_json::to_value(direction).ok()));
    add("effect", row.effect.and_then(|effect| serde_json::to_value(effect).ok()));
    add("pointer", row.pointer.as_ref().map(shown_pointer));
    add("pointerOld", row.pointer_old.as_ref().map(shown_pointer));
    add("diff", row.diff.clone().map(Value::from));
    add("witness", row.witness.clone().filter(|value| value.to_string().len() <= WHOLE_WITNESS_LIMIT));
    properties
}

/// Made of stable parts only: the server's name in the config, and what the finding is about.
fn line_hash(server: &ServerReport, row: &ResultRow) -> String {
    let stable = match (&row.fingerprint, &server.name) {
        (Some(fingerprint), None) => return fingerprint.clone(),
        (Some(fingerprint), Some(name)) => format!("{name} {fingerprint}"),
        (None, _) => format!("{:?} {} {}", server.name, row.id, row.message),
    };
    sha256_hex(stable.as_bytes()).chars().skip("sha256:".len()).take(32).collect()
}
