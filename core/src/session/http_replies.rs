//! What HTTP says of a request: status, headers, and the end of a stream.

use std::collections::BTreeMap;

use crate::text::{quoted, shown};

use super::capture::Era;
use super::effect::Effect;
use super::envelope::{self, Body, Incoming};
use super::failure::Failure;
use super::machine::Session;
use super::notes::NoteCode;
use super::state::{Purpose, Reply};

/// How often one broken stream is taken up again.
const MAX_RESUMES: u32 = 20;

impl Session {
    /// The head of an HTTP reply, or all of one that carries no messages.
    pub(super) fn http(
        &mut self,
        exchange: u64,
        status: u16,
        headers: &BTreeMap<String, String>,
        body: Option<&str>,
    ) {
        let one_channel = self.one_channel();
        let Some(pending) = self.pending_at(exchange) else {
            self.told(status, headers);
            return;
        };
        let method = pending.method;
        match &pending.purpose {
            Purpose::Delete => {
                if body.is_some() {
                    self.close();
                }
                return;
            }
            Purpose::Initialized => {
                if body.is_some() || (200..300).contains(&status) {
                    self.notified(status);
                }
                return;
            }
            Purpose::Initialize if (200..300).contains(&status) => self.take_session(headers),
            _ => {}
        }
        let Some(body) = body else { return };
        if (200..300).contains(&status) && one_channel {
            return;
        }
        self.finished_reply(exchange, status, method, headers, body);
    }

    /// A complete HTTP reply that is no stream and no JSON, or an error.
    fn finished_reply(
        &mut self,
        exchange: u64,
        status: u16,
        method: &'static str,
        headers: &BTreeMap<String, String>,
        body: &str,
    ) {
        let lost = status == 404 && self.session_id.is_some() && method != "initialize";
        if lost {
            self.answer(Reply::SessionLost);
            return;
        }
        if let Incoming::Reply { id, body: parsed, .. } = envelope::read(body) {
            match parsed {
                Body::Error(error) => {
                    if id != exchange.to_string() {
                        self.note(
                            NoteCode::NullId,
                            format!("an error reply has the id {} instead of the request's", shown(id)),
                            None,
                        );
                    }
                    if matches!(status, 401 | 403) {
                        let failure = self.http_failure(status, method, challenge(headers), &error.message);
                        self.answer(Reply::Status(status, failure));
                    } else {
                        self.answer(Reply::Error(error, Some(status)));
                    }
                    return;
                }
                Body::Result(result) if (200..300).contains(&status) => {
                    let kind = headers.get("content-type").map_or("none", String::as_str);
                    self.note(
                        NoteCode::ContentType,
                        format!("a reply has the content type {}", quoted(kind)),
                        None,
                    );
                    self.answer(Reply::Result(result.to_owned()));
                    return;
                }
                Body::Result(_) => {}
            }
        }
        if !(200..300).contains(&status) {
            let failure = self.http_failure(status, method, challenge(headers), body);
            self.answer(Reply::Status(status, failure));
            return;
        }
        let kind = headers.get("content-type").map(|kind| format!(" of content type {}", quoted(kind)));
        let why = format!("HTTP {status} without a message{}", kind.unwrap_or_default());
        let failure = self.unusable(method, &why);
        self.answer(Reply::Failed(failure));
    }

    fn take_session(&mut self, headers: &BTreeMap<String, String>) {
        let Some(id) = headers.get("mcp-session-id") else { return };
        if id.is_empty() || !id.bytes().all(|byte| (0x21..=0x7E).contains(&byte)) {
            self.note(NoteCode::SessionId, "the session id has characters outside visible ASCII", Some(id));
        }
        self.session_id = Some(id.clone());
    }

    /// The reply to an answer or notification that nobody waits for.
    fn told(&mut self, status: u16, _headers: &BTreeMap<String, String>) {
        if status != 202 {
            self.note(
                NoteCode::NotificationStatus,
                format!("a notification or answer got HTTP {status} instead of 202"),
                None,
            );
        }
    }

    /// `notifications/initialized` was taken, or not.
    fn notified(&mut self, status: u16) {
        if status != 202 {
            let what = format!("`notifications/initialized` got HTTP {status} instead of 202");
            self.note(NoteCode::NotificationStatus, what, None);
        }
        self.pending = None;
        self.agreed();
    }

    /// A stream ended, or broke, perhaps before the reply.
    pub(super) fn stream_end(&mut self, exchange: u64, broken: Option<Failure>) {
        if self.sse.as_ref().is_some_and(|sse| sse.listen == exchange) && self.pending.is_some() {
            let method = self.pending.as_ref().map_or("", |pending| pending.method);
            let failure = broken.unwrap_or_else(|| self.unusable(method, "the event stream ended"));
            self.answer(Reply::Failed(failure));
            return;
        }
        let one_channel = self.one_channel();
        let legacy = self.era == Era::Legacy;
        let Some(pending) = self.pending_at(exchange) else { return };
        let method = pending.method;
        if matches!(pending.purpose, Purpose::Delete) {
            self.close();
            return;
        }
        if matches!(pending.purpose, Purpose::Initialized) {
            let what = "`notifications/initialized` was not answered";
            self.note(NoteCode::NotificationStatus, what, None);
            self.pending = None;
            self.agreed();
            return;
        }
        if one_channel && broken.is_none() {
            return;
        }
        if let Some(last_event_id) = pending.last_event_id.clone()
            && legacy
            && pending.resumes < MAX_RESUMES
        {
            pending.resumes += 1;
            let after_ms = pending.retry_ms.unwrap_or(1_000.0);
            let headers = self.headers("", None);
            self.out.push(Effect::Resume { exchange, last_event_id, after_ms, headers });
            return;
        }
        let listed = matches!(pending.purpose, Purpose::Page(_) | Purpose::RelistPage(_));
        let cut = broken.as_ref().is_none_or(|failure| failure.code == "connection-reset");
        let afresh = cut && !legacy && listed && pending.resumes == 0;
        if afresh || broken.is_none() {
            let what = format!("the reply stream of `{method}` ended before the reply");
            self.note(NoteCode::EarlyClose, what, None);
        }
        if afresh {
            self.ask_afresh();
            return;
        }
        let failure = broken.unwrap_or_else(|| self.unusable(method, "the stream ended before the reply"));
        self.answer(Reply::Failed(failure));
    }

    /// From 2026-07-28 a stream that broke is not taken up again: the request is sent once more, under another
    /// id. Only for what changes nothing.
    fn ask_afresh(&mut self) {
        let Some(pending) = self.pending.take() else { return };
        let deadline = self.options.timeouts.call();
        self.request(pending.purpose, pending.method, pending.params.as_deref(), deadline);
        if let Some(pending) = self.pending.as_mut() {
            pending.resumes = 1;
        }
    }
}

fn challenge(headers: &BTreeMap<String, String>) -> Option<&str> {
    headers.get("www-authenticate").map(String::as_str)
}
