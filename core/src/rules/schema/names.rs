use std::collections::BTreeMap;

use super::rows;
use crate::rules::{Finding, Outcome, Sink};
use crate::surface::{Definition, Kind, Surface, pointer};
use crate::text::quoted;

/// What the specification allows since 2025-11-25.
const LONGEST: usize = 128;

/// Names: there, of legal characters, not too long, not twice.
pub(super) fn check(surface: &Surface, sink: &mut Sink) {
    for kind in [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate] {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for (position, definition) in surface.list(kind).iter().enumerate() {
            let key = definition.key();
            if key.is_empty() {
                missing(definition, position, sink);
                continue;
            }
            *count.entry(key).or_default() += 1;
            if kind == Kind::Tool {
                characters(surface, definition, sink);
            }
        }
        for (key, times) in count.into_iter().filter(|(_, times)| *times > 1) {
            let what =
                format!("{} {} {} is listed {times} times", kind.noun(), kind.key_member(), quoted(key));
            sink.push(Finding::new(&rows::UNIQUE_NAMES, what).of(key).at(pointer(&[kind.plural(), key])));
        }
    }
}

fn missing(definition: &Definition, position: usize, sink: &mut Sink) {
    let (noun, member) = (definition.kind.noun(), definition.kind.key_member());
    let what = format!("{noun} number {} has no {member}", position + 1);
    let at = pointer(&[definition.kind.plural(), &position.to_string()]);
    sink.push(Finding::new(&rows::NAME_MISSING, what).at(at));
}

fn characters(surface: &Surface, tool: &Definition, sink: &mut Sink) {
    let name = tool.key();
    let legal = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.');
    if let Some(odd) = name.chars().find(|letter| !legal(*letter)) {
        let what = format!("Tool name {} contains {}", quoted(name), quoted(odd.encode_utf8(&mut [0; 4])));
        let finding = Finding::new(&rows::NAME_CHARACTERS, what).of(name).at(tool.at("name"));
        sink.push(finding.expected("^[A-Za-z0-9_.-]{1,128}$", quoted(name)));
    }
    let length = name.chars().count();
    if length > LONGEST {
        let what = format!("Tool name {} has {length} characters, more than {LONGEST}", quoted(name));
        sink.push(Finding::new(&rows::NAME_LENGTH, what).of(name).at(tool.at("name")));
    }
    if name.contains('.') && name.chars().all(legal) {
        // Revisions are dates, so they compare as text.
        let legal_there =
            surface.protocol_version.as_deref().is_some_and(|revision| revision >= "2025-11-25");
        let outcome = if legal_there { Outcome::Pass } else { Outcome::Warn };
        let what = format!("Tool name {} contains a dot", quoted(name));
        sink.push(Finding::new(&rows::NAME_DOT, what).of(name).at(tool.at("name")).outcome(outcome));
    }
}
