//! The reporters: what each format must hold whatever a server says.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails here")]

use mcpward_core::report::{FormatOptions, MARKDOWN_MARKER, format};
use serde_json::{Value, json};

const LOCKFILE: &str = "{\n  \"protocolVersion\": \"2025-11-25\",\n  \"tools\": {\n    \"compute\": {\n      \
                        \"inputSchema\": { \"type\": \"object\" }\n    }\n  }\n}\n";

fn row(status: &str, more: Value) -> Value {
    let mut row = json!({
        "id": "drift/breaking_schema_change", "family": "drift", "status": status,
        "severity": if status == "fail" { "error" } else { "info" },
        "message": "Tool \"compute\" inputSchema added required property \"multiplier\"",
        "class": "breaking_schema_change", "blastRadius": "medium", "bump": "MAJOR",
        "pointer": "/tools/compute/inputSchema/properties/multiplier",
        "pointerOld": "/tools/compute/inputSchema",
        "subject": "compute", "location": "/tools/compute/inputSchema",
        "fingerprint": "00112233445566778899aabbccddeeff",
    });
    for (member, value) in more.as_object().unwrap() {
        row[member] = value.clone();
    }
    row
}

fn report(rows: Vec<Value>) -> Value {
    let count = |status: &str| rows.iter().filter(|row| row["status"] == status).count();
    json!({
        "schemaVersion": 1, "version": "1.0.0", "timestamp": "2026-11-30T00:00:00Z", "command": "diff",
        "server": { "name": "drift-server", "version": "1.0.0", "protocolVersion": "2025-11-25" },
        "summary": { "total": rows.len(), "passed": count("pass"), "failed": count("fail"),
                     "warnings": count("warn"), "skipped": count("skip") },
        "results": rows,
    })
}

fn drawn(report: &Value, name: &str) -> String {
    let options = FormatOptions {
        lockfile_path: Some("./mcpward.lock.json".to_owned()),
        lockfile_text: Some(LOCKFILE.to_owned()),
        ..FormatOptions::default()
    };
    format(&report.to_string(), name, &options).unwrap()
}

fn sarif(report: &Value) -> Value {
    serde_json::from_str(&drawn(report, "sarif")).unwrap()
}

fn typical() -> Value {
    report(vec![
        row(
            "fail",
            json!({ "witness": { "value": 1 }, "effect": "rejected", "why": "existing calls fail",
                            "fix": "make it optional" }),
        ),
        row(
            "warn",
            json!({ "id": "drift/title_changed", "class": "title_changed",
                            "message": "Tool \"compute\" title changed", "diff": "[-Old-]{+New+} title",
                            "before": "Old title", "after": "New title" }),
        ),
        row(
            "pass",
            json!({ "id": "drift/tool_added", "class": "tool_added", "message": "Tool \"x\" was added" }),
        ),
        row("skip", json!({ "message": "skipped", "reason": "accepted until spring", "suppressed": true })),
        json!({ "id": "compliance/ping", "family": "compliance", "status": "pass", "severity": "info",
                "message": "Server responds to ping" }),
    ])
}

#[test]
fn junit_counts_what_it_holds() {
    let xml = drawn(&typical(), "junit");
    assert!(xml.contains("<testsuites name=\"mcpward\" tests=\"5\" failures=\"1\" errors=\"0\""), "{xml}");
    assert_eq!(xml.matches("<testcase ").count(), 5);
    assert_eq!(xml.matches("<failure ").count(), 1);
    assert_eq!(xml.matches("<skipped message=\"accepted until spring\"/>").count(), 1);
    assert!(xml.contains("Witness, worked before, rejected now: {\"value\":1}"), "{xml}");
    assert!(xml.contains("<system-out>Warning: Tool \"compute\" title changed"), "{xml}");
}

#[test]
fn an_incomplete_run_is_an_error_in_junit() {
    let mut report = report(Vec::new());
    report["incomplete"] = json!("timeouts.run_ms exceeded");
    let xml = drawn(&report, "junit");
    assert!(
        xml.contains("errors=\"1\"") && xml.contains("<error message=\"timeouts.run_ms exceeded\""),
        "{xml}"
    );
}

