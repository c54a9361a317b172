//! Agreeing on a revision: the handshake first, then discovery, then HTTP+SSE.

use serde_json::{Map, Value, json};

use crate::json as reading;
use crate::surface::Kind;
use crate::text::{quoted, shown};

use super::capture::{Era, RpcError};
use super::failure::Failure;
use super::machine::Session;
use super::notes::NoteCode;
use super::options::{LEGACY, MODERN, NEWEST_LEGACY, Wanted};
use super::state::{Purpose, Reply, Task};

/// The error code of a server that does not speak the revision it was asked for.
const UNSUPPORTED_VERSION: i64 = -32022;

impl Session {
    /// The first request on an open connection.
    pub(super) fn begin(&mut self) {
        if self.tried.reopened && self.era == Era::Modern {
            self.discover();
            return;
        }
        match self.options.protocol.clone() {
            Wanted::Modern => self.discover(),
            Wanted::Revision(revision) if MODERN.contains(&revision.as_str()) && self.tried.discover == 0 => {
                self.discover();
            }
            Wanted::Revision(revision) if LEGACY.contains(&revision.as_str()) => self.initialize(&revision),
            _ => self.initialize(NEWEST_LEGACY),
        }
    }

    pub(super) fn initialize(&mut self, revision: &str) {
        self.era = Era::Legacy;
        self.tried.initialize = true;
        self.session_id = None;
        self.surface.protocol_version = None;
        revision.clone_into(&mut self.revision);
        revision.clone_into(&mut self.handshake.asked);
        let params = json!({
            "protocolVersion": revision, "capabilities": {}, "clientInfo": self.options.client,
        });
        let first = self.timings.first_message_ms.is_none() && self.starts_a_process();
        let deadline = if first { self.options.timeouts.start() } else { self.options.timeouts.connect() };
        self.request(Purpose::Initialize, "initialize", Some(&params.to_string()), deadline);
    }

    /// What came back for `initialize`.
    pub(super) fn initialized(&mut self, reply: Reply, waited: f64) {
        match reply {
            Reply::Result(result) => self.read_initialize(&result),
            Reply::Error(error, status) => {
                let modern = self.mutual(&error);
                if let Some(status) = status {
                    self.tried.sse_possible =
                        matches!(status, 400 | 404 | 405) && error.code != UNSUPPORTED_VERSION;
                }
                let clause = self.clause(&error);
                let failure = self.refused("initialize", &error);
                self.handshake.attempts.push(format!("`initialize` was answered with {clause}"));
                self.after_refusal(modern, failure);
            }
            Reply::Status(status, failure) => {
                if matches!(status, 401 | 403 | 429) || status >= 500 {
                    self.fail(failure);
                    return;
                }
                self.tried.sse_possible = matches!(status, 400 | 404 | 405);
                self.handshake.attempts.push(format!("`initialize` was answered with HTTP {status}"));
                self.after_refusal(None, failure);
            }
            Reply::TimedOut => {
                let failure = self.no_reply("initialize", waited, true);
                self.fail(failure);
            }
            Reply::Failed(failure) => self.fail(failure),
            Reply::SessionLost => {
                let failure = self.unusable("initialize", "it forgot the session at once");
                self.fail(failure);
            }
        }
    }

    /// The handshake was refused: discovery is next, unless the user forbade it or it was tried.
    fn after_refusal(&mut self, modern: Option<String>, failure: Failure) {
        self.first_refusal.get_or_insert_with(|| failure.clone());
        if self.established || self.sse.is_some() {
            self.fail(failure);
        } else if self.options.protocol == Wanted::Legacy || self.tried.discover > 0 {
            self.try_sse(failure);
        } else {
            if let Some(revision) = modern {
                self.era = Era::Modern;
                self.revision = revision;
            }
            self.discover();
        }
    }

    /// One failure that tells of every attempt.
    pub(super) fn with_attempts(&self, failure: Failure) -> Failure {
        if self.handshake.attempts.len() < 2 {
            return failure;
        }
        // Nothing but HTTP statuses: no MCP server is there, and the first status says why.
        if let Some(first) = &self.first_refusal
            && self.handshake.attempts.iter().all(|attempt| attempt.contains(" with HTTP "))
        {
            return first.clone();
        }
        let attempts = self.handshake.attempts.join("; ");
        Failure::new(
            "handshake-failed",
            format!("{} speaks no revision of MCP that is known here: {attempts}", self.target()),
        )
        .hint("check that it is an MCP server and, over HTTP, the path of `server.url` (often `/mcp`)")
    }

