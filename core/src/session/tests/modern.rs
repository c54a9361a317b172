use serde_json::{Value, json};

use super::script::{Does, closed, error, good, result, run, run_with};
use crate::session::{Effect, Era, NoteCode, Ping, SessionOptions, Wanted};

pub(super) fn modern(request: &Value) -> Does {
    match request["method"].as_str().unwrap() {
        "initialize" => Does::Lines(vec![format!(
            r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-32022,"message":"unsupported","data":{{"supported":["2026-07-28"],"requested":"2025-11-25"}}}}}}"#,
            request["id"]
        )]),
        "server/discover" => result(
            request,
            r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"public","instructions":"hi","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"2"}}}"#,
        ),
        "tools/list" => result(
            request,
            r#"{"resultType":"complete","tools":[{"name":"a"}],"ttlMs":5,"cacheScope":"private"}"#,
        ),
        _ => error(request, -32601),
    }
}

fn wanting(protocol: &str) -> SessionOptions {
    SessionOptions { protocol: Wanted::from(protocol.to_owned()), ..SessionOptions::default() }
}

#[test]
fn a_modern_only_server_is_found_after_the_handshake_was_refused() {
    let run = run(modern);
    assert_eq!(run.methods(), ["initialize", "server/discover", "tools/list"]);
    let capture = run.capture();
    assert_eq!(capture.era, Era::Modern);
    assert_eq!(capture.surface.protocol_version.as_deref(), Some("2026-07-28"));
    assert_eq!((capture.surface.server_name(), capture.surface.server_version()), ("m", "2"));
    assert_eq!(capture.surface.instructions.as_deref(), Some("hi"));
    assert_eq!(capture.ping, Ping::NotInRevision);
    assert_eq!(capture.notes, []);
    assert_eq!(capture.handshake.attempts.len(), 1);
}

#[test]
fn every_modern_request_carries_its_meta() {
    let run = run(modern);
    for request in &run.sent[1..] {
        let meta = &request["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({}));
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "mcpward");
    }
}

#[test]
fn the_user_may_insist_on_either_era() {
    let only_modern = run_with(wanting("modern"), None, modern);
    assert_eq!(only_modern.methods(), ["server/discover", "tools/list"]);
    let only_legacy = run_with(wanting("legacy"), None, modern);
    assert_eq!(only_legacy.methods(), ["initialize"]);
    assert_eq!(only_legacy.failure().0, "refused");
    assert_eq!(run_with(wanting("modern"), None, good).failure().0, "refused");
}

#[test]
fn a_recorded_modern_revision_that_is_gone_falls_back_in_a_fresh_process() {
    let run = run_with(wanting("2026-07-28"), None, good);
    assert_eq!(run.methods()[..2], ["server/discover", "initialize"]);
    assert!(run.effects.iter().any(|effect| matches!(effect, Effect::Reopen { .. })));
    assert_eq!(run.capture().era, Era::Legacy);
}

#[test]
fn a_server_that_dies_after_refusing_the_handshake_is_started_again() {
    let mut dead = false;
    let run = run(|request| match request["method"].as_str().unwrap() {
        "server/discover" if !dead => {
            dead = true;
            Does::Events(vec![closed(Some(1))])
        }
        _ => modern(request),
    });
    assert_eq!(run.methods(), ["initialize", "server/discover", "server/discover", "tools/list"]);
    assert_eq!(run.capture().era, Era::Modern);
}

#[test]
fn an_unknown_kind_of_result_is_no_result() {
    let run = run(|request| match request["method"].as_str().unwrap() {
        "tools/list" => result(request, r#"{"resultType":"surprise","tools":[]}"#),
        _ => modern(request),
    });
    assert_eq!(run.failure().0, "bad-reply");
}

#[test]
fn what_a_modern_result_lacks_is_told() {
    let run = run(|request| match request["method"].as_str().unwrap() {
        "tools/list" => result(
            request,
            r#"{"tools":[{"name":"a","inputSchema":{"properties":{"x":{"type":"number","x-mcp-header":"X"}}}}]}"#,
        ),
        _ => modern(request),
    });
    let mut codes = run.codes();
    codes.sort();
    assert_eq!(
        codes,
        [
            NoteCode::MalformedResult,
            NoteCode::MalformedResult,
            NoteCode::MalformedResult,
            NoteCode::HeaderAnnotation
        ]
    );
    assert_eq!(run.capture().surface.tools.len(), 1);
}

#[test]
fn a_request_to_the_client_is_forbidden() {
    let run = run(|request| {
        let Does::Lines(mut lines) = modern(request) else { panic!("lines") };
        if request["method"] == "tools/list" {
            lines.insert(0, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.to_owned());
        }
        Does::Lines(lines)
    });
    assert_eq!(run.codes(), [NoteCode::ForbiddenServerRequest]);
}

#[test]
fn a_first_choice_that_is_refused_is_asked_once_more_in_a_version_both_speak() {
    let mut refused = 0;
    let mut serve = |request: &Value| match request["method"].as_str().unwrap() {
        "server/discover" if refused < 1 => {
            refused += 1;
            Does::Lines(vec![format!(
                r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-32022,"message":"unsupported","data":{{"supported":["2026-07-28"]}}}}}}"#,
                request["id"]
            )])
        }
        _ => modern(request),
    };
    let run = run_with(wanting("modern"), None, &mut serve);
    assert_eq!(run.methods(), ["server/discover", "server/discover", "tools/list"]);
}
