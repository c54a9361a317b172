use std::collections::BTreeSet;

/// The words under a `[name]` heading of a word list; lines that start with `#` are remarks.
pub(super) fn section(list: &'static str, name: &str) -> BTreeSet<&'static str> {
    lines_of(list, name).flat_map(str::split_whitespace).collect()
}

/// The phrases under a `[name]` heading: what stands between commas and line ends.
pub(super) fn section_phrases(list: &'static str, name: &str) -> Vec<&'static str> {
    lines_of(list, name)
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .filter(|phrase| !phrase.is_empty())
        .collect()
}

fn lines_of(list: &'static str, name: &str) -> impl Iterator<Item = &'static str> {
    let heading = format!("[{name}]");
    list.lines()
        .skip_while(move |line| *line != heading)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.starts_with('#'))
}

/// The words of an identifier, lower-case: `apiKeyID` and `api_key_id` are both api, key, id.
pub(super) fn split_identifier(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let letters: Vec<char> = name.chars().take(256).collect();
    for (position, letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            flush(&mut word, &mut words);
            continue;
        }
        let before = position.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(position + 1);
        let starts = letter.is_uppercase()
            && (before.is_some_and(|before| before.is_lowercase() || before.is_ascii_digit())
                || (before.is_some_and(|before| before.is_uppercase())
                    && after.is_some_and(|after| after.is_lowercase())));
        if starts {
            flush(&mut word, &mut words);
        }
        word.extend(letter.to_lowercase());
    }
    flush(&mut word, &mut words);
    words
}

fn flush(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// The first `count` words of prose, lower-case, without marks.
pub(super) fn leading_words(text: &str, count: usize) -> Vec<String> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .take(count)
        .collect()
}

/// Whether any of the lower-case phrases stands in the text at word borders.
pub(super) fn mentions(text: &str, phrases: &[&str]) -> bool {
    let lower = text.to_lowercase();
    phrases.iter().any(|phrase| {
        lower.match_indices(phrase).any(|(at, found)| {
            let before = lower.get(..at).and_then(|text| text.chars().next_back());
            let after = lower.get(at + found.len()..).and_then(|text| text.chars().next());
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_split_at_every_border() {
        assert_eq!(split_identifier("apiKeyID"), ["api", "key", "id"]);
        assert_eq!(split_identifier("client_secret-v2"), ["client", "secret", "v2"]);
        assert_eq!(split_identifier("HTTPServer"), ["http", "server"]);
    }
}
