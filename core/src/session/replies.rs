//! From what comes over the connection to the reply of the request that is on its way.

use crate::json;
use crate::text::{quoted, shown};

use super::capture::Era;
use super::effect::Effect;
use super::envelope::{self, Body, Incoming};
use super::machine::Session;
use super::notes::NoteCode;
use super::state::{Purpose, Reply};

/// How long a request still waits once its answer seems to have come in a form that cannot be matched.
const SUSPECT_MS: f64 = 2_000.0;
/// How many messages one batch may hold.
const MAX_BATCH: usize = 1_000;

impl Session {
    pub(super) fn message(
        &mut self,
        exchange: Option<u64>,
        text: &str,
        event_id: Option<String>,
        retry: Option<f64>,
        event: Option<&str>,
    ) {
        if let Some(pending) = exchange.and_then(|exchange| self.pending_at(exchange)) {
            pending.retry_ms = retry.or(pending.retry_ms);
            pending.last_event_id = event_id.filter(|id| !id.is_empty()).or(pending.last_event_id.take());
        }
        if text.trim().is_empty() {
            return;
        }
        self.first_byte();
        if let Some(sse) = &self.sse
            && exchange == Some(sse.listen)
        {
            if event == Some("endpoint") {
                if matches!(self.pending.as_ref().map(|pending| &pending.purpose), Some(Purpose::Endpoint)) {
                    self.answer(Reply::Result(text.trim().to_owned()));
                }
                return;
            }
            self.incoming(None, text, true);
            return;
        }
        self.incoming(exchange, text, true);
    }

    fn incoming(&mut self, exchange: Option<u64>, text: &str, whole: bool) {
        match envelope::read(text) {
            Incoming::Reply { id, body, odd } => self.reply(exchange, id, body, odd, text),
            Incoming::Request { id, method } => self.server_request(id, &method),
            Incoming::Notification { .. } => {}
            Incoming::Batch(messages) if whole => {
                if self.revision != "2025-03-26" {
                    self.note(
                        NoteCode::BatchReply,
                        "messages came as a batch, which only 2025-03-26 allows",
                        Some(text),
                    );
                }
                for message in messages.into_iter().take(MAX_BATCH) {
                    self.incoming(exchange, message, false);
                }
            }
            Incoming::Batch(_) => {
                self.note(NoteCode::MalformedMessage, "a batch stands inside a batch", Some(text))
            }
            Incoming::NoMessage(why) => self.no_message(why, text),
            Incoming::NoJson(error) => self.no_json(exchange, &error, text),
        }
    }

    fn no_message(&mut self, why: &str, text: &str) {
        if self.over_http() {
            self.note(NoteCode::MalformedMessage, format!("a message is no JSON-RPC: {why}"), Some(text));
        } else {
            self.note(NoteCode::StdoutNoise, "a line on standard output is no JSON-RPC message", Some(text));
        }
    }

    fn no_json(&mut self, exchange: Option<u64>, error: &json::JsonError, text: &str) {
        let meant = text.trim_start().starts_with('{') && text.contains("\"jsonrpc\"");
        if !meant && !self.over_http() {
            self.note(NoteCode::StdoutNoise, "a line on standard output is no JSON-RPC message", Some(text));
            return;
        }
        self.note(NoteCode::InvalidJson, format!("a message is no valid JSON: {error}"), Some(text));
        let Some(pending) = &self.pending else { return };
        let failure = self.unusable(pending.method, &format!("it is no valid JSON: {error}"));
        if exchange == Some(pending.exchange) {
            self.answer(Reply::Failed(failure));
        } else {
            self.suspect(Reply::Failed(failure));
        }
    }

    /// Something came that may be the answer: wait only a little for a better one.
    fn suspect(&mut self, reply: Reply) {
        let deadline_ms = self.within_run(SUSPECT_MS);
        let Some(pending) = self.pending.as_mut() else { return };
        if pending.suspect.is_none() {
            let exchange = pending.exchange;
            pending.suspect = Some(reply);
            self.out.push(Effect::Deadline { exchange, deadline_ms });
        }
    }