    /// A modern revision both sides speak, from the `supported` list of an error.
    pub(super) fn mutual(&self, error: &RpcError) -> Option<String> {
        if error.code != UNSUPPORTED_VERSION {
            return None;
        }
        let supported = error.data.as_ref()?.get("supported")?.as_array()?;
        let newest = MODERN.iter().rev().find(|ours| supported.iter().any(|theirs| theirs == **ours));
        newest.map(|revision| (*revision).to_owned())
    }

    fn read_initialize(&mut self, result: &str) {
        let Ok(read) = reading::lenient(result) else { return };
        let Value::Object(mut members) = read.value else {
            let failure = self.unusable("initialize", "its result is no object");
            self.fail(failure);
            return;
        };
        let Some(Value::String(answered)) = members.get("protocolVersion").cloned() else {
            let failure = self.unusable("initialize", "its result has no `protocolVersion`");
            self.fail(failure);
            return;
        };
        self.handshake.answered = Some(answered.clone());
        if MODERN.contains(&answered.as_str())
            && self.tried.discover == 0
            && self.options.protocol != Wanted::Legacy
        {
            self.handshake
                .attempts
                .push(format!("`initialize` was answered with {answered}, which has no handshake"));
            self.discover();
            return;
        }
        if !LEGACY.contains(&answered.as_str()) {
            let known = LEGACY.iter().chain(&MODERN).copied().collect::<Vec<_>>().join(", ");
            let failure = Failure::new(
                "unsupported-revision",
                format!("{} wants to speak protocol revision {}", self.target(), quoted(&answered)),
            )
            .hint(format!("known revisions are {known}"));
            self.fail(failure);
            return;
        }
        self.revision.clone_from(&answered);
        self.surface.protocol_version = Some(answered);
        let info = members.remove("serverInfo");
        self.introduce(info, members.remove("capabilities"), members.remove("instructions"), "initialize");
        let text = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned();
        let exchange = self.tell(text, "notifications/initialized");
        if self.over_http() {
            let deadline = self.within_run(self.options.timeouts.call());
            self.wait_for(exchange, Purpose::Initialized, "notifications/initialized", deadline);
        } else {
            self.agreed();
        }
    }

    /// Takes over what the server says of itself.
    pub(super) fn introduce(
        &mut self,
        info: Option<Value>,
        capabilities: Option<Value>,
        instructions: Option<Value>,
        method: &str,
    ) {
        let object = |value: Option<Value>| match value {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        };
        let capabilities_known = capabilities.as_ref().is_some_and(Value::is_object);
        if !capabilities_known {
            let what = format!("the result of `{method}` has no `capabilities` object");
            self.notes.add(NoteCode::MalformedResult, what, None);
        }
        let (server_info, capabilities) = (object(info), object(capabilities));
        if self.established {
            return;
        }
        // Nothing is known to be absent, so the one list that matters most is asked for.
        self.assume_tools = !capabilities_known;
        self.surface.server_info = server_info;
        self.surface.capabilities = capabilities;
        self.surface.instructions = match instructions {
            Some(Value::String(text)) => Some(text),
            None | Some(Value::Null) => None,
            Some(_) => {
                self.notes.add(NoteCode::MalformedResult, "`instructions` is no string", None);
                None
            }
        };
    }

    /// The revision is agreed: what is left to do is known now.
    pub(super) fn agreed(&mut self) {
        if !self.established {
            self.established = true;
            self.timings.handshake_ms = Some(self.now);
            if self.era == Era::Legacy {
                self.tasks.push_back(Task::Ping);
            }
            for (capability, kind) in [
                ("tools", Kind::Tool),
                ("prompts", Kind::Prompt),
                ("resources", Kind::Resource),
                ("resources", Kind::ResourceTemplate),
            ] {
                let assumed = self.assume_tools && kind == Kind::Tool;
                if assumed || self.surface.capabilities.contains_key(capability) {
                    self.tasks.push_back(Task::List(kind));
                }
            }
            self.tasks.push_back(Task::Plan);
            let name = shown(self.surface.server_name()).to_string();
            let version = shown(self.surface.server_version()).to_string();
            self.progress(format!("connected to {name} {version} ({})", self.revision));
        }
        self.next();
    }
}
