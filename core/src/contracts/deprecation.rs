use super::chain::Chain;
use super::contract::Contract;
use super::document::Deprecation;
use super::rows::DEPRECATION;
use crate::rules::{Finding, Sink};
use crate::text::{quoted, shown};

/// Checks that a deprecation gives callers the time and the words they need.
pub(super) fn check(chains: &[Chain], months: u32, sink: &mut Sink) {
    for chain in chains {
        let Some(latest) = chain.versions.last() else {
            continue;
        };
        if let Some(deprecation) = &latest.document.deprecated {
            check_one(chain, latest, deprecation, chains, months, sink);
        }
    }
}

fn check_one(
    chain: &Chain,
    latest: &Contract,
    deprecation: &Deprecation,
    chains: &[Chain],
    months: u32,
    sink: &mut Sink,
) {
    let tool = quoted(&chain.tool);
    let mut say = |problem: String| {
        sink.push(Finding::new(&DEPRECATION, format_args!("Tool {tool} {problem}")).of(&chain.tool));
    };
    match (day(&deprecation.since), day(&deprecation.remove_after)) {
        (Some(since), Some(removal)) => {
            let earliest = later(since, months);
            if removal < earliest {
                let (year, month, date) = earliest;
                say(format!(
                    "may be removed on {}, earlier than {months} months after {} ({year:04}-{month:02}-{date:02})",
                    shown(&deprecation.remove_after),
                    shown(&deprecation.since)
                ));
            }
        }
        _ => say("has a deprecation whose days are not of the form 2027-01-31".to_owned()),
    }
    if !latest.document.description.to_lowercase().contains("deprecated") {
        say("is deprecated and its description does not say so".to_owned());
    }
    if let Some(replacement) = &deprecation.replaced_by
        && !chains.iter().any(|other| other.tool == *replacement)
    {
        say(format!("names the replacement {}, which has no contract", quoted(replacement)));
    }
}

type Day = (u32, u32, u32);

fn day(text: &str) -> Option<Day> {
    let mut parts = text.split('-');
    let mut number =
        |digits: usize| -> Option<u32> { parts.next().filter(|part| part.len() == digits)?.parse().ok() };
    let day = (number(4)?, number(2)?, number(2)?);
    (parts.next().is_none() && (1..=12).contains(&day.1) && (1..=31).contains(&day.2)).then_some(day)
}

fn later((year, month, date): Day, months: u32) -> Day {
    let total = year.saturating_mul(12).saturating_add(month - 1).saturating_add(months);
    (total / 12, total % 12 + 1, date)
}
