//! What a person reads when nothing could be tested. One line of cause, one of advice.

use crate::text::{quoted, shown, shown_within};

use super::capture::RpcError;
use super::failure::Failure;
use super::machine::Session;
use super::notes::NoteCode;
use super::options::Transport;

impl Session {
    /// A failure below the level of messages: `code` names it, `detail` is what the system said.
    pub(super) fn io_failure(&self, code: &str, detail: &str) -> Failure {
        let target = self.target();
        let detail = shown_within(&self.redactor.text(detail), 300).to_string();
        let (message, hint) = match code {
            "command-not-found" => (
                format!("cannot start {target}: command not found"),
                "check that it is installed and on PATH; `server.command` is the program alone, its arguments go into `args`",
            ),
            "permission-denied" => (
                format!("cannot start {target}: permission denied"),
                "make the file executable, or put its interpreter into `server.command`",
            ),
            "spawn-failed" => {
                (format!("cannot start {target}: {detail}"), "check `server.command` and `server.args`")
            }
            "connection-refused" => (
                format!("cannot connect to {target}: connection refused"),
                "start the server first, and check host and port of `server.url`",
            ),
            "dns" => (
                format!("cannot connect to {target}: host not found ({detail})"),
                "check the host name of `server.url`, and the proxy settings if there is a proxy",
            ),
            "tls" => (
                format!("cannot connect to {target}: TLS failed ({detail})"),
                "check the certificate; for a private authority set NODE_EXTRA_CA_CERTS to its PEM file",
            ),
            "proxy" => (
                format!("cannot connect to {target} through the proxy: {detail}"),
                "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY",
            ),
            "line-too-long" => (
                format!("{target} sent a message without an end: {detail}"),
                "each message must be one line of at most 10 MB",
            ),
            "body-too-large" => (
                format!("{target} sent a reply that is too large: {detail}"),
                "page the list, or return less",
            ),
            "redirect" => (
                format!("{target} redirects to another place: {detail}"),
                "put the final address into `server.url`; headers are never sent to another origin",
            ),
            "cross-origin-endpoint" => (
                format!("{target} names an endpoint on another origin: {detail}"),
                "an HTTP+SSE endpoint must be on the origin of its stream",
            ),
            "header-too-large" => (
                format!("{target} sent headers that are too large ({detail})"),
                "look at what the server or a proxy before it puts into its headers",
            ),
            "connection-reset" => (
                format!("the connection to {target} broke: {detail}"),
                "look at the server's own log for a crash or a limit",
            ),
            _ => (format!("the connection to {target} failed: {detail}"), "look at the server's own log"),
        };
        Failure::new(code, message).hint(hint)
    }

    /// The process did not come up, or the address did not answer.
    pub(super) fn open_timeout(&self) -> Failure {
        let waited = self.options.timeouts.start();
        Failure::new("connect-timeout", format!("{} did not start within {waited} ms", self.target()))
            .hint("raise `timeouts.start_ms` if it needs longer (a first download, a slow machine)")
    }

    /// A request that was not answered in time.
    pub(super) fn no_reply(&self, method: &str, waited: f64, handshake: bool) -> Failure {
        let started = self.timings.first_message_ms.is_some();
        let stdio = self.options.transport == Transport::Stdio;
        let (code, key) = match (handshake, stdio && !started) {
            (true, true) => ("connect-timeout", "start_ms"),
            (true, false) => ("connect-timeout", "connect_ms"),
            (false, _) => ("call-timeout", "call_ms"),
        };
        let noise = if self.notes.has(NoteCode::UnterminatedLine) {
            format!("; it wrote text without the end of a line{}", self.noise())
        } else if handshake && started && stdio {
            format!("; it wrote something else on standard output{}", self.noise())
        } else {
            String::new()
        };
        let message = format!("{} did not answer `{method}` within {waited} ms{noise}", self.target());
        let hint = if handshake && started && stdio {
            format!(
                "standard output must carry only protocol messages; raise `timeouts.{key}` if it only needs longer"
            )
        } else {
            format!(
                "raise `timeouts.{key}` if it needs longer, and check that it speaks MCP over this transport"
            )
        };
        Failure::new(code, message).hint(hint)
    }

