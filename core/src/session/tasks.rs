//! What is done once the revision is agreed: ping, lists, calls, the second listing, the end.

use crate::json;
use crate::surface::{Definition, Kind};
use crate::text::quoted;

use super::capture::{CallOutcome, CallRecord, Capture, Era, Ping, Relisted, Unlisted};
use super::effect::Effect;
use super::failure::Failure;
use super::listing::{After, Listing};
use super::machine::Session;
use super::notes::NoteCode;
use super::param_headers;
use super::plan::PlannedCall;
use super::rounds::Calling;
use super::state::{Purpose, Reply, Task};

/// JSON-RPC: the server has no such method.
const METHOD_NOT_FOUND: i64 = -32601;

/// How long the end of an HTTP session may take.
const DELETE_MS: f64 = 2_000.0;
/// How often a lost session is begun again.
const MAX_SESSIONS: u32 = 1;

impl Session {
    /// Takes up the next task.
    pub(super) fn next(&mut self) {
        if self.run_is_over() {
            self.out_of_time();
            return;
        }
        let deadline = self.options.timeouts.call();
        match self.tasks.pop_front() {
            Some(Task::Ping) => self.request(Purpose::Ping, "ping", None, deadline),
            Some(Task::List(kind)) => {
                self.request(Purpose::Page(Listing::new(kind)), Listing::method(kind), None, deadline);
            }
            Some(Task::Plan) => self.plan(),
            Some(Task::Call(call)) => self.call(call),
            Some(Task::Relist) => {
                let listing = Listing::new(Kind::Tool);
                self.request(Purpose::RelistPage(listing), Listing::method(Kind::Tool), None, deadline);
            }
            Some(Task::Goodbye) | None => self.goodbye(),
        }
    }

    fn plan(&mut self) {
        self.timings.listed_ms = Some(self.now);
        self.check_header_annotations();
        let calls = self.planner.calls(&self.surface);
        let any = !calls.is_empty();
        self.tasks.extend(calls.into_iter().map(Task::Call));
        if any {
            self.tasks.push_back(Task::Relist);
        }
        self.tasks.push_back(Task::Goodbye);
        self.next();
    }

    /// A client must leave out a tool whose `x-mcp-header` is invalid; a contract tester keeps it and says so.
    fn check_header_annotations(&mut self) {
        if self.era != Era::Modern {
            return;
        }
        let problems: Vec<String> = self
            .surface
            .tools
            .iter()
            .filter_map(|tool| {
                let problem = param_headers::annotation_problem(tool)?;
                Some(format!("tool {}: {problem}", quoted(tool.key())))
            })
            .collect();
        for problem in problems {
            self.note(NoteCode::HeaderAnnotation, problem, None);
        }
    }

    fn call(&mut self, call: PlannedCall) {
        // The second listing and the goodbye stand behind the calls.
        let left = self.tasks.len().saturating_sub(2);
        self.progress(format!("calling {} ({left} more after it)", quoted(&call.tool)));
        self.send_call(Calling::first(call), "");
    }

    fn goodbye(&mut self) {
        let (true, Some(_)) = (self.over_http(), self.session_id.as_ref()) else {
            self.close();
            return;
        };
        self.exchange += 1;
        let exchange = self.exchange;
        let headers = self.headers("", None);
        let deadline_ms = self.within_run(DELETE_MS);
        self.wait_for(exchange, Purpose::Delete, "DELETE", deadline_ms);
        self.out.push(Effect::Delete { exchange, headers, deadline_ms });
    }

    /// The reply of the request that is on its way, whatever it is.
    pub(super) fn answer(&mut self, reply: Reply) {
        let Some(pending) = self.pending.take() else { return };
        let (method, waited) = (pending.method, pending.deadline_ms);
        if reply == Reply::TimedOut {
            self.expired.insert(pending.exchange);
        }
        match pending.purpose {
            Purpose::Initialize => self.initialized(reply, waited),
            Purpose::Discover => self.discovered(reply, waited),
            Purpose::Endpoint => self.listening(reply),
            Purpose::Initialized => {
                if reply == Reply::TimedOut {
                    let what = "`notifications/initialized` was not answered";
                    self.note(NoteCode::NotificationStatus, what, None);
                }
                self.agreed();
            }
            Purpose::Delete => self.close(),
            Purpose::Ping => self.pinged(reply, self.now - pending.sent_at),
            Purpose::Page(listing) => self.listed(listing, reply, method, waited),
            Purpose::RelistPage(listing) => self.relisted(listing, reply, method, waited),
            Purpose::Call(calling) => {
                let elapsed = calling.spent_ms + self.now - pending.sent_at;
                if let Reply::Result(result) = &reply
                    && let Some(questions) = self.questions(result)
                {
                    self.ask_again(calling, questions, elapsed);
                } else {
                    self.called(calling.call, reply, pending.exchange, elapsed, waited);
                }
            }
        }
    }

