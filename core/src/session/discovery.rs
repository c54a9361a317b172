//! Agreeing on a revision by `server/discover`, which servers without a handshake answer.

use serde_json::Value;

use crate::json as reading;
use crate::text::{quoted, shown};

use super::capture::Era;
use super::effect::Effect;
use super::failure::Failure;
use super::machine::Session;
use super::notes::NoteCode;
use super::options::{MODERN, NEWEST_LEGACY, NEWEST_MODERN, Wanted};
use super::state::{Purpose, Reply, State};

impl Session {
    pub(super) fn discover(&mut self) {
        if self.era == Era::Legacy || self.revision.is_empty() {
            NEWEST_MODERN.clone_into(&mut self.revision);
        }
        self.era = Era::Modern;
        self.tried.discover += 1;
        self.session_id = None;
        self.surface.protocol_version = None;
        self.handshake.asked.clone_from(&self.revision);
        let first = self.timings.first_message_ms.is_none() && self.starts_a_process();
        let deadline = if first { self.options.timeouts.start() } else { self.options.timeouts.connect() };
        self.request(Purpose::Discover, "server/discover", None, deadline);
    }

    /// What came back for `server/discover`.
    pub(super) fn discovered(&mut self, reply: Reply, waited: f64) {
        match reply {
            Reply::Result(result) => self.read_discover(&result),
            Reply::Error(error, status) => {
                let mutual = self.mutual(&error);
                let retry = mutual.filter(|_| self.tried.discover < 2);
                if let Some(revision) = retry {
                    self.revision = revision;
                    self.discover();
                    return;
                }
                if status.is_some_and(|status| matches!(status, 401 | 403)) {
                    let failure = self.refused("server/discover", &error);
                    self.fail(failure);
                    return;
                }
                let clause = self.clause(&error);
                self.handshake.attempts.push(format!("`server/discover` was answered with {clause}"));
                let failure = self.refused("server/discover", &error);
                self.after_discovery_failed(failure);
            }
            Reply::Status(status, failure) => {
                if matches!(status, 401 | 403 | 429) || status >= 500 {
                    self.fail(failure);
                    return;
                }
                self.handshake.attempts.push(format!("`server/discover` was answered with HTTP {status}"));
                self.after_discovery_failed(failure);
            }
            Reply::TimedOut => {
                let failure = self.no_reply("server/discover", waited, true);
                self.handshake
                    .attempts
                    .push(format!("`server/discover` was not answered within {waited} ms"));
                self.after_discovery_failed(failure);
            }
            Reply::Failed(failure) => {
                self.handshake.attempts.push(shown(&failure.message).to_string());
                self.after_discovery_failed(failure);
            }
            Reply::SessionLost => self.after_discovery_failed(Failure::new("session-lost", String::new())),
        }
    }

    /// A recorded modern revision may be gone: then whatever else the server speaks.
    fn after_discovery_failed(&mut self, failure: Failure) {
        if self.tried.initialize || self.options.protocol == Wanted::Modern {
            self.try_sse(failure);
        } else if self.over_http() {
            self.initialize(NEWEST_LEGACY);
        } else {
            self.era = Era::Legacy;
            self.reopen();
        }
    }

    pub(super) fn reopen(&mut self) {
        self.tried.reopened = true;
        self.pending = None;
        self.state = State::Opening;
        self.timings.first_message_ms = None;
        let deadline_ms = self.within_run(self.options.timeouts.start());
        self.out.push(Effect::Reopen { deadline_ms });
    }

    fn read_discover(&mut self, result: &str) {
        let Ok(read) = reading::lenient(result) else { return };
        let Value::Object(mut members) = read.value else {
            self.handshake.attempts.push("the result of `server/discover` is no object".to_owned());
            let failure = self.unusable("server/discover", "its result is no object");
            self.after_discovery_failed(failure);
            return;
        };
        let supported: Vec<String> = match members.get("supportedVersions").and_then(Value::as_array) {
            Some(versions) => versions.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect(),
            None => {
                self.notes.add(
                    NoteCode::MalformedResult,
                    "the result of `server/discover` has no `supportedVersions` array",
                    None,
                );
                vec![self.revision.clone()]
            }
        };
        self.handshake.supported.clone_from(&supported);
        let mutual = MODERN.iter().rev().find(|ours| supported.iter().any(|theirs| theirs == **ours));
        let Some(mutual) = mutual else {
            let listed = supported.iter().map(|one| quoted(one)).collect::<Vec<_>>().join(", ");
            self.handshake.attempts.push(format!("`server/discover` offers only {listed}"));
            let failure =
                Failure::new("unsupported-revision", format!("{} speaks only {listed}", self.target()))
                    .hint("an older or newer mcpward may know these revisions");
            self.after_discovery_failed(failure);
            return;
        };
        (*mutual).clone_into(&mut self.revision);
        self.handshake.answered = Some(self.revision.clone());
        self.surface.protocol_version = Some(self.revision.clone());
        for (member, right) in [
            ("ttlMs", members.get("ttlMs").and_then(Value::as_f64).is_some_and(|ttl| ttl >= 0.0)),
            ("cacheScope", members.get("cacheScope").is_some_and(Value::is_string)),
        ] {
            if !right {
                let what = format!("the result of `server/discover` has no valid `{member}`");
                self.notes.add(NoteCode::MalformedResult, what, None);
            }
        }
        let in_meta =
            members.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo")).cloned();
        let info = in_meta.or_else(|| members.remove("serverInfo"));
        self.introduce(
            info,
            members.remove("capabilities"),
            members.remove("instructions"),
            "server/discover",
        );
        self.agreed();
    }
}