#[test]
fn sarif_holds_failures_and_warnings_with_a_line_in_the_lockfile() {
    let document = sarif(&typical());
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["ruleId"], "drift-breaking_schema_change");
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "mcpward.lock.json");
    assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&json!(5), &json!(7)));
    let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let index = usize::try_from(results[0]["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(rules[index]["id"], results[0]["ruleId"]);
    assert!(rules.windows(2).all(|pair| pair[0]["id"].as_str() < pair[1]["id"].as_str()));
    assert!(rules.iter().all(|rule| rule["properties"]["security-severity"].is_string()));
}

#[test]
fn a_fingerprint_stays_when_something_else_changes() {
    let hash = |report: &Value, at: usize| {
        sarif(report)["runs"][0]["results"][at]["partialFingerprints"]["primaryLocationLineHash"].clone()
    };
    let other = row("fail", json!({ "fingerprint": "ffffffffffffffffffffffffffffffff" }));
    let alone = report(vec![row("fail", json!({}))]);
    let beside = report(vec![other, row("fail", json!({}))]);
    assert_eq!(hash(&alone, 0), hash(&beside, 1));
}

#[test]
fn sarif_stays_within_the_limit_of_results_and_says_so() {
    let mut rows = vec![row("warn", json!({}))];
    rows.extend((0..25_000).map(|_| row("fail", json!({}))));
    let document = sarif(&report(rows));
    let run = &document["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 25_000);
    assert!(results.iter().all(|result| result["level"] == "error"), "warnings go first");
    let note = run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].as_str().unwrap();
    assert!(note.starts_with("1 result left out"), "{note}");
}

#[test]
fn markdown_drops_details_before_verdicts() {
    let long = "x ".repeat(1_000);
    let many: Vec<Value> = (0..200)
        .map(|number| {
            let message = format!("Tool \"t{number}\" description changed");
            row("fail", json!({ "message": message, "diff": long, "why": "it is read as instructions" }))
        })
        .collect();
    let text = drawn(&report(many), "markdown");
    assert!(text.chars().count() <= 65_536);
    assert!((0..200).all(|number| text.contains(&format!("\"t{number}\""))), "every verdict stands");
    assert!(text.contains("were left out"), "{text}");
}

#[test]
fn markdown_with_too_many_verdicts_counts_the_rest() {
    let text = drawn(&report((0..20_000).map(|_| row("fail", json!({}))).collect()), "markdown");
    assert!(text.chars().count() <= 65_536);
    assert!(text.contains("| Drift | 20000 | 0 | 0 | 0 |"), "{text}");
    assert!(text.contains("results were left out"), "{text}");
}

#[test]
fn markdown_begins_with_its_marker_and_the_verdict() {
    let text = drawn(&typical(), "markdown");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], MARKDOWN_MARKER);
    assert_eq!(lines[1], "## mcpward: ✗ 1 failed, ⚠ 1 warning");
}

#[test]
fn every_format_takes_several_servers() {
    let mut named = typical();
    named["name"] = json!("one");
    let mut other = report(Vec::new());
    other["name"] = json!("two");
    let set = json!({ "servers": [named, other] });
    for name in ["console", "json", "junit", "sarif", "markdown"] {
        let text = drawn(&set, name);
        assert!(text.contains("one"), "{name}: {text}");
    }
    let again: Value = serde_json::from_str(&drawn(&set, "json")).unwrap();
    assert_eq!(again, serde_json::from_str::<Value>(&drawn(&again, "json")).unwrap());
    assert_eq!(again["servers"][0]["name"], "one");
}

#[test]
fn json_keeps_every_member() {
    let report = typical();
    let again: Value = serde_json::from_str(&drawn(&report, "json")).unwrap();
    assert_eq!(again, report);
}

#[test]
fn what_is_no_report_is_refused() {
    let options = FormatOptions::default();
    assert!(format("{}", "json", &options).is_err());
    assert!(format("nonsense", "json", &options).is_err());
    assert!(format(&typical().to_string(), "yaml", &options).is_err());
}
