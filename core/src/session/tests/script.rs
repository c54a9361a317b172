use std::collections::VecDeque;

use serde_json::Value;

use crate::session::{Capture, Effect, Event, EventKind, Failure, Planner, Session, SessionOptions};

/// What a scripted server does about one request.
pub(super) enum Does {
    /// Writes these lines.
    Lines(Vec<String>),
    /// Nothing: the deadline passes.
    Hang,
    /// Ends.
    Exit(i32),
    /// These events happen.
    Events(Vec<EventKind>),
}

/// A reply with this result.
pub(super) fn result(request: &Value, result: &str) -> Does {
    Does::Lines(vec![result_line(request, result)])
}

pub(super) fn result_line(request: &Value, result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}", request["id"])
}

pub(super) fn error(request: &Value, code: i64) -> Does {
    Does::Lines(vec![format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{{\"code\":{code},\"message\":\"no\"}}}}",
        request["id"]
    )])
}

/// A well-behaved server with two tools.
pub(super) fn good(request: &Value) -> Does {
    match request["method"].as_str().unwrap_or_default() {
        "initialize" => result(
            request,
            r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1.2.3"}}"#,
        ),
        "ping" => result(request, "{}"),
        "tools/list" => result(request, r#"{"tools":[{"name":"a"},{"name":"b"}]}"#),
        "tools/call" => result(request, r#"{"content":[]}"#),
        _ => error(request, -32601),
    }
}

/// What came of a session.
pub(super) struct Run {
    pub(super) sent: Vec<Value>,
    pub(super) effects: Vec<Effect>,
    pub(super) capture: Option<Capture>,
    pub(super) failure: Option<Failure>,
    pub(super) ended_at: f64,
}

impl Run {
    pub(super) fn methods(&self) -> Vec<&str> {
        self.sent.iter().map(|message| message["method"].as_str().unwrap_or("-")).collect()
    }

    pub(super) fn codes(&self) -> Vec<crate::session::NoteCode> {
        self.capture().notes.iter().map(|note| note.code).collect()
    }

    pub(super) fn capture(&self) -> &Capture {
        self.capture.as_ref().unwrap_or_else(|| panic!("a capture, not {:?}", self.failure))
    }

    pub(super) fn failure(&self) -> (&str, &str) {
        let failure = self.failure.as_ref().expect("a failure");
        (&failure.code, &failure.message)
    }
}

pub(super) fn run(serve: impl FnMut(&Value) -> Does) -> Run {
    run_with(SessionOptions::default(), None, serve)
}

/// Plays a session against a script over one channel. Every reply takes 10 ms.
pub(super) fn run_with(
    options: SessionOptions,
    planner: Option<Box<dyn Planner>>,
    mut serve: impl FnMut(&Value) -> Does,
) -> Run {
    let mut session = match planner {
        Some(planner) => Session::with_planner(options, planner),
        None => Session::new(options),
    };
    let mut run = Run { sent: Vec::new(), effects: Vec::new(), capture: None, failure: None, ended_at: 0.0 };
    let mut at = 0.0;
    let mut deadline: Option<(u64, f64)> = None;
    let mut events: VecDeque<EventKind> = VecDeque::new();
    let mut effects = session.start();
    for _ in 0..200_000 {
        for effect in std::mem::take(&mut effects) {
            run.effects.push(effect.clone());
            match effect {
                Effect::Open { .. } | Effect::Reopen { .. } => events.push_back(EventKind::Opened),
                Effect::Send { text, exchange, deadline_ms, expects_reply, .. } => {
                    let request: Value = serde_json::from_str(&text).expect("valid JSON is sent");
                    if expects_reply {
                        deadline = Some((exchange, at + deadline_ms));
                    }
                    match if expects_reply { serve(&request) } else { Does::Hang } {
                        Does::Lines(lines) => events.extend(lines.into_iter().map(message)),
                        Does::Events(more) => events.extend(more),
                        Does::Exit(code) => events.push_back(closed(Some(code))),
                        Does::Hang => {}
                    }
                    run.sent.push(request);
                }
                Effect::Deadline { exchange, deadline_ms } => deadline = Some((exchange, at + deadline_ms)),
                Effect::Close => events.push_back(closed(None)),
                Effect::Finish { capture, failure } => {
                    run.capture =
                        capture.map(|text| Capture::from_json(&text).expect("a capture reads back"));
                    run.failure = failure;
                    run.ended_at = at;
                    return run;
                }
                _ => {}
            }
        }
        let kind = match events.pop_front() {
            Some(kind) => {
                at += 10.0;
                kind
            }
            None => {
                let (exchange, when) = deadline.take().expect("the session waits for something");
                at = at.max(when);
                EventKind::Timeout { exchange }
            }
        };
        effects = session.on(Event { at, kind });
    }
    panic!("the session never ends");
}

pub(super) fn message(text: String) -> EventKind {
    EventKind::Message { exchange: None, text, event_id: None, retry: None, event: None }
}

pub(super) fn closed(exit_code: Option<i32>) -> EventKind {
    EventKind::Closed { exit_code, signal: None, ended_by: None, stderr_tail: "\n\u{1b}boom\n".to_owned() }
}
