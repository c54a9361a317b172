//! Prints what the static checks say about captured surfaces: `cargo run --example surface_findings -- FILE…`.
//!
//! A file is a JSON object with `captured.{initialize,tools,resources,resourceTemplates,prompts}`.
#![expect(clippy::print_stdout, reason = "a tool for the terminal")]
#![expect(clippy::unwrap_used, reason = "a broken file should stop it")]

use std::collections::BTreeMap;

use mcpward_core::rules::{LintOptions, Outcome, lint};
use mcpward_core::surface::{Definition, Kind, Surface};
use serde_json::Value;

fn main() {
    let mut counts: BTreeMap<(&str, Outcome), (usize, usize)> = BTreeMap::new();
    for file in std::env::args().skip(1) {
        let capture: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let surface = surface(capture.get("captured").unwrap_or(&capture));
        let mut seen: BTreeMap<(&str, Outcome), usize> = BTreeMap::new();
        for finding in lint(&surface, &LintOptions::default()) {
            *seen.entry((finding.meta.rule, finding.outcome)).or_default() += 1;
            if finding.outcome == Outcome::Fail
                || (finding.outcome == Outcome::Warn && std::env::var_os("WARN").is_some())
            {
                let quote = finding.evidence.first().map_or("", |evidence| evidence.quote.as_str());
                println!(
                    "{:?} {} {}\n    {}\n    {quote}",
                    finding.outcome, finding.meta.rule, file, finding.what
                );
            }
        }
        for (key, count) in seen {
            let total = counts.entry(key).or_default();
            *total = (total.0 + 1, total.1 + count);
        }
    }
    for ((rule, outcome), (surfaces, findings)) in counts {
        println!("{rule:45} {outcome:?} surfaces {surfaces} findings {findings}");
    }
}

fn surface(captured: &Value) -> Surface {
    let list = |key: &str, kind: Kind| {
        let items = captured.get(key).and_then(|list| list.as_array().or_else(|| list.get(key)?.as_array()));
        let raw = items.into_iter().flatten().filter_map(|item| item.as_object().cloned());
        raw.map(|raw| Definition::new(kind, raw)).collect()
    };
    let text = |key: &str| captured.get("initialize")?.get(key)?.as_str().map(str::to_owned);
    Surface {
        protocol_version: text("protocolVersion"),
        instructions: text("instructions"),
        tools: list("tools", Kind::Tool),
        prompts: list("prompts", Kind::Prompt),
        resources: list("resources", Kind::Resource),
        resource_templates: list("resourceTemplates", Kind::ResourceTemplate),
        ..Surface::default()
    }
}
