use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::rows;
use super::words::section;
use crate::rules::Meta;
use crate::text::views::{Span, View, ViewKind};

/// Markup that imitates a message or hides one.
pub(super) struct Found {
    pub(super) meta: &'static Meta,
    pub(super) span: Span,
}

struct Lists {
    tags: BTreeSet<&'static str>,
    qualifiers: BTreeSet<&'static str>,
    nouns: BTreeSet<&'static str>,
    containers: BTreeSet<&'static str>,
    tokens: BTreeSet<&'static str>,
    roles: BTreeSet<&'static str>,
    cues: BTreeSet<&'static str>,
    carried: BTreeSet<&'static str>,
}

fn lists() -> &'static Lists {
    static LISTS: OnceLock<Lists> = OnceLock::new();
    LISTS.get_or_init(|| {
        let list = |name| section(include_str!("lexicon/markup.txt"), name);
        Lists {
            tags: list("tags"),
            qualifiers: list("qualifiers"),
            nouns: list("nouns"),
            containers: list("containers"),
            tokens: list("tokens"),
            roles: list("roles"),
            cues: list("cues"),
            carried: list("carried"),
        }
    })
}

/// Where in a folded text something was found.
type Place = (&'static Meta, usize, usize);

/// Looks for imitated and hidden messages in the visible reading and in decoded texts.
pub(super) fn find(view: &View) -> Vec<Found> {
    let text = view.text();
    if !matches!(view.kind(), ViewKind::Visible | ViewKind::Decoded(_))
        || !text.contains(['<', '[', '{', ':', '('])
    {
        return Vec::new();
    }
    let mut places: Vec<Place> = Vec::new();
    tags(text, &mut places);
    tokens(text, &mut places);
    brackets(text, &mut places);
    turns(text, &mut places);
    comments(text, &mut places);
    styles(text, &mut places);
    links(text, &mut places);
    // One finding a rule is enough, and a text may hold tens of thousands of openings.
    let mut found: Vec<Found> = Vec::new();
    for (meta, start, end) in places {
        if found.iter().any(|known| known.meta == meta) {
            continue;
        }
        let characters = |until: usize| text.get(..until).map_or(0, |head| head.chars().count());
        let first = characters(start);
        if let Some(span) = view.raw_span(first, characters(end).max(first + 1)) {
            found.push(Found { meta, span });
        }
    }
    found
}

/// `<important>…</important>`, `<assistant_directive priority="max">`, and tags that close what encloses the text.
fn tags(text: &str, places: &mut Vec<Place>) {
    const LONGEST: usize = 120;
    let lists = lists();
    let mut opened: BTreeSet<String> = BTreeSet::new();
    let mut closed: BTreeSet<String> = BTreeSet::new();
    let mut suspects: Vec<(String, usize, usize, bool)> = Vec::new();
    for (at, _) in text.match_indices('<') {
        let body = text.get(at + 1..).unwrap_or_default();
        let Some(length) = body.bytes().take(LONGEST).position(|byte| matches!(byte, b'>' | b'<' | b'\n'))
        else {
            continue;
        };
        let Some(inner) = body.get(..length).filter(|_| body.as_bytes().get(length) == Some(&b'>')) else {
            continue;
        };
        let odd = inner.starts_with('!') && !inner.starts_with("!--");
        let inner = inner.trim_start_matches('!');
        let closes = inner.starts_with('/');
        let inner = inner.trim_matches(['/', ' ']);
        let name_end = inner
            .find(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-')))
            .unwrap_or(inner.len());
        let (name, attributes) = inner.split_at(name_end);
        let name = name.replace('-', "_");
        let end = at + 1 + length + 1;
        if closes {
            if lists.containers.contains(name.as_str()) && !opened.contains(&name) {
                places.push((&rows::PSEUDO_MARKUP, at, end));
            }
            closed.insert(name);
        } else {
            if imitates(&name) {
                let certain = odd || attributes.contains('=') || name.contains('_');
                suspects.push((name.clone(), at, end, certain));
            }
            opened.insert(name);
        }
    }
    for (name, at, end, certain) in suspects {
        let words = text.get(end..).map_or(0, |tail| tail.split_whitespace().take(3).count());
        if closed.contains(&name) || (certain && words >= 2) {
            places.push((&rows::PSEUDO_MARKUP, at, end));
        }
    }
}

fn imitates(name: &str) -> bool {
    let lists = lists();
    if lists.tags.contains(name) {
        return true;
    }
    let mut words = name.split('_');
    let qualified = words.clone().any(|word| lists.qualifiers.contains(word));
    qualified && words.any(|word| lists.nouns.contains(word))
}

/// At most so many bytes of a text from a place on, so that a text full of openings is still read in linear time.
fn near(text: &str, from: usize, most: usize) -> &str {
    let rest = text.get(from..).unwrap_or_default();
    let mut end = rest.len().min(most);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    rest.get(..end).unwrap_or_default()
}

/// Delimiters of chat templates.
fn tokens(text: &str, places: &mut Vec<Place>) {
    for token in &lists().tokens {
        if let Some(at) = text.find(token) {
            places.push((&rows::PSEUDO_MARKUP, at, at + token.len()));
        }
    }
    if let (Some(at), Some(_)) = (text.find("[inst]"), text.find("[/inst]")) {
        places.push((&rows::PSEUDO_MARKUP, at, at + "[inst]".len()));
    }
}

/// `[SYSTEM NOTE TO MODEL: …]`, `{{SYSTEM}} … {{/SYSTEM}}`, `"role": "system"`.
fn brackets(text: &str, places: &mut Vec<Place>) {
    let lists = lists();
    let closes =
        ["[/system", "{{/system", "[/admin", "[[/system"].iter().any(|closing| text.contains(closing));
    for (at, bracket) in text.match_indices(['[', '{', '(']) {
        let inner = near(text, at + 1, 120).trim_start_matches(['[', '{', '(', ' ', '#', '*']);
        let mut words = inner.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        let (Some(first), second) = (words.next(), words.next()) else { continue };
        if !inner.starts_with(first) || !(lists.qualifiers.contains(first) || first == "inst") {
            continue;
        }
        let tail = inner.get(first.len()..).unwrap_or_default();
        let doubled = text.get(at + 1..).is_some_and(|next| next.starts_with(bracket));
        let block =
            (first == "system" || first == "admin") && tail.starts_with([']', '}']) && (doubled || closes);
        let named = bracket != "(" && second.is_some_and(|word| lists.nouns.contains(word)) && {
            let after = tail.get(..60.min(tail.len())).unwrap_or(tail);
            after.contains([':', ']'])
        };
        if block || named {
            places.push((&rows::PSEUDO_MARKUP, at, at + 1 + first.len()));
        }
    }
    let squeezed = text.match_indices("\"role\"").find(|(at, _)| {
        let tail: String = text
            .get(at + 6..)
            .unwrap_or_default()
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .take(9)
            .collect();
        tail.starts_with(":\"system\"")
    });
    if let Some((at, found)) = squeezed {
        places.push((&rows::PSEUDO_MARKUP, at, at + found.len()));
    }
}

/// Lines that begin like the turns of a conversation: two different speakers, or a heading for one.
fn turns(text: &str, places: &mut Vec<Place>) {
    let lists = lists();
    let mut speakers: BTreeSet<&str> = BTreeSet::new();
    let mut first = None;
    let mut at = 0;
    for line in text.split(['\n', '\u{2029}']) {
        let start = at;
        at += line.len()
            + text.get(at + line.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let heading = line.starts_with('#');
        let body = line.trim_start_matches(['#', '*', '>', ' ']);
        let name_end = body.find(|letter: char| !letter.is_alphabetic()).unwrap_or(body.len());
        let (name, tail) = body.split_at(name_end);
        if !lists.roles.contains(name) || !tail.trim_start_matches(['*', ' ']).starts_with(':') {
            continue;
        }
        if heading && matches!(name, "system" | "assistant") {
            places.push((&rows::PSEUDO_MARKUP, start, start + line.len()));
            return;
        }
        // "User: a" and "Assistant: b" in a list of examples are quoted; a fake turn makes a paragraph of its own.
        let own_paragraph = start == 0 || text.get(..start).is_some_and(|head| head.ends_with('\u{2029}'));
        if own_paragraph {
            speakers.insert(name);
            first = first.or(Some((start, start + line.len())));
        }
    }
    let answers = speakers.iter().any(|name| matches!(*name, "assistant" | "system" | "ai"));
    if let Some((start, end)) = first
        && speakers.len() >= 2
        && answers
    {
        places.push((&rows::PSEUDO_MARKUP, start, end));
    }
}

/// HTML and Markdown comments that tell somebody to do something.
fn comments(text: &str, places: &mut Vec<Place>) {
    for (opening, closing) in
        [("<!--", "-->"), ("[//]: # (", ")"), ("[comment]: # (", ")"), ("[//]: # \"", "\"")]
    {
        for (at, _) in text.match_indices(opening) {
            let body = near(text, at + opening.len(), 4_000);
            let length = body.find(closing).unwrap_or(body.len());
            let inner = body.get(..length).unwrap_or_default();
            let words: Vec<&str> = inner
                .split(|letter: char| !letter.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .collect();
            if words.len() >= 3 && words.iter().any(|word| lists().cues.contains(word)) {
                places.push((&rows::HIDDEN_MARKUP, at, at + opening.len() + length.min(200)));
            }
        }
    }
}

/// Elements that are styled so that nobody sees their text.
fn styles(text: &str, places: &mut Vec<Place>) {
    const LONGEST: usize = 300;
    const UNSEEN: &[&str] = &[
        "display:none",
        "visibility:hidden",
        "font-size:0",
        "opacity:0;",
        "opacity:0\"",
        "opacity:0'",
        "size=\"0\"",
        "size='0'",
        "size=0",
        "font-size:1px",
        "color:transparent",
        "color:white",
        "color:#fff",
        "color=\"#ffffff\"",
        "color=\"white\"",
        "text-indent:-9999",
        "left:-9999",
        "height:0;",
        "hidden>",
    ];
    for (at, _) in text.match_indices('<') {
        let body = text.get(at..).unwrap_or_default();
        let Some(length) = body.bytes().take(LONGEST).position(|byte| byte == b'>') else { continue };
        let tag: String = body
            .get(..=length)
            .unwrap_or_default()
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .collect();
        if !(tag.contains('=') || tag.contains("hidden>")) {
            continue;
        }
        let after = body.get(length + 1..).unwrap_or_default();
        let says = after.split('<').next().is_some_and(|inner| inner.split_whitespace().count() >= 2);
        if says && UNSEEN.iter().any(|style| tag.contains(style)) {
            places.push((&rows::HIDDEN_MARKUP, at, at + length + 1));
        }
    }
}

/// Images and links whose address has room for what the model knows.
fn links(text: &str, places: &mut Vec<Place>) {
    for (at, opening) in
        text.match_indices("](").chain(text.match_indices("src=")).chain(text.match_indices("href="))
    {
        let body = text.get(at + opening.len()..).unwrap_or_default();
        let address = body.trim_start_matches(['"', '\'']);
        if !address.starts_with("http") && !address.starts_with("//") {
            continue;
        }
        let stop = if opening == "](" { ')' } else { '>' };
        let cut =
            address.char_indices().take(400).find(|(_, letter)| *letter == stop || *letter == '\u{2029}');
        let length = cut.map_or(address.len().min(400), |(offset, _)| offset);
        let address = address.get(..length).unwrap_or_default();
        let Some(marker) = address
            .find(['{', '<', '$', '['])
            .or_else(|| address.find("\" +"))
            .or_else(|| address.find("' +"))
        else {
            continue;
        };
        let carried = address.get(marker..).unwrap_or_default();
        let sensitive = carried
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|word| lists().carried.contains(word));
        let queried = address.get(..marker).is_some_and(|head| head.contains('?') || opening != "](");
        if sensitive && queried {
            places.push((&rows::RENDERED_EXFIL, at, at + opening.len() + length));
        }
    }
}
