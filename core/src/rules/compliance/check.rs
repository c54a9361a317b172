use serde_json::Value;

use super::{rows, wire_rows};
use crate::rules::{Finding, Outcome, Sink};
use crate::session::{Capture, Era, Ping};
use crate::text::{quoted, shown};

/// Whether the server kept to the protocol, as far as one session shows. `expect` is the revision that must
/// have been negotiated.
pub fn check(capture: &Capture, expect: Option<&str>, sink: &mut Sink) {
    handshake(capture, sink);
    server_info(capture, sink);
    capabilities(capture, sink);
    ping(capture, sink);
    if let Some(expected) = expect {
        expected_version(capture, expected, sink);
    }
    for note in &capture.notes {
        let times = if note.count > 1 { format!(" ({} times)", note.count) } else { String::new() };
        let mut finding =
            Finding::new(wire_rows::of(note.code), format!("{}{times}", capitalised(&note.what)));
        if let Some(excerpt) = &note.excerpt {
            finding.actual = Some(format!("\"{excerpt}\""));
        }
        sink.push(finding);
    }
}

fn handshake(capture: &Capture, sink: &mut Sink) {
    let how = match capture.era {
        Era::Legacy => "Protocol handshake completed",
        Era::Modern => "Server discovery completed",
    };
    sink.push(Finding::new(&rows::HANDSHAKE, how));
    let revision = capture.surface.protocol_version.as_deref().unwrap_or_default();
    let what = format!("Protocol revision {} negotiated", quoted(revision));
    sink.push(Finding::new(&rows::PROTOCOL_VERSION, what).at("/protocolVersion"));
}

fn server_info(capture: &Capture, sink: &mut Sink) {
    let surface = &capture.surface;
    let info = [("name", surface.server_name()), ("version", surface.server_version())];
    let is_text = |member: &str| surface.server_info.get(member).is_some_and(Value::is_string);
    let lacks: Vec<&str> = info.iter().map(|(member, _)| *member).filter(|member| !is_text(member)).collect();
    let empty: Vec<&str> =
        info.iter().filter(|(_, text)| text.is_empty()).map(|(member, _)| *member).collect();
    let finding = if !lacks.is_empty() {
        Finding::new(&rows::SERVER_INFO, format!("Server info lacks {}", lacks.join(" and ")))
    } else if !empty.is_empty() {
        // The Python SDK 2.x sends an empty version where the server sets none: valid, and of no use.
        Finding::new(&rows::SERVER_INFO, format!("Server info has an empty {}", empty.join(" and ")))
            .outcome(Outcome::Warn)
    } else {
        let (name, version) = (shown(surface.server_name()), shown(surface.server_version()));
        Finding::new(&rows::SERVER_INFO, format!("Server is {name} {version}")).outcome(Outcome::Pass)
    };
    sink.push(finding.at("/serverInfo"));
}

fn capabilities(capture: &Capture, sink: &mut Sink) {
    let declared: Vec<String> =
        capture.surface.capabilities.keys().map(|name| shown(name).to_string()).collect();
    let finding = if declared.is_empty() {
        Finding::new(&rows::CAPABILITIES, "Server declares no capabilities")
    } else {
        let what = format!("Server declares {}", declared.join(", "));
        Finding::new(&rows::CAPABILITIES, what).outcome(Outcome::Pass)
    };
    sink.push(finding.at("/capabilities"));
}

fn ping(capture: &Capture, sink: &mut Sink) {
    sink.push(match &capture.ping {
        Ping::Answered { .. } => Finding::new(&rows::PING, "Server responds to ping").outcome(Outcome::Pass),
        Ping::Refused { error } => {
            let what = format!("Ping is answered with error {}", error.code);
            Finding::new(&rows::PING, what).expected("an empty result", quoted(&error.message))
        }
        Ping::Unanswered { reason } => Finding::new(&rows::PING, format!("Ping is not answered: {reason}")),
        Ping::NotInRevision => Finding::new(&rows::PING, "Ping was not sent")
            .outcome(Outcome::Skip)
            .because("the negotiated revision has no ping"),
    });
}

