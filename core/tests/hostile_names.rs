//! Names of any length cost no more than they take.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails here")]

use std::collections::BTreeMap;

use mcpward_core::drift::{Side, diff};
use mcpward_core::lockfile::{Contents, HostContext, auth_context, read, write};
use mcpward_core::rules::{Finding, LintOptions, lint};
use mcpward_core::surface::Surface;
use serde_json::{Map, Value, json};

/// A tool of a long name, and places in its schema behind a long name.
fn surface(name: &str, behind: &str, text: &str) -> Surface {
    let places: Map<String, Value> = (0..1_000)
        .map(|number| (format!("p{number}"), json!({ "type": "string", "description": text })))
        .collect();
    let inner = json!({ "type": "object", "properties": places });
    let schema = json!({ "type": "object", "properties": { behind: inner } });
    let list = json!({ "tools": [{ "name": name, "description": text, "inputSchema": schema }] });
    read(&list.to_string()).unwrap().surface
}

fn size(findings: &[Finding]) -> usize {
    let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let of = |finding: &Finding| {
        finding.what.len()
            + length(&finding.subject)
            + length(&finding.pointer)
            + length(&finding.pointer_old)
    };
    findings.iter().map(of).sum()
}

#[test]
fn a_long_name_is_not_repeated_at_every_place_behind_it() {
    let long = "n".repeat(100_000);
    for (name, behind) in [("t", long.as_str()), (long.as_str(), "a")] {
        let (old, new) = (surface(name, behind, "One."), surface(name, behind, "Two."));
        assert_ne!(old.oddities, []);
        let changes = diff(Side::full(&old), Side::full(&new));
        assert_ne!(changes, []);
        assert!(size(&changes) < 20_000_000, "{}", size(&changes));
        assert!(size(&lint(&old, &LintOptions::default())) < 20_000_000);
        let contents = Contents {
            surface: &old,
            output_shapes: &BTreeMap::new(),
            full_text: false,
            auth: auth_context(None),
            artifact: None,
            unlisted: Vec::new(),
        };
        assert!(write(&contents, &HostContext::default(), None).text.len() < 20_000_000);
    }
}

#[test]
fn names_that_differ_at_their_end_only_stay_apart() {
    let named = |end: &str| surface(&format!("{}{end}", "n".repeat(100_000)), "a", "One.");
    let same = diff(Side::full(&named("x")), Side::full(&named("x")));
    assert_eq!(same, []);
    assert_ne!(diff(Side::full(&named("x")), Side::full(&named("y"))), []);
    let behind = |end: &str| surface("t", &format!("{}{end}", "n".repeat(100_000)), "One.");
    assert_ne!(diff(Side::full(&behind("x")), Side::full(&behind("y"))), []);
}
