use serde_json::Value;

use super::side::{Known, Side};
use crate::rules::drift::{DESCRIPTION_CHANGED, TITLE_CHANGED};
use crate::rules::{Finding, Meta, Sink};
use crate::surface::Definition;
use crate::text::{quoted, word_diff};

/// Compares one text of both sides and reports that it changed, with a word diff where both are known.
pub(super) fn compare_text(
    meta: &'static Meta,
    label: &str,
    subject: Option<&str>,
    (old, old_pointer): (Known<'_>, &str),
    (new, new_pointer): (Known<'_>, &str),
    sink: &mut Sink,
) {
    if old.same(&new) {
        return;
    }
    let rug_pull = std::ptr::eq(meta, &raw const TITLE_CHANGED);
    let suffix = if rug_pull { "" } else { " (possible rug-pull)" };
    let be = if label.ends_with("instructions") { "were" } else { "was" };
    let verb = match (&old, &new) {
        (Known::Absent, _) => format!("{be} added"),
        (_, Known::Absent) => format!("{be} removed"),
        _ => "changed".to_owned(),
    };
    let mut finding = Finding::new(meta, format_args!("{label} {verb}{suffix}")).at(new_pointer);
    finding.subject = subject.map(str::to_owned);
    finding.pointer_old = Some(old_pointer.to_owned());
    if let (Known::Text(_) | Known::Absent, Known::Text(_) | Known::Absent) = (&old, &new) {
        let (before, after) = (spelled(&old), spelled(&new));
        finding.diff = Some(word_diff(before, after));
        finding.reason = super::noise::only_environment(before, after).map(str::to_owned);
    } else {
        finding.reason =
            Some("only the hash of the old text is known, so the difference cannot be shown".to_owned());
    }
    finding.before = value(&old);
    finding.after = value(&new);
    sink.push(finding);
}

fn spelled<'a>(known: &Known<'a>) -> &'a str {
    match known {
        Known::Text(text) => text,
        Known::Hash(_) | Known::Absent => "",
    }
}

fn value(known: &Known<'_>) -> Option<Value> {
    match known {
        Known::Text(text) | Known::Hash(text) => Some(Value::from(*text)),
        Known::Absent => None,
    }
}

/// A member of a definition that is a text: its title or its own description.
pub(super) fn compare_member(
    member: &str,
    meta: &'static Meta,
    (old_side, old): (Side<'_>, &Definition),
    (new_side, new): (Side<'_>, &Definition),
    sink: &mut Sink,
) {
    let (old_pointer, new_pointer) = (old.at(member), new.at(member));
    let label = format!("{} {} {member}", new.kind.noun(), quoted(new.key()));
    compare_text(
        meta,
        &label,
        Some(new.key()),
        (old_side.text(&old_pointer, old.text(member)), &old_pointer),
        (new_side.text(&new_pointer, new.text(member)), &new_pointer),
        sink,
    );
}

/// The description of a definition as a whole.
pub(super) fn compare_description(
    old: (Side<'_>, &Definition),
    new: (Side<'_>, &Definition),
    sink: &mut Sink,
) {
    compare_member("description", &DESCRIPTION_CHANGED, old, new, sink);
}
