use std::collections::{BTreeSet, VecDeque};

use crate::redact::Redactor;
use crate::surface::Surface;
use crate::text::shown;

use super::capture::{CallRecord, Era, Handshake, Ping, Relisted, Timings, Unlisted};
use super::effect::Effect;
use super::event::{Event, EventKind};
use super::failure::Failure;
use super::notes::{NoteCode, Notes};
use super::options::{SessionOptions, Transport};
use super::plan::{NoCalls, Planner};
use super::state::{Pending, Purpose, Reply, Sse, State, Task, Tried};

/// One conversation with one server, from opening to the finished capture.
///
/// Call [`Session::start`] once, carry out the effects, and hand every event to [`Session::on`] until an
/// [`Effect::Finish`] comes. Time is what the events say it is.
pub struct Session {
    pub(super) options: SessionOptions,
    pub(super) planner: Box<dyn Planner>,
    pub(super) redactor: Redactor,
    pub(super) now: f64,
    pub(super) exchange: u64,
    pub(super) pending: Option<Pending>,
    pub(super) tasks: VecDeque<Task>,
    pub(super) expired: BTreeSet<u64>,
    pub(super) out: Vec<Effect>,
    pub(super) state: State,

    pub(super) era: Era,
    pub(super) revision: String,
    pub(super) tried: Tried,
    pub(super) established: bool,
    pub(super) assume_tools: bool,
    /// How the first attempt to agree on a revision was refused.
    pub(super) first_refusal: Option<Failure>,
    pub(super) session_id: Option<String>,
    pub(super) sessions_lost: u32,
    pub(super) sse: Option<Sse>,

    pub(super) surface: Surface,
    pub(super) handshake: Handshake,
    pub(super) notes: Notes,
    pub(super) ping: Ping,
    pub(super) calls: Vec<CallRecord>,
    pub(super) relisted: Option<Relisted>,
    pub(super) unlisted: Vec<Unlisted>,
    pub(super) timings: Timings,
    pub(super) incomplete: Option<String>,
}

impl Session {
    /// A session that lists, and calls what the plan in its options says.
    #[must_use]
    pub fn new(mut options: SessionOptions) -> Self {
        match options.plan.take() {
            Some(plan) => Self::with_planner(options, Box::new(plan)),
            None => Self::with_planner(options, Box::new(NoCalls)),
        }
    }

    /// A session that also calls what the planner says.
    #[must_use]
    pub fn with_planner(options: SessionOptions, planner: Box<dyn Planner>) -> Self {
        let redactor = Redactor::new(&options.secrets);
        Self {
            options,
            planner,
            redactor,
            now: 0.0,
            exchange: 0,
            pending: None,
            tasks: VecDeque::new(),
            expired: BTreeSet::new(),
            out: Vec::new(),
            state: State::Idle,
            era: Era::Legacy,
            revision: String::new(),
            tried: Tried::default(),
            established: false,
            assume_tools: false,
            first_refusal: None,
            session_id: None,
            sessions_lost: 0,
            sse: None,
            surface: Surface::default(),
            handshake: Handshake::default(),
            notes: Notes::default(),
            ping: Ping::NotInRevision,
            calls: Vec::new(),
            relisted: None,
            unlisted: Vec::new(),
            timings: Timings::default(),
            incomplete: None,
        }
    }

    /// The first effects. Time starts here.
    pub fn start(&mut self) -> Vec<Effect> {
        self.state = State::Opening;
        let deadline_ms = self.within_run(self.options.timeouts.start());
        self.out.push(Effect::Open { deadline_ms });
        std::mem::take(&mut self.out)
    }

    /// What to do about an event. After [`Effect::Finish`] nothing more comes.
    pub fn on(&mut self, event: Event) -> Vec<Effect> {
        self.now = event.at.max(self.now);
        if self.state != State::Finished {
            self.dispatch(event.kind);
        }
        std::mem::take(&mut self.out)
    }

    fn dispatch(&mut self, kind: EventKind) {
        if let State::Closing(_) = self.state {
            if let EventKind::Closed { exit_code: _, signal: _, ended_by, stderr_tail } = kind {
                self.ended(ended_by.as_deref());
                self.finish(&stderr_tail);
            }
            return;
        }
        match kind {
            EventKind::Opened => {
                self.state = State::Open;
                if self.timings.opened_ms == 0.0 {
                    self.timings.opened_ms = self.now;
                }
                self.begin();
            }
            EventKind::Sent { exchange } => {
                let now = self.now;
                if let Some(pending) = self.pending_at(exchange) {
                    pending.sent_at = now;
                }
            }
            EventKind::Message { exchange, text, event_id, retry, event } => {
                self.message(exchange, &text, event_id, retry, event.as_deref());
            }
            EventKind::Http { exchange, status, headers, body } => {
                self.http(exchange, status, &headers, body.as_deref())
            }
            EventKind::StreamEnd { exchange } => self.stream_end(exchange, None),
            EventKind::Timeout { exchange } => self.timeout(exchange),
            EventKind::Note { code, excerpt } => self.host_note(&code, excerpt.as_deref()),
            EventKind::Failed { exchange: Some(exchange), code, message } => {
                let failure = self.io_failure(&code, &message);
                self.stream_end(exchange, Some(failure));
            }
            EventKind::Failed { exchange: None, code, message } => {
                let failure = self.io_failure(&code, &message);
                self.fail(failure);
            }
            EventKind::Closed { exit_code, signal, stderr_tail, .. } => {
                self.died(exit_code, signal.as_deref(), &stderr_tail);
            }
        }
    }

