//! Plays a script against a session, in time that only the script passes: those of `fixtures/servers/scripted`,
//! and the servers on the pages of the rule book.

use std::collections::BTreeMap;

use mcpward_core::session::{Effect, Event, EventKind, Session, SessionOptions};
use serde_json::{Value, json};

/// How long a reply takes that the script does not delay.
const REPLY_MS: f64 = 10.0;

/// The revision without a handshake.
const MODERN: &str = "2026-07-28";

/// A script: what the server offers, how it answers calls, what is checked and what must come of it.
pub(crate) struct Script(pub(crate) Value);

/// What a session left behind: every call that reached the server, as `[tool, arguments]`, and the capture as JSON
/// text.
pub(crate) type Played = (Vec<Value>, String);

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
        let http = self.0["transport"] == "http";
        let protocol = if self.0["revision"] == MODERN { MODERN } else { "auto" };
        let options = json!({
            "timeouts": timeouts, "transport": if http { "http" } else { "stdio" }, "protocol": protocol,
            "plan": { "command": command, "config": config }
        });
        let options: SessionOptions = serde_json::from_value(options).unwrap();
        let player = Player {
            script: &self.0,
            http,
            asked: BTreeMap::new(),
            replied: BTreeMap::new(),
            called: Vec::new(),
            queue: Vec::new(),
            now: 0.0,
        };
        player.play(Session::new(options))
    }
}

