use mcpward_core::engine::{BaselineRequest, CheckRequest, baseline, check};
use mcpward_core::report::Report;
use serde_json::{Value, json};

use crate::player::Script;

fn script(name: &str) -> Script {
    let path = format!("{}/../fixtures/servers/scripted/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    Script(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}")))
}

/// The report of one command over one capture.
fn report(script: &Script, command: &str, capture: &str, more: &Value) -> Report {
    let mut request = json!({
        "command": command, "config": script.0["config"], "capture": capture,
        "host": { "timestamp": "2026-11-30T00:00:00Z" }
    });
    for (member, value) in more.as_object().into_iter().flatten() {
        request[member] = value.clone();
    }
    check(&serde_json::from_value::<CheckRequest>(request).unwrap()).unwrap()
}

/// Results as the scripts write them: what is pinned is the rule, the status and the message, with every
/// measured duration as `N ms`.
fn told(report: &Report) -> Vec<Value> {
    let rows = report.results.iter();
    rows.map(|row| {
        let rule = row.rule.as_ref().unwrap_or(&row.id);
        let status = serde_json::to_value(row.status).unwrap();
        json!([rule, status, without_durations(&row.message)])
    })
    .collect()
}

/// The lockfile of another script.
fn pinned(name: &str) -> String {
    let script = script(name);
    let (_, capture) = script.play("baseline");
    let request = json!({ "config": script.0["config"], "capture": capture });
    baseline(&serde_json::from_value::<BaselineRequest>(request).unwrap()).unwrap().text
}

fn without_durations(message: &str) -> String {
    let mut words: Vec<&str> = message.split(' ').collect();
    for at in 1..words.len() {
        if words[at].starts_with("ms") && words[at - 1].parse::<f64>().is_ok() {
            words[at - 1] = "N";
        }
    }
    words.join(" ")
}

fn plays_as_written(name: &str) {
    let script = script(name);
    let (called, capture) = script.play("run");
    let mut request = script.0["request"].clone();
    if let Some(before) = script.0["baselineOf"].as_str() {
        request = json!({ "baseline": pinned(before) });
    }
    let report = report(&script, "run", &capture, &request);
    let actual = json!({
        "called": called,
        "results": told(&report),
        "exit": report.exit_code(),
        "incomplete": report.incomplete
    });
    let expected = &script.0["expect"];
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
    assert!(
        *expected == actual,
        "{name}: expected {}\nactual {}\nas one line: {actual}",
        pretty(expected),
        pretty(&actual)
    );
}

macro_rules! scripts {
    ($($claim:ident: $name:literal),* $(,)?) => {
        $(#[test]
        fn $claim() {
            plays_as_written($name);
        })*

        #[test]
        fn every_script_is_played() {
            let folder = format!("{}/../fixtures/servers/scripted", env!("CARGO_MANIFEST_DIR"));
            let mut there: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".json").map(str::to_owned))
                .collect();
            there.sort();
            let mut known = vec![$($name.to_owned()),*];
            known.sort();
            assert_eq!(there, known);
        }
    };
}

scripts! {
    a_server_that_keeps_the_contract_passes: "well-behaved",
    an_unknown_tool_answered_with_is_error_warns: "unknown-tool-is-error",
    an_unknown_tool_that_succeeds_fails: "unknown-tool-succeeds",
    a_protocol_error_where_is_error_belongs_warns: "protocol-error-for-arguments",
    missing_arguments_that_succeed_fail: "missing-arguments-succeed",
    the_strict_profile_asks_for_protocol_errors: "strict-profile",
    a_tool_that_hangs_fails_and_the_others_are_tested: "hangs",
    a_reply_after_the_timeout_is_no_reply: "late",
    a_destructive_tool_is_never_called_with_arguments: "destructive",
    destructive_tools_can_be_left_out_altogether: "destructive-skipped",
    a_destructive_tool_is_called_only_as_the_user_wrote_it: "destructive-listed",
    a_server_that_changes_once_called_fails: "mutates",
    a_run_that_takes_too_long_is_incomplete: "run-timeout",
    a_server_that_dies_is_incomplete: "dies",
    every_expectation_of_a_case_can_hold_and_fail: "suites",
    a_slow_server_breaks_the_budget_and_refusals_do_not_count: "measured",
    timeouts_count_as_measurements: "measured-in-budget",
    a_server_without_anything_to_measure_warns: "measured-nothing",
    destructive_tools_are_measured_only_when_everything_is: "measured-all",
    a_server_that_dies_while_it_is_measured_fails_and_is_incomplete: "dies-in-third-sample",
    shapes_without_a_lockfile_are_only_sampled: "shapes-before",
    alternating_shapes_are_merged: "shapes-same",
    broken_shapes_fail_and_grown_ones_do_not: "shapes-after",
}
