use crate::rules::{Effect, Family, Outcome};

/// The families in the order of every report.
pub(super) const FAMILIES: [Family; 9] = [
    Family::Compliance,
    Family::Schema,
    Family::Security,
    Family::Errors,
    Family::Drift,
    Family::Collision,
    Family::Behavioral,
    Family::Latency,
    Family::Contracts,
];

/// A family's name as it stands in ids.
pub(super) const fn family_name(family: Family) -> &'static str {
    match family {
        Family::Compliance => "compliance",
        Family::Schema => "schema",
        Family::Security => "security",
        Family::Errors => "errors",
        Family::Drift => "drift",
        Family::Collision => "collision",
        Family::Behavioral => "behavioral",
        Family::Latency => "latency",
        Family::Contracts => "contracts",
    }
}

/// A family's name as a heading.
pub(super) const fn family_title(family: Family) -> &'static str {
    match family {
        Family::Compliance => "Compliance",
        Family::Schema => "Schema",
        Family::Security => "Security",
        Family::Errors => "Error contract",
        Family::Drift => "Drift",
        Family::Collision => "Collision",
        Family::Behavioral => "Behavioral",
        Family::Latency => "Latency",
        Family::Contracts => "Contracts",
    }
}

/// The one-character sign of a status.
pub(super) const fn symbol(status: Outcome) -> &'static str {
    match status {
        Outcome::Pass => "✓",
        Outcome::Fail => "✗",
        Outcome::Warn => "⚠",
        Outcome::Skip => "○",
    }
}

/// What a witness shows, ending in a colon.
pub(super) const fn witness_label(effect: Option<Effect>) -> &'static str {
    match effect {
        Some(Effect::Rejected) | None => "worked before, rejected now:",
        Some(Effect::Ignored) => "worked before, argument ignored now:",
        Some(Effect::Unexpected) => "never came before, may come now:",
        Some(Effect::Missing) => "came before, may not come now:",
    }
}

/// A number with its noun, in the plural unless it is one.
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
