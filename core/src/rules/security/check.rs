use super::field::{Field, fields, instructions};
use super::injection::Phrases;
use super::{annotation, flow, layout, rows, secret, unicode, values};
use crate::rules::{Finding, Outcome, Sink};
use crate::surface::{Kind, Surface};

/// Looks at every text of one server, and says in a summary what was looked at.
pub fn check(surface: &Surface, sink: &mut Sink) {
    let mut texts = 0;
    let mut found = Sink::default();
    let mut phrases = Phrases::new(surface);
    if let Some(field) = instructions(surface) {
        texts += 1;
        check_field(&field, &mut phrases, &mut found);
    }
    for kind in [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate] {
        for definition in surface.list(kind) {
            for field in fields(definition) {
                texts += 1;
                check_field(&field, &mut phrases, &mut found);
            }
            if kind == Kind::Tool {
                secret::check(definition, &mut found);
                annotation::check(definition, &mut found);
            }
        }
    }
    unicode::check_names(surface, &mut found);
    flow::check(surface, &mut found);
    if texts == 0 {
        sink.push(Finding::new(
            &rows::LIST_TOOLS,
            "The server lists nothing to check for poisoned definitions",
        ));
        return;
    }
    let findings = found.into_findings();
    let failed = findings.iter().filter(|finding| finding.outcome == Outcome::Fail).count();
    let warned = findings.iter().filter(|finding| finding.outcome == Outcome::Warn).count();
    for finding in findings {
        sink.push(finding);
    }
    if failed == 0 {
        let warnings = match warned {
            0 => String::new(),
            1 => ", 1 warning".to_owned(),
            many => format!(", {many} warnings"),
        };
        let what =
            format!("No sign of poisoning in {} tool(s) ({texts} texts read{warnings})", surface.tools.len());
        sink.push(Finding::new(&rows::SUMMARY, what));
    }
}

fn check_field(field: &Field<'_>, phrases: &mut Phrases, sink: &mut Sink) {
    phrases.check(field, sink);
    unicode::check(field, sink);
    unicode::check_words(field, sink);
    layout::check(field, sink);
    layout::check_written_blanks(field, sink);
    layout::check_written_escapes(field, sink);
    values::check(field, sink);
}