    pub(super) fn pending_at(&mut self, exchange: u64) -> Option<&mut Pending> {
        self.pending.as_mut().filter(|pending| pending.exchange == exchange)
    }

    /// Sends a request and waits for its reply.
    pub(super) fn request(
        &mut self,
        purpose: Purpose,
        method: &'static str,
        params: Option<&str>,
        deadline: f64,
    ) {
        self.exchange += 1;
        let exchange = self.exchange;
        let deadline_ms = self.within_run(deadline);
        let name = match &purpose {
            Purpose::Call(calling) => Some(&calling.call),
            _ => None,
        };
        let headers = self.headers(method, name);
        let asked = params.map(ToOwned::to_owned);
        let params = self.params(method, params);
        let text = format!("{{\"jsonrpc\":\"2.0\",\"id\":{exchange},\"method\":\"{method}\"{params}}}");
        self.wait_for(exchange, purpose, method, deadline_ms);
        if let Some(pending) = self.pending.as_mut() {
            pending.params = asked;
        }
        let url = self.endpoint();
        self.out.push(Effect::Send { exchange, text, deadline_ms, headers, url, expects_reply: true });
    }

    /// Registers an exchange as the one that is on its way.
    pub(super) fn wait_for(
        &mut self,
        exchange: u64,
        purpose: Purpose,
        method: &'static str,
        deadline_ms: f64,
    ) {
        self.pending = Some(Pending {
            exchange,
            purpose,
            method,
            sent_at: self.now,
            deadline_ms,
            suspect: None,
            last_event_id: None,
            retry_ms: None,
            resumes: 0,
            params: None,
        });
    }

    /// Sends a notification or an answer.
    pub(super) fn tell(&mut self, text: String, method: &str) -> u64 {
        self.exchange += 1;
        let exchange = self.exchange;
        let deadline_ms = self.within_run(self.options.timeouts.call());
        let headers = self.headers(method, None);
        let url = self.endpoint();
        self.out.push(Effect::Send { exchange, text, deadline_ms, headers, url, expects_reply: false });
        exchange
    }

    fn endpoint(&self) -> Option<String> {
        self.sse.as_ref().and_then(|sse| sse.endpoint.clone())
    }

    /// A deadline, cut so that the whole run stays within `runMs`.
    pub(super) fn within_run(&self, wanted: f64) -> f64 {
        wanted.min(self.options.timeouts.run() - self.now).max(1.0)
    }

    pub(super) fn run_is_over(&self) -> bool {
        self.now >= self.options.timeouts.run()
    }

    pub(super) fn over_http(&self) -> bool {
        self.options.transport == Transport::Http
    }

    /// Until the first byte the time of a process start and of a download counts.
    pub(super) fn starts_a_process(&self) -> bool {
        self.options.transport == Transport::Stdio
    }

    /// Messages come on one channel for all exchanges, so that ids must be believed.
    pub(super) fn one_channel(&self) -> bool {
        !self.over_http() || self.sse.is_some()
    }

    pub(super) fn progress(&mut self, message: impl Into<String>) {
        self.out.push(Effect::Progress { message: message.into() });
    }

    fn timeout(&mut self, exchange: u64) {
        if exchange == 0 && self.state == State::Opening {
            let failure = self.open_timeout();
            self.fail(failure);
            return;
        }
        if self.pending_at(exchange).is_none() {
            return;
        }
        if self.run_is_over() {
            self.out_of_time();
            return;
        }
        let suspect = self.pending.as_mut().and_then(|pending| pending.suspect.take());
        self.answer(suspect.unwrap_or(Reply::TimedOut));
    }

    fn host_note(&mut self, code: &str, excerpt: Option<&str>) {
        self.first_byte();
        let code = NoteCode::named(code);
        let what = match code {
            NoteCode::InvalidUtf8 => "bytes that are no UTF-8 were replaced by U+FFFD",
            NoteCode::UnterminatedLine => "text stands on standard output without the end of a line",
            NoteCode::SseUnterminated => "an event stream ended without the blank line of its last event",
            NoteCode::Redirected => "a redirect was followed",
            NoteCode::StdoutNoise => "a line on standard output is no JSON-RPC message",
            _ => "something odd came over the connection",
        };
        let excerpt = excerpt.map(|text| self.redactor.text(text));
        self.notes.add(code, what, excerpt.as_deref());
    }

    /// After the first byte the handshake has `connectMs` left, however long the start took.
    pub(super) fn first_byte(&mut self) {
        if self.timings.first_message_ms.is_some() {
            return;
        }
        self.timings.first_message_ms = Some(self.now);
        let connect = self.within_run(self.options.timeouts.connect());
        let waiting = matches!(
            self.pending.as_ref().map(|pending| &pending.purpose),
            Some(Purpose::Initialize | Purpose::Discover)
        );
        if waiting
            && !self.over_http()
            && let Some(pending) = self.pending.as_mut()
        {
            pending.deadline_ms = connect;
            self.out.push(Effect::Deadline { exchange: pending.exchange, deadline_ms: connect });
        }
    }

    /// `"node server.js"`, or just `the server`.
    pub(super) fn target(&self) -> String {
        if self.options.target.is_empty() {
            "the server".to_owned()
        } else {
            format!("the server `{}`", shown(&self.options.target))
        }
    }
}
