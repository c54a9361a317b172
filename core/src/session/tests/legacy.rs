use serde_json::{Value, json};

use super::script::{Does, error, good, result, run, run_with};
use crate::redact::Secret;
use crate::session::{Era, NoteCode, Ping, SessionOptions, Transport, Wanted};
use crate::surface::Kind;

#[test]
fn a_good_server_is_captured_in_the_order_of_the_protocol() {
    let run = run(good);
    assert_eq!(run.methods(), ["initialize", "notifications/initialized", "ping", "tools/list"]);
    assert_eq!(run.sent[0]["params"]["protocolVersion"], "2025-11-25");
    assert_eq!(run.sent[0]["params"]["capabilities"], json!({}));
    let capture = run.capture();
    assert_eq!(capture.surface.protocol_version.as_deref(), Some("2025-11-25"));
    assert_eq!((capture.surface.server_name(), capture.surface.server_version()), ("s", "1.2.3"));
    assert_eq!(capture.surface.tools.len(), 2);
    assert_eq!(capture.ping, Ping::Answered { elapsed_ms: 10.0 });
    assert_eq!(capture.era, Era::Legacy);
    assert_eq!(capture.notes, []);
}

#[test]
fn only_declared_lists_are_asked_for_and_a_failing_optional_list_is_a_note() {
    let run = run(|request| match request["method"].as_str().unwrap() {
        "initialize" => result(
            request,
            r#"{"protocolVersion":"2024-11-05","capabilities":{"tools":{},"prompts":{},"resources":{}},"serverInfo":{"name":"s","version":"1"},"instructions":"read me"}"#,
        ),
        "prompts/list" => result(request, r#"{"prompts":[{"name":"p"}]}"#),
        "resources/list" => error(request, -32603),
        "resources/templates/list" => {
            result(request, r#"{"resourceTemplates":[{"uriTemplate":"x:{a}","name":"t"}]}"#)
        }
        _ => good(request),
    });
    let capture = run.capture();
    assert_eq!(capture.surface.prompts[0].key(), "p");
    assert_eq!(capture.surface.resource_templates[0].key(), "x:{a}");
    assert_eq!(capture.surface.instructions.as_deref(), Some("read me"));
    assert_eq!(run.codes(), [NoteCode::ListMissing]);
    assert_eq!(capture.unlisted[0].kind, Kind::Resource);
    assert_eq!(capture.unlisted.len(), 1);
}

#[test]
fn a_list_that_the_server_does_not_have_is_empty_and_not_unknown() {
    let run = run(|request| match request["method"].as_str().unwrap() {
        "initialize" => result(
            request,
            r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{}},"serverInfo":{"name":"s","version":"1"}}"#,
        ),
        "prompts/list" => error(request, -32601),
        _ => good(request),
    });
    assert_eq!(run.codes(), [NoteCode::ListMissing]);
    assert_eq!(run.capture().unlisted, []);
}

#[test]
fn a_failing_tools_list_is_never_an_empty_one() {
    let run = run(|request| match request["method"].as_str().unwrap() {
        "tools/list" => error(request, -32603),
        _ => good(request),
    });
    assert_eq!(run.failure(), ("refused", "the server answered `tools/list` with error -32603 \"no\""));
}

#[test]
fn every_page_is_read() {
    let run = run(|request| match (request["method"].as_str().unwrap(), &request["params"]["cursor"]) {
        ("tools/list", Value::Null) => result(request, r#"{"tools":[{"name":"a"}],"nextCursor":""}"#),
        ("tools/list", Value::String(cursor)) if cursor.is_empty() => {
            result(request, r#"{"tools":[{"name":"b"}],"nextCursor":"z\"\\"}"#)
        }
        ("tools/list", cursor) => {
            assert_eq!(cursor, "z\"\\");
            result(request, r#"{"tools":[{"name":"c"}]}"#)
        }
        _ => good(request),
    });
    let names: Vec<&str> = run.capture().surface.tools.iter().map(|tool| tool.key()).collect();
    assert_eq!(names, ["a", "b", "c"]);
}

#[test]
fn ten_thousand_pages_are_read_and_one_more_is_a_failure() {
    let serve = |last: usize| {
        let mut page = 0;
        move |request: &Value| match request["method"].as_str().unwrap() {
            "tools/list" => {
                page += 1;
                let next = if page < last { format!(r#","nextCursor":"{page}""#) } else { String::new() };
                result(request, &format!(r#"{{"tools":[{{"name":"t{page}"}}]{next}}}"#))
            }
            _ => good(request),
        }
    };
    assert_eq!(run(serve(10_000)).capture().surface.tools.len(), 10_000);
    assert!(run(serve(10_001)).failure().1.contains("goes on after 10000 pages"));
}

#[test]
fn the_recorded_revision_is_asked_for_and_another_answer_is_taken() {
    let options =
        SessionOptions { protocol: Wanted::Revision("2025-03-26".to_owned()), ..SessionOptions::default() };
    let run = run_with(options, None, good);
    assert_eq!(run.sent[0]["params"]["protocolVersion"], "2025-03-26");
    assert_eq!(run.capture().handshake.asked, "2025-03-26");
    assert_eq!(run.capture().surface.protocol_version.as_deref(), Some("2025-11-25"));
}

#[test]
fn a_revision_nobody_knows_ends_the_session() {
    let run = run(|request| match request["method"].as_str().unwrap() {
        "initialize" => {
            result(request, r#"{"protocolVersion":"1999-01-01","capabilities":{},"serverInfo":{}}"#)
        }
        _ => good(request),
    });
    assert_eq!(run.failure().0, "unsupported-revision");
}

#[test]
fn an_odd_tool_is_an_oddity_and_the_rest_is_kept() {
    let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
    let tools = format!(
        r#"{{"tools":[{{"name":"a","description":"\ud800","x":1e999}},{{"name":"a","y":{deep}}},null,{{"__proto__":1,"name":"ok","name":"ok"}}]}}"#
    );
    let run = run(|request| match request["method"].as_str().unwrap() {
        "tools/list" => result(request, &tools),
        _ => good(request),
    });
    let surface = &run.capture().surface;
    assert_eq!(surface.tools.len(), 4);
    assert_eq!(surface.tools[3].raw.get("__proto__"), Some(&json!(1)));
    assert_eq!(surface.oddities.len(), 5);
}

#[test]
fn secrets_never_reach_the_capture() {
    let options = SessionOptions {
        secrets: vec![Secret { name: "TOKEN".to_owned(), value: "hunter2hunter2".to_owned() }],
        ..SessionOptions::default()
    };
    let run = run_with(options, None, |request| match request["method"].as_str().unwrap() {
        "tools/list" => Does::Lines(vec![
            "log: hunter2hunter2".to_owned(),
            super::script::result_line(
                request,
                r#"{"tools":[{"name":"a","description":"key hunter2hunter2"}]}"#,
            ),
        ]),
        _ => good(request),
    });
    let capture = run.capture();
    assert_eq!(capture.surface.tools[0].description(), Some("key [redacted:TOKEN]"));
    assert_eq!(capture.notes[0].excerpt.as_deref(), Some("log: [redacted:TOKEN]"));
}

#[test]
fn only_a_process_has_time_to_start() {
    for (transport, waited) in [(Transport::Stdio, 60_000.0), (Transport::InProcess, 10_000.0)] {
        let options = SessionOptions { transport, ..SessionOptions::default() };
        let run = run_with(options, None, |_| Does::Hang);
        assert_eq!(run.failure().0, "connect-timeout");
        assert_eq!(run.ended_at, 20.0 + waited, "{transport:?}");
    }
}
