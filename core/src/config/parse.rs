use serde_json::Value;
use thiserror::Error;

use super::model::{Config, Suppression};
use super::server::{Server, Transport};
use crate::json::typed;
use crate::rules::drift::class_named;
use crate::rules::rule_named;
use crate::surface::{join_pointer, pointer};
use crate::text::shown;

/// What is wrong with a config, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ConfigError {
    /// JSON Pointer of the key, `""` for the document.
    pub pointer: String,
    /// What is wrong and what would be right.
    pub message: String,
}

fn error(pointer: impl Into<String>, message: impl Into<String>) -> ConfigError {
    ConfigError { pointer: pointer.into(), message: message.into() }
}

/// Reads a config whose `${VAR}` have been replaced. A missing document (`null`) is an empty one.
///
/// # Errors
/// Every key that is unknown, has a wrong kind of value or contradicts another, in the order of the document
/// as far as that can be known: a wrong kind of value ends the search.
pub fn parse(document: &Value) -> Result<Config, Vec<ConfigError>> {
    let empty = Value::Object(serde_json::Map::new());
    let document = if document.is_null() { &empty } else { document };
    let config: Config =
        typed(document).map_err(|misfit| vec![error(misfit.pointer(), clean(misfit.problem()))])?;
    let mut errors = Vec::new();
    check_servers(&config, &mut errors);
    check_checks(&config, &mut errors);
    for (index, suppression) in config.suppress.iter().enumerate() {
        check_suppression(suppression, &pointer(&["suppress", &index.to_string()]), &mut errors);
    }
    if errors.is_empty() { Ok(config) } else { Err(errors) }
}

/// Config text is the user's own, yet a key may carry what a terminal obeys.
fn clean(message: &str) -> String {
    crate::text::shown_within(message, 1_000).to_string()
}

fn check_servers(config: &Config, errors: &mut Vec<ConfigError>) {
    if config.server.is_some() && !config.servers.is_empty() {
        errors.push(error("/servers", "give either `server` or `servers`, not both"));
    }
    if let Some(server) = &config.server {
        check_server(server, "/server", errors);
    }
    for (name, server) in &config.servers {
        let at = pointer(&["servers", name]);
        let plain =
            name.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'));
        if !plain || name.is_empty() || name.len() > 64 {
            errors.push(error(
                &at,
                format!("server name `{}` must be 1 to 64 of the characters A-Z a-z 0-9 _ -", shown(name)),
            ));
        }
        check_server(server, &at, errors);
    }
}

fn check_server(server: &Server, at: &str, errors: &mut Vec<ConfigError>) {
    match server.transport {
        Transport::Stdio => {
            let startable = !server.command.as_deref().unwrap_or_default().trim().is_empty();
            if server.url.is_some() {
                let what = if startable {
                    "a server has either `command` or, with `transport: http`, `url`"
                } else {
                    "`url` needs `transport: http`"
                };
                errors.push(error(join_pointer(at, "url"), what));
            } else if !startable {
                errors.push(error(at, "a stdio server needs `command`, the program to start"));
            }
            if !server.headers.is_empty() {
                errors.push(error(join_pointer(at, "headers"), "`headers` needs `transport: http`"));
            }
        }
        Transport::Http => {
            let url = server.url.as_deref().unwrap_or_default();
            if url.is_empty() {
                errors.push(error(at, "an http server needs `url`"));
            } else if !url.starts_with("http://") && !url.starts_with("https://") {
                errors.push(error(join_pointer(at, "url"), "`url` must begin with http:// or https://"));
            }
            for (member, given) in [
                ("command", server.command.is_some()),
                ("args", !server.args.is_empty()),
                ("env", !server.env.is_empty()),
            ] {
                if given {
                    errors.push(error(
                        join_pointer(at, member),
                        format!("`{member}` needs `transport: stdio`"),
                    ));
                }
            }
        }
    }
    if let Some(artifact) = &server.artifact
        && !is_hash(&artifact.digest)
    {
        let at = join_pointer(&join_pointer(at, "artifact"), "digest");
        errors.push(error(at, "must be sha256: and 64 hexadecimal digits, in lower case"));
    }
    if let super::server::Protocol::Revision(revision) = &server.protocol {
        let shape: Vec<usize> = revision.split('-').map(str::len).collect();
        let digits = revision.chars().all(|character| character.is_ascii_digit() || character == '-');
        if shape != [4, 2, 2] || !digits {
            errors.push(error(
                join_pointer(at, "protocol"),
                format!(
                    "`{}` is none of auto, legacy, modern or a revision such as 2025-11-25",
                    shown(revision)
                ),
            ));
        }
    }
}

