//! Every row of the tables has a pair of schemas under `fixtures/drift/schema` that makes it fire and one that
//! leaves it silent.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value;

use super::rows::{CHANGE_ROWS, PAIRS};
use crate::rules::{Direction, Effect, Movement, Verdict};
use crate::schema::comparison::{Comparison, compare};

/// Rules that exist for one side only, each with its reason.
const WAIVERS: &[(&str, &str)] = &[];

/// Rules whose way back is told otherwise, each with its reason.
const ONE_WAY: &[(&str, &str)] =
    &[("root-type-missing", "the loss of everything is one change, what comes back is told one by one")];

struct Case {
    name: String,
    rule: String,
    phrase: Option<String>,
    verdicts: [(Direction, String); 2],
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/drift/schema")
}

fn read(path: PathBuf) -> Value {
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

fn cases() -> Vec<Case> {
    let text = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
    read(root().join("index.json"))
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| Case {
            name: text(entry, "case").unwrap(),
            rule: text(entry, "rule").unwrap(),
            phrase: text(entry, "phrase"),
            verdicts: [
                (Direction::Input, text(entry, "input").unwrap()),
                (Direction::Output, text(entry, "output").unwrap()),
            ],
        })
        .collect()
}

fn rule_of(case: &Case, direction: Direction) -> String {
    match direction {
        Direction::Input => format!("drift/{}", case.rule),
        Direction::Output => format!("drift/output-{}", case.rule),
    }
}

fn compared(case: &Case, new: &str, direction: Direction) -> Comparison {
    let folder = root().join(&case.name);
    compare(&read(folder.join("old.json")), &read(folder.join(new)), direction)
}

#[test]
fn every_case_fires_its_row_with_its_verdict() {
    let mut wrong = Vec::new();
    for case in cases() {
        for (direction, expected) in &case.verdicts {
            let comparison = compared(&case, "new.json", *direction);
            let rule = rule_of(&case, *direction);
            let Some(change) = comparison.changes.iter().find(|change| change.rule.rule == rule) else {
                let got: Vec<&str> = comparison.changes.iter().map(|change| change.rule.rule).collect();
                wrong.push(format!("{} {direction:?}: {rule} did not fire, only {got:?}", case.name));
                continue;
            };
            if let Some(phrase) = &case.phrase
                && *phrase != change.phrase
            {
                wrong.push(format!("{} {direction:?}: {:?} instead of {phrase:?}", case.name, change.phrase));
            }
            let verdict = format!("{:?}", change.verdict).to_lowercase();
            if verdict != *expected {
                wrong.push(format!("{} {direction:?}: {verdict} instead of {expected}", case.name));
            }
            if change.verdict == Verdict::Breaking && change.witness.is_none() {
                wrong.push(format!("{} {direction:?}: breaking without a witness", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_case_has_a_neighbour_that_leaves_its_row_silent() {
    for case in cases() {
        for (direction, _) in &case.verdicts {
            let comparison = compared(&case, "silent.json", *direction);
            let rule = rule_of(&case, *direction);
            let fired: Vec<&str> = comparison
                .changes
                .iter()
                .filter(|change| change.rule.rule == rule)
                .map(|change| change.phrase.as_str())
                .collect();
            assert!(fired.is_empty(), "{} {direction:?}: {fired:?} ({:?})", case.name, comparison.verdict);
        }
    }
}

#[test]
fn every_row_has_a_case() {
    assert!(cases().len() >= 78);
    let named: BTreeSet<String> = cases().iter().map(|case| format!("drift/{}", case.rule)).collect();
    for pair in PAIRS {
        assert!(named.contains(pair.input.rule), "{} has no case", pair.input.rule);
    }
}

#[test]
fn every_rule_exists_for_both_sides() {
    let rules: BTreeSet<&str> = CHANGE_ROWS.iter().map(|meta| meta.rule).collect();
    assert_eq!(rules.len(), CHANGE_ROWS.len(), "a rule stands twice");
    for rule in &rules {
        if WAIVERS.iter().any(|(waived, reason)| waived == rule && !reason.is_empty()) {
            continue;
        }
        let twin = match rule.strip_prefix("drift/output-") {
            Some(name) => format!("drift/{name}"),
            None => rule.replacen("drift/", "drift/output-", 1),
        };
        assert!(rules.contains(twin.as_str()), "{rule} has no {twin}");
    }
}

#[test]
fn what_narrows_an_input_and_what_widens_an_output_breaks_unless_proven_otherwise() {
    for pair in PAIRS {
        let breaks = |id: &str| id == "drift/breaking_schema_change";
        if pair.input.movement == Movement::Narrow && !pair.input.rule.contains("format-added") {
            assert!(breaks(pair.input.id) && !breaks(pair.output.id), "{}", pair.input.rule);
        }
        if pair.input.movement == Movement::Widen
            && !["format-removed", "pattern-properties-removed"].iter().any(|r| pair.input.rule.ends_with(r))
        {
            assert!(!breaks(pair.input.id) && breaks(pair.output.id), "{}", pair.input.rule);
        }
    }
}

fn mirrored(movement: Movement) -> Movement {
    match movement {
        Movement::Add => Movement::Remove,
        Movement::Remove => Movement::Add,
        Movement::Narrow => Movement::Widen,
        Movement::Widen => Movement::Narrow,
        same @ (Movement::Change | Movement::None) => same,
    }
}

/// The way back of every change is told at the same place, as the opposite movement.
#[test]
fn old_and_new_swapped_give_the_mirrored_movement() {
    let mut wrong = Vec::new();
    let one_way = |case: &Case| ONE_WAY.iter().any(|(rule, reason)| *rule == case.rule && !reason.is_empty());
    for case in cases().into_iter().filter(|case| !one_way(case)) {
        let folder = root().join(&case.name);
        let (old, new) = (read(folder.join("old.json")), read(folder.join("new.json")));
        for (direction, _) in &case.verdicts {
            let rule = rule_of(&case, *direction);
            let forth = compare(&old, &new, *direction);
            let back = compare(&new, &old, *direction);
            for change in forth.changes.iter().filter(|change| change.rule.rule == rule) {
                let returns = back.changes.iter().any(|other| {
                    other.movement == mirrored(change.movement)
                        && (&other.pointer_old, &other.pointer_new)
                            == (&change.pointer_new, &change.pointer_old)
                });
                if !returns {
                    let got: Vec<String> = back
                        .changes
                        .iter()
                        .map(|c| {
                            format!(
                                "{} {:?} {:?}->{:?}",
                                c.rule.rule, c.movement, c.pointer_old, c.pointer_new
                            )
                        })
                        .collect();
                    wrong.push(format!(
                        "{} {direction:?} {:?} {:?}->{:?}: back {got:?}",
                        case.name, change.movement, change.pointer_old, change.pointer_new
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What is sent and what is taken change places with the direction: the same break, the same proof.
#[test]
fn a_call_that_is_rejected_is_an_output_that_is_unexpected_the_other_way() {
    for case in cases() {
        let folder = root().join(&case.name);
        let (old, new) = (read(folder.join("old.json")), read(folder.join("new.json")));
        for (old, new) in [(&old, &new), (&new, &old)] {
            let sent = compare(old, new, Direction::Input);
            let given = compare(new, old, Direction::Output);
            let rejected = sent.effect == Some(Effect::Rejected);
            assert_eq!(rejected, given.effect == Some(Effect::Unexpected), "{}: {old} {new}", case.name);
            if rejected {
                assert_eq!(sent.witness, given.witness, "{}", case.name);
            }
        }
    }
}
