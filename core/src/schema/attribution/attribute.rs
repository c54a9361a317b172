use serde_json::Value;

use super::difference::Difference;
use super::own_verdict::{Own, Trial, of_annotation, untried};
use super::patch::apply;
use super::row::Class;
use super::view::tokens;
use super::walk::differences;
use super::{rows, words};
use crate::rules::{Direction, Effect, Verdict};
use crate::schema::comparison::Change;
use crate::schema::decide::{Budget, Decision, decide};
use crate::surface::join_pointer;

/// Changes that are tried one by one.
const MAX_TRIED: usize = 48;
/// Values that may be built while changes are tried: a huge witness takes the place of many small ones.
const MAX_BUILT: usize = 200_000;
/// Values that may be read while changes are tried, as every trial reads both schemas: enough for all trials of any
/// schema but a huge one.
const MAX_READ: usize = 100_000;
/// Changes that are made one after the other to prove the whole.
const MAX_CHAIN: usize = 12;

/// Whether the tables this tool was made from call the change breaking, so that it never passes for want of a proof.
#[must_use]
pub fn is_seed_breaking_row(change: &Change) -> bool {
    change.rule.id == "drift/breaking_schema_change"
}

/// Names what changed and what each change does on its own.
///
/// The decision for the whole rules: a change breaks only where the whole does. It comes back improved when a
/// single change shows a break, or all changes in a row prove compatibility, where the whole was undecided.
pub(crate) fn attribute(
    old: &Value,
    new: &Value,
    direction: Direction,
    whole: Decision,
) -> (Decision, Vec<Change>) {
    let mut found = differences(old, new);
    if whole.verdict == Verdict::Equivalent {
        found.retain(Difference::is_annotation);
    }
    let trial = Trial::new(old, new, direction);
    let mut whole = whole;
    let mut owned: Vec<(Difference, Own)> = Vec::with_capacity(found.len());
    let single = found.iter().filter(|difference| !difference.is_annotation()).count() == 1;
    let settled = single && whole.verdict != Verdict::Undecided;
    let trials = (MAX_READ / (size(old) + size(new))).clamp(1, MAX_TRIED);
    let (mut tried, mut built) = (0, 0);
    for difference in found {
        let class = Class::of(difference.pair.side(direction));
        let own = if difference.is_annotation() {
            of_annotation(class)
        } else if settled {
            Own::plain(whole.verdict)
        } else if tried < trials && built < MAX_BUILT {
            tried += 1;
            let own = trial.judge(&difference);
            built += own.witness.as_ref().map_or(0, size);
            own
        } else {
            untried(class)
        };
        owned.push((difference, own));
    }
    if whole.verdict == Verdict::Undecided {
        improve(&mut whole, old, new, direction, &owned, &trial, trials.min(MAX_CHAIN));
    }
    let mut changes = Vec::with_capacity(owned.len());
    let mut places = Vec::new();
    let mut told = false;
    for (difference, own) in owned {
        if difference.is_annotation() {
            changes.push(change(difference, own, direction));
            continue;
        }
        let verdict = if single { whole.verdict } else { bounded(own.verdict, whole.verdict) };
        if verdict == Verdict::Equivalent {
            continue;
        }
        places.push((difference.pointer_old.clone(), difference.pointer_new.clone()));
        told |= verdict == whole.verdict;
        let mut own = Own { verdict, ..own };
        if verdict != Verdict::Breaking {
            own.effect = None;
            own.witness = None;
        } else if own.witness.is_none() || single {
            own.effect = whole.effect;
            own.witness.clone_from(&whole.witness);
        }
        if verdict == Verdict::Undecided && own.reason.is_none() {
            own.reason.clone_from(&whole.reason);
        }
        changes.push(change(difference, own, direction));
    }
    if !told && whole.verdict != Verdict::Equivalent {
        changes.push(together(old, new, direction, &whole, &places));
    }
    (whole, changes)
}

/// The values a value holds, itself included. Neither schemas nor witnesses come here that nest deeper than is read.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// No change is worse than the whole.
fn bounded(own: Verdict, whole: Verdict) -> Verdict {
    match (own, whole) {
        (Verdict::Equivalent, _) | (_, Verdict::Equivalent) => Verdict::Equivalent,
        (_, Verdict::Compatible) => Verdict::Compatible,
        (Verdict::Breaking, Verdict::Undecided) => Verdict::Undecided,
        (own, _) => own,
    }
}

