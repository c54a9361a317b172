use super::chain::Chain;
use super::contract::Contract;
use super::document::Deprecation;
use super::rows::DEPRECATION;
use crate::rules::{Finding, Sink};
use crate::text::{quoted, shown};

/// Checks that a deprecation gives callers the time and the words they need, and is not shortened later.
pub(super) fn check(chains: &[Chain], months: u32, sink: &mut Sink) {
    for chain in chains {
        let Some(latest) = chain.versions.last() else {
            continue;
        };
        let mut problems = Vec::new();
        if let Some(deprecation) = &latest.document.deprecated {
            problems.extend(terms(deprecation, months));
            problems.extend(words(chain, latest, deprecation, chains));
        }
        problems.extend(shortened(chain));
        for problem in problems {
            let what = format!("Tool {} {problem}", quoted(&chain.tool));
            sink.push(Finding::new(&DEPRECATION, what).of(&chain.tool));
        }
    }
}

fn terms(deprecation: &Deprecation, months: u32) -> Option<String> {
    let (Some(since), Some(removal)) = (day(&deprecation.since), day(&deprecation.remove_after)) else {
        return Some("has a deprecation whose days are not of the form 2027-01-31".to_owned());
    };
    let earliest = later(since, months);
    (removal < earliest).then(|| {
        let (year, month, date) = earliest;
        format!(
            "may be removed on {}, earlier than {months} months after {} ({year:04}-{month:02}-{date:02})",
            shown(&deprecation.remove_after),
            shown(&deprecation.since)
        )
    })
}

fn words(chain: &Chain, latest: &Contract, deprecation: &Deprecation, chains: &[Chain]) -> Vec<String> {
    let mut problems = Vec::new();
    if !latest.document.description.to_lowercase().contains("deprecated") {
        problems.push("is deprecated and its description does not say so".to_owned());
    }
    if let Some(replacement) = &deprecation.replaced_by {
        if *replacement == chain.tool {
            problems.push("names itself as its replacement".to_owned());
        } else if !chains.iter().any(|other| other.tool == *replacement && !other.versions.is_empty()) {
            problems.push(format!("names the replacement {}, which has no contract", quoted(replacement)));
        }
    }
    problems
}

/// Callers who planned by the day that one version gave them must not find an earlier one in the next.
fn shortened(chain: &Chain) -> Option<String> {
    let days = chain.versions.iter().filter_map(|version| {
        let deprecation = version.document.deprecated.as_ref()?;
        Some((version.version, day(&deprecation.remove_after)?, &deprecation.remove_after))
    });
    let days: Vec<_> = days.collect();
    days.iter().zip(days.iter().skip(1)).find(|(before, after)| after.1 < before.1).map(|(before, after)| {
        format!(
            "may be removed on {} by v{}, earlier than v{} said ({})",
            shown(after.2),
            after.0,
            before.0,
            shown(before.2)
        )
    })
}

/// Year, month, date.
type Day = (u32, u32, u32);

pub(super) fn day(text: &str) -> Option<Day> {
    let mut parts = text.split('-');
    let mut number = |digits: usize| -> Option<u32> {
        let part = parts.next()?;
        let is_plain = part.len() == digits && part.chars().all(|character| character.is_ascii_digit());
        is_plain.then(|| part.parse().ok()).flatten()
    };
    let (year, month, date) = (number(4)?, number(2)?, number(2)?);
    let is_day = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&date);
    (parts.next().is_none() && is_day).then_some((year, month, date))
}

fn later((year, month, date): Day, months: u32) -> Day {
    let total = year.saturating_mul(12).saturating_add(month - 1).saturating_add(months);
    let (year, month) = (total / 12, total % 12 + 1);
    (year, month, date.min(days_in(year, month)))
}

fn days_in(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
