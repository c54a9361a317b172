use super::rows::row;
use crate::rules::{Meta, Outcome, Severity};
use crate::session::NoteCode;

/// What can be odd on the wire, one rule each.
pub const WIRE_ROWS: &[&Meta] = &[
    &STDOUT_NOISE,
    &UNTERMINATED_LINE,
    &INVALID_JSON,
    &INVALID_UTF8,
    &MALFORMED_MESSAGE,
    &STRING_ID,
    &WRONG_ID,
    &NULL_ID,
    &DUPLICATE_REPLY,
    &LATE_REPLY,
    &BATCH_REPLY,
    &UNDECLARED_SERVER_REQUEST,
    &FORBIDDEN_SERVER_REQUEST,
    &NOTIFICATION_STATUS,
    &EARLY_CLOSE,
    &SSE_UNTERMINATED,
    &CONTENT_TYPE,
    &SESSION_LOST,
    &SESSION_ID,
    &LIST_MISSING,
    &MALFORMED_RESULT,
    &RESULT_TYPE,
    &HEADER_ANNOTATION,
    &IGNORES_STDIN_CLOSE,
    &IGNORES_SIGTERM,
    &REDIRECTED,
    &EARLY_EXIT,
    &OTHER,
];

const fn fail(name: &'static str) -> Meta {
    row(name, Severity::Medium, Outcome::Fail)
}
const fn warn(name: &'static str) -> Meta {
    row(name, Severity::Medium, Outcome::Warn)
}
const fn info(name: &'static str) -> Meta {
    row(name, Severity::Low, Outcome::Pass)
}

static STDOUT_NOISE: Meta = Meta {
    title: "standard output carries more than protocol messages",
    why: "every line on standard output is read as a message, so clients log errors or give up",
    fix: "write logs and banners to standard error",
    ..fail("compliance/stdout-noise")
};
static UNTERMINATED_LINE: Meta = Meta {
    title: "a message without the end of its line",
    why: "a client waits for the line feed, and so for ever",
    fix: "end each message with a line feed and flush it",
    ..fail("compliance/unterminated-line")
};
static INVALID_JSON: Meta = Meta {
    title: "a message that is no valid JSON",
    why: "no client can read it",
    fix: "write messages with a JSON library, one a line",
    ..fail("compliance/invalid-json")
};
static INVALID_UTF8: Meta = Meta {
    title: "a message that is no valid UTF-8",
    why: "clients replace the characters or refuse the message",
    fix: "encode messages as UTF-8, and check files and database fields that are passed on",
    ..fail("compliance/invalid-utf8")
};
static MALFORMED_MESSAGE: Meta = Meta {
    title: "a message that is not quite JSON-RPC 2.0",
    why: "strict clients drop it",
    fix: "send `jsonrpc: \"2.0\"` and either a result or an error",
    ..fail("compliance/malformed-message")
};
static STRING_ID: Meta = Meta {
    title: "a reply whose id is a string where a number was asked",
    why: "a client that compares strictly never finds the request and waits for ever",
    fix: "send the id back exactly as it came",
    ..fail("compliance/string-id")
};
static WRONG_ID: Meta = Meta {
    title: "a reply with an id that was never asked",
    why: "a client never finds the request and waits for ever",
    fix: "send the id back exactly as it came",
    ..fail("compliance/wrong-id")
};
static NULL_ID: Meta = Meta {
    title: "an error reply without the id of its request",
    why: "on a shared channel a client cannot tell which request failed",
    fix: "send the id back whenever the request could be read",
    ..warn("compliance/null-id")
};
static DUPLICATE_REPLY: Meta = Meta {
    title: "a request that was answered twice",
    why: "clients drop the second reply or report an error",
    fix: "answer each request once",
    ..fail("compliance/duplicate-reply")
};
static LATE_REPLY: Meta = Meta {
    title: "a reply after its deadline",
    why: "nobody waits for it any more",
    fix: "stop working on a request once it is cancelled, or raise `timeouts.call_ms`",
    ..info("compliance/late-reply")
};
static BATCH_REPLY: Meta = Meta {
    title: "messages in a batch where the revision has none",
    why: "only 2025-03-26 has batches, and clients of other revisions refuse the array",
    fix: "send each message by itself",
    ..fail("compliance/batch-reply")
};
static UNDECLARED_SERVER_REQUEST: Meta = Meta {
    title: "a request to the client without its capability",
    why: "the client said that it cannot do this, and the server may wait for ever",
    fix: "ask only for what the client declared",
    ..fail("compliance/undeclared-server-request")
};
static FORBIDDEN_SERVER_REQUEST: Meta = Meta {
    title: "a request to the client in a revision that has none",
    why: "from 2026-07-28 clients neither expect nor answer requests of a server",
    fix: "answer with `input_required` instead",
    ..fail("compliance/forbidden-server-request")
};
static NOTIFICATION_STATUS: Meta = Meta {
    title: "a notification that is not answered with 202",
    why: "clients accept other statuses, and the specification asks for 202 without a body",
    fix: "answer notifications with 202 and no body",
    ..info("compliance/notification-status")
};
static EARLY_CLOSE: Meta = Meta {
    title: "a reply stream that ends before the reply",
    why: "the request is lost unless the client asks again",
    fix: "close the stream only after the reply, or send an event id so that it can be taken up again",
    ..fail("compliance/early-close")
};
static SSE_UNTERMINATED: Meta = Meta {
    title: "an event stream whose last event has no end",
    why: "by the standard such an event is dropped, and the reply in it with it",
    fix: "end each event with a blank line",
    ..fail("compliance/sse-unterminated")
};
static CONTENT_TYPE: Meta = Meta {
    title: "a reply with the wrong content type",
    why: "clients choose by it how to read a reply, and refuse anything but JSON and event streams",
    fix: "send `application/json` or `text/event-stream`",
    ..fail("compliance/content-type")
};
static SESSION_LOST: Meta = Meta {
    title: "a session that the server forgot",
    why: "clients begin again, and what the session held is gone",
    fix: "behind a load balancer, route all requests of one session to the same instance",
    ..warn("compliance/session-lost")
};
static SESSION_ID: Meta = Meta {
    title: "a session id with characters a header must not have",
    why: "clients and proxies refuse or change it",
    fix: "use visible ASCII only",
    ..fail("compliance/session-id")
};
static LIST_MISSING: Meta = Meta {
    title: "a declared capability whose list cannot be had",
    why: "clients ask for the list because the capability is declared, and show an error",
    fix: "implement the list (it may be empty), or do not declare the capability",
    ..warn("compliance/list-missing")
};
static MALFORMED_RESULT: Meta = Meta {
    title: "a result that lacks a member or has one of the wrong type",
    why: "strict clients refuse the whole result",
    fix: "send every member that the negotiated revision requires",
    ..warn("compliance/malformed-result")
};
static RESULT_TYPE: Meta = Meta {
    title: "a result of an unknown kind",
    why: "clients must treat it as invalid",
    fix: "send `resultType: \"complete\"`, or `\"input_required\"` where the revision allows it",
    ..fail("compliance/result-type")
};
static HEADER_ANNOTATION: Meta = Meta {
    title: "an `x-mcp-header` annotation that breaks its rules",
    why: "clients must leave the whole tool out",
    fix: "use a unique header name on a string, integer or boolean that only `properties` lead to",
    ..fail("compliance/header-annotation")
};
static IGNORES_STDIN_CLOSE: Meta = Meta {
    title: "a process that goes on after its standard input was closed",
    why: "clients end a server by closing its input, and wait before they send a signal",
    fix: "exit when standard input ends",
    ..info("compliance/ignores-stdin-close")
};
static IGNORES_SIGTERM: Meta = Meta {
    title: "a process that only SIGKILL ends",
    why: "clients that stop at SIGTERM leave it running",
    fix: "exit on SIGTERM",
    ..warn("compliance/ignores-sigterm")
};
static REDIRECTED: Meta = Meta {
    title: "requests are redirected",
    why: "every request costs a second one, and some clients do not follow",
    fix: "put the final address into `server.url`",
    ..info("compliance/redirected")
};
static EARLY_EXIT: Meta = Meta {
    title: "a process that ended before it was asked to",
    why: "a server that dies takes every open request with it",
    fix: "look at what it wrote to standard error",
    ..fail("compliance/early-exit")
};
static OTHER: Meta = Meta {
    title: "something odd on the connection",
    why: "it may keep a client from working",
    fix: "`--trace FILE` shows the traffic",
    ..warn("compliance/other")
};

