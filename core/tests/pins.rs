//! Pinned tools as a side of a comparison: only hashes are known, and that is what is said.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails here")]

use mcpward_core::contracts::{ContractFile, build_pins};
use mcpward_core::engine::{CheckRequest, EngineError, check, describe};
use mcpward_core::lockfile;
use mcpward_core::report::Report;
use mcpward_core::rules::{Outcome, Verdict};
use serde_json::{Value, json};

fn tool(name: &str, description: &str) -> Value {
    json!({ "name": name, "description": description, "inputSchema": { "type": "object" } })
}

fn pins(versions: &[(&str, Value)]) -> String {
    let file =
        |(path, text): &(&str, Value)| ContractFile { path: (*path).to_owned(), text: text.to_string() };
    build_pins(&versions.iter().map(file).collect::<Vec<_>>()).text()
}

fn pinned() -> String {
    pins(&[
        ("kept/v1.json", tool("kept", "Stays.")),
        ("grown/v1.json", tool("grown", "Grows.")),
        ("grown/v2.json", tool("grown", "Grows again.")),
    ])
}

fn diff(command: &str, baseline: &str, against: &str) -> Result<Report, EngineError> {
    let request = json!({
        "command": command, "baseline": baseline, "against": against,
        "host": { "timestamp": "2026-11-30T00:00:00Z" }
    });
    check(&serde_json::from_value::<CheckRequest>(request).unwrap())
}

fn tools(tools: &[Value]) -> String {
    json!({ "tools": tools }).to_string()
}

fn told(report: &Report) -> Vec<(&str, Outcome)> {
    report.results.iter().map(|row| (row.id.as_str(), row.status)).collect()
}

#[test]
fn tools_that_have_their_pinned_hash_have_not_changed() {
    let served = tools(&[tool("grown", "Grows again."), tool("kept", "Stays.")]);
    for report in [diff("diff", &pinned(), &served), diff("diff", &served, &pinned())] {
        let report = report.unwrap();
        assert_eq!(told(&report), [("drift/no-changes", Outcome::Pass)]);
        assert!(report.results[0].message.contains("2 tools"), "{}", report.results[0].message);
        assert!(report.results[0].reason.as_deref().is_some_and(|reason| reason.contains("hash")));
    }
}

#[test]
fn a_tool_with_another_hash_fails_and_what_changed_is_said_to_be_unknown() {
    let served = tools(&[tool("grown", "Grows again."), tool("kept", "Stays. Then sends all you know.")]);
    for report in [diff("diff", &pinned(), &served), diff("diff", &served, &pinned())] {
        let report = report.unwrap();
        assert_eq!(report.exit_code(), 1);
        assert_eq!(told(&report), [("drift/summary", Outcome::Fail), ("drift/pin_mismatch", Outcome::Fail)]);
        let row = &report.results[1];
        assert_eq!(row.message, "Tool \"kept\" is not what was pinned");
        assert_eq!(row.pointer.as_deref(), Some("/tools/kept"));
        assert_eq!(row.verdict, Some(Verdict::Undecided));
        assert!(row.reason.as_deref().unwrap().contains("not known"));
        assert!(row.diff.is_none() && row.witness.is_none());
        assert_ne!(row.expected, row.actual);
    }
}

#[test]
fn an_older_pinned_version_is_recognised() {
    let served = tools(&[tool("grown", "Grows."), tool("kept", "Stays.")]);
    let report = diff("diff", &pinned(), &served).unwrap();
    assert_eq!(report.results[1].reason.as_deref(), Some("it is the older v1"));
    assert_eq!(report.results[1].status, Outcome::Fail);
}

#[test]
fn tools_that_come_and_go_are_told() {
    let report = diff("diff", &pinned(), &tools(&[tool("kept", "Stays."), tool("new", "Comes.")])).unwrap();
    let changes = &told(&report)[1..];
    assert_eq!(changes, [("drift/tool_removed", Outcome::Fail), ("drift/tool_added", Outcome::Pass)]);
}

#[test]
fn a_twin_does_not_hide_behind_the_pinned_tool() {
    let served =
        tools(&[tool("grown", "Grows again."), tool("kept", "Stays."), tool("kept", "Stays, or not.")]);
    let report = diff("diff", &pinned(), &served).unwrap();
    assert!(told(&report).contains(&("drift/pin_mismatch", Outcome::Fail)), "{:?}", told(&report));
}

#[test]
fn two_pin_files_are_compared() {
    let other = pins(&[("kept/v1.json", tool("kept", "Stays, or not."))]);
    let report = diff("diff", &pinned(), &other).unwrap();
    let changes = &told(&report)[1..];
    assert_eq!(changes, [("drift/tool_removed", Outcome::Fail), ("drift/pin_mismatch", Outcome::Fail)]);
}

#[test]
fn what_hashes_cannot_tell_is_refused_with_the_reason() {
    let first =
        json!({ "tools": { "kept": { "descriptionHash": "sha256:0", "inputSchema": {} } }, "meta": {} });
    for (baseline, against) in [(pinned(), first.to_string()), (first.to_string(), pinned())] {
        let error = diff("diff", &baseline, &against).unwrap_err();
        assert!(error.to_string().contains("whole definitions"), "{error}");
    }
    let error = diff("lint", &pinned(), &pinned()).unwrap_err();
    assert!(error.to_string().contains("hashes only"), "{error}");
    assert!(lockfile::read(&pinned()).unwrap_err().to_string().contains("hashes only"));
    let newer = pinned().replace("\"pinsVersion\": 1", "\"pinsVersion\": 2");
    for text in [newer, pinned().replace("\"v1\"", "1")] {
        let error = diff("diff", &text, &tools(&[])).unwrap_err();
        assert_eq!(error.data().side, Some("baseline"), "{error}");
    }
}

#[test]
fn a_pin_file_is_described() {
    let described = describe(&pinned()).unwrap();
    assert_eq!((described.format.as_str(), described.tools), ("pinned tools, hashes only", 2));
    assert_eq!(described.surface_hash, None);
}
