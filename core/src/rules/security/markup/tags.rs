use std::collections::BTreeSet;

use super::find::Place;
use super::lists::{commands, lists, near, words};
use crate::rules::security::rows;

/// A tag that imitates a message, before it is known whether it is closed.
struct Suspect {
    name: String,
    start: usize,
    end: usize,
    /// Attributes, a mark or several words in the name: no placeholder looks like that.
    certain: bool,
}

/// `<important>…</important>`, `<assistant_directive priority="max">`, and tags that close what encloses the text.
pub(super) fn find(text: &str, places: &mut Vec<Place>) {
    const LONGEST: usize = 120;
    let mut opened: BTreeSet<String> = BTreeSet::new();
    let mut closed: BTreeSet<String> = BTreeSet::new();
    let mut suspects: Vec<Suspect> = Vec::new();
    for (at, _) in text.match_indices('<') {
        let body = text.get(at + 1..).unwrap_or_default();
        let Some(length) = body.bytes().take(LONGEST).position(|byte| matches!(byte, b'>' | b'<')) else {
            continue;
        };
        let Some(inner) = body.get(..length).filter(|_| body.as_bytes().get(length) == Some(&b'>')) else {
            continue;
        };
        let inner = inner.trim();
        let odd = inner.starts_with('!') && !inner.starts_with("!--");
        let inner = inner.trim_start_matches(['!', ' ']);
        let closes = inner.starts_with('/');
        let inner = inner.trim_matches(|letter: char| letter == '/' || letter.is_whitespace());
        let name_end = inner
            .find(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-' | ':' | '.')))
            .unwrap_or(inner.len());
        let (name, attributes) = inner.split_at(name_end);
        let several = attributes.contains(char::is_alphanumeric) && !attributes.contains('=');
        // `<system note>` is as good as `<system_note>`.
        let name = if several { inner } else { name }.replace(['-', ' ', '\n', ':', '.'], "_");
        let end = at + 1 + length + 1;
        if closes {
            if lists().containers.contains(name.as_str()) && !opened.contains(&name) {
                places.push(Place::new(&rows::PSEUDO_MARKUP, at, end));
            }
            closed.insert(name);
        } else {
            let thinks = lists().thought_tags.contains(name.as_str())
                && words(near(text, end, 200).split('<').next().unwrap_or_default()).take(4).count() == 4;
            if thinks || imitates(&name) {
                let certain = odd || attributes.contains('=') || (name.contains('_') && !several);
                suspects.push(Suspect { name: name.clone(), start: at, end, certain });
            }
            opened.insert(name);
        }
    }
    for suspect in suspects {
        let after = near(text, suspect.end, 400);
        let follows = after.split_whitespace().take(3).count();
        if closed.contains(&suspect.name)
            || (suspect.certain && follows >= 2)
            || (opens_a_line(text, suspect.start) && follows >= 3 && commands(after))
        {
            places.push(Place::new(&rows::PSEUDO_MARKUP, suspect.start, suspect.end));
        }
    }
}

/// An unclosed tag at the beginning of a sentence opens a message; inside one it is a placeholder.
fn opens_a_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end_matches(' ');
    before.is_empty() || before.ends_with(['.', '!', '?', '\n', '\u{2029}'])
}

fn imitates(name: &str) -> bool {
    let lists = lists();
    if lists.tags.contains(name)
        || lists.tags.contains(name.trim_end_matches(|letter: char| letter.is_ascii_digit()))
    {
        return true;
    }
    if lists.honest.contains(name) {
        return false;
    }
    let singular =
        |word: &str| lists.nouns.contains(word) || lists.nouns.contains(word.trim_end_matches('s'));
    let (mut qualified, mut named) = (false, false);
    for word in words(&name.replace('_', " ")) {
        if singular(word) {
            named = true;
        } else if lists.qualifiers.contains(word) || lists.readers.contains(word) {
            qualified = true;
        }
    }
    qualified && named
}