fn change(difference: Difference, own: Own, direction: Direction) -> Change {
    let rule = difference.pair.side(direction);
    Change {
        rule,
        pointer_old: difference.pointer_old,
        pointer_new: difference.pointer_new,
        movement: rule.movement,
        verdict: own.verdict,
        before: difference.before,
        after: difference.after,
        effect: own.effect,
        reason: own.reason,
        witness: own.witness,
        phrase: difference.phrase,
    }
}

/// Settles an undecided whole by its parts.
fn improve(
    whole: &mut Decision,
    old: &Value,
    new: &Value,
    direction: Direction,
    owned: &[(Difference, Own)],
    trial: &Trial<'_>,
    most: usize,
) {
    for (_, own) in owned {
        if let (Verdict::Breaking, Some(Effect::Rejected | Effect::Unexpected), Some(witness)) =
            (own.verdict, own.effect, &own.witness)
            && trial.confirms(witness)
        {
            *whole = Decision {
                verdict: Verdict::Breaking,
                effect: own.effect,
                open_world: false,
                witness: Some(witness.clone()),
                reason: None,
            };
            return;
        }
    }
    let steps: Vec<&Difference> = owned
        .iter()
        .map(|(difference, _)| difference)
        .filter(|difference| !difference.is_annotation())
        .collect();
    let harmless = |verdict| matches!(verdict, Verdict::Compatible | Verdict::Equivalent);
    if steps.len() < 2
        || steps.len() > most
        || !owned.iter().all(|(d, own)| d.is_annotation() || harmless(own.verdict))
    {
        return;
    }
    // Each step is judged on the schemas it really leads from and to, so a clumsy edit can only fail to prove.
    let mut at = old.clone();
    let mut open_world = false;
    for step in steps {
        let next = apply(&at, new, &step.forward);
        let decision = decide(&at, &next, direction, true, Budget::PLACE);
        if !harmless(decision.verdict) {
            return;
        }
        open_world |= decision.open_world;
        at = next;
    }
    if decide(&at, new, direction, true, Budget::PLACE).verdict == Verdict::Equivalent {
        *whole =
            Decision { verdict: Verdict::Compatible, effect: None, open_world, witness: None, reason: None };
    }
}

/// The change at the lowest place that holds all of them, for a verdict that no single one explains.
fn together(
    old: &Value,
    new: &Value,
    direction: Direction,
    whole: &Decision,
    places: &[(String, String)],
) -> Change {
    let pointer_old = common(places.iter().map(|(old, _)| old.as_str()));
    let pointer_new = common(places.iter().map(|(_, new)| new.as_str()));
    let rule = rows::STRUCTURE_CHANGED.side(direction);
    let label = label(&pointer_new);
    let phrase = match whole.verdict {
        Verdict::Breaking => format!("{} changed so that callers break", words::of("meaning", &label)),
        Verdict::Undecided => {
            format!("{} changed, and nothing proves it safe or breaking", words::of("meaning", &label))
        }
        Verdict::Compatible | Verdict::Equivalent => {
            format!("{} changed without breaking callers", words::of("meaning", &label))
        }
    };
    Change {
        rule,
        movement: rule.movement,
        verdict: whole.verdict,
        before: old.pointer(&pointer_old).cloned(),
        after: new.pointer(&pointer_new).cloned(),
        effect: whole.effect,
        reason: whole.reason.clone(),
        witness: whole.witness.clone(),
        phrase,
        pointer_old,
        pointer_new,
    }
}

fn common<'a>(mut pointers: impl Iterator<Item = &'a str>) -> String {
    let Some(first) = pointers.next() else { return String::new() };
    let mut shared = tokens(first);
    for pointer in pointers {
        let other = tokens(pointer);
        let kept = shared.iter().zip(&other).take_while(|(a, b)| a == b).count();
        shared.truncate(kept);
    }
    // A place is a schema, not the list of names it stands in.
    while shared
        .last()
        .is_some_and(|last| ["properties", "required", "anyOf", "oneOf", "allOf"].contains(&last.as_str()))
    {
        shared.pop();
    }
    shared.iter().fold(String::new(), |pointer, token| join_pointer(&pointer, token))
}

/// The property path a pointer runs through.
fn label(pointer: &str) -> String {
    let path = tokens(pointer);
    let mut label = String::new();
    let mut tokens = path.iter();
    while let Some(token) = tokens.next() {
        match token.as_str() {
            "properties" => {
                if let Some(name) = tokens.next() {
                    label = words::property(&label, name);
                }
            }
            "items" => label.push_str("[]"),
            _ => {}
        }
    }
    label
}
