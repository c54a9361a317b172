use super::classify::{Context, class_name, classify};
use crate::rules::security::field::{Field, Slot};
use crate::rules::security::report::{around, evidence, finding};
use crate::rules::security::rows;
use crate::rules::{Meta, Outcome, Severity, Sink};
use crate::text::is_invisible;
use crate::text::views::{HiddenText, Script, hidden_text, script};

/// Distinct characters beyond this many are counted, not listed.
const MOST_LISTED: usize = 5;
/// A run of this many invisible characters is no accident.
const LONG_RUN: usize = 4;

/// What one rule saw in one text.
struct Seen {
    meta: &'static Meta,
    outcome: Outcome,
    characters: Vec<char>,
    count: usize,
    start: usize,
    end: usize,
}

/// Looks at every character of a text.
pub(in super::super) fn check(field: &Field<'_>, sink: &mut Sink) {
    if field.text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) {
        return;
    }
    let mut seen = Vec::new();
    singles(field, &mut seen);
    unbalanced(field.text, &mut seen);
    let hidden = hidden_text(field.text);
    for seen in seen {
        push(field, &seen, &hidden, sink);
    }
}

fn singles(field: &Field<'_>, seen: &mut Vec<Seen>) {
    let text = field.text;
    let identifier = matches!(field.slot, Slot::Name | Slot::PropertyName);
    let right_to_left = text.chars().any(|letter| script(letter) == Some(Script::RightToLeft));
    let after = next_visible(text);
    let (mut before, mut previous) = (None, None);
    let mut run = Run::default();
    let mut flag_end = 0;
    for (position, (at, character)) in text.char_indices().enumerate() {
        let rest = text.get(at..).unwrap_or_default();
        if character == '\u{1F3F4}' {
            flag_end = at + crate::text::views::flag_length(rest);
        }
        let end = at + character.len_utf8();
        if at >= flag_end {
            let context = Context {
                before,
                after: after.get(position).copied().flatten(),
                previous,
                next: rest.chars().nth(1),
                identifier,
                right_to_left,
            };
            if let Some((meta, outcome)) = classify(character, context) {
                note(seen, meta, outcome, character, at, end);
            }
            run.step(character, at, end, seen);
        }
        if !is_invisible(character) {
            before = Some(character);
        } else if character.is_whitespace() {
            before = None;
        }
        previous = Some(character);
    }
    run.finish(seen);
}

/// For each character the next one that can be seen, up to a blank.
fn next_visible(text: &str) -> Vec<Option<char>> {
    let mut following = Vec::new();
    let mut next = None;
    for character in text.chars().rev() {
        following.push(next);
        if character.is_whitespace() {
            next = None;
        } else if !is_invisible(character) {
            next = Some(character);
        }
    }
    following.reverse();
    following
}

/// Consecutive characters that show nothing and take no room.
#[derive(Default)]
struct Run {
    length: usize,
    start: usize,
    end: usize,
    last: Option<char>,
}

impl Run {
    fn step(&mut self, character: char, at: usize, end: usize, seen: &mut Vec<Seen>) {
        let weightless = matches!(
            u32::from(character),
            0xAD | 0x034F | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0xFEFF | 0x180B..=0x180F
                | 0xFE00..=0xFE0F | 0xE0100..=0xE01EF
        );
        if !weightless {
            self.finish(seen);
            return;
        }
        if self.length == 0 {
            self.start = at;
        }
        self.length += 1;
        self.end = end;
        self.last = Some(character);
    }

    fn finish(&mut self, seen: &mut Vec<Seen>) {
        if self.length >= LONG_RUN
            && let Some(character) = self.last
        {
            note(seen, &rows::INVISIBLE_RUN, Outcome::Fail, character, self.start, self.end);
        }
        *self = Self::default();
    }
}

fn note(
    seen: &mut Vec<Seen>,
    meta: &'static Meta,
    outcome: Outcome,
    character: char,
    start: usize,
    end: usize,
) {
    match seen.iter_mut().find(|seen| seen.meta == meta) {
        Some(known) => {
            if outcome > known.outcome {
                (known.outcome, known.start, known.end) = (outcome, start, end);
            }
            if known.end == start {
                known.end = end;
            }
            known.count += 1;
            if !known.characters.contains(&character) && known.characters.len() <= MOST_LISTED {
                known.characters.push(character);
            }
        }
        None => seen.push(Seen { meta, outcome, characters: vec![character], count: 1, start, end }),
    }
}

/// Isolates, embeddings and overrides that are opened and never closed, or the reverse.
fn unbalanced(text: &str, seen: &mut Vec<Seen>) {
    let (mut isolates, mut embeddings) = (0_i64, 0_i64);
    let mut broken = None;
    let mut last = None;
    for (at, character) in text.char_indices() {
        match character {
            '\u{2066}'..='\u{2068}' => isolates += 1,
            '\u{2069}' => isolates -= 1,
            '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' => embeddings += 1,
            '\u{202C}' => embeddings -= 1,
            _ => continue,
        }
        last = Some((at, character));
        if isolates < 0 || embeddings < 0 {
            broken = broken.or(last);
        }
    }
    if isolates != 0 || embeddings != 0 {
        broken = broken.or(last);
    }
    if let Some((at, character)) = broken {
        note(seen, &rows::BIDI, Outcome::Fail, character, at, at + character.len_utf8());
    }
}

fn push(field: &Field<'_>, seen: &Seen, hidden: &[HiddenText], sink: &mut Sink) {
    let listed: Vec<String> = seen
        .characters
        .iter()
        .take(MOST_LISTED)
        .map(|character| format!("U+{:04X} ({})", u32::from(*character), class_name(*character)))
        .collect();
    let more = if seen.characters.len() > MOST_LISTED { ", …" } else { "" };
    let times = if seen.count > 1 { format!(", {} times", seen.count) } else { String::new() };
    let said = format!("contains hidden unicode: {}{more}{times}", listed.join(", "));
    let carries = hidden.iter().find(|hidden| {
        let (start, end) = (hidden.span.start as usize, hidden.span.end as usize);
        start < seen.end && seen.start < end
    });
    let span = around(field.text, seen.start, seen.end);
    let mut found = finding(seen.meta, field, &said).outcome(seen.outcome).evidence(evidence(
        field,
        "raw",
        span,
        carries.map(|hidden| hidden.text.as_str()),
    ));
    if seen.outcome < Outcome::Fail {
        found.severity = if seen.outcome == Outcome::Warn { Severity::Medium } else { Severity::Low };
    }
    sink.push(found);
}