    fn reply(&mut self, exchange: Option<u64>, id: &str, body: Body<'_>, odd: Option<&str>, text: &str) {
        if let Some(odd) = odd {
            self.note(
                NoteCode::MalformedMessage,
                format!("a reply is not quite JSON-RPC: {odd}"),
                Some(text),
            );
        }
        let number = id.parse::<u64>().ok();
        let from_string = json::string(id).and_then(|inner| inner.trim().parse::<u64>().ok());
        let waiting = self.pending.as_ref().map(|pending| (pending.exchange, pending.method));
        let reply = match body {
            Body::Result(result) => self.checked_result(result),
            Body::Error(error) => Reply::Error(error, None),
        };
        let Some((wanted, method)) = waiting else {
            self.unasked(number, id, text);
            return;
        };
        if number == Some(wanted) {
            self.answer(reply);
        } else if from_string == Some(wanted) {
            self.note(
                NoteCode::StringId,
                "a reply has its id as a string where a number was asked",
                Some(id),
            );
            self.answer(reply);
        } else if exchange == Some(wanted) && !self.one_channel() {
            // An HTTP reply belongs to its POST whatever its id says.
            if id == "null" || matches!(reply, Reply::Error(..)) {
                self.note(
                    NoteCode::NullId,
                    format!("an error reply has the id {} instead of the request's", shown(id)),
                    None,
                );
            } else {
                self.note(
                    NoteCode::WrongId,
                    format!("a reply to `{method}` has another id than the request"),
                    Some(id),
                );
            }
            self.answer(reply);
        } else if number.is_some_and(|number| number > 0 && number <= self.exchange) {
            self.unasked(number, id, text);
        } else if id == "null" {
            self.note(NoteCode::NullId, "an error reply has no id", Some(text));
            self.suspect(reply);
        } else {
            let what = "a reply has an id that was never asked";
            self.note(NoteCode::WrongId, what, Some(id));
            let why = format!("its id is {} where {wanted} was asked", shown(id));
            let failure = self
                .unusable(method, &why)
                .hint("a reply must carry the id of its request; real clients wait for ever");
            self.suspect(Reply::Failed(failure));
        }
    }

    /// From 2026-07-28 a result says what kind it is, and an unknown kind is no result.
    fn checked_result(&mut self, result: &str) -> Reply {
        let whole = Reply::Result(result.to_owned());
        if self.era != Era::Modern {
            return whole;
        }
        let Some(pending) = &self.pending else { return whole };
        let method = pending.method;
        let members = json::members(result).unwrap_or_default();
        let find = |name: &str| members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| *value);
        let kind = find("resultType").map(|kind| json::string(kind).unwrap_or_default());
        let may_ask = matches!(pending.purpose, Purpose::Call(_));
        match kind.as_deref() {
            None | Some("complete") => {}
            Some("input_required") if may_ask => {}
            Some(other) => {
                let what = format!("the result of `{method}` is of the kind {}", quoted(other));
                self.note(NoteCode::ResultType, what.clone(), None);
                return Reply::Failed(self.unusable(method, &what));
            }
        }
        let listed = matches!(pending.purpose, Purpose::Page(_) | Purpose::RelistPage(_));
        let ttl = find("ttlMs").and_then(|ttl| ttl.parse::<f64>().ok()).is_some_and(|ttl| ttl >= 0.0);
        let scope = find("cacheScope").and_then(json::string).is_some();
        for (member, right) in
            [("resultType", kind.is_some()), ("ttlMs", !listed || ttl), ("cacheScope", !listed || scope)]
        {
            if !right {
                let what = format!("the result of `{method}` has no valid `{member}`");
                self.note(NoteCode::MalformedResult, what, None);
            }
        }
        whole
    }

    /// A reply nobody waits for.
    fn unasked(&mut self, number: Option<u64>, id: &str, text: &str) {
        match number {
            Some(number) if self.expired.contains(&number) => {
                self.note(NoteCode::LateReply, "a reply came after its deadline", None);
            }
            Some(number) if number > 0 && number <= self.exchange => {
                self.note(NoteCode::DuplicateReply, "a request was answered twice", Some(text));
            }
            _ if id == "null" => self.note(NoteCode::NullId, "an error reply has no id", Some(text)),
            _ => self.note(NoteCode::WrongId, "a reply has an id that was never asked", Some(id)),
        }
    }

    fn server_request(&mut self, id: &str, method: &str) {
        let modern = self.era == Era::Modern;
        if modern {
            let what = format!(
                "the server asked for {}, and this revision has no requests to the client",
                quoted(method)
            );
            self.note(NoteCode::ForbiddenServerRequest, what, None);
            if self.over_http() {
                return;
            }
        }
        let text = if method == "ping" && !modern {
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}")
        } else {
            if !modern {
                let what = format!(
                    "the server asked for {}, which no declared client capability allows",
                    quoted(method)
                );
                self.note(NoteCode::UndeclaredServerRequest, what, None);
            }
            format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32601,\"message\":\"Method not found\"}}}}"
            )
        };
        self.tell(text, "");
    }

    pub(super) fn note(&mut self, code: NoteCode, what: impl Into<String>, excerpt: Option<&str>) {
        let excerpt = excerpt.map(|text| {
            let end = text.char_indices().nth(2_000).map_or(text.len(), |(offset, _)| offset);
            self.redactor.text(text.get(..end).unwrap_or_default())
        });
        self.notes.add(code, self.redactor.text(&what.into()), excerpt.as_deref());
    }
}
