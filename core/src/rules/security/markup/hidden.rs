use super::find::Place;
use super::lists::{commands, lists, near, words};
use crate::rules::security::rows;

/// Instructions in markup that a rendered description does not show.
pub(super) fn find(text: &str, places: &mut Vec<Place>) {
    if !text.contains(['<', '[', '{']) {
        return;
    }
    comments(text, places);
    styles(text, places);
}

/// HTML, Markdown and template comments that tell somebody to do something.
fn comments(text: &str, places: &mut Vec<Place>) {
    const FORMS: &[(&str, &str)] = &[
        ("<!--", "-->"),
        ("[//]: # (", ")"),
        ("[comment]: # (", ")"),
        ("[//]: # \"", "\""),
        ("[//]: # '", "'"),
        ("[comment]: <> (", ")"),
        ("[//]: <> (", ")"),
        ("{#", "#}"),
        ("{{!--", "--}}"),
        ("{/*", "*/}"),
        ("<%--", "--%>"),
    ];
    for (opening, closing) in FORMS {
        for (at, _) in text.match_indices(opening) {
            let body = near(text, at + opening.len(), 4_000);
            let length = body.find(closing).unwrap_or(body.len());
            let inner = body.get(..length).unwrap_or_default();
            if words(inner).take(3).count() == 3 && commands(inner) {
                places.push(Place::new(
                    &rows::HIDDEN_MARKUP,
                    at,
                    at + opening.len() + near(inner, 0, 200).len(),
                ));
            }
        }
    }
}

/// Elements that are styled so that nobody sees their text.
fn styles(text: &str, places: &mut Vec<Place>) {
    const LONGEST: usize = 300;
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
        let says = after.split('<').next().is_some_and(|inner| inner.split_whitespace().take(2).count() == 2);
        if says && lists().unseen.iter().any(|style| tag.contains(style)) {
            places.push(Place::new(&rows::HIDDEN_MARKUP, at, at + length + 1));
        }
    }
}
