//! The engine: requests as a host sends them, reports as people read them.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails here")]

use mcpward_core::engine::{CheckRequest, EngineError, check};
use mcpward_core::report::{ConsoleOptions, Report, console};
use serde_json::{Value, json};

fn tool(name: &str, description: &str, schema: &Value) -> Value {
    json!({ "name": name, "description": description, "inputSchema": schema })
}

fn old() -> Value {
    let numbers =
        json!({ "type": "object", "properties": { "value": { "type": "number" } }, "required": ["value"] });
    let mut read = tool("read_data", "Reads a record.", &json!({ "type": "object" }));
    read["annotations"] = json!({ "readOnlyHint": true });
    json!({ "tools": [
        tool("echo", "Original description: echoes back the message.", &json!({ "type": "object" })),
        tool("compute", "Multiplies.", &numbers),
        read,
        tool("removed_tool", "Goes away.", &json!({ "type": "object" })),
    ] })
}

fn new() -> Value {
    let mut new = old();
    let tools = new["tools"].as_array_mut().unwrap();
    tools.pop();
    tools[0]["description"] = json!("Modified description: now it also logs the message internally.");
    tools[1]["inputSchema"]["properties"]["multiplier"] = json!({ "type": "number" });
    tools[1]["inputSchema"]["required"] = json!(["value", "multiplier"]);
    tools[2]["annotations"]["readOnlyHint"] = json!(false);
    tools.push(tool(
        "extra",
        "Something new to look at.",
        &json!({ "type": "object", "properties": { "z": {} } }),
    ));
    new
}

fn diff(extra: Value) -> Result<Report, EngineError> {
    let mut request = json!({
        "command": "diff", "baseline": old().to_string(), "against": new().to_string(),
        "host": { "timestamp": "2026-11-30T00:00:00Z" }
    });
    for (member, value) in extra.as_object().unwrap() {
        request[member] = value.clone();
    }
    check(&serde_json::from_value::<CheckRequest>(request).unwrap())
}

#[test]
fn the_story_of_a_server_that_drifts_is_told() {
    let report = diff(json!({})).unwrap();
    let text = console(&report, ConsoleOptions::default());
    for line in [
        "  ✗ Drift detected: 4 failing change(s) out of 5 total",
        "  ✗ Tool \"removed_tool\" was removed",
        "  ✗ Tool \"echo\" description changed (possible rug-pull)",
        "  ✗ Tool \"read_data\" readOnlyHint changed from true to false (tool may now mutate state)",
        "  ✓ Tool \"extra\" was added",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line} is missing in\n{text}");
    }
    assert!(text.contains("DRIFT (5 failed)") && text.contains("{+also logs +}"), "{text}");
    assert!(text.ends_with("\nSummary: 1 passed | 5 failed\n"), "{text}");
    assert_eq!(report.exit_code(), 1);
}

#[test]
fn the_policy_decides_what_fails() {
    let failing = |extra: Value| -> Vec<String> {
        let rows = diff(extra).unwrap().results.into_iter();
        rows.filter(|row| row.id != "drift/summary" && format!("{:?}", row.status) == "Fail")
            .filter_map(|row| row.class)
            .collect()
    };
    assert_eq!(
        failing(json!({ "drift": { "failOn": "high" } })),
        ["description_changed", "annotation_changed"]
    );
    assert_eq!(failing(json!({ "drift": { "failOn": "tool_added" } })), ["tool_added"]);
    let config =
        json!({ "checks": { "drift": { "fail_on": "high", "severity": { "tool_removed": "high" } } } });
    let mut found = failing(json!({ "config": config }));
    found.sort();
    assert_eq!(found, ["annotation_changed", "description_changed", "tool_removed"]);
}

#[test]
fn an_accepted_finding_is_skipped_with_its_reason_and_a_stale_entry_is_told() {
    let accept = |expires: &str| {
        json!({ "config": { "suppress": [
            { "rule": "drift/tool_removed", "tool": "removed_tool", "reason": "agreed", "expires": expires },
            { "rule": "drift/tool-added", "tool": "nobody", "reason": "never" }
        ] } })
    };
    let report = diff(accept("2026-11-30")).unwrap();
    let removed = report.results.iter().find(|row| row.id == "drift/tool_removed").unwrap();
    assert!(removed.suppressed && removed.reason.as_deref() == Some("agreed"));
    let stale =
        |report: &Report| report.results.iter().filter(|row| row.id == "drift/suppression-stale").count();
    assert_eq!(stale(&report), 1);
    assert_eq!(stale(&diff(accept("2026-11-29")).unwrap()), 2);
}

