use super::chain::{Chain, ContractFile, chains};
use super::closing::{closing, loses_a_name};
use super::contract::Contract;
use super::deprecation;
use super::report::report;
use super::rows::{ADDITIVE, NOT_ADDITIVE, UNDECIDED};
use crate::drift::{Side, diff};
use crate::report::Report;
use crate::rules::{Direction, Effect, Finding, Sink, Verdict};
use crate::surface::{Kind, Surface, pointer};
use crate::text::quoted;

/// Checks every chain: files, names and numbers, each version against the one before, deprecations.
///
/// Fails closed: what cannot be proven additive fails, with the reason.
#[must_use]
pub fn check(files: &[ContractFile], timestamp: &str, months: u32) -> Report {
    let mut sink = Sink::default();
    let chains = chains(files, &mut sink);
    for chain in &chains {
        for (older, newer) in chain.versions.iter().zip(chain.versions.iter().skip(1)) {
            check_step(chain, older, newer, &mut sink);
        }
    }
    deprecation::check(&chains, months, &mut sink);
    report(sink.into_findings(), timestamp)
}

fn check_step(chain: &Chain, older: &Contract, newer: &Contract, sink: &mut Sink) {
    let before = sink.len();
    let step = format!("Tool {} v{} → v{}", quoted(&chain.tool), older.version, newer.version);
    let surface = |contract: &Contract| {
        let mut definition = contract.definition();
        definition.raw.insert("name".to_owned(), chain.tool.as_str().into());
        let mut surface = Surface::default();
        surface.list_mut(Kind::Tool).push(definition);
        surface
    };
    let (old, new) = (surface(older), surface(newer));
    let loses_a_name = loses_a_name(&older.document.input_schema, &newer.document.input_schema);
    let mut is_input_judged = false;
    for change in diff(Side::full(&old), Side::full(&new)) {
        if change.effect == Some(Effect::Ignored) && !loses_a_name {
            continue;
        }
        let Some(finding) = judged(&step, change) else {
            continue;
        };
        is_input_judged |= finding.direction == Some(Direction::Input);
        sink.push(finding);
    }
    if !is_input_judged && let Some(finding) = check_closing(chain, &step, older, newer) {
        sink.push(finding);
    }
    if sink.len() == before {
        sink.push(Finding::new(&ADDITIVE, format_args!("{step} breaks nothing")).of(&chain.tool));
    }
}

/// For a published contract callers may send what is not declared, unless it says otherwise.
fn check_closing(chain: &Chain, step: &str, older: &Contract, newer: &Contract) -> Option<Finding> {
    let decision = closing(&older.document.input_schema, &newer.document.input_schema);
    let (meta, clause) = match decision.verdict {
        Verdict::Breaking => (&NOT_ADDITIVE, "no longer takes properties that it does not declare"),
        Verdict::Undecided => (&UNDECIDED, "may no longer take properties that it does not declare"),
        Verdict::Compatible | Verdict::Equivalent => return None,
    };
    let mut finding = Finding::new(meta, format_args!("{step} inputSchema {clause}")).of(&chain.tool);
    finding.pointer = Some(pointer(&["tools", &chain.tool, "inputSchema"]));
    finding.direction = Some(Direction::Input);
    finding.verdict = Some(decision.verdict);
    finding.effect = decision.effect;
    finding.open_world = true;
    finding.reason = decision.reason;
    finding.witness = decision.witness;
    Some(finding)
}

/// A change of a surface, read as a change of a published contract.
fn judged(step: &str, change: Finding) -> Option<Finding> {
    let meta = match (change.class(), change.verdict) {
        (_, Some(Verdict::Undecided)) => &UNDECIDED,
        ("breaking_schema_change" | "annotation_changed", _) => &NOT_ADDITIVE,
        ("undecided_schema_change", _) => &UNDECIDED,
        _ => return None,
    };
    let clause = change.what.split_once("\" ").map_or(change.what.as_str(), |(_, clause)| clause);
    let mut finding = Finding::new(meta, format_args!("{step} {clause}"));
    finding.subject = change.subject;
    finding.pointer = change.pointer;
    finding.pointer_old = change.pointer_old;
    finding.before = change.before;
    finding.after = change.after;
    finding.direction = change.direction;
    finding.verdict = change.verdict;
    finding.effect = change.effect;
    finding.reason = change.reason;
    finding.witness = change.witness;
    Some(finding)
}
