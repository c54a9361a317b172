use std::collections::BTreeSet;

use super::find::Place;
use super::lists::{commands, lists, near, words};
use crate::rules::security::rows;
use crate::rules::security::words::mentions;

/// Lines that begin like the turns of a conversation, and headings and rulers that announce a system message.
pub(super) fn find(text: &str, places: &mut Vec<Place>) {
    let mut speakers: BTreeSet<&str> = BTreeSet::new();
    let mut first = None;
    let mut at = 0;
    for line in text.split(['\n', '\u{2029}']) {
        let start = at;
        at += line.len()
            + text.get(at + line.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let end = start + line.len();
        if announces(line) {
            places.push(Place::new(&rows::PSEUDO_MARKUP, start, end));
            return;
        }
        let heading = line.starts_with('#');
        let body = line.trim_start_matches(['#', '*', '>', ' ', '[']);
        let name_end = body.find(|letter: char| !letter.is_alphabetic()).unwrap_or(body.len());
        let (name, tail) = body.split_at(name_end);
        let said = tail.trim_start_matches(['*', ' ', ']']);
        let Some(said) = said.strip_prefix(':').filter(|_| lists().roles.contains(name)) else { continue };
        let orders = name == "system" && words(said).take(3).count() == 3 && commands(near(said, 0, 200));
        if (heading && matches!(name, "system" | "assistant" | "response")) || orders {
            places.push(Place::new(&rows::PSEUDO_MARKUP, start, end));
            return;
        }
        speakers.insert(name);
        first = first.or(Some((start, end)));
    }
    for opening in ["assistant: i ", "assistant: sure", "assistant: ok", "assistant: yes", "assistant: done"]
    {
        if let Some(start) = text.find(opening).filter(|start| !shows_examples(text, *start)) {
            places.push(Place::new(&rows::PSEUDO_MARKUP, start, start + opening.len()));
            return;
        }
    }
    let answers =
        speakers.iter().any(|name| matches!(*name, "assistant" | "system" | "ai" | "model" | "response"));
    if let Some((start, end)) = first
        && speakers.len() >= 2
        && answers
        && !shows_examples(text, start)
    {
        places.push(Place::new(&rows::PSEUDO_MARKUP, start, end));
    }
}

/// Turns after "for example:" are a sample of a conversation, not one put into the model's mouth.
fn shows_examples(text: &str, at: usize) -> bool {
    let mut from = at.saturating_sub(300);
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    mentions(text.get(from..at).unwrap_or_default(), &lists().example_words)
}

/// `## System prompt`, `--- BEGIN SYSTEM MESSAGE ---`, `=== END OF TOOL DESCRIPTION ===`.
fn announces(line: &str) -> bool {
    let is_mark =
        |letter: char| matches!(letter, '-' | '=' | '#' | '*' | '~' | '_' | '<' | '>' | '+' | '|' | '%');
    let line = line.trim();
    let marks = line.chars().take_while(|letter| is_mark(*letter)).count();
    let heading = line.starts_with('#');
    if line.len() > 160 || !(marks >= 3 || heading) {
        // A ruler may also stand behind the first sentence of a line.
        return line.match_indices(['-', '=', '*', '#']).any(|(at, mark)| {
            let run = near(line, at, 60);
            let title = run.trim_start_matches(|letter: char| is_mark(letter) || letter == ' ');
            run.starts_with(&mark.repeat(3)) && (ruler(title) || banner(title))
        });
    }
    let body = line.trim_matches(|letter: char| is_mark(letter) || letter == ' ');
    if marks >= 3
        && (ruler(body) || banner(line.trim_start_matches(|letter: char| is_mark(letter) || letter == ' ')))
    {
        return true;
    }
    let title: Vec<&str> = words(body).take(4).collect();
    heading
        && !body.contains(':')
        && match title.as_slice() {
            [who, what] => {
                matches!(*who, "system" | "assistant" | "developer" | "hidden" | "secret")
                    && lists().sections.contains(what)
            }
            _ => false,
        }
}

/// `HIDDEN INSTRUCTIONS ###`: what is announced stands between two rulers.
fn banner(title: &str) -> bool {
    let mut following = words(title);
    let (Some(who), Some(what)) = (following.next(), following.next()) else { return false };
    let loud = matches!(
        who,
        "hidden" | "system" | "secret" | "admin" | "assistant" | "developer" | "internal" | "ai" | "llm"
    );
    let Some(end) = title.find(what).map(|at| at + what.len()) else { return false };
    let behind = title.get(end..).unwrap_or_default().trim_start_matches([' ', ':']);
    loud && lists().sections.contains(what)
        && ["###", "===", "---", "***"].iter().any(|ruler| behind.starts_with(ruler))
}

/// `BEGIN SYSTEM PROMPT`, `end of tool description`: a border and what it borders.
fn ruler(body: &str) -> bool {
    let mut following = words(body).take(5);
    let Some(border) = following.next() else { return false };
    if !matches!(border, "begin" | "start" | "end" | "new" | "beginning" | "stop") {
        return false;
    }
    let rest: Vec<&str> = following.filter(|word| !matches!(*word, "of" | "the" | "new")).collect();
    match rest.as_slice() {
        [who, what, ..] => {
            (lists().qualifiers.contains(who) || lists().readers.contains(who))
                && lists().sections.contains(what)
        }
        _ => false,
    }
}
