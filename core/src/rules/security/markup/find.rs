use super::{hidden, links, messages, tags, turns};
use crate::rules::Meta;
use crate::text::views::{Span, View, ViewKind};

/// Markup that imitates a message or hides one.
pub(in super::super) struct Found {
    pub(in super::super) meta: &'static Meta,
    pub(in super::super) span: Span,
    /// Whether an honest reading is likely enough that it does not fail.
    pub(in super::super) warns: bool,
}

/// Where in a folded text something was found.
pub(super) struct Place {
    pub(super) meta: &'static Meta,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) warns: bool,
}

impl Place {
    pub(super) fn new(meta: &'static Meta, start: usize, end: usize) -> Self {
        Self { meta, start, end, warns: false }
    }

    pub(super) fn warning_if(self, warns: bool) -> Self {
        Self { warns, ..self }
    }
}

/// Looks for imitated and hidden messages in a reading of a text.
pub(in super::super) fn find(view: &View) -> Vec<Found> {
    let text = view.text();
    if view.kind() == ViewKind::Reversed || !text.contains(['<', '[', '{', ':', '(', '#', '-', '=', '*']) {
        return Vec::new();
    }
    let mut places: Vec<Place> = Vec::new();
    tags::find(text, &mut places);
    messages::find(text, &mut places);
    turns::find(text, &mut places);
    hidden::find(text, &mut places);
    links::find(text, &mut places);
    // One finding a rule is enough, and a text may hold tens of thousands of openings.
    places.sort_by_key(|place| place.warns);
    let mut found: Vec<Found> = Vec::new();
    for place in places {
        if found.iter().any(|known| known.meta == place.meta) {
            continue;
        }
        let characters = |until: usize| text.get(..until).map_or(0, |head| head.chars().count());
        let first = characters(place.start);
        if let Some(span) = view.raw_span(first, characters(place.end).max(first + 1)) {
            found.push(Found { meta: place.meta, span, warns: place.warns });
        }
    }
    found
}
