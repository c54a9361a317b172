use serde_json::Value;

use crate::rules::drift::{ANNOTATION_NARROWED, ANNOTATION_RESTATED, ANNOTATION_WIDENED};
use crate::rules::{Finding, Sink};
use crate::surface::{Definition, join_pointer};
use crate::text::quoted;

/// A hint of MCP's tool annotations, and which of its values lets the tool do more.
struct Hint {
    name: &'static str,
    default: bool,
    wide: bool,
    /// It says something only of a tool that is not read-only.
    only_when_writing: bool,
    /// What a client must reckon with when it is widened.
    meaning: &'static str,
}

const READ_ONLY: Hint = Hint {
    name: "readOnlyHint",
    default: false,
    wide: false,
    only_when_writing: false,
    meaning: "tool may now mutate state",
};

const HINTS: [Hint; 4] = [
    READ_ONLY,
    Hint {
        name: "destructiveHint",
        default: true,
        wide: true,
        only_when_writing: true,
        meaning: "tool may now destroy data",
    },
    Hint {
        name: "idempotentHint",
        default: false,
        wide: false,
        only_when_writing: true,
        meaning: "repeating a call may now do more",
    },
    Hint {
        name: "openWorldHint",
        default: true,
        wide: true,
        only_when_writing: false,
        meaning: "tool may now reach the outside world",
    },
];

/// Compares the hints of a tool by what they mean, defaults included: dropping `readOnlyHint: true` widens
/// authority just as flipping it does.
pub(super) fn compare(old: &Definition, new: &Definition, sink: &mut Sink) {
    let (was_writing, is_writing) = (!effective(old, &READ_ONLY), !effective(new, &READ_ONLY));
    for hint in &HINTS {
        let (raw_before, raw_after) = (stated(old, hint.name), stated(new, hint.name));
        if raw_before == raw_after {
            continue;
        }
        let (before, after) = (effective(old, hint), effective(new, hint));
        let meaningful = !hint.only_when_writing || (was_writing && is_writing);
        let (meta, suffix) = if before == after || !meaningful {
            (&ANNOTATION_RESTATED, String::new())
        } else if after == hint.wide {
            (&ANNOTATION_WIDENED, format!(" ({})", hint.meaning))
        } else {
            (&ANNOTATION_NARROWED, String::new())
        };
        let what = format!(
            "{} {} {} changed from {} to {}{suffix}",
            new.kind.noun(),
            quoted(new.key()),
            hint.name,
            spelled(raw_before, hint.default),
            spelled(raw_after, hint.default),
        );
        let pointer = join_pointer(&new.at("annotations"), hint.name);
        let mut finding = Finding::new(meta, what).of(new.key()).at(pointer.clone());
        finding.pointer_old = Some(pointer);
        finding.before = raw_before.cloned();
        finding.after = raw_after.cloned();
        sink.push(finding);
    }
}

fn stated<'a>(definition: &'a Definition, name: &str) -> Option<&'a Value> {
    definition.annotations().and_then(|annotations| annotations.get(name)).filter(|value| !value.is_null())
}

/// What a client must assume: the stated value, or the default of the specification.
fn effective(definition: &Definition, hint: &Hint) -> bool {
    stated(definition, hint.name).and_then(Value::as_bool).unwrap_or(hint.default)
}

fn spelled(stated: Option<&Value>, default: bool) -> String {
    match stated {
        Some(Value::Bool(value)) => value.to_string(),
        Some(other) => format!("{} (no boolean, read as {default})", crate::text::shown(&other.to_string())),
        None => format!("absent (default {default})"),
    }
}
