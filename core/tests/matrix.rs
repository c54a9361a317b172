//! Every rule on every fixture: what fires where, as one table that a change of any rule has to explain.
//!
//! `MCPWARD_UPDATE=1 cargo test -p mcpward-core --test matrix` writes the table anew.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails here")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use mcpward_core::engine::{BaselineRequest, CheckRequest, baseline, check};
use mcpward_core::report::{Report, ResultRow};
use mcpward_core::rules::drift::CLASSES;
use mcpward_core::rules::{Family, Outcome, book};
use serde_json::{Value, json};

/// Rules about what calls bring back; `fixtures/servers/scripted` has a script for each.
const SCRIPTED: &[&str] = &[
    "drift/baseline-missing",
    "drift/output-field-added",
    "drift/output-field-rarer",
    "drift/output-field-removed",
    "drift/output-sampling",
    "drift/output-source-changed",
    "drift/output-type-added",
];

/// A net below the rules about schemas: no pair is known that changes and has no rule of its own.
const NET: &str = "drift/schema-changed";

/// Fixtures in which nothing changed that anybody is hurt by.
const SILENT: &[&str] = &[
    "unchanged",
    "key-order",
    "list-order",
    "description-white-space",
    "description-crlf",
    "description-composed-and-decomposed",
    "artifact-the-same",
    "credentials-the-same",
    "the-same-once-called",
    "hints-spelled-out",
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/drift")
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Every fixture by name: two surfaces and what else a request has.
fn cases() -> BTreeMap<String, Value> {
    let mut cases = BTreeMap::new();
    for entry in std::fs::read_dir(fixtures().join("surfaces")).unwrap() {
        let path = entry.unwrap().path();
        cases.insert(path.file_stem().unwrap().to_str().unwrap().to_owned(), read(&path));
    }
    for entry in std::fs::read_dir(fixtures().join("schema")).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        let name = folder.file_name().unwrap().to_str().unwrap();
        let (old, new) = (read(&folder.join("old.json")), read(&folder.join("new.json")));
        for member in ["inputSchema", "outputSchema"] {
            let side = |schema: &Value| {
                let mut tool = json!({ "name": "t", "description": "Does the one thing it is for." });
                tool["inputSchema"] = json!({ "type": "object", "properties": {} });
                tool[member] = schema.clone();
                json!({ "tools": [tool] })
            };
            cases.insert(format!("schema/{name} {member}"), json!({ "old": side(&old), "new": side(&new) }));
        }
    }
    cases
}

/// What a session with a well-behaved server of this surface found out.
fn capture(surface: &Value, found: Option<&Value>) -> String {
    let mut whole = json!({
        "protocolVersion": "2025-11-25",
        "serverInfo": { "name": "files", "version": "1.0.0" },
        "capabilities": { "tools": {} },
    });
    for (member, value) in surface.as_object().unwrap() {
        whole[member] = value.clone();
    }
    let mut capture = json!({
        "surface": whole,
        "era": "legacy",
        "handshake": { "asked": "2025-11-25", "answered": whole["protocolVersion"] },
        "transport": "stdio",
        "ping": { "state": "answered", "elapsedMs": 1.0 },
        "timings": {},
    });
    for (member, value) in found.and_then(Value::as_object).into_iter().flatten() {
        capture[member] = value.clone();
    }
    capture.to_string()
}

fn report(case: &Value) -> Report {
    let host = json!({ "timestamp": "2026-11-30T00:00:00Z" });
    let pin = json!({ "capture": capture(&case["old"], None), "config": case["pinnedWith"], "host": host });
    let lockfile = match case.get("pins") {
        Some(pins) => pins.to_string(),
        None => baseline(&serde_json::from_value::<BaselineRequest>(pin).unwrap()).unwrap().text,
    };
    let mut request = json!({
        "command": "run",
        "baseline": lockfile,
        "capture": capture(&case["new"], case.get("found")),
        "config": { "checks": { "drift": {}, "errors": false } },
        "host": host,
    });
    for member in ["config", "calls", "drift"] {
        if let Some(value) = case.get(member) {
            request[member] = value.clone();
        }
    }
    if let Some(surface) = case.get("confirm") {
        request["confirm"] = json!(capture(surface, None));
    }
    check(&serde_json::from_value::<CheckRequest>(request).unwrap()).unwrap()
}

/// One finding as a line of the table: what, how bad, and the fine name of the rule.
fn line(row: &ResultRow) -> String {
    let rule = row.rule.as_deref().unwrap_or(&row.id);
    let mut line = format!("  {} {rule}", format!("{:?}", row.status).to_lowercase());
    if row.id != rule {
        write!(line, " as {}", row.id).unwrap();
    }
    if let Some(verdict) = row.verdict {
        write!(line, " {}", format!("{verdict:?}").to_lowercase()).unwrap();
    }
    if let Some(pointer) = row.pointer.as_deref().or(row.pointer_old.as_deref()) {
        write!(line, " {pointer}").unwrap();
    }
    line
}

#[test]
fn every_rule_on_every_fixture_is_as_the_table_says() {
    let mut table = String::new();
    for (name, case) in cases() {
        let report = report(&case);
        let bump = report.bump.map_or_else(String::new, |bump| format!("{bump:?}").to_uppercase());
        writeln!(table, "{name} {bump}").unwrap();
        // What passes outside drift passes in all of them.
        let telling = |row: &&ResultRow| row.family == Family::Drift || row.status != Outcome::Pass;
        let mut lines: Vec<String> = report.results.iter().filter(telling).map(line).collect();
        lines.dedup();
        lines.iter().for_each(|line| writeln!(table, "{line}").unwrap());
    }
    let path = fixtures().join("matrix.txt");
    if std::env::var_os("MCPWARD_UPDATE").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = table.lines().zip(expected.lines()).find(|(now, before)| now != before);
    assert!(table == expected, "the table differs, first here (now, before): {differs:?}");
}

#[test]
fn every_rule_and_class_fires_in_a_fixture_and_is_silent_in_the_unchanged_one() {
    let mut fired: BTreeSet<String> = BTreeSet::new();
    for (name, case) in cases() {
        let report = report(&case);
        let drift = || report.results.iter().filter(|row| row.family == Family::Drift);
        let classes: BTreeSet<String> = drift()
            .filter_map(|row| row.class.clone())
            .filter(|class| CLASSES.iter().any(|known| known.name == *class))
            .collect();
        if SILENT.contains(&name.as_str()) {
            assert!(classes.is_empty(), "{name}: {classes:?}");
        }
        fired.extend(classes);
        fired.extend(drift().map(|row| row.rule.clone().unwrap_or_else(|| row.id.clone())));
    }
    let scripts = scripts();
    let rules =
        || book().into_iter().filter(|entry| entry.family == Family::Drift).flat_map(|entry| entry.rules);
    for meta in rules().filter(|meta| SCRIPTED.contains(&meta.rule) && scripts.contains(meta.rule)) {
        let told_twice = !fired.insert(meta.rule.to_owned());
        assert!(!told_twice, "a fixture here shows {} too", meta.rule);
        fired.extend(meta.id.strip_prefix("drift/").map(str::to_owned));
    }
    let silent: Vec<&str> = rules()
        .map(|meta| meta.rule)
        .chain(CLASSES.iter().map(|class| class.name))
        .filter(|name| !fired.contains(*name) && *name != NET)
        .collect();
    assert!(silent.is_empty(), "no fixture makes these fire: {silent:?}");
}

/// The text of every script.
fn scripts() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/servers/scripted");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    scripts.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}
