use serde_json::Value;

use super::schema_class;
use crate::rules::drift::{OUTPUT_SCHEMA_ADDED, OUTPUT_SCHEMA_REMOVED, class_named};
use crate::rules::{Bump, Direction, Effect, Finding, Sink, Verdict};
use crate::schema::{self, Change, Comparison};
use crate::surface::Definition;
use crate::text::quoted;

/// Compares the schemas of a tool through the judge.
pub(super) fn compare(old: &Definition, new: &Definition, sink: &mut Sink) {
    let anything = Value::Object(serde_json::Map::new());
    let before = old.input_schema().unwrap_or(&anything);
    let after = new.input_schema().unwrap_or(&anything);
    judge(old, new, "inputSchema", (before, after), Direction::Input, sink);
    match (old.output_schema(), new.output_schema()) {
        (Some(before), Some(after)) => {
            judge(old, new, "outputSchema", (before, after), Direction::Output, sink);
        }
        (None, Some(_)) => {
            let what = format!("Tool {} gained an outputSchema", quoted(new.key()));
            sink.push(Finding::new(&OUTPUT_SCHEMA_ADDED, what).of(new.key()).at(new.at("outputSchema")));
        }
        (Some(before), None) => {
            let what = format!("Tool {} lost its outputSchema", quoted(new.key()));
            let mut finding = Finding::new(&OUTPUT_SCHEMA_REMOVED, what).of(new.key()).at(new.pointer());
            finding.pointer_old = Some(old.at("outputSchema"));
            finding.effect = Some(Effect::Missing);
            finding.direction = Some(Direction::Output);
            finding.before = Some(before.clone());
            sink.push(finding);
        }
        (None, None) => {}
    }
}

fn judge(
    old: &Definition,
    new: &Definition,
    member: &str,
    (before, after): (&Value, &Value),
    direction: Direction,
    sink: &mut Sink,
) {
    if before == after {
        return;
    }
    let comparison = schema::compare(before, after, direction);
    let (old_base, new_base) = (old.at(member), new.at(member));
    let mut told = false;
    for change in &comparison.changes {
        let Some(public) = schema_class::public_id(change) else {
            continue;
        };
        told |= change.verdict == comparison.verdict;
        let what = format!("Tool {} {member} {}", quoted(new.key()), change.phrase);
        let mut finding = Finding::new(change.rule, what).of(new.key());
        finding.at_change(change, &old_base, &new_base);
        finding.direction = Some(direction);
        finding.effect = change.effect;
        let (why, fix) = schema::advice(change);
        finding = finding.why(why).fix(fix);
        finding.open_world = comparison.open_world;
        classify(&mut finding, public, &comparison, change.verdict);
        if change.reason.is_some() {
            finding.reason.clone_from(&change.reason);
        }
        finding.witness.clone_from(&change.witness);
        sink.push(finding);
    }
    if !told && comparison.verdict != Verdict::Equivalent {
        sink.push(whole(old, new, member, direction, &comparison, (before, after)));
    }
}

impl Finding {
    fn at_change(&mut self, change: &Change, old_base: &str, new_base: &str) {
        self.pointer = Some(format!("{new_base}{}", change.pointer_new));
        self.pointer_old = Some(format!("{old_base}{}", change.pointer_old));
        self.before.clone_from(&change.before);
        self.after.clone_from(&change.after);
        self.verdict = Some(change.verdict);
    }
}

/// What the judge says of the pair where no single place explains it.
fn whole(
    old: &Definition,
    new: &Definition,
    member: &str,
    direction: Direction,
    comparison: &Comparison,
    (before, after): (&Value, &Value),
) -> Finding {
    let (public, clause) = schema_class::whole(comparison.verdict);
    let what = format!("Tool {} {member} {clause}", quoted(new.key()));
    let mut finding = Finding::new(&schema_class::SCHEMA_CHANGED, what).of(new.key()).at(new.at(member));
    finding.pointer_old = Some(old.at(member));
    finding.before = Some(before.clone());
    finding.after = Some(after.clone());
    finding.direction = Some(direction);
    finding.verdict = Some(comparison.verdict);
    finding.effect = comparison.effect;
    finding.open_world = comparison.open_world;
    finding.witness.clone_from(&comparison.witness);
    classify(&mut finding, public, comparison, comparison.verdict);
    finding
}

fn classify(finding: &mut Finding, public: &'static str, comparison: &Comparison, verdict: Verdict) {
    finding.id = public;
    let class = finding.class();
    if let Some(class) = class_named(class) {
        finding.severity = class.severity;
        finding.outcome = class.default_outcome();
    }
    finding.bump = match class {
        "breaking_schema_change" => Bump::Major,
        // At least: what is undecided may be a break.
        _ => Bump::Minor,
    };
    if verdict == Verdict::Undecided {
        finding.reason.clone_from(&comparison.reason);
        if class == "breaking_schema_change" {
            finding.proven = Some(false);
        }
    }
}