fn check_checks(config: &Config, errors: &mut Vec<ConfigError>) {
    let timeouts = &config.timeouts;
    for (name, value) in [
        ("start_ms", timeouts.start_ms),
        ("connect_ms", timeouts.connect_ms),
        ("call_ms", timeouts.call_ms),
        ("run_ms", timeouts.run_ms),
    ] {
        if !(1..=86_400_000).contains(&value) {
            errors.push(error(pointer(&["timeouts", name]), "must be from 1 to 86400000 milliseconds"));
        }
    }
    let checks = &config.checks;
    if !(0.0..=1.0).contains(&checks.collision.threshold) {
        errors.push(error("/checks/collision/threshold", "must be from 0 to 1"));
    }
    if let Some(latency) = &checks.latency {
        if !(1..=10_000).contains(&latency.samples) {
            errors.push(error("/checks/latency/samples", "must be from 1 to 10000"));
        }
        if latency.p95_budget_ms == 0 {
            errors.push(error("/checks/latency/p95_budget_ms", "must be at least 1"));
        }
    }
    if let Some(drift) = &checks.drift {
        for class in drift.severity.keys().filter(|class| class_named(class).is_none()) {
            errors.push(error(
                pointer(&["checks", "drift", "severity", class]),
                format!("unknown drift class `{}`", shown(class)),
            ));
        }
        if !(1..=100).contains(&drift.output.shape_samples) {
            errors.push(error("/checks/drift/output/shape_samples", "must be from 1 to 100"));
        }
        for (index, ignored) in drift.ignore.iter().enumerate() {
            let at = pointer(&["checks", "drift", "ignore", &index.to_string()]);
            if !ignored.pointer.starts_with('/') {
                errors.push(error(join_pointer(&at, "pointer"), "must be a JSON Pointer, beginning with /"));
            }
            if ignored.reason.trim().is_empty() {
                errors.push(error(join_pointer(&at, "reason"), "say why the place is ignored"));
            }
        }
    }
}

fn check_suppression(suppression: &Suppression, at: &str, errors: &mut Vec<ConfigError>) {
    let Some(rule) = rule_named(&suppression.rule) else {
        errors.push(error(
            join_pointer(at, "rule"),
            format!("unknown rule `{}`; `mcpward rules` lists them", shown(&suppression.rule)),
        ));
        return;
    };
    if suppression.reason.trim().is_empty() {
        errors.push(error(join_pointer(at, "reason"), "say why the finding is accepted"));
    }
    let about_text = rule.family == crate::rules::Family::Security || rule.class_of_text();
    match &suppression.text_sha256 {
        None if about_text => errors.push(error(
            at,
            "a suppression of a security or description finding needs `text_sha256`, which the report gives",
        )),
        Some(hash) if !is_hash(hash) => {
            errors.push(error(join_pointer(at, "text_sha256"), "must be sha256: and 64 hexadecimal digits"));
        }
        _ => {}
    }
    if suppression.expires.as_deref().is_some_and(|day| !is_day(day)) {
        errors.push(error(join_pointer(at, "expires"), "must be a day such as 2027-01-31"));
    }
}

