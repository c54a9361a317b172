use std::collections::BTreeSet;

/// Words that say nothing about what a tool does.
const STOP: &[&str] = &[
    "a",
    "an",
    "the",
    "and",
    "or",
    "of",
    "to",
    "in",
    "on",
    "at",
    "by",
    "for",
    "from",
    "with",
    "as",
    "is",
    "are",
    "be",
    "this",
    "that",
    "these",
    "those",
    "it",
    "its",
    "you",
    "your",
    "can",
    "will",
    "use",
    "used",
    "using",
    "tool",
    "tools",
    "when",
    "which",
    "into",
    "any",
    "all",
    "if",
    "not",
    "do",
    "does",
    "may",
    "also",
    "via",
    "new",
    "given",
    "specified",
    "based",
    "such",
    "than",
    "then",
    "there",
    "their",
];

/// Headings that end the part of a description that says what a tool does.
const SECTIONS: &[&str] = &[
    "args:",
    "arguments:",
    "parameters:",
    "params:",
    "returns:",
    "return:",
    "raises:",
    "errors:",
    "error:",
    "example:",
    "examples:",
    "usage:",
    "notes:",
    "note:",
    "output:",
    "response:",
    "input:",
    "inputs:",
];

/// The part of a description that says what a tool does: up to the first heading for arguments or results.
pub(super) fn lead(description: &str) -> &str {
    let mut at = 0;
    for line in description.split_inclusive('\n') {
        let plain =
            line.trim().trim_start_matches(['#', '*', '-', ' ']).trim_end_matches(['*', ' ']).to_lowercase();
        if at > 0 && SECTIONS.iter().any(|section| plain.starts_with(section)) {
            break;
        }
        at += line.len();
    }
    description.get(..at).unwrap_or(description)
}

/// The stems of the words of a text, in order, stop words left out.
pub(super) fn stems(text: &str) -> Vec<String> {
    const LONGEST: usize = 2_000;
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .filter(|word| !STOP.contains(&word.as_str()))
        .map(|word| stem(&word))
        .take(LONGEST)
        .collect()
}

/// A word without its English ending: "lists", "listing" and "listed" are one.
pub(super) fn stem(word: &str) -> String {
    const SHORTEST: usize = 3;
    let cut = |ending: &str| word.strip_suffix(ending).filter(|rest| rest.chars().count() >= SHORTEST);
    if let Some(rest) = cut("ies") {
        return format!("{rest}y");
    }
    let base = ["ing", "ed", "es", "s"]
        .iter()
        .find_map(|ending| cut(ending).filter(|rest| *ending != "s" || !rest.ends_with('s')));
    base.unwrap_or(word).trim_end_matches('e').to_owned()
}

/// The stems of the words of a name.
pub(super) fn name_stems(name: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut word = String::new();
    for letter in name.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() {
            words.insert(stem(&std::mem::take(&mut word)));
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
    }
    words.insert(stem(&word));
    words.remove("");
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one() {
        for word in ["lists", "listing", "listed", "list"] {
            assert_eq!(stem(word), "list");
        }
        assert_eq!(stem("retrieves"), stem("retrieve"));
        assert_eq!(stem("queries"), stem("query"));
    }

    #[test]
    fn the_lead_ends_at_the_arguments() {
        assert_eq!(lead("Finds orders.\n\nArgs:\n  id: x"), "Finds orders.\n\n");
        assert_eq!(lead("Finds orders."), "Finds orders.");
    }
}
