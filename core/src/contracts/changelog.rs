use std::collections::BTreeMap;
use std::fmt::Write;

use super::chain::{Chain, ContractFile, chains};
use super::contract::Contract;
use crate::drift::{Side, diff};
use crate::rules::{Bump, Sink};
use crate::surface::{Kind, Surface};
use crate::text::shown_within;

const HEADING: &str = "# Tool changelog\n";

/// `TOOL_CHANGELOG.md`: what each version of each tool changed, in words.
///
/// Generated lines stand between marker comments. Whatever else `existing` holds was written by hand and
/// stays where it is: between its tool and version, or at the top.
#[must_use]
pub fn changelog(files: &[ContractFile], existing: &str) -> String {
    let chains = chains(files, &mut Sink::default());
    let mut notes = Notes::read(existing);
    let mut text = notes.take("").unwrap_or_else(|| format!("{HEADING}\n"));
    for chain in &chains {
        for (index, version) in chain.versions.iter().enumerate().rev() {
            let id = format!("{} v{}", chain.tool, version.version);
            let previous = index.checked_sub(1).and_then(|before| chain.versions.get(before));
            let _ = write!(text, "## {id}\n\n{}{}{}", begin(&id), lines(chain, previous, version), end(&id));
            text.push_str(&notes.take(&id).unwrap_or_else(|| "\n".to_owned()));
        }
    }
    text.push_str(&notes.rest());
    text
}

fn begin(id: &str) -> String {
    format!("<!-- generated: {id} -->\n")
}

fn end(id: &str) -> String {
    format!("<!-- end: {id} -->\n")
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

/// What was written by hand, by the version it stands under.
struct Notes {
    by_version: BTreeMap<String, String>,
}

impl Notes {
    fn read(existing: &str) -> Self {
        let mut by_version: BTreeMap<String, String> = BTreeMap::new();
        let (mut under, mut generated) = (String::new(), false);
        for line in existing.split_inclusive('\n') {
            let bare = line.trim_end();
            if let Some(id) = bare.strip_prefix("<!-- generated: ").and_then(|rest| rest.strip_suffix(" -->"))
            {
                // The heading of this version was kept as the last line of the note before it.
                if let Some(note) = by_version.get_mut(&under) {
                    let heading = format!("## {id}\n");
                    if let Some(at) = note.rfind(&heading) {
                        note.truncate(at);
                    }
                }
                id.clone_into(&mut under);
                generated = true;
            } else if generated {
                generated = !(bare.starts_with("<!-- end: ") && bare.ends_with(" -->"));
                if !generated {
                    by_version.entry(under.clone()).or_default();
                }
            } else {
                by_version.entry(under.clone()).or_default().push_str(line);
            }
        }
        Self { by_version }
    }

    fn take(&mut self, id: &str) -> Option<String> {
        self.by_version.remove(id).filter(|note| !note.is_empty())
    }

    /// Notes on versions that are gone are kept too.
    fn rest(self) -> String {
        let mut rest = String::new();
        for (id, note) in self.by_version {
            if !note.trim().is_empty() {
                let _ = write!(rest, "## {id}\n{note}");
            }
        }
        rest
    }
}
