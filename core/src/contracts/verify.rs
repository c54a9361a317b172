use super::chain::{ContractFile, chains};
use super::contract::{MEMBERS, contract_hash};
use super::report::report;
use super::rows::{ADDITIVE, NOT_SERVED, SERVED_DIFFERS};
use crate::canonical::canonical_json;
use crate::report::Report;
use crate::rules::{Finding, Sink};
use crate::surface::Surface;
use crate::text::{quoted, word_diff};

/// Checks that a surface serves exactly the latest version of every contract, by hash, and says which member
/// differs.
#[must_use]
pub fn verify(files: &[ContractFile], surface: &Surface, timestamp: &str) -> Report {
    let mut sink = Sink::default();
    let chains = chains(files, &mut sink);
    for chain in &chains {
        let Some(latest) = chain.versions.last() else {
            continue;
        };
        let name = format!("Tool {}", quoted(&chain.tool));
        let Some(served) = surface.tools.iter().find(|tool| tool.key() == chain.tool) else {
            sink.push(
                Finding::new(&NOT_SERVED, format_args!("{name} has a contract and is not served"))
                    .of(&chain.tool),
            );
            continue;
        };
        let promised = latest.definition();
        if contract_hash(served) == contract_hash(&promised) {
            let what = format!("{name} is served as v{} says", latest.version);
            sink.push(Finding::new(&ADDITIVE, what).of(&chain.tool));
            continue;
        }
        for member in MEMBERS {
            let (expected, actual) = (promised.raw.get(member), served.raw.get(member));
            if expected.map(canonical_json) == actual.map(canonical_json) {
                continue;
            }
            let what = format!("{name} {member} is not what v{} says", latest.version);
            let mut finding = Finding::new(&SERVED_DIFFERS, what).of(&chain.tool).at(served.at(member));
            finding.before = expected.cloned();
            finding.after = actual.cloned();
            if let (Some(old), Some(new)) = (promised.text(member), served.text(member)) {
                finding.diff = Some(word_diff(old, new));
            }
            sink.push(finding);
        }
    }
    for served in &surface.tools {
        if !chains.iter().any(|chain| chain.tool == served.key()) {
            let what = format!("Tool {} is served and has no contract", quoted(served.key()));
            sink.push(Finding::new(&NOT_SERVED, what).of(served.key()));
        }
    }
    report(sink.into_findings(), timestamp)
}