/// The rule of a note.
pub(super) fn of(code: NoteCode) -> &'static Meta {
    match code {
        NoteCode::StdoutNoise => &STDOUT_NOISE,
        NoteCode::UnterminatedLine => &UNTERMINATED_LINE,
        NoteCode::InvalidJson => &INVALID_JSON,
        NoteCode::InvalidUtf8 => &INVALID_UTF8,
        NoteCode::MalformedMessage => &MALFORMED_MESSAGE,
        NoteCode::StringId => &STRING_ID,
        NoteCode::WrongId => &WRONG_ID,
        NoteCode::NullId => &NULL_ID,
        NoteCode::DuplicateReply => &DUPLICATE_REPLY,
        NoteCode::LateReply => &LATE_REPLY,
        NoteCode::BatchReply => &BATCH_REPLY,
        NoteCode::UndeclaredServerRequest => &UNDECLARED_SERVER_REQUEST,
        NoteCode::ForbiddenServerRequest => &FORBIDDEN_SERVER_REQUEST,
        NoteCode::NotificationStatus => &NOTIFICATION_STATUS,
        NoteCode::EarlyClose => &EARLY_CLOSE,
        NoteCode::SseUnterminated => &SSE_UNTERMINATED,
        NoteCode::ContentType => &CONTENT_TYPE,
        NoteCode::SessionLost => &SESSION_LOST,
        NoteCode::SessionId => &SESSION_ID,
        NoteCode::ListMissing => &LIST_MISSING,
        NoteCode::MalformedResult => &MALFORMED_RESULT,
        NoteCode::ResultType => &RESULT_TYPE,
        NoteCode::HeaderAnnotation => &HEADER_ANNOTATION,
        NoteCode::IgnoresStdinClose => &IGNORES_STDIN_CLOSE,
        NoteCode::IgnoresSigterm => &IGNORES_SIGTERM,
        NoteCode::Redirected => &REDIRECTED,
        NoteCode::EarlyExit => &EARLY_EXIT,
        NoteCode::Other => &OTHER,
    }
}
