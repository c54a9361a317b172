use super::chain::{Chain, ContractFile, chains};
use super::contract::{Contract, MEMBERS, contract_hash};
use super::deprecation::day;
use super::report::report;
use super::rows::{AS_PROMISED, NOT_SERVED, SERVED_DIFFERS};
use crate::canonical::canonical_json;
use crate::report::Report;
use crate::rules::{Finding, Sink};
use crate::surface::{Definition, Surface};
use crate::text::{quoted, shown, word_diff};

/// Checks that a surface serves exactly the latest version of every contract, by hash, and says which member
/// differs. A deprecated tool may be gone once its day has come.
#[must_use]
pub fn verify(files: &[ContractFile], surface: &Surface, timestamp: &str) -> Report {
    let mut sink = Sink::default();
    let chains = chains(files, &mut sink);
    for chain in &chains {
        let Some(latest) = chain.versions.last() else {
            continue;
        };
        let mut served = surface.tools.iter().filter(|tool| tool.key() == chain.tool);
        let Some(first) = served.next() else {
            sink.push(absent(chain, latest, timestamp));
            continue;
        };
        compare(chain, latest, first, &mut sink);
        // Clients differ in which of two tools of one name they show.
        for twin in served {
            let what = format!("Tool {} is served twice", quoted(&chain.tool));
            sink.push(Finding::new(&SERVED_DIFFERS, what).of(&chain.tool).at(twin.pointer()));
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

fn compare(chain: &Chain, latest: &Contract, served: &Definition, sink: &mut Sink) {
    let name = format!("Tool {}", quoted(&chain.tool));
    let promised = latest.definition();
    if contract_hash(served) == contract_hash(&promised) {
        let what = format!("{name} is served as v{} says", latest.version);
        sink.push(Finding::new(&AS_PROMISED, what).of(&chain.tool));
        return;
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

fn absent(chain: &Chain, latest: &Contract, timestamp: &str) -> Finding {
    let name = format!("Tool {}", quoted(&chain.tool));
    let removal = latest.document.deprecated.as_ref().map(|deprecation| deprecation.remove_after.as_str());
    let today = timestamp.split('T').next().and_then(day);
    match removal {
        Some(removal) if today.is_some() && day(removal).is_some_and(|removal| today >= Some(removal)) => {
            let what = format!("{name} was deprecated until {} and is gone", shown(removal));
            Finding::new(&AS_PROMISED, what).of(&chain.tool)
        }
        Some(removal) => {
            let what = format!("{name} is not served, and must be until {}", shown(removal));
            Finding::new(&NOT_SERVED, what).of(&chain.tool)
        }
        None => {
            Finding::new(&NOT_SERVED, format_args!("{name} has a contract and is not served")).of(&chain.tool)
        }
    }
}
