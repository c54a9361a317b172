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
use mcpward_core::rules::{Family, Outcome};
use serde_json::{Value, json};

/// Classes that only a live server can show; `fixtures/servers/scripted` has a script for each.
const LIVE: &[&str] = &[
    "surface_mutated",
    "server_artifact_changed",
    "breaking_output_shape_change",
    "nonbreaking_output_shape_change",
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
fn capture(surface: &Value) -> String {
    let mut whole = json!({
        "protocolVersion": "2025-11-25",
        "serverInfo": { "name": "files", "version": "1.0.0" },
        "capabilities": { "tools": {} },
    });
    for (member, value) in surface.as_object().unwrap() {
        whole[member] = value.clone();
    }
    json!({
        "surface": whole,
        "era": "legacy",
        "handshake": { "asked": "2025-11-25", "answered": whole["protocolVersion"] },
        "transport": "stdio",
        "ping": { "state": "answered", "elapsedMs": 1.0 },
        "timings": {},
    })
    .to_string()
}

fn report(case: &Value) -> Report {
    let host = json!({ "timestamp": "2026-11-30T00:00:00Z" });
    let pin = json!({ "capture": capture(&case["old"]), "host": host });
    let lockfile = match case.get("pins") {
        Some(pins) => pins.to_string(),
        None => baseline(&serde_json::from_value::<BaselineRequest>(pin).unwrap()).unwrap().text,
    };
    let mut request = json!({
        "command": "run",
        "baseline": lockfile,
        "capture": capture(&case["new"]),
        "config": { "checks": { "drift": {}, "errors": false } },
        "host": host,
    });
    for member in ["config", "calls", "drift"] {
        if let Some(value) = case.get(member) {
            request[member] = value.clone();
        }
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
fn every_class_fires_in_a_fixture_and_is_silent_in_the_unchanged_one() {
    let mut fired: BTreeSet<String> = BTreeSet::new();
    for (name, case) in cases() {
        let classes: BTreeSet<String> = report(&case)
            .results
            .iter()
            .filter(|row| row.family == Family::Drift)
            .filter_map(|row| row.class.clone())
            .filter(|class| CLASSES.iter().any(|known| known.name == *class))
            .collect();
        if name == "unchanged" || name == "key-order" || name == "list-order" {
            assert!(classes.is_empty(), "{name}: {classes:?}");
        }
        fired.extend(classes);
    }
    let silent: Vec<&str> = CLASSES
        .iter()
        .map(|class| class.name)
        .filter(|name| !fired.contains(*name) && !LIVE.contains(name))
        .collect();
    assert!(silent.is_empty(), "no fixture makes these fire: {silent:?}");
}