    fn pinged(&mut self, reply: Reply, elapsed_ms: f64) {
        self.ping = match reply {
            Reply::Result(_) => Ping::Answered { elapsed_ms },
            Reply::Error(error, _) => Ping::Refused { error },
            Reply::TimedOut => Ping::Unanswered { reason: "nothing came in time".to_owned() },
            Reply::SessionLost => {
                self.again(Task::Ping);
                return;
            }
            Reply::Failed(failure) | Reply::Status(_, failure) => {
                Ping::Unanswered { reason: failure.message }
            }
        };
        self.next();
    }

    /// The server forgot the session: begin another one and do this task first. Once only.
    fn again(&mut self, task: Task) {
        self.note(NoteCode::SessionLost, "the server answered 404 to a session it had opened", None);
        if self.sessions_lost >= MAX_SESSIONS {
            let failure = Failure::new(
                "session-lost",
                format!("{} forgets its sessions: 404 again after a new one", self.target()),
            )
            .hint("behind a load balancer, route all requests of one Mcp-Session-Id to the same instance");
            self.fail(failure);
            return;
        }
        self.sessions_lost += 1;
        self.tasks.push_front(task);
        self.begin();
    }

    fn listed(&mut self, mut listing: Listing, reply: Reply, method: &'static str, waited: f64) {
        let kind = listing.kind;
        let absent = matches!(&reply, Reply::Error(error, _) if error.code == METHOD_NOT_FOUND);
        let problem = match reply {
            Reply::Result(result) => match listing.page(&result, &self.options.limits) {
                Ok(After::More(cursor)) => {
                    self.more(Purpose::Page(listing), method, &cursor);
                    return;
                }
                Ok(After::Done) => {
                    *self.surface.list_mut(kind) = listing.entries;
                    self.surface.oddities.append(&mut listing.oddities);
                    self.next();
                    return;
                }
                Err(why) => self.unusable(method, &why),
            },
            Reply::SessionLost => {
                self.again(Task::List(kind));
                return;
            }
            other => self.problem(other, method, waited),
        };
        if kind == Kind::Tool {
            self.fail(problem);
            return;
        }
        let what = format!("the capability is declared and `{method}` cannot be had: {}", problem.message);
        self.note(NoteCode::ListMissing, what, None);
        if !absent {
            self.unlisted.push(Unlisted { kind, reason: problem.message });
        }
        self.next();
    }

    fn more(&mut self, purpose: Purpose, method: &'static str, cursor: &str) {
        let deadline = self.options.timeouts.call();
        self.request(purpose, method, Some(&format!("{{\"cursor\":{cursor}}}")), deadline);
    }

    fn problem(&mut self, reply: Reply, method: &str, waited: f64) -> Failure {
        match reply {
            Reply::Error(error, _) => self.refused(method, &error),
            Reply::TimedOut => self.no_reply(method, waited, false),
            Reply::Failed(failure) | Reply::Status(_, failure) => failure,
            Reply::Result(_) | Reply::SessionLost => self.unusable(method, "the session was lost"),
        }
    }

    fn relisted(&mut self, mut listing: Listing, reply: Reply, method: &'static str, waited: f64) {
        let outcome = match reply {
            Reply::Result(result) => match listing.page(&result, &self.options.limits) {
                Ok(After::More(cursor)) => {
                    self.more(Purpose::RelistPage(listing), method, &cursor);
                    return;
                }
                Ok(After::Done) => {
                    Relisted { tools: changed(&self.surface.tools, listing.entries), error: None }
                }
                Err(why) => Relisted { tools: None, error: Some(why) },
            },
            Reply::SessionLost => {
                self.again(Task::Relist);
                return;
            }
            other => Relisted { tools: None, error: Some(self.problem(other, method, waited).message) },
        };
        self.relisted = Some(outcome);
        self.next();
    }

