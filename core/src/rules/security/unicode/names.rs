use std::collections::BTreeMap;

use crate::rules::security::field::{Field, Slot, owner_name};
use crate::rules::security::report::{evidence, finding};
use crate::rules::security::rows;
use crate::rules::{Finding, Outcome, Severity, Sink};
use crate::surface::{Definition, Kind, Surface};
use crate::text::quoted;
use crate::text::views::{Script, Span, latin_twin, script, skeleton};

/// Words that mix Latin letters with look-alikes, and names made of anything but plain letters.
pub(in super::super) fn check(field: &Field<'_>, sink: &mut Sink) {
    if field.text.is_ascii() {
        return;
    }
    let identifier = matches!(field.slot, Slot::Name | Slot::PropertyName);
    let letters = field.text.chars().filter_map(script);
    let (mut latin, mut all) = (0_usize, 0_usize);
    for script in letters {
        all += 1;
        latin += usize::from(script == Script::Latin);
    }
    let mostly_latin = latin * 2 >= all;
    if let Some((start, word, imitation)) = mixed_word(field.text, identifier) {
        let end = start + word.len();
        let said = format!(
            "mixes scripts in one word: {} (U+{:04X} looks like \"{}\")",
            quoted(word),
            u32::from(imitation),
            latin_twin(imitation).unwrap_or(imitation)
        );
        let mut found = finding(&rows::MIXED_SCRIPT, field, &said).evidence(evidence(
            field,
            "raw",
            span(start, end),
            None,
        ));
        if !mostly_latin && !identifier {
            // "PDFки" in a Russian text is how people write.
            found.outcome = Outcome::Pass;
            found.severity = Severity::Low;
        }
        sink.push(found);
    } else if identifier
        && let Some((at, odd)) = field.text.char_indices().find(|(_, letter)| compatibility(*letter))
    {
        let said =
            format!("contains hidden unicode: U+{:04X} (look-alike of a plain letter)", u32::from(odd));
        let end = at + odd.len_utf8();
        sink.push(finding(&rows::MIXED_SCRIPT, field, &said).evidence(evidence(
            field,
            "raw",
            span(at, end),
            None,
        )));
    }
}

fn span(start: usize, end: usize) -> Span {
    let clamp = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    Span { start: clamp(start), end: clamp(end) }
}

/// The first word with both Latin letters and look-alikes of them, and the first look-alike. In prose it must
/// have at least four letters: "μs" and "Δt" are units.
fn mixed_word(text: &str, identifier: bool) -> Option<(usize, &str, char)> {
    let shortest = if identifier { 2 } else { 4 };
    let mut at = 0;
    for word in text.split(|letter: char| script(letter).is_none() && !(identifier && letter == '_')) {
        let start = at;
        at += word.len()
            + text.get(at + word.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let has_latin = word.chars().any(|letter| script(letter) == Some(Script::Latin));
        if has_latin
            && let Some(imitation) =
                word.chars().find(|letter| latin_twin(*letter).is_some() && imitates(*letter))
            && word.chars().count() >= shortest
        {
            return Some((start, word, imitation));
        }
    }
    None
}

fn imitates(letter: char) -> bool {
    matches!(script(letter), Some(Script::Cyrillic | Script::Greek | Script::Armenian | Script::Cherokee))
}

/// Full-width, mathematical and enclosed letters and digits.
fn compatibility(letter: char) -> bool {
    matches!(
        u32::from(letter),
        0xFF10..=0xFF19 | 0xFF21..=0xFF3A | 0xFF41..=0xFF5A | 0x1D400..=0x1D7FF | 0x24B6..=0x24E9 | 0x1F110..=0x1F189
            | 0x2100..=0x214F
    )
}

/// Tools whose names are told apart only by case, by an invisible character or by a look-alike.
pub(in super::super) fn check_names(surface: &Surface, sink: &mut Sink) {
    for kind in [Kind::Tool, Kind::Prompt] {
        let mut known: BTreeMap<String, Vec<&Definition>> = BTreeMap::new();
        for definition in surface.list(kind) {
            known.entry(skeleton(definition.key())).or_default().push(definition);
        }
        for twins in known.values() {
            let [first, others @ ..] = twins.as_slice() else { continue };
            for other in others.iter().filter(|other| other.key() != first.key()) {
                let what = format!("{} name looks like {}", owner_name(other), quoted(first.key()));
                sink.push(Finding::new(&rows::CONFUSABLE_NAME, what).of(other.key()).at(other.at("name")));
            }
        }
    }
}