#[test]
fn bad_requests_say_what_is_wrong() {
    let failing = |extra: Value| diff(extra).unwrap_err().data();
    assert_eq!(failing(json!({ "baseline": null })).code, "no-baseline");
    assert_eq!(failing(json!({ "baseline": "{" })).side, Some("baseline"));
    assert_eq!(failing(json!({ "against": "[1]" })).side, Some("against"));
    assert_eq!(failing(json!({ "drift": { "failOn": "loud" } })).code, "option");
    assert_eq!(failing(json!({ "drift": { "failOnBump": "huge" } })).code, "option");
    assert_eq!(failing(json!({ "config": { "chekcs": {} } })).places[0].pointer, "/chekcs");
}

#[test]
fn nothing_changed_is_said_in_one_line() {
    let report = diff(json!({ "against": old().to_string() })).unwrap();
    assert_eq!(report.results.len(), 1);
    assert_eq!(report.results[0].message, "No drift: 4 tools match the baseline");
    assert_eq!(report.exit_code(), 0);
}

#[test]
fn the_expected_hash_is_checked() {
    let described = mcpward_core::engine::describe(&new().to_string()).unwrap();
    let surface_hash = described.surface_hash.unwrap();
    let with = |hash: &str| diff(json!({ "baseline": new().to_string(), "drift": { "expectHash": hash } }));
    assert_eq!(with(&surface_hash).unwrap().exit_code(), 0);
    assert_eq!(with(&format!("sha256:{}", "0".repeat(64))).unwrap().exit_code(), 1);
    for hash in ["foo", "sha256:0", &surface_hash.to_uppercase()] {
        assert!(matches!(with(hash), Err(EngineError::Option { option: "--expect-hash", .. })), "{hash}");
    }
}

#[test]
fn recorded_calls_are_replayed_against_both_contracts() {
    let calls = "{\"tool\":\"compute\",\"arguments\":{\"value\":2}}\n{\"tool\":\"echo\",\"arguments\":{}}\n{\"tool\":\"removed_tool\"}\n";
    let report = diff(json!({ "calls": calls })).unwrap();
    let rows: Vec<_> =
        report.results.iter().filter(|row| row.id == "drift/recorded_calls_rejected").collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].message, "1 of 1 recorded calls of tool \"compute\" would now be rejected (line 1)");
    assert_eq!(rows[0].witness, Some(json!({ "value": 2 })));
    assert_eq!(rows[1].reason.as_deref(), Some("the tool is gone"));
    let fine = diff(json!({ "calls": "{\"tool\":\"echo\"}" })).unwrap();
    assert!(fine.results.iter().any(|row| row.message == "The 1 recorded call is still accepted"));
    assert_eq!(diff(json!({ "calls": "nonsense" })).unwrap_err().data().code, "calls");
}

#[test]
fn recorded_calls_of_tools_that_neither_side_has_are_told() {
    let calls = "{\"tool\":\"ehco\"}\n{\"tool\":\"ehco\"}\n{\"tool\":\"echo\"}\n";
    let report = diff(json!({ "calls": calls })).unwrap();
    let row = report.results.iter().find(|row| row.message.contains("neither side")).unwrap();
    assert_eq!(row.message, "2 recorded calls name tools that neither side has: \"ehco\"");
    assert_eq!(format!("{:?}", row.status), "Warn");
    let known = diff(json!({ "calls": "{\"tool\":\"removed_tool\"}" })).unwrap();
    assert!(!known.results.iter().any(|row| row.message.contains("neither side")));
}

#[test]
fn what_no_recorded_call_can_notice_is_lowered_when_asked() {
    let status = |only_used: bool| {
        let config = json!({ "checks": { "drift": { "only_used": only_used } } });
        let report = diff(json!({ "config": config, "calls": "{\"tool\":\"echo\"}" })).unwrap();
        let row = report.results.into_iter().find(|row| row.id == "drift/tool_removed").unwrap();
        (format!("{:?}", row.status), row.reason)
    };
    assert_eq!(status(false), ("Fail".to_owned(), None));
    assert_eq!(status(true), ("Pass".to_owned(), Some("no recorded call uses it".to_owned())));
}

#[test]
fn the_same_change_of_many_tools_is_one_line() {
    let many = |hint: bool| {
        let tools: Vec<Value> = (0..5)
            .map(|index| {
                let mut one = tool(
                    &format!("t{index}"),
                    &format!("Tool number {index}."),
                    &json!({ "type": "object" }),
                );
                one["annotations"] = json!({ "readOnlyHint": hint });
                one
            })
            .collect();
        json!({ "tools": tools }).to_string()
    };
    let report = diff(json!({ "baseline": many(true), "against": many(false) })).unwrap();
    assert_eq!(report.summary.failed, 6, "results stay one each");
    let text = console(&report, ConsoleOptions::default());
    let group = "  ✗ 5 tools: readOnlyHint changed from true to false (tool may now mutate state)\n    in: t0, t1, t2, t3, t4\n";
    assert!(text.contains(group), "{text}");
}
