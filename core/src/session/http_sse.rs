//! The HTTP+SSE transport of 2024-11-05: a stream to listen on, which says where to send.

use super::capture::Era;
use super::effect::Effect;
use super::failure::Failure;
use super::machine::Session;
use super::options::{NEWEST_LEGACY, Wanted};
use super::state::{Purpose, Reply, Sse};

impl Session {
    /// HTTP+SSE is tried last, and only after a refusal that an old server would give.
    pub(super) fn try_sse(&mut self, failure: Failure) {
        if !self.over_http()
            || !self.tried.sse_possible
            || self.tried.sse
            || self.options.protocol == Wanted::Modern
        {
            let failure = self.with_attempts(failure);
            self.fail(failure);
            return;
        }
        self.tried.sse = true;
        self.era = Era::Legacy;
        self.exchange += 1;
        let listen = self.exchange;
        let deadline_ms = self.within_run(self.options.timeouts.connect());
        self.sse = Some(Sse { listen, endpoint: None });
        self.wait_for(listen, Purpose::Endpoint, "the event stream", deadline_ms);
        self.out.push(Effect::Listen { exchange: listen, deadline_ms });
    }

    /// What came of the GET that opens an HTTP+SSE stream.
    pub(super) fn listening(&mut self, reply: Reply) {
        match reply {
            Reply::Result(endpoint) => {
                if let Some(sse) = self.sse.as_mut() {
                    sse.endpoint = Some(endpoint);
                }
                self.handshake.http_sse = true;
                self.initialize(NEWEST_LEGACY);
            }
            Reply::Status(status, failure) => {
                self.handshake.attempts.push(format!("GET was answered with HTTP {status}"));
                let failure = self.with_attempts(failure);
                self.fail(failure);
            }
            Reply::Failed(failure) => {
                let failure = self.with_attempts(failure);
                self.fail(failure);
            }
            _ => {
                self.handshake.attempts.push("GET opened no event stream with an `endpoint`".to_owned());
                let failure = self.with_attempts(Failure::new("handshake-failed", String::new()));
                self.fail(failure);
            }
        }
    }
}
