use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::http_script::{Asked, Twice, good, run, run_with};
use crate::session::{CallOutcome, Effect, EventKind, NoteCode};

#[test]
fn a_session_is_opened_used_and_ended() {
    let (run, asked) = run(good);
    assert_eq!(run.capture().notes, []);
    assert_eq!(asked[0].headers, BTreeMap::new());
    for request in &asked[1..] {
        assert_eq!(request.headers["mcp-session-id"], "abc");
        assert_eq!(request.headers["mcp-protocol-version"], "2025-11-25");
    }
    assert_eq!(asked.last().unwrap().verb, "DELETE");
}

#[test]
fn a_session_id_on_an_error_is_not_taken() {
    let (_, asked) = run(|asked| match asked.method() {
        "initialize" => vec![
            asked.http(
                400,
                &[("mcp-session-id", "stray")],
                Some(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}"#),
            ),
            asked.end(),
        ],
        _ => asked.status(404, ""),
    });
    assert!(asked.iter().all(|asked| !asked.headers.contains_key("mcp-session-id")));
}

#[test]
fn credentials_are_asked_for_and_never_taken_for_an_old_server() {
    let (run, asked) = run(|asked| asked.status(401, "<html>"));
    assert_eq!(asked.len(), 1);
    let (code, text) = run.failure();
    assert_eq!(code, "http-401");
    assert_eq!(
        text,
        "the server answered `initialize` with HTTP 401 (unauthorized); it asks for Bearer realm=\"x\""
    );
}

#[test]
fn each_status_has_its_words() {
    for (status, expected) in [
        (403, "http-403"),
        (404, "http-404"),
        (406, "http-406"),
        (429, "http-429"),
        (500, "http-500"),
        (503, "http-503"),
    ] {
        let (run, _) = run(|asked| asked.status(status, "sorry"));
        assert_eq!(run.failure().0, expected);
        assert!(run.failure().1.contains("it says \"sorry\""));
    }
}

#[test]
fn a_notification_answered_with_200_is_only_worth_knowing() {
    let (run, _) = run(|asked| match asked.method() {
        "notifications/initialized" => asked.status(200, "ok"),
        _ => good(asked),
    });
    assert_eq!(run.codes(), [NoteCode::NotificationStatus]);
}

#[test]
fn a_notification_that_is_never_answered_costs_its_time_and_nothing_else() {
    let (run, _) = run(|asked| match asked.method() {
        "notifications/initialized" => vec![],
        _ => good(asked),
    });
    assert_eq!(run.codes(), [NoteCode::NotificationStatus]);
    assert_eq!(run.capture().surface.tools.len(), 1);
}

#[test]
fn a_lost_session_is_begun_again_once() {
    let mut lost = false;
    let (run, asked) = run(|asked| match asked.method() {
        "tools/list" if !lost => {
            lost = true;
            asked.status(404, "")
        }
        _ => good(asked),
    });
    assert_eq!(run.codes(), [NoteCode::SessionLost]);
    assert_eq!(run.capture().surface.tools.len(), 1);
    let second = asked.iter().filter(|asked| asked.method() == "initialize").nth(1).unwrap();
    assert!(!second.headers.contains_key("mcp-session-id"));
}

#[test]
fn a_session_that_is_always_lost_is_a_failure() {
    let (run, _) = run(|asked| match asked.method() {
        "tools/list" => asked.status(404, ""),
        _ => good(asked),
    });
    assert_eq!(run.failure().0, "session-lost");
}

#[test]
fn a_call_is_never_sent_twice() {
    let mut calls = 0;
    let (run, asked) = run_with(Some(Box::new(Twice)), |asked| match asked.method() {
        "tools/call" => {
            calls += 1;
            if calls == 1 { asked.status(404, "") } else { good(asked) }
        }
        _ => good(asked),
    });
    assert_eq!(asked.iter().filter(|asked| asked.method() == "tools/call").count(), 2);
    let states: Vec<Value> =
        run.capture().calls.iter().map(|call| json!(call.outcome)["state"].clone()).collect();
    assert_eq!(states, ["lost", "result"]);
}

#[test]
fn a_broken_stream_is_taken_up_where_it_broke() {
    let primed = |asked: &Asked| {
        vec![
            asked.http(200, &[("content-type", "text/event-stream")], None),
            EventKind::Message {
                exchange: Some(asked.exchange),
                text: String::new(),
                event_id: Some("e1".to_owned()),
                retry: Some(250.0),
                event: None,
            },
            asked.end(),
        ]
    };
    let (run, asked) = run(|asked| match (asked.verb, asked.method()) {
        ("POST", "tools/list") => primed(asked),
        ("GET", _) => {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"tools":[]}}}}"#, asked.exchange);
            vec![asked.http(200, &[], None), asked.message(&text), asked.end()]
        }
        _ => good(asked),
    });
    assert_eq!(run.capture().notes, []);
    let resume = run.effects.iter().find_map(|effect| match effect {
        Effect::Resume { last_event_id, after_ms, .. } => Some((last_event_id.as_str(), *after_ms)),
        _ => None,
    });
    assert_eq!(resume, Some(("e1", 250.0)));
    assert!(asked.iter().any(|asked| asked.verb == "GET"));
}

#[test]
fn a_stream_that_ends_without_the_reply_fails_at_once() {
    let (run, _) = run(|asked| match asked.method() {
        "tools/list" => vec![asked.http(200, &[], None), asked.end()],
        _ => good(asked),
    });
    assert!(run.failure().1.ends_with("the stream ended before the reply"));
    assert!(run.ended_at < 100.0);
}