fn is_hash(text: &str) -> bool {
    text.strip_prefix("sha256:").is_some_and(|hex| {
        hex.len() == 64 && hex.chars().all(|character| matches!(character, '0'..='9' | 'a'..='f'))
    })
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: Option<&&str>, digits: usize| -> Option<u32> {
        part.filter(|part| part.len() == digits)?.parse().ok()
    };
    parts.len() == 3
        && number(parts.first(), 4).is_some()
        && number(parts.get(1), 2).is_some_and(|month| (1..=12).contains(&month))
        && number(parts.get(2), 2).is_some_and(|day| (1..=31).contains(&day))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_smallest_config_gets_all_defaults() {
        let config = parse(&json!({ "server": { "command": "x" }, "checks": { "drift": null } })).unwrap();
        assert_eq!(config.timeouts.connect_ms, 10_000);
        assert!(config.checks.errors.enabled);
        assert_eq!(config.checks.drift.unwrap().baseline, "./mcpward.lock.json");
        assert!(config.checks.latency.is_none());
    }

    #[test]
    fn an_unknown_key_is_named_with_its_place() {
        let errors = parse(&json!({ "checks": { "drift": { "baselin": "x" } } })).unwrap_err();
        assert_eq!(errors[0].pointer, "/checks/drift/baselin");
        assert!(errors[0].message.contains("unknown field `baselin`"), "{}", errors[0]);
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_told_in_words_for_people() {
        for (config, place, message) in [
            (
                json!({ "timeouts": { "run_ms": "ten" } }),
                "/timeouts/run_ms",
                "must be a whole number of at least 0, not the text \"ten\"",
            ),
            (
                json!({ "timeouts": { "run_ms": -1.5 } }),
                "/timeouts/run_ms",
                "must be a whole number of at least 0, not the number -1.5",
            ),
            (
                json!({ "checks": { "latency": { "samples": -1 } } }),
                "/checks/latency/samples",
                "must be a whole number from 0 to 4294967295, not the number -1",
            ),
            (json!({ "checks": [] }), "/checks", "must be an object, not a list"),
            (json!({ "server": { "args": "x" } }), "/server/args", "must be a list, not the text \"x\""),
            (json!({ "server": { "env": { "A": 1 } } }), "/server/env/A", "must be a text, not the number 1"),
            (json!({ "timeouts": null }), "/timeouts", "must be an object, not nothing"),
            (
                json!({ "checks": { "schema": "on" } }),
                "/checks/schema",
                "must be true or false, not the text \"on\"",
            ),
            (
                json!({ "server": { "transport": "pipe" } }),
                "/server/transport",
                "must be one of `stdio`, `http`, not the text \"pipe\"",
            ),
            (
                json!({ "server": { "transport": 3 } }),
                "/server/transport",
                "must be one of `stdio`, `http`, not the number 3",
            ),
            (
                json!({ "server": { "protocol": 3 } }),
                "/server/protocol",
                "must be `auto`, `legacy`, `modern` or a revision such as 2025-11-25",
            ),
            (
                json!({ "server": { "artifact": { "kind": "image" } } }),
                "/server/artifact",
                "`digest` is missing",
            ),
            (
                json!({ "checks": { "errors": { "profil": "strict" } } }),
                "/checks/errors/profil",
                "unknown field `profil`, expected one of `profile`, `skip_destructive`",
            ),
            (
                json!({ "checks": { "collision": { "threshold": "high" } } }),
                "/checks/collision/threshold",
                "must be a number, not the text \"high\"",
            ),
            (
                json!({ "checks": { "errors": null } }),
                "/checks/errors",
                "must be true, false or an object of settings, not nothing",
            ),
            (json!({ "calls": 3 }), "/calls", "must be the path of a file or a list of calls"),
            (
                json!({ "checks": { "drift": { "fail_on": 3 } } }),
                "/checks/drift/fail_on",
                "must be a level (high, medium, low) or a list of levels and classes",
            ),
        ] {
            let errors = parse(&config).unwrap_err();
            assert_eq!((errors[0].pointer.as_str(), errors[0].message.as_str()), (place, message));
        }
    }

    #[test]
    fn contradictions_are_all_reported() {
        let errors = parse(&json!({
            "server": { "transport": "http", "command": "x", "url": "ftp://x" },
            "timeouts": { "run_ms": 0 },
            "suppress": [{ "rule": "nosuch/rule", "reason": "x" }]
        }))
        .unwrap_err();
        let places: Vec<&str> = errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(places, ["/server/url", "/server/command", "/timeouts/run_ms", "/suppress/0/rule"]);
    }

    #[test]
    fn an_address_without_its_transport_is_told_once() {
        let problem = |server: Value| {
            let errors = parse(&json!({ "server": server })).unwrap_err();
            let told: Vec<String> =
                errors.iter().map(|error| format!("{} {}", error.pointer, error.message)).collect();
            told.join("; ")
        };
        assert_eq!(problem(json!({ "url": "http://x" })), "/server/url `url` needs `transport: http`");
        assert_eq!(
            problem(json!({ "url": "http://x", "command": "y" })),
            "/server/url a server has either `command` or, with `transport: http`, `url`"
        );
    }

    #[test]
    fn a_digest_is_a_digest() {
        let errors = |digest: &str| {
            let artifact = json!({ "kind": "image", "digest": digest });
            parse(&json!({ "server": { "command": "x", "artifact": artifact } })).err().unwrap_or_default()
        };
        let digits = "0123456789abcdef".repeat(4);
        assert!(errors(&format!("sha256:{digits}")).is_empty());
        for wrong in [digits.as_str(), "sha256:", "latest", &format!("sha256:{}", digits.to_uppercase())] {
            assert_eq!(errors(wrong)[0].pointer, "/server/artifact/digest", "{wrong}");
        }
    }

    #[test]
    fn switches_may_be_settings() {
        let config = parse(&json!({ "checks": {
            "errors": { "profile": "strict" }, "collision": false,
            "drift": { "fail_on": ["high", "tool_removed"] }
        } }))
        .unwrap();
        assert_eq!(config.checks.errors.profile, crate::config::ErrorsProfile::Strict);
        assert!(!config.checks.collision.enabled);
    }
}
