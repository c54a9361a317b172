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
    let message = |number: usize| format!("Tool \"compute\" changed at {number}");
    let many = (0..4_000).map(|number| row("fail", json!({ "message": message(number) })));
    let text = drawn(&report(many.collect()), "markdown");
    assert!(text.chars().count() <= 65_536);
    assert!(text.contains("| Drift | 4000 | 0 | 0 | 0 |"), "{text}");
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

fn on_console(report: &Value, options: &FormatOptions) -> String {
    format(&report.to_string(), "console", options).unwrap()
}

#[test]
fn the_console_breaks_lines_at_the_width_of_the_terminal() {
    let options = FormatOptions { width: Some(50), verbose: true, ..FormatOptions::default() };
    let mut report = typical();
    report["results"][0]["fix"] =
        json!("make it optional with a default, or publish the change as a new tool");
    let text = on_console(&report, &options);
    let wide = |line: &&str| line.chars().count() > 50 && !line.starts_with("Summary:");
    assert_eq!(text.lines().find(wide), None, "{text}");
    assert!(
        text.contains("  ✗ Tool \"compute\" inputSchema added required\n    property \"multiplier\"\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "    fix: make it optional with a default, or\n      publish the change as a new tool\n"
        ),
        "{text}"
    );
}

#[test]
fn the_console_colours_what_is_gone_and_what_is_new() {
    let options = FormatOptions { color: true, ..FormatOptions::default() };
    let text = on_console(&typical(), &options);
    assert!(text.contains("\u{1b}[31m[-Old-]\u{1b}[0m\u{1b}[32m{+New+}\u{1b}[0m title"), "{text}");
    let broken = FormatOptions { width: Some(40), ..options };
    let mut report = typical();
    report["results"][1]["diff"] = json!("[-one two three four five six seven eight-] nine");
    let text = on_console(&report, &broken);
    assert!(
        text.contains(
            "\u{1b}[31m[-one two three four five six\u{1b}[0m\n      \u{1b}[31mseven eight-]\u{1b}[0m nine"
        ),
        "{text}"
    );
}

#[test]
fn a_report_with_findings_says_how_to_learn_more_and_a_clean_one_is_quiet() {
    let plain = FormatOptions::default();
    let text = on_console(&typical(), &plain);
    assert!(text.contains("`mcpward explain RULE` tells more.\n\nSummary: "), "{text}");
    let clean = report(vec![
        json!({ "id": "compliance/ping", "family": "compliance", "status": "pass", "severity": "info",
                            "message": "Server responds to ping" }),
    ]);
    assert!(on_console(&clean, &plain).ends_with("Summary: 1 passed\n"));
    let verbose = FormatOptions { verbose: true, ..FormatOptions::default() };
    assert!(on_console(&typical(), &verbose).contains("    rule: drift/breaking_schema_change\n"));
}

fn annotation_of(tool: &str) -> Value {
    let message = format!("Tool \"{tool}\" readOnlyHint changed from true to false");
    let pointer = format!("/tools/{tool}/annotations/readOnlyHint");
    row(
        "fail",
        json!({ "id": "drift/annotation_changed", "class": "annotation_changed", "message": message,
                "subject": tool, "pointer": pointer, "why": "clients decide by it" }),
    )
}

#[test]
fn the_same_change_of_many_tools_is_one_entry_that_names_all() {
    let names: Vec<String> = (0..30).map(|number| format!("tool_{number}")).collect();
    let report = report(names.iter().map(|name| annotation_of(name)).collect());
    let text = drawn(&report, "markdown");
    assert_eq!(text.matches("readOnlyHint changed").count(), 1, "{text}");
    assert!(
        text.contains("30 tools: readOnlyHint changed from true to false (`drift/annotation_changed`)"),
        "{text}"
    );
    assert!(names.iter().all(|name| text.contains(&format!("`{name}`"))), "{text}");
    assert!(text.contains("| Drift | 30 | 0 | 0 | 0 |"), "{text}");
    assert_eq!(sarif(&report)["runs"][0]["results"].as_array().unwrap().len(), 30);
}

#[test]
fn markdown_is_bounded_however_its_characters_are_counted() {
    let wide = "🦀".repeat(900);
    let many: Vec<Value> = (0..100)
        .map(|number| {
            row(
                "fail",
                json!({ "message": format!("Tool \"t{number}\" changed"), "diff": wide, "why": wide }),
            )
        })
        .collect();
    let text = drawn(&report(many), "markdown");
    assert!(text.encode_utf16().count() <= 65_536, "{}", text.encode_utf16().count());
    assert!((0..100).all(|number| text.contains(&format!("\"t{number}\""))), "every verdict stands");
}

#[test]
fn sarif_stays_within_the_limit_of_bytes_and_says_what_it_left_out() {
    let noise = |seed: usize, size: usize| -> String {
        let letter =
            |at: usize| char::from_digit(((at * seed * 7_919) % 36).try_into().unwrap(), 36).unwrap();
        (0..size).map(letter).collect()
    };
    let told = |more: &dyn Fn(usize) -> Value, count: usize| {
        let text = drawn(&report((1..=count).map(|seed| row("fail", more(seed))).collect()), "sarif");
        let document: Value = serde_json::from_str(&text).unwrap();
        assert!(document.to_string().len() < 13_000_000);
        let run = &document["runs"][0];
        assert_eq!(run["results"].as_array().unwrap().len(), count, "no result is dropped for detail");
        run["invocations"][0]["toolExecutionNotifications"].to_string()
    };
    let diff = |seed: usize| json!({ "diff": noise(seed, 4_000) });
    assert_eq!(told(&diff, 50), "[]");
    assert!(told(&diff, 3_100).contains("properties left out"));
    let words = |seed: usize| {
        let text = noise(seed, 1_000);
        json!({ "why": text, "fix": text, "reason": text, "diff": text })
    };
    assert!(told(&words, 4_200).contains("first sentence"));
}

#[test]
fn without_a_config_file_sarif_points_at_the_file_there_is() {
    let about_the_server = row("fail", json!({ "pointer": null, "pointerOld": null }));
    let place = |options: &FormatOptions| {
        let report = report(vec![about_the_server.clone()]).to_string();
        let document: Value = serde_json::from_str(&format(&report, "sarif", options).unwrap()).unwrap();
        document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            .clone()
    };
    let lockfile =
        FormatOptions { lockfile_path: Some("a.lock.json".to_owned()), ..FormatOptions::default() };
    assert_eq!(place(&lockfile), "a.lock.json");
    assert_eq!(place(&FormatOptions { config_path: Some("b.yaml".to_owned()), ..lockfile }), "b.yaml");
    assert_eq!(place(&FormatOptions::default()), "mcpward.yaml");
}
