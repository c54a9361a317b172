//! Plays a script of `fixtures/servers/scripted` against a session, in time that only the script passes.

use std::collections::BTreeMap;

use mcpward_core::engine::{CheckRequest, check};
use mcpward_core::report::Report;
use mcpward_core::session::{Effect, Event, EventKind, Session, SessionOptions};
use serde_json::{Value, json};

/// How long a reply takes that the script does not delay.
const REPLY_MS: f64 = 10.0;

/// A script: what the server offers, how it answers calls, what is checked and what must come of it.
pub(crate) struct Script(pub(crate) Value);

/// What a session left behind.
pub(crate) struct Played {
    /// Every call that reached the server, as `[tool, arguments]`.
    pub(crate) called: Vec<Value>,
    /// The capture as JSON text.
    pub(crate) capture: String,
}

pub(crate) fn script(name: &str) -> Script {
    let path = format!("{}/../fixtures/servers/scripted/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    Script(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}")))
}

impl Script {
    /// Takes a capture for one command.
    pub(crate) fn play(&self, command: &str) -> Played {
        let config = &self.0["config"];
        let mut timeouts = serde_json::Map::new();
        for (key, name) in [("call_ms", "callMs"), ("run_ms", "runMs")] {
            if let Some(value) = config["timeouts"].get(key) {
                timeouts.insert(name.to_owned(), value.clone());
            }
        }
        let options = json!({ "timeouts": timeouts, "plan": { "command": command, "config": config } });
        let options: SessionOptions = serde_json::from_value(options).unwrap();
        Player { script: &self.0, asked: BTreeMap::new(), called: Vec::new(), queue: Vec::new(), now: 0.0 }
            .play(Session::new(options))
    }

    /// The report of one command over one capture.
    pub(crate) fn report(&self, command: &str, played: &Played, more: &Value) -> Report {
        let mut request = json!({
            "command": command, "config": self.0["config"], "capture": played.capture,
            "host": { "timestamp": "2026-11-30T00:00:00Z" }
        });
        for (member, value) in more.as_object().into_iter().flatten() {
            request[member] = value.clone();
        }
        check(&serde_json::from_value::<CheckRequest>(request).unwrap()).unwrap()
    }
}

struct Player<'a> {
    script: &'a Value,
    /// How often each rule of the script was used.
    asked: BTreeMap<usize, usize>,
    called: Vec<Value>,
    /// What will happen, and when.
    queue: Vec<(f64, EventKind)>,
    now: f64,
}

impl Player<'_> {
    fn play(mut self, mut session: Session) -> Played {
        let mut deadline: Option<(f64, u64)> = None;
        let mut effects = session.start();
        for _ in 0..100_000 {
            for effect in std::mem::take(&mut effects) {
                match effect {
                    Effect::Open { .. } => self.queue.push((self.now, EventKind::Opened)),
                    Effect::Send { text, exchange, deadline_ms, expects_reply: true, .. } => {
                        deadline = Some((self.now + deadline_ms, exchange));
                        self.answer(&serde_json::from_str(&text).unwrap());
                    }
                    Effect::Deadline { exchange, deadline_ms } => {
                        deadline = Some((self.now + deadline_ms, exchange));
                    }
                    Effect::Close => self.queue.push((self.now, closed(None))),
                    Effect::Finish { capture, failure } => {
                        let capture = capture.unwrap_or_else(|| panic!("a capture, not {failure:?}"));
                        return Played { called: self.called, capture };
                    }
                    _ => {}
                }
            }
            let (at, kind) = self.earliest(&mut deadline);
            self.now = self.now.max(at);
            effects = session.on(Event { at: self.now, kind });
        }
        panic!("the session never ends");
    }

    fn earliest(&mut self, deadline: &mut Option<(f64, u64)>) -> (f64, EventKind) {
        let next = (0..self.queue.len())
            .min_by(|left, right| self.queue[*left].0.total_cmp(&self.queue[*right].0).then(left.cmp(right)));
        let due = deadline.map_or(f64::INFINITY, |(at, _)| at);
        match next {
            Some(next) if self.queue[next].0 <= due => self.queue.remove(next),
            _ => {
                let (at, exchange) = deadline.take().expect("the session waits for something");
                (at, EventKind::Timeout { exchange })
            }
        }
    }

    fn reply(&mut self, after_ms: f64, message: Value) {
        let kind = EventKind::Message {
            exchange: None,
            text: message.to_string(),
            event_id: None,
            retry: None,
            event: None,
        };
        self.queue.push((self.now + after_ms, kind));
    }

    fn answer(&mut self, request: &Value) {
        let result = match request["method"].as_str().unwrap_or_default() {
            "initialize" => json!({
                "protocolVersion": self.script["revision"],
                "capabilities": { "tools": {} },
                "serverInfo": { "name": "scripted", "version": "1.0.0" }
            }),
            "ping" => json!({}),
            "tools/list" => {
                let changed = self.script.get("toolsOnceCalled").filter(|_| !self.called.is_empty());
                json!({ "tools": changed.unwrap_or(&self.script["tools"]) })
            }
            "tools/call" => {
                self.call(request);
                return;
            }
            other => panic!("the script knows no {other}"),
        };
        self.reply(REPLY_MS, json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }));
    }

    fn call(&mut self, request: &Value) {
        let (tool, arguments) = (&request["params"]["name"], &request["params"]["arguments"]);
        self.called.push(json!([tool, arguments]));
        let rules = self.script["calls"].as_array().map_or(&[][..], Vec::as_slice);
        let fits = |rule: &Value| {
            rule["tool"] == *tool && rule.get("arguments").is_none_or(|wanted| wanted == arguments)
        };
        let unknown = json!({ "error": { "code": -32602, "message": "Unknown tool" } });
        let answer = match rules.iter().position(fits) {
            Some(index) => {
                let answers = rules[index]["answers"].as_array().unwrap();
                let count = self.asked.entry(index).or_default();
                *count += 1;
                answers[(*count - 1) % answers.len()].clone()
            }
            None => unknown,
        };
        if answer.get("hang").is_some() {
            return;
        }
        if let Some(code) = answer.get("exit") {
            let code = i32::try_from(code.as_i64().unwrap()).unwrap();
            self.queue.push((self.now + 1.0, closed(Some(code))));
            return;
        }
        let mut message = json!({ "jsonrpc": "2.0", "id": request["id"] });
        let kind = if answer.get("error").is_some() { "error" } else { "result" };
        message[kind] = answer[kind].clone();
        self.reply(answer["delayMs"].as_f64().unwrap_or(REPLY_MS), message);
    }
}

fn closed(exit_code: Option<i32>) -> EventKind {
    EventKind::Closed { exit_code, signal: None, ended_by: None, stderr_tail: String::new() }
}
