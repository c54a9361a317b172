use std::fmt::Write;

use super::chain::{Chain, ContractFile, chains};
use super::contract::Contract;
use super::notes::Notes;
use crate::drift::{Side, diff};
use crate::rules::{Bump, Sink};
use crate::surface::{Kind, Surface};
use crate::text::shown_within;

const HEADING: &str = "# Tool changelog\n";

/// `TOOL_CHANGELOG.md`: what each version of each tool changed, in words.
///
/// Generated lines stand between marker comments. Whatever else `existing` holds was written by hand and
/// stays where it is; what was written between the markers moves below them.
#[must_use]
pub fn changelog(files: &[ContractFile], existing: &str) -> String {
    let chains = chains(files, &mut Sink::default());
    let mut notes = Notes::read(existing);
    let mut text = notes.top().unwrap_or_else(|| format!("{HEADING}\n"));
    for chain in &chains {
        for (index, version) in chain.versions.iter().enumerate().rev() {
            let id = format!("{} v{}", chain.tool, version.version);
            let previous = index.checked_sub(1).and_then(|before| chain.versions.get(before));
            text.push_str(&notes.section(&id, &lines(chain, previous, version)));
        }
    }
    text.push_str(&notes.rest());
    text
}

fn lines(chain: &Chain, previous: Option<&Contract>, version: &Contract) -> String {
    let Some(previous) = previous else {
        return "- First version.\n".to_owned();
    };
    let surface = |contract: &Contract| {
        let mut definition = contract.definition();
        definition.raw.insert("name".to_owned(), chain.tool.as_str().into());
        let mut surface = Surface::default();
        surface.list_mut(Kind::Tool).push(definition);
        surface
    };
    let (old, new) = (surface(previous), surface(version));
    let mut text = String::new();
    for change in diff(Side::full(&old), Side::full(&new)).iter().filter(|change| change.bump != Bump::None) {
        let clause = change.what.split_once("\" ").map_or(change.what.as_str(), |(_, clause)| clause);
        let clause = clause.trim_end_matches(" (possible rug-pull)");
        let _ = writeln!(text, "- {}", escaped(&shown_within(clause, 500).to_string()));
    }
    if previous.document.deprecated.is_none()
        && let Some(deprecated) = &version.document.deprecated
    {
        let _ = writeln!(
            text,
            "- deprecated since {}, to be removed after {}",
            escaped(&deprecated.since),
            escaped(&deprecated.remove_after)
        );
    }
    if text.is_empty() { "- No change that a client can notice.\n".to_owned() } else { text }
}

/// Contract text must not end a comment, open a tag or start a link.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        if matches!(character, '<' | '>' | '[' | ']' | '`' | '*' | '_' | '\\' | '|' | '@') {
            safe.push('\\');
        }
        safe.push(character);
    }
    safe
}
