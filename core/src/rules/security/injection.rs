use std::collections::{BTreeMap, HashSet};

use super::field::{Field, Slot};
use super::phrase::{Lexicon, Match, Scan, lexicon};
use super::report::{evidence, finding, quote};
use super::words::split_identifier;
use super::{markup, rows, secret};
use crate::rules::{Meta, Outcome, Severity, Sink};
use crate::surface::Surface;
use crate::text::shown_within;
use crate::text::views::{Span, View, ViewKind, for_each_view};

/// A text shorter than this says nothing a phrase could match, unless its letters are dense.
const SHORTEST: usize = 12;

/// Clean texts beyond this many are not remembered, nor longer ones.
const MOST_CLEAN: usize = 20_000;
const LONGEST_CLEAN: usize = 400;

/// The phrase rules over one server's texts.
pub(super) struct Phrases {
    lexicon: &'static Lexicon,
    scan: Scan<'static>,
    /// Texts in which nothing was found, by the way they are read: a list says the same of many parameters. Only those
    /// are kept that mean the same whoever says them.
    clean: [HashSet<String>; 4],
}

/// What one rule found first in one text.
struct Hit {
    meta: &'static Meta,
    warns: bool,
    span: Span,
    view: &'static str,
    /// What the text says once it is decoded.
    decoded: Option<String>,
    /// The encoding that hid the words.
    hidden_as: Option<&'static str>,
}

impl Phrases {
    /// Phrase rules for the texts of one server.
    pub(super) fn new(surface: &Surface) -> Self {
        let lexicon = lexicon();
        Self {
            lexicon,
            scan: Scan::new(lexicon, surface.tools.iter().map(|tool| tool.key())),
            clean: Default::default(),
        }
    }

    /// Looks at one text in every reading.
    pub(super) fn check(&mut self, field: &Field<'_>, sink: &mut Sink) {
        // The first sentence of a tool's own description says what the tool does.
        let covered = field.slot == Slot::Prose && field.label == "description" || field.owner.is_none();
        let way = match field.slot {
            Slot::Name | Slot::PropertyName => 0,
            Slot::Prose if covered => 1,
            Slot::Prose => 2,
            Slot::Title | Slot::Value => 3,
        };
        if field.text.len() < SHORTEST && field.text.is_ascii() {
            return;
        }
        if self.clean.get(way).is_some_and(|texts| texts.contains(field.text)) {
            return;
        }
        let before = sink.len();
        if way == 0 {
            self.name(field, sink);
        } else {
            self.prose(field, covered, sink);
        }
        // A name of a tool is another thing in that tool's own text.
        let same_for_all = !field.text.contains(['_', '-', '`', '\'', '"']);
        if sink.len() == before
            && same_for_all
            && field.text.len() <= LONGEST_CLEAN
            && let Some(texts) = self.clean.get_mut(way)
            && texts.len() < MOST_CLEAN
        {
            texts.insert(field.text.to_owned());
        }
    }

    fn prose(&mut self, field: &Field<'_>, covered: bool, sink: &mut Sink) {
        let own = field.owner.map(|owner| owner.key()).unwrap_or_default();
        let mut hits: BTreeMap<&'static str, Hit> = BTreeMap::new();
        let lexicon = self.lexicon;
        let scan = &mut self.scan;
        for_each_view(field.text, &|word| lexicon.knows(word), &mut |view| {
            for found in scan.matches(view.text(), covered, own) {
                note(lexicon, field, view, &found, &mut hits);
            }
            for found in markup::find(view) {
                keep(&mut hits, hit_of(field, view, found.meta, found.span, found.warns));
            }
        });
        let mut ordered: Vec<&Hit> = hits.values().collect();
        ordered.sort_by_key(|hit| (hit.span.start, hit.meta.rule));
        for hit in ordered {
            push(field, hit, sink);
        }
    }

    /// An identifier is read as the words it is made of.
    fn name(&mut self, field: &Field<'_>, sink: &mut Sink) {
        let words = split_identifier(field.text);
        if words.len() < 3 {
            return;
        }
        let spaced = words.join(" ");
        let lexicon = self.lexicon;
        let scan = &mut self.scan;
        let mut found = None;
        for_each_view(&spaced, &|word| lexicon.knows(word), &mut |view| {
            let matches = scan.matches(view.text(), false, "");
            found = found
                .take()
                .or_else(|| matches.into_iter().find(|found| !found.warns).map(|_| view.kind().name()));
        });
        if let Some(view) = found {
            let whole = Span { start: 0, end: u32::try_from(field.text.len()).unwrap_or(u32::MAX) };
            let hit = Hit {
                meta: &rows::NAME_INSTRUCTION,
                warns: false,
                span: whole,
                view,
                decoded: None,
                hidden_as: None,
            };
            push(field, &hit, sink);
        }
    }
}

/// The rule that speaks: where the words stand or how they are hidden can matter more than what they say.
fn resolve(slot: Slot, meta: &'static Meta, hidden_as: Option<&str>) -> &'static Meta {
    match (slot, hidden_as) {
        (_, Some(_)) => &rows::ENCODED_PAYLOAD,
        (Slot::Value | Slot::Title, None) if meta.default == Outcome::Fail => &rows::SCHEMA_SLOT,
        _ => meta,
    }
}

fn note(
    lexicon: &Lexicon,
    field: &Field<'_>,
    view: &View,
    found: &Match,
    hits: &mut BTreeMap<&'static str, Hit>,
) {
    let Some(meta) = lexicon.rules.get(found.rule).and_then(|name| rows::phrase_rule(name)) else { return };
    // Their words are ordinary in prose.
    if *meta == rows::NAME_INSTRUCTION || (*meta == rows::SCHEMA_SLOT && field.slot == Slot::Prose) {
        return;
    }
    let Some(span) = view.raw_span(found.start, found.end) else { return };
    // `password`: "ask the user for it" says what the name already says, and the name is judged by its own rule.
    let owned = *meta == rows::USER_PHISH && secret::asks(field.property());
    keep(hits, hit_of(field, view, meta, span, found.warns || found.defended || owned));
}

fn hit_of(field: &Field<'_>, view: &View, meta: &'static Meta, span: Span, warns: bool) -> Hit {
    let hidden_as = match view.kind() {
        ViewKind::Decoded(encoding) => Some(encoding),
        _ => None,
    };
    Hit {
        meta: resolve(field.slot, meta, hidden_as),
        warns: warns || meta.default == Outcome::Warn,
        span,
        view: view.kind().name(),
        decoded: hidden_as.map(|_| view.text().to_owned()),
        hidden_as,
    }
}

/// One finding a rule and text; a failing one replaces a warning.
fn keep(hits: &mut BTreeMap<&'static str, Hit>, hit: Hit) {
    let key = hit.meta.rule;
    match hits.get(key) {
        Some(known) if !known.warns || hit.warns => {}
        _ => {
            hits.insert(key, hit);
        }
    }
}

fn push(field: &Field<'_>, hit: &Hit, sink: &mut Sink) {
    let said = match (hit.hidden_as, &hit.decoded) {
        (Some(encoding), Some(text)) => {
            format!(
                "contains injection-like pattern hidden as {encoding}: \"{}\"",
                shown_within(text.trim(), 100)
            )
        }
        _ => format!("contains injection-like pattern: \"{}\"", quote(field.text, hit.span)),
    };
    let mut found =
        finding(hit.meta, field, &said).evidence(evidence(field, hit.view, hit.span, hit.decoded.as_deref()));
    if hit.warns {
        found = found.outcome(Outcome::Warn);
        found.severity = Severity::Medium;
    }
    sink.push(found);
}