#[test]
fn a_web_page_in_place_of_a_reply_is_named() {
    let (run, _) = run(|asked| match asked.method() {
        "tools/list" => vec![asked.http(200, &[("content-type", "text/html")], Some("<html>")), asked.end()],
        _ => good(asked),
    });
    assert!(run.failure().1.ends_with("HTTP 200 without a message of content type \"text/html\""));
}

#[test]
fn an_error_is_bound_to_its_post_whatever_its_id() {
    let body = r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"bad"}}"#;
    let (run, _) = run(|asked| match asked.method() {
        "tools/list" => asked.status(400, body),
        _ => good(asked),
    });
    assert_eq!(run.failure().1, "the server answered `tools/list` with error -32600 \"bad\"");
}

#[test]
fn an_old_server_is_found_by_its_event_stream() {
    let mut stream = 0;
    let (run, asked) = run(|asked| match (asked.verb, asked.method()) {
        ("POST", _) if asked.url.is_none() => asked.status(405, ""),
        ("GET", _) => {
            stream = asked.exchange;
            let text = "/messages?id=1".to_owned();
            let event = Some("endpoint".to_owned());
            vec![
                asked.http(200, &[("content-type", "text/event-stream")], None),
                EventKind::Message { exchange: Some(stream), text, event_id: None, retry: None, event },
            ]
        }
        _ => {
            let mut events = vec![asked.http(202, &[], Some("Accepted")), asked.end()];
            let reply = match asked.method() {
                "initialize" => Some(
                    r#"{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"0"}}"#,
                ),
                "ping" => Some("{}"),
                "tools/list" => Some(r#"{"tools":[]}"#),
                _ => None,
            };
            if let Some(reply) = reply {
                let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{reply}}}"#, asked.body["id"]);
                events.push(EventKind::Message {
                    exchange: Some(stream),
                    text,
                    event_id: None,
                    retry: None,
                    event: None,
                });
            }
            events
        }
    });
    assert!(run.capture().handshake.http_sse);
    assert_eq!(run.capture().surface.server_name(), "old");
    assert_eq!(run.capture().notes, []);
    assert_eq!(asked.last().unwrap().url.as_deref(), Some("/messages?id=1"));
}

#[test]
fn a_modern_server_gets_its_headers() {
    let (run, asked) = run_with(Some(Box::new(Twice)), |asked| {
        match asked.method() {
        "initialize" => asked.status(400, r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}}}"#),
        "server/discover" => asked.result(
            r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"public","serverInfo":{"name":"m","version":"1"}}"#,
            &[],
        ),
        "tools/list" => asked.result(
            r#"{"resultType":"complete","tools":[{"name":"a","inputSchema":{"type":"object"}}],"ttlMs":0,"cacheScope":"public"}"#,
            &[],
        ),
        _ => asked.result(r#"{"resultType":"complete","content":[]}"#, &[]),
    }
    });
    assert_eq!(run.codes(), [NoteCode::NullId]);
    for request in &asked[1..] {
        assert_eq!(request.headers["mcp-protocol-version"], "2026-07-28");
        assert_eq!(request.headers["mcp-method"], request.method());
    }
    let call = asked.iter().find(|asked| asked.method() == "tools/call").unwrap();
    assert_eq!(call.headers["mcp-name"], "a");
    assert!(asked.iter().all(|asked| asked.verb == "POST"));
}

fn modern(asked: &Asked) -> Vec<EventKind> {
    match asked.method() {
        "initialize" => asked.status(404, ""),
        "server/discover" => asked.result(
            r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"public","serverInfo":{"name":"m","version":"2"}}"#,
            &[],
        ),
        "tools/list" => asked.result(
            r#"{"resultType":"complete","tools":[{"name":"a"}],"ttlMs":5,"cacheScope":"private","nextCursor":null}"#,
            &[],
        ),
        _ => asked.result(r#"{"resultType":"complete","content":[]}"#, &[]),
    }
}

#[test]
fn a_list_whose_modern_stream_broke_is_asked_for_afresh_once() {
    for broken in 1..=2 {
        let mut left = broken;
        let (run, asked) = run(|asked| {
            if asked.method() == "tools/list" && left > 0 {
                left -= 1;
                return vec![asked.http(200, &[], None), asked.end()];
            }
            modern(asked)
        });
        let lists: Vec<&Asked> = asked.iter().filter(|asked| asked.method() == "tools/list").collect();
        assert_eq!(lists.len(), 2);
        assert_ne!(lists[0].body["id"], lists[1].body["id"]);
        assert_eq!(lists[0].body["params"], lists[1].body["params"]);
        if broken == 1 {
            assert_eq!(run.codes(), [NoteCode::EarlyClose]);
            assert_eq!(run.capture().surface.tools.len(), 1);
        } else {
            assert_eq!(run.failure().0, "bad-reply");
        }
    }
}

#[test]
fn a_call_whose_modern_stream_broke_is_never_sent_twice() {
    let (run, asked) = run_with(Some(Box::new(Twice)), |asked| {
        if asked.method() == "tools/call" {
            return vec![asked.http(200, &[], None), asked.end()];
        }
        modern(asked)
    });
    assert_eq!(asked.iter().filter(|asked| asked.method() == "tools/call").count(), 2);
    assert!(run.capture().calls.iter().all(|call| matches!(call.outcome, CallOutcome::Lost { .. })));
}