    /// The process ended before it was asked to.
    pub(super) fn exited(
        &self,
        exit_code: Option<i32>,
        signal: Option<&str>,
        asked: Option<&str>,
    ) -> Failure {
        let how = match (exit_code, signal) {
            (_, Some(signal)) => format!("was ended by {}", shown(signal)),
            (Some(code), None) => format!("exited with code {code}"),
            (None, None) => "closed the connection".to_owned(),
        };
        let when = asked.map_or_else(String::new, |method| format!(" before answering `{method}`"));
        let noise = self.noise();
        let noise = if noise.is_empty() {
            noise
        } else {
            format!("; it wrote something else on standard output{noise}")
        };
        Failure::new("server-exited", format!("{} {how}{when}{noise}", self.target())).hint(
            "run the command by hand; what it wrote to standard error, if anything, is shown with this error",
        )
    }

    /// An HTTP status that carries no message.
    pub(super) fn http_failure(
        &self,
        status: u16,
        method: &str,
        challenge: Option<&str>,
        body: &str,
    ) -> Failure {
        let name = status_name(status);
        let challenge = challenge.map_or_else(String::new, |text| {
            format!("; it asks for {}", shown_within(&self.redactor.text(text), 200))
        });
        let said = body.trim();
        let said = if said.is_empty() || said.starts_with('<') {
            String::new()
        } else {
            format!("; it says {}", quoted(&self.redactor.text(said)))
        };
        let message =
            format!("{} answered `{method}` with HTTP {status}{name}{challenge}{said}", self.target());
        let hint = match status {
            401 => "put a valid token into `server.headers`, e.g. `Authorization: \"Bearer ${MCP_TOKEN}\"`",
            403 => "the credentials are known and not enough; check the token's scopes",
            404 => "check the path of `server.url` (often `/mcp`)",
            405 => "this address does not take POST; check the path of `server.url` (often `/mcp`)",
            406 | 415 => "the server refuses the standard `Accept` or `Content-Type` of MCP",
            429 => "too many requests; try again later or raise the server's limit",
            500..=599 => "the server or a gateway before it is broken; look at its log",
            _ => "check `server.url` and the server's log",
        };
        Failure::new(format!("http-{status}"), message).hint(hint)
    }

    /// A reply that cannot be used.
    pub(super) fn unusable(&self, method: &str, why: &str) -> Failure {
        Failure::new("bad-reply", format!("{} answered `{method}` unusably: {why}", self.target()))
            .hint("`--trace FILE` shows what was sent and received")
    }

    /// `: "Listening on 3000"`, the first of what came on standard output and is no message.
    fn noise(&self) -> String {
        self.notes.noise().map_or_else(String::new, |text| format!(": \"{text}\""))
    }

    /// A JSON-RPC error where a result was needed.
    pub(super) fn refused(&self, method: &str, error: &RpcError) -> Failure {
        Failure::new("refused", format!("{} answered `{method}` with {}", self.target(), self.clause(error)))
            .hint("the server itself reports this error; look at its log")
    }

    /// `error -32603 "fetch failed"`, safe to show.
    pub(super) fn clause(&self, error: &RpcError) -> String {
        format!("error {} {}", error.code, quoted(&self.redactor.text(&error.message)))
    }
}

fn status_name(status: u16) -> &'static str {
    match status {
        400 => " (bad request)",
        401 => " (unauthorized)",
        403 => " (forbidden)",
        404 => " (not found)",
        405 => " (method not allowed)",
        406 => " (not acceptable)",
        415 => " (unsupported media type)",
        429 => " (too many requests)",
        500 => " (internal server error)",
        502 => " (bad gateway)",
        503 => " (service unavailable)",
        504 => " (gateway timeout)",
        _ => "",
    }
}