struct Player<'a> {
    script: &'a Value,
    http: bool,
    /// How often each rule of the script was used.
    asked: BTreeMap<usize, usize>,
    /// How often each method of the script's `replies` was asked.
    replied: BTreeMap<String, usize>,
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
                    Effect::Open { .. } | Effect::Reopen { .. } => {
                        self.queue.push((self.now, EventKind::Opened));
                    }
                    Effect::Send { text, exchange, deadline_ms, expects_reply, .. } => {
                        if expects_reply {
                            deadline = Some((self.now + deadline_ms, exchange));
                        }
                        self.answer(exchange, &serde_json::from_str(&text).unwrap());
                    }
                    Effect::Delete { exchange, .. } => {
                        self.http(exchange, &json!({ "status": 204 }));
                        self.queue.push((self.now, EventKind::StreamEnd { exchange }));
                    }
                    Effect::Deadline { exchange, deadline_ms } => {
                        deadline = Some((self.now + deadline_ms, exchange));
                    }
                    Effect::Close => {
                        let ended_by = self.script["endedBy"].as_str().map(str::to_owned);
                        self.queue.push((self.now, closed(None, ended_by)));
                    }
                    Effect::Finish { capture, failure } => {
                        let capture = capture.unwrap_or_else(|| panic!("a capture, not {failure:?}"));
                        return (self.called, capture);
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

    /// Something comes, after a while.
    fn reply(&mut self, exchange: u64, after_ms: f64, text: String) {
        let exchange = self.http.then_some(exchange);
        let kind = EventKind::Message { exchange, text, event_id: None, retry: None, event: None };
        self.queue.push((self.now + after_ms, kind));
    }

    /// A result or an error, with all that HTTP puts around it.
    fn answered(&mut self, exchange: u64, request: &Value, after_ms: f64, answer: &Value) {
        let kind = if answer.get("error").is_some() { "error" } else { "result" };
        let message = json!({ "jsonrpc": "2.0", "id": request["id"], kind: answer[kind] });
        if self.http {
            let mut head = json!({ "status": 200, "headers": { "content-type": "application/json" } });
            if let Some(id) = self.script.get("session").filter(|_| request["method"] == "initialize") {
                head["headers"]["mcp-session-id"] = id.clone();
            }
            self.http(exchange, &head);
        }
        self.reply(exchange, after_ms, message.to_string());
        if self.http {
            self.queue.push((self.now + after_ms, EventKind::StreamEnd { exchange }));
        }
    }

    fn http(&mut self, exchange: u64, head: &Value) {
        let status = u16::try_from(head["status"].as_u64().unwrap()).unwrap();
        let headers = head["headers"].as_object().into_iter().flatten();
        let headers =
            headers.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect();
        let body = head["body"].as_str().map(|text| text.replace("$ID", &exchange.to_string()));
        self.queue.push((self.now, EventKind::Http { exchange, status, headers, body }));
    }

    /// What the script writes instead of a plain answer, piece by piece: a text as it is (`$ID` stands for the id
    /// of the request), or an object: `result`, `error`, `status` with `headers` and `body`, `end`, `note`, `exit`.
    fn written(&mut self, exchange: u64, request: &Value, pieces: &[Value]) {
        for piece in pieces {
            if let Some(text) = piece.as_str() {
                let text = text.replace("$ID", &request["id"].to_string());
                self.reply(exchange, REPLY_MS, text);
            } else if piece.get("status").is_some() {
                self.http(exchange, piece);
                if piece.get("body").is_some() {
                    self.queue.push((self.now, EventKind::StreamEnd { exchange }));
                }
            } else if piece.get("end").is_some() {
                self.queue.push((self.now + REPLY_MS, EventKind::StreamEnd { exchange }));
            } else if let Some(code) = piece["note"].as_str() {
                let excerpt = piece["excerpt"].as_str().map(str::to_owned);
                self.queue.push((self.now, EventKind::Note { code: code.to_owned(), excerpt }));
            } else if let Some(code) = piece["exit"].as_i64() {
                let code = i32::try_from(code).unwrap();
                self.queue.push((self.now + REPLY_MS, closed(Some(code), None)));
            } else {
                self.answered(exchange, request, REPLY_MS, piece);
            }
        }
    }

    fn answer(&mut self, exchange: u64, request: &Value) {
        let method = request["method"].as_str().unwrap_or_default();
        let script = self.script;
        if let Some(pieces) = script["replies"].get(method).and_then(Value::as_array) {
            // Several lists: one for each time it is asked, the last one from then on.
            let count = self.replied.entry(method.to_owned()).or_default();
            *count += 1;
            let pieces = match pieces.get(*count - 1).or(pieces.last()) {
                Some(Value::Array(pieces)) => pieces,
                _ => pieces,
            };
            self.written(exchange, request, pieces);
            return;
        }
        let modern = self.script["revision"] == MODERN;
        let result = match method {
            "server/discover" => json!({
                "supportedVersions": [MODERN], "capabilities": { "tools": {} },
                "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "scripted", "version": "1.0.0" } }
            }),
            "initialize" => json!({
                "protocolVersion": self.script["revision"].as_str().unwrap_or("2025-11-25"),
                "capabilities": self.script.get("capabilities").unwrap_or(&json!({ "tools": {} })),
                "serverInfo": { "name": "scripted", "version": "1.0.0" }
            }),
            "ping" => json!({}),
            "tools/list" => {
                let changed = self.script.get("toolsOnceCalled").filter(|_| !self.called.is_empty());
                json!({ "tools": changed.or(self.script.get("tools")).unwrap_or(&json!([])) })
            }
            "tools/call" => {
                self.call(exchange, request);
                return;
            }
            _ if request.get("id").is_none() || request.get("method").is_none() => {
                if self.http {
                    self.http(exchange, &json!({ "status": 202, "body": "" }));
                    self.queue.push((self.now, EventKind::StreamEnd { exchange }));
                }
                return;
            }
            other => panic!("the script knows no {other}"),
        };
        let mut result = result;
        if modern {
            for (member, value) in
                [("resultType", json!("complete")), ("ttlMs", json!(0)), ("cacheScope", json!("public"))]
            {
                result[member] = value;
            }
        }
        self.answered(exchange, request, REPLY_MS, &json!({ "result": result }));
    }

    fn call(&mut self, exchange: u64, request: &Value) {
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
            self.queue.push((self.now + 1.0, closed(Some(code), None)));
            return;
        }
        let after_ms = answer["delayMs"].as_f64().unwrap_or(REPLY_MS);
        self.answered(exchange, request, after_ms, &answer);
    }
}

fn closed(exit_code: Option<i32>, ended_by: Option<String>) -> EventKind {
    EventKind::Closed { exit_code, signal: None, ended_by, stderr_tail: String::new() }
}
