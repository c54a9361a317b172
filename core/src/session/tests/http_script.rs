//! A server over HTTP, asked by a session and answering as a test says.

use std::collections::BTreeMap;

use serde_json::Value;

use super::script::{Run, closed};
use crate::session::{
    Capture, Effect, Event, EventKind, PlannedCall, Planner, Session, SessionOptions, Transport,
};
use crate::surface::Surface;

/// One HTTP request as the server sees it.
pub(super) struct Asked {
    pub(super) verb: &'static str,
    pub(super) exchange: u64,
    pub(super) body: Value,
    pub(super) headers: BTreeMap<String, String>,
    pub(super) url: Option<String>,
}

impl Asked {
    pub(super) fn method(&self) -> &str {
        self.body["method"].as_str().unwrap_or_default()
    }

    pub(super) fn message(&self, text: &str) -> EventKind {
        let (exchange, text) = (Some(self.exchange), text.to_owned());
        EventKind::Message { exchange, text, event_id: None, retry: None, event: None }
    }

    pub(super) fn http(&self, status: u16, headers: &[(&str, &str)], body: Option<&str>) -> EventKind {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        EventKind::Http { exchange: self.exchange, status, headers, body: body.map(ToOwned::to_owned) }
    }

    pub(super) fn end(&self) -> EventKind {
        EventKind::StreamEnd { exchange: self.exchange }
    }

    pub(super) fn result(&self, result: &str, headers: &[(&str, &str)]) -> Vec<EventKind> {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, self.body["id"]);
        vec![self.http(200, headers, None), self.message(&text), self.end()]
    }

    pub(super) fn status(&self, status: u16, body: &str) -> Vec<EventKind> {
        vec![self.http(status, &[("www-authenticate", "Bearer realm=\"x\"")], Some(body)), self.end()]
    }
}

pub(super) fn good(asked: &Asked) -> Vec<EventKind> {
    match (asked.verb, asked.method()) {
        ("POST", "initialize") => asked.result(
            r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"h","version":"1"}}"#,
            &[("mcp-session-id", "abc")],
        ),
        ("POST", "notifications/initialized") => asked.status(202, ""),
        ("POST", "ping") => asked.result("{}", &[]),
        ("POST", "tools/list") => asked.result(r#"{"tools":[{"name":"a"}]}"#, &[]),
        ("POST", "tools/call") => asked.result(r#"{"content":[]}"#, &[]),
        _ => asked.status(405, ""),
    }
}

pub(super) struct Twice;

impl Planner for Twice {
    fn calls(&mut self, _surface: &Surface) -> Vec<PlannedCall> {
        let call =
            PlannedCall { tool: "a".into(), arguments: "{}".into(), timeout_ms: None, label: String::new() };
        vec![call.clone(), call]
    }
}

pub(super) fn run(serve: impl FnMut(&Asked) -> Vec<EventKind>) -> (Run, Vec<Asked>) {
    run_with(None, serve)
}

pub(super) fn run_with(
    planner: Option<Box<dyn Planner>>,
    mut serve: impl FnMut(&Asked) -> Vec<EventKind>,
) -> (Run, Vec<Asked>) {
    let options = SessionOptions { transport: Transport::Http, ..SessionOptions::default() };
    let mut session = match planner {
        Some(planner) => Session::with_planner(options, planner),
        None => Session::new(options),
    };
    let mut run = Run { sent: Vec::new(), effects: Vec::new(), capture: None, failure: None, ended_at: 0.0 };
    let mut asked = Vec::new();
    let mut events = std::collections::VecDeque::new();
    let mut deadline = None;
    let mut at = 0.0;
    let mut effects = session.start();
    for _ in 0..10_000 {
        for effect in std::mem::take(&mut effects) {
            run.effects.push(effect.clone());
            let request = match effect {
                Effect::Open { .. } | Effect::Reopen { .. } => {
                    events.push_back(EventKind::Opened);
                    continue;
                }
                Effect::Send { exchange, text, headers, url, expects_reply, deadline_ms } => {
                    // The host times every POST; only these are waited for.
                    if expects_reply || text.contains("notifications/initialized") {
                        deadline = Some((exchange, at + deadline_ms));
                    }
                    let body = serde_json::from_str(&text).unwrap();
                    run.sent.push(serde_json::from_str(&text).unwrap());
                    Asked { verb: "POST", exchange, body, headers, url }
                }
                Effect::Resume { exchange, headers, .. } => {
                    Asked { verb: "GET", exchange, body: Value::Null, headers, url: None }
                }
                Effect::Listen { exchange, deadline_ms } => {
                    deadline = Some((exchange, at + deadline_ms));
                    Asked { verb: "GET", exchange, body: Value::Null, headers: BTreeMap::new(), url: None }
                }
                Effect::Delete { exchange, headers, .. } => {
                    Asked { verb: "DELETE", exchange, body: Value::Null, headers, url: None }
                }
                Effect::Close => {
                    events.push_back(closed(None));
                    continue;
                }
                Effect::Finish { capture, failure } => {
                    run.capture = capture.map(|text| Capture::from_json(&text).unwrap());
                    run.failure = failure;
                    run.ended_at = at;
                    return (run, asked);
                }
                _ => continue,
            };
            events.extend(serve(&request));
            asked.push(request);
        }
        let kind = events.pop_front().unwrap_or_else(|| {
            let (exchange, when): (u64, f64) = deadline.take().expect("something is waited for");
            at = when.max(at);
            EventKind::Timeout { exchange }
        });
        at += 1.0;
        effects = session.on(Event { at, kind });
    }
    panic!("the session never ends");
}
