use serde_json::Value;

use super::script::{Does, closed, error, good, message, result, result_line, run, run_with};
use crate::session::{Effect, EventKind, NoteCode, Ping, SessionOptions, Timeouts};

fn lines(lines: &[&str]) -> Does {
    Does::Lines(lines.iter().map(|line| (*line).to_owned()).collect())
}

/// A good server but for one method.
fn but(method: &'static str, does: impl Fn(&Value) -> Does) -> impl FnMut(&Value) -> Does {
    move |request| if request["method"] == method { does(request) } else { good(request) }
}

#[test]
fn noise_on_standard_output_is_a_note_with_a_safe_excerpt() {
    let run = run(but("initialize", |request| {
        let Does::Lines(mut reply) = good(request) else { panic!("a reply") };
        reply.insert(0, "\u{1b}[2J Listening…".to_owned());
        reply.insert(1, r#"{"level":30,"msg":"up"}"#.to_owned());
        reply.insert(2, "   ".to_owned());
        Does::Lines(reply)
    }));
    assert_eq!(run.codes(), [NoteCode::StdoutNoise]);
    assert_eq!(run.capture().notes[0].count, 2);
    assert_eq!(run.capture().notes[0].excerpt.as_deref(), Some("<U+001B>[2J Listening…"));
}

#[test]
fn only_garbage_fails_soon_after_the_first_byte() {
    let run = run(but("initialize", |_| lines(&["garbage"])));
    assert_eq!(
        run.failure(),
        (
            "connect-timeout",
            "the server did not answer `initialize` within 10000 ms; it wrote something else on standard output: \"garbage\""
        )
    );
    assert_eq!(run.ended_at, 10_030.0);
}

#[test]
fn silence_is_told_with_the_key_to_raise() {
    let run = run(but("initialize", |_| Does::Hang));
    assert_eq!(run.failure(), ("connect-timeout", "the server did not answer `initialize` within 60000 ms"));
    assert!(run.failure.unwrap().hint.unwrap().contains("timeouts.start_ms"));
    let timeouts = Timeouts { connect_ms: Some(500.0), ..Timeouts::default() };
    let options = SessionOptions { timeouts, ..SessionOptions::default() };
    assert_eq!(run_with(options, None, but("initialize", |_| Does::Hang)).ended_at, 520.0);
}

#[test]
fn a_hang_at_each_step_ends_in_time() {
    assert_eq!(
        run(but("tools/list", |_| Does::Hang)).failure(),
        ("call-timeout", "the server did not answer `tools/list` within 30000 ms")
    );
    let pingless = run(but("ping", |_| Does::Hang));
    assert_eq!(pingless.capture().ping, Ping::Unanswered { reason: "nothing came in time".to_owned() });
}

#[test]
fn the_whole_run_is_bounded() {
    let timeouts = Timeouts { run_ms: Some(1_000.0), ..Timeouts::default() };
    let options = SessionOptions { timeouts, ..SessionOptions::default() };
    let run = run_with(options, None, but("tools/list", |_| Does::Hang));
    assert_eq!(
        run.failure(),
        ("run-timeout", "the run took longer than 1000 ms while waiting for `tools/list`")
    );
    assert_eq!(run.ended_at, 1_010.0);
}

#[test]
fn an_early_death_is_told_at_once_with_code_and_standard_error() {
    let run = run(but("initialize", |_| Does::Exit(3)));
    assert_eq!(
        run.failure(),
        ("server-exited", "the server exited with code 3 before answering `initialize`")
    );
    assert_eq!(run.failure.as_ref().unwrap().stderr, ["<U+001B>boom"]);
    assert!(run.ended_at < 100.0);
    assert!(!run.effects.contains(&Effect::Close));
}

#[test]
fn a_signal_is_named() {
    let killed = || EventKind::Closed {
        exit_code: None,
        signal: Some("SIGSEGV".to_owned()),
        ended_by: None,
        stderr_tail: String::new(),
    };
    let run = run(but("tools/list", move |_| Does::Events(vec![killed()])));
    assert_eq!(run.failure().1, "the server was ended by SIGSEGV before answering `tools/list`");
}

#[test]
fn a_string_id_is_taken_and_told() {
    let run = run(but("tools/list", |request| {
        lines(&[&format!(r#"{{"jsonrpc":"2.0","id":"{}","result":{{"tools":[]}}}}"#, request["id"])])
    }));
    assert_eq!(run.codes(), [NoteCode::StringId]);
}

#[test]
fn a_wrong_id_fails_within_seconds_and_says_so() {
    let run = run(but("tools/list", |_| lines(&[r#"{"jsonrpc":"2.0","id":0,"result":{"tools":[]}}"#])));
    let (code, text) = run.failure();
    assert_eq!(code, "bad-reply");
    assert!(text.ends_with("its id is 0 where 4 was asked"), "{text}");
    assert!(run.ended_at < 3_000.0);
}

#[test]
fn the_right_reply_wins_over_a_wrong_one_before_it() {
    let run = run(but("tools/list", |request| {
        let right = result_line(request, r#"{"tools":[]}"#);
        lines(&[r#"{"jsonrpc":"2.0","id":99,"result":{}}"#, &right, &right])
    }));
    assert_eq!(run.codes(), [NoteCode::WrongId]);
}

#[test]
fn a_second_reply_is_told() {
    let run = run(but("ping", |request| {
        let reply = result_line(request, "{}");
        lines(&[&reply, &reply])
    }));
    assert_eq!(run.codes(), [NoteCode::DuplicateReply]);
}

#[test]
fn an_error_without_id_is_taken_after_a_short_wait() {
    let run = run(but("tools/list", |_| {
        lines(&[r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#])
    }));
    assert_eq!(run.failure().1, "the server answered `tools/list` with error -32700 \"Parse error\"");
    assert!(run.ended_at < 3_000.0);
}

#[test]
fn a_cut_reply_is_told_as_such() {
    let run = run(but("tools/list", |request| {
        lines(&[&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"tools":[{{"#, request["id"])])
    }));
    let (code, text) = run.failure();
    assert_eq!(code, "bad-reply");
    assert!(text.contains("it is no valid JSON"), "{text}");
}

#[test]
fn a_batch_is_read_and_told() {
    let run = run(but("tools/list", |request| {
        lines(&[&format!(
            r#"[{{"jsonrpc":"2.0","method":"n"}},{}]"#,
            result_line(request, r#"{"tools":[]}"#)
        )])
    }));
    assert_eq!(run.codes(), [NoteCode::BatchReply]);
}

#[test]
fn server_requests_are_answered_whenever_they_come() {
    let run = run(but("tools/list", |request| {
        let reply = result_line(request, r#"{"tools":[]}"#);
        lines(&[
            r#"{"jsonrpc":"2.0","id":"p-1","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#,
            &reply,
        ])
    }));
    let answers: Vec<&Value> = run.sent.iter().filter(|message| message.get("method").is_none()).collect();
    assert_eq!(answers[0]["id"], "p-1");
    assert_eq!(answers[0]["result"], serde_json::json!({}));
    assert_eq!(answers[1]["id"], 7);
    assert_eq!(answers[1]["error"]["code"], -32601);
    assert_eq!(run.codes(), [NoteCode::UndeclaredServerRequest]);
}

#[test]
fn a_storm_of_notifications_costs_nothing() {
    let run = run(but("tools/list", |request| {
        let mut storm = vec![r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#.to_owned(); 10_000];
        storm.push(result_line(request, r#"{"tools":[]}"#));
        Does::Lines(storm)
    }));
    assert_eq!(run.capture().notes, []);
}

#[test]
fn pages_that_repeat_are_a_failure() {
    let run =
        run(but("tools/list", |request| result(request, r#"{"tools":[{"name":"a"}],"nextCursor":"x"}"#)));
    assert!(run.failure().1.contains("its pages repeat"));
}

#[test]
fn both_eras_refused_is_one_failure_that_tells_both() {
    let run = run(|request| error(request, -32000));
    assert_eq!(run.methods(), ["initialize", "server/discover"]);
    let (code, text) = run.failure();
    assert_eq!(code, "handshake-failed");
    assert!(
        text.contains("`initialize` was answered") && text.contains("`server/discover` was answered"),
        "{text}"
    );
}

#[test]
fn a_sloppy_initialize_result_is_told_and_the_tools_are_kept() {
    let run = run(but("initialize", |request| result(request, r#"{"protocolVersion":"2025-06-18"}"#)));
    assert_eq!(run.capture().surface.tools.len(), 2);
    assert_eq!(run.codes(), [NoteCode::MalformedResult]);
    assert!(run.capture().surface.capabilities.is_empty());
}

#[test]
fn what_it_took_to_end_the_process_is_told() {
    use crate::session::{Event, Session};
    let mut session = Session::new(SessionOptions::default());
    let mut effects = session.start();
    let mut at = 0.0;
    let finished = loop {
        let mut events = Vec::new();
        for effect in effects {
            match effect {
                Effect::Open { .. } => events.push(EventKind::Opened),
                Effect::Send { text, expects_reply: true, .. } => {
                    let Does::Lines(lines) = good(&serde_json::from_str(&text).unwrap()) else {
                        panic!("lines")
                    };
                    events.extend(lines.into_iter().map(message));
                }
                Effect::Close => {
                    let EventKind::Closed { exit_code, signal, stderr_tail, .. } = closed(None) else {
                        panic!("closed")
                    };
                    let ended_by = Some("SIGKILL".to_owned());
                    events.push(EventKind::Closed { exit_code, signal, ended_by, stderr_tail });
                }
                _ => {}
            }
        }
        at += 1.0;
        effects = events.into_iter().flat_map(|kind| session.on(Event { at, kind })).collect();
        if let Some(Effect::Finish { capture: Some(capture), .. }) = effects.last() {
            break crate::session::Capture::from_json(capture).unwrap();
        }
    };
    assert_eq!(finished.notes[0].code, NoteCode::IgnoresSigterm);
}

#[test]
fn texts_below_the_level_of_messages_name_cause_and_remedy() {
    for (code, expected) in [
        ("command-not-found", "cannot start the server: command not found"),
        ("connection-refused", "cannot connect to the server: connection refused"),
        ("tls", "cannot connect to the server: TLS failed (x)"),
        ("from-the-future", "the connection to the server failed: x"),
    ] {
        let failed = EventKind::Failed { exchange: None, code: code.to_owned(), message: "x".to_owned() };
        let run = run(but("initialize", move |_| Does::Events(vec![failed.clone()])));
        assert_eq!(run.failure(), (code, expected));
        assert!(run.failure.unwrap().hint.is_some());
    }
}
