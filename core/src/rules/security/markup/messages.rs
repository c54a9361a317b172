use super::find::Place;
use super::lists::{lists, near, words};
use crate::rules::security::rows;
use crate::rules::security::words::mentions;

/// Delimiters of chat templates, bracketed system notes, and messages in the form clients send them.
pub(super) fn find(text: &str, places: &mut Vec<Place>) {
    tokens(text, places);
    brackets(text, places);
    role_objects(text, places);
}

/// Delimiters of chat templates. A text about tokens may name them.
fn tokens(text: &str, places: &mut Vec<Place>) {
    let mut seen: Vec<(usize, usize)> = Vec::new();
    for token in &lists().tokens {
        seen.extend(text.find(token).map(|at| (at, at + token.len())));
    }
    for (at, _) in text.match_indices("<|") {
        let name = near(text, at + 2, 40);
        let Some(length) = name.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))
        else {
            continue;
        };
        if length >= 2 && name.get(length..).is_some_and(|rest| rest.starts_with("|>")) {
            seen.push((at, at + 2 + length + 2));
            break;
        }
    }
    if let (Some(at), Some(_)) = (text.find("[inst]"), text.find("[/inst]")) {
        seen.push((at, at + "[inst]".len()));
    }
    seen.sort_unstable();
    if let Some((start, end)) = seen.first() {
        let listed = mentions(near(text, 0, 4_000), &lists().token_topics);
        places.push(Place::new(&rows::PSEUDO_MARKUP, *start, *end).warning_if(listed));
    }
}

/// `[SYSTEM NOTE TO MODEL: …]`, `{{SYSTEM}} … {{/SYSTEM}}`.
fn brackets(text: &str, places: &mut Vec<Place>) {
    let lists = lists();
    let closes = ["[/system", "{{/system", "[/admin", "[[/system", "{{/admin", "[end system", "[/assistant"]
        .iter()
        .any(|closing| text.contains(closing));
    for (at, bracket) in text.match_indices(['[', '{', '(']) {
        let inner = near(text, at + 1, 120).trim_start_matches(['[', '{', '(', ' ', '#', '*', '!', '%', '-']);
        let mut following = words(inner);
        let (Some(first), second) = (following.next(), following.next()) else { continue };
        if !inner.starts_with(first) || !(lists.qualifiers.contains(first) || first == "inst") {
            continue;
        }
        let tail = inner.get(first.len()..).unwrap_or_default();
        let doubled = text.get(at + 1..).is_some_and(|next| next.starts_with(bracket));
        let block = matches!(first, "system" | "admin" | "developer" | "root")
            && tail.trim_start_matches([' ', '%', '-']).starts_with([']', '}'])
            && (doubled || closes || tail.contains("%}"));
        let ends = near(tail, 0, 60).contains([':', ']', '}']);
        let noun =
            |word: &str| lists.nouns.contains(word) || lists.nouns.contains(word.trim_end_matches('s'));
        let named = second.is_some_and(noun)
            || (following.by_ref().take(2).any(noun)
                && second.is_some_and(|word| lists.readers.contains(word)));
        // `(SYSTEM OVERRIDE: …)`: in round brackets only what nobody else would write.
        let plain = bracket != "("
            || matches!(first, "system" | "admin" | "hidden" | "assistant" | "developer")
                && near(tail, 0, 40).contains(':');
        if block || (plain && named && ends) {
            places.push(Place::new(&rows::PSEUDO_MARKUP, at, at + 1 + first.len()));
        }
    }
}

/// `{"role": "system", "content": "…"}` with a real message in it; one that only shows the form is a remark.
fn role_objects(text: &str, places: &mut Vec<Place>) {
    for (at, key) in text.match_indices("\"role\"").chain(text.match_indices("'role'")) {
        let tail = near(text, at + key.len(), 160);
        let role = words(tail).next().unwrap_or_default();
        if !matches!(role, "system" | "developer" | "assistant") {
            continue;
        }
        let Some(content) = tail.find("content").and_then(|offset| tail.get(offset + "content".len()..))
        else {
            continue;
        };
        let said = content.trim_start_matches(['"', '\'', ':', ' ']);
        if words(said).take(2).count() >= 2 {
            let listed = mentions(
                near(text, 0, 4_000),
                &["messages", "message format", "chat format", "for example", "e.g"],
            );
            places.push(Place::new(&rows::PSEUDO_MARKUP, at, at + key.len()).warning_if(listed));
        }
    }
}