fn expected_version(capture: &Capture, expected: &str, sink: &mut Sink) {
    let found = capture.surface.protocol_version.as_deref().unwrap_or_default();
    let finding = if found == expected {
        let what = format!("Protocol revision is the expected {}", quoted(expected));
        Finding::new(&rows::EXPECTED_PROTOCOL_VERSION, what).outcome(Outcome::Pass)
    } else {
        let what = format!("Protocol revision is {} instead of {}", quoted(found), quoted(expected));
        Finding::new(&rows::EXPECTED_PROTOCOL_VERSION, what).expected(shown(expected), shown(found))
    };
    sink.push(finding.at("/protocolVersion"));
}

/// A clause as the beginning of a sentence.
fn capitalised(clause: &str) -> String {
    let mut characters = clause.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::rules::compliance::{COMPLIANCE_ROWS, WIRE_ROWS};

    fn capture(change: impl FnOnce(&mut Value)) -> Capture {
        let mut value = json!({
            "surface": {
                "protocolVersion": "2025-11-25",
                "serverInfo": {"name": "s", "version": "1"},
                "capabilities": {"tools": {}},
            },
            "era": "legacy",
            "handshake": {"asked": "2025-11-25", "answered": "2025-11-25"},
            "transport": "stdio",
            "ping": {"state": "answered", "elapsedMs": 1.0},
            "timings": {},
        });
        change(&mut value);
        Capture::from_json(&value.to_string()).unwrap()
    }

    fn outcomes(capture: &Capture, expect: Option<&str>) -> Vec<(&'static str, Outcome)> {
        let mut sink = Sink::default();
        check(capture, expect, &mut sink);
        sink.into_findings()
            .into_iter()
            .filter(|finding| finding.outcome != Outcome::Pass)
            .map(|finding| (finding.meta.id, finding.outcome))
            .collect()
    }

    #[test]
    fn a_good_server_passes_every_check() {
        assert_eq!(outcomes(&capture(|_| {}), Some("2025-11-25")), []);
        let mut sink = Sink::default();
        check(&capture(|_| {}), Some("2025-11-25"), &mut sink);
        assert_eq!(sink.len(), COMPLIANCE_ROWS.len());
    }

    #[test]
    fn each_check_fires() {
        let bad = capture(|value| {
            value["surface"]["serverInfo"] = json!({"name": "s"});
            value["surface"]["capabilities"] = json!({});
            value["ping"] = json!({"state": "refused", "error": {"code": -32601, "message": "no\u{202e}"}});
        });
        assert_eq!(
            outcomes(&bad, Some("2025-06-18")),
            [
                ("compliance/server-info", Outcome::Fail),
                ("compliance/capabilities", Outcome::Warn),
                ("compliance/ping", Outcome::Fail),
                ("compliance/expected-protocol-version", Outcome::Fail),
            ]
        );
    }

    #[test]
    fn an_empty_version_is_only_a_warning() {
        let empty = capture(|value| value["surface"]["serverInfo"]["version"] = json!(""));
        assert_eq!(outcomes(&empty, None), [("compliance/server-info", Outcome::Warn)]);
    }

    #[test]
    fn a_revision_without_ping_skips_it_with_the_reason() {
        let modern = capture(|value| value["ping"] = json!({"state": "notInRevision"}));
        assert_eq!(outcomes(&modern, None), [("compliance/ping", Outcome::Skip)]);
    }

    #[test]
    fn every_rule_about_the_wire_is_reached_by_its_note() {
        for meta in WIRE_ROWS {
            let code = meta.rule.trim_start_matches("compliance/");
            let noted = capture(|value| {
                value["notes"] = json!([{"code": code, "what": "a thing", "excerpt": "x", "count": 3}]);
            });
            let mut sink = Sink::default();
            check(&noted, None, &mut sink);
            let finding = sink.into_findings().pop().unwrap();
            assert_eq!((finding.meta.rule, finding.outcome), (meta.rule, meta.default));
            assert_eq!(finding.what, "A thing (3 times)");
        }
    }
}