    fn called(&mut self, call: PlannedCall, reply: Reply, exchange: u64, elapsed_ms: f64, waited: f64) {
        let mut repairs = Vec::new();
        let outcome = match reply {
            Reply::Result(result) => match json::lenient(&result) {
                Ok(read) => {
                    repairs = read
                        .repairs
                        .iter()
                        .map(|repair| format!("{}: {}", repair.pointer, repair.what))
                        .collect();
                    CallOutcome::Result { result: read.value }
                }
                Err(error) => CallOutcome::Lost { reason: error.to_string() },
            },
            Reply::Error(error, _) => CallOutcome::ProtocolError { error },
            Reply::TimedOut => {
                self.cancel(exchange);
                CallOutcome::TimedOut { after_ms: waited }
            }
            Reply::SessionLost => {
                self.record(
                    call,
                    CallOutcome::Lost {
                        reason: "the server forgot the session; a call is never sent twice".to_owned(),
                    },
                    elapsed_ms,
                    repairs,
                );
                if let Some(next) = self.tasks.pop_front() {
                    self.again(next);
                }
                return;
            }
            // Nothing listens any more: the call was never made, and no later one will be.
            Reply::Failed(failure) if failure.code == "connection-refused" => {
                self.note(NoteCode::EarlyExit, failure.message.clone(), None);
                self.tasks.push_front(Task::Call(call));
                self.cut_short(&failure.message);
                self.close();
                return;
            }
            Reply::Failed(failure) | Reply::Status(_, failure) => {
                CallOutcome::Lost { reason: failure.message }
            }
        };
        self.record(call, outcome, elapsed_ms, repairs);
        self.next();
    }

    pub(super) fn record(
        &mut self,
        call: PlannedCall,
        outcome: CallOutcome,
        elapsed_ms: f64,
        repairs: Vec<String>,
    ) {
        let PlannedCall { tool, arguments, label, .. } = call;
        self.calls.push(CallRecord { label, tool, arguments, outcome, elapsed_ms, repairs });
    }

    /// Tells the server that a call is no longer waited for.
    fn cancel(&mut self, exchange: u64) {
        // In the modern era over HTTP, closing the stream is the cancel.
        if self.era == Era::Legacy || !self.over_http() {
            let text = format!(
                "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{exchange},\"reason\":\"timeout\"}}}}"
            );
            self.tell(text, "notifications/cancelled");
        }
        self.out.push(Effect::Cancel { exchange });
    }

    /// `runMs` is over: with the lists in, what there is is kept and marked; without them there is nothing.
    pub(super) fn out_of_time(&mut self) {
        let limit = self.options.timeouts.run();
        if self.timings.listed_ms.is_none() {
            let waiting = self.pending.as_ref().map_or("the server", |pending| pending.method);
            let failure = Failure::new(
                "run-timeout",
                format!("the run took longer than {limit} ms while waiting for `{waiting}`"),
            )
            .hint("raise `timeouts.run_ms`");
            self.fail(failure);
            return;
        }
        let reason = format!("the run took longer than {limit} ms (`timeouts.run_ms`)");
        self.cut_short(&reason);
        self.incomplete = Some(reason);
        self.close();
    }

    /// Records every call that will not be made any more.
    fn cut_short(&mut self, reason: &str) {
        if let Some(pending) = self.pending.take()
            && let Purpose::Call(calling) = pending.purpose
        {
            let elapsed = calling.spent_ms + self.now - pending.sent_at;
            self.record(calling.call, CallOutcome::Lost { reason: reason.to_owned() }, elapsed, Vec::new());
        }
        for task in std::mem::take(&mut self.tasks) {
            if let Task::Call(call) = task {
                self.record(call, CallOutcome::NotMade { reason: reason.to_owned() }, 0.0, Vec::new());
            }
        }
    }

    /// The process or the connection ended by itself.
    pub(super) fn died(&mut self, exit_code: Option<i32>, signal: Option<&str>, stderr_tail: &str) {
        let asked = self.pending.as_ref().map(|pending| pending.method);
        if matches!(self.pending.as_ref().map(|pending| &pending.purpose), Some(Purpose::Discover))
            && self.tried.initialize
            && !self.tried.reopened
        {
            self.reopen();
            return;
        }
        let mut failure = self.exited(exit_code, signal, asked);
        failure.stderr = self.tail(stderr_tail);
        if self.timings.listed_ms.is_some() {
            self.note(NoteCode::EarlyExit, failure.message.clone(), None);
            self.cut_short(&failure.message);
            self.close();
        } else {
            self.fail(failure);
        }
        // Nothing is left to close, and no other event will come.
        self.out.retain(|effect| *effect != Effect::Close);
        self.finish("");
    }

    /// The capture as JSON text.
    pub(super) fn capture(&mut self) -> String {
        let capture = Capture {
            surface: std::mem::take(&mut self.surface),
            era: self.era,
            handshake: self.handshake.clone(),
            transport: self.options.transport,
            ping: self.ping.clone(),
            notes: std::mem::take(&mut self.notes).into_vec(),
            calls: std::mem::take(&mut self.calls),
            relisted: self.relisted.take(),
            unlisted: std::mem::take(&mut self.unlisted),
            timings: self.timings.clone(),
            incomplete: self.incomplete.take(),
        };
        capture.to_json(&self.redactor)
    }
}

/// The second list where it differs from the first.
fn changed(before: &[Definition], after: Vec<Definition>) -> Option<Vec<Definition>> {
    (before != after.as_slice()).then_some(after)
}
