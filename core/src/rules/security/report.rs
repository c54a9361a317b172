use super::field::{Field, Place};
use crate::canonical::sha256_text;
use crate::rules::{Evidence, Finding, Meta};
use crate::text::shown_within;
use crate::text::views::Span;

/// How much of a text is quoted.
const QUOTE: usize = 120;

/// A finding about one text of a surface.
pub(super) fn finding(meta: &'static Meta, field: &Field<'_>, said: &str) -> Finding {
    let finding = Finding::new(meta, format_args!("{} {said}", Place(field))).at(field.pointer.clone());
    match field.owner {
        Some(owner) => finding.of(owner.key()),
        None => finding,
    }
}

/// What was seen, with the raw text around it.
pub(super) fn evidence(field: &Field<'_>, view: &str, span: Span, decoded: Option<&str>) -> Evidence {
    Evidence {
        pointer: field.pointer.clone(),
        view: view.to_owned(),
        quote: quote(field.text, span),
        decoded: decoded.map(|text| shown_within(text, QUOTE).to_string()),
        text_sha256: Some(sha256_text(field.text)),
    }
}

/// At most 120 characters of the raw text, shown safely.
pub(super) fn quote(text: &str, span: Span) -> String {
    let (start, end) = (span.start as usize, span.end as usize);
    let raw = text.get(start..end).unwrap_or(text);
    let mut quoted = String::new();
    for character in raw.chars() {
        let next = shown_within(character.encode_utf8(&mut [0; 4]), 1).to_string();
        let line_end = matches!(character, '\n' | '\t' | '\r');
        if quoted.chars().count() + next.len() > QUOTE - 1 {
            quoted.push('…');
            break;
        }
        if line_end {
            quoted.push(' ');
        } else {
            quoted.push_str(&next);
        }
    }
    quoted
}

/// The raw text a few characters before and after a place, on character borders.
pub(super) fn around(text: &str, at: usize, end: usize) -> Span {
    const REACH: usize = 24;
    let start = text
        .get(..at)
        .map_or(0, |before| before.char_indices().rev().take(REACH).last().map_or(at, |(offset, _)| offset));
    let stop = text.get(end..).map_or(text.len(), |after| {
        after.char_indices().nth(REACH).map_or(text.len(), |(offset, _)| end + offset)
    });
    let clamp = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    Span { start: clamp(start), end: clamp(stop) }
}
