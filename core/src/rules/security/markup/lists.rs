use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::rules::security::words::{section, section_phrases};

type Words = BTreeSet<&'static str>;

/// The words that make markup suspicious.
pub(super) struct Lists {
    pub(super) tags: Words,
    pub(super) qualifiers: Words,
    pub(super) nouns: Words,
    pub(super) honest: Words,
    pub(super) readers: Words,
    pub(super) containers: Words,
    pub(super) tokens: Words,
    pub(super) thought_tags: Words,
    pub(super) token_topics: Vec<&'static str>,
    pub(super) roles: Words,
    pub(super) sections: Words,
    pub(super) example_words: Vec<&'static str>,
    pub(super) cues: Words,
    pub(super) carried: Words,
    pub(super) unseen: Vec<&'static str>,
}

pub(super) fn lists() -> &'static Lists {
    static LISTS: OnceLock<Lists> = OnceLock::new();
    LISTS.get_or_init(|| {
        let text = include_str!("../lexicon/markup.txt");
        let list = |name| section(text, name);
        Lists {
            tags: list("tags"),
            qualifiers: list("qualifiers"),
            nouns: list("nouns"),
            honest: list("honest"),
            readers: list("readers"),
            containers: list("containers"),
            tokens: list("tokens"),
            thought_tags: list("thought-tags"),
            token_topics: section_phrases(text, "token-topics"),
            roles: list("roles"),
            sections: list("sections"),
            example_words: section_phrases(text, "example-words"),
            cues: list("cues"),
            carried: list("carried"),
            unseen: section_phrases(text, "unseen"),
        }
    })
}

/// At most so many bytes of a text from a place on, so that a text full of openings is still read in linear time.
pub(super) fn near(text: &str, from: usize, most: usize) -> &str {
    let rest = text.get(from..).unwrap_or_default();
    let mut end = rest.len().min(most);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    rest.get(..end).unwrap_or_default()
}

/// The words of a text: letters and digits.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a text tells somebody to do something.
pub(super) fn commands(text: &str) -> bool {
    words(text).any(|word| lists().cues.contains(word))
}
