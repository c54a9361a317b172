use serde_json::Value;

use crate::text::{quoted, shown_within};

/// How much of a value stands in a phrase.
const VALUE_LIMIT: usize = 60;

/// `maxLength of "q"`, or `maxLength` alone at the root.
pub(super) fn of(what: &str, label: &str) -> String {
    if label.is_empty() { what.to_owned() } else { format!("{what} of {}", quoted(label)) }
}

/// ` to "q"`, or nothing at the root.
pub(super) fn with(preposition: &str, label: &str) -> String {
    if label.is_empty() { String::new() } else { format!(" {preposition} {}", quoted(label)) }
}

/// A value as JSON, shown safely and shortly.
pub(super) fn value(value: &Value) -> String {
    shown_within(&value.to_string(), VALUE_LIMIT).to_string()
}

/// A list of values; past five only their number.
pub(super) fn values(list: &[Value]) -> String {
    let shown: Vec<String> = list.iter().take(5).map(value).collect();
    match list.len().saturating_sub(shown.len()) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The place below a property: `filter` and `status` give `filter.status`.
pub(super) fn property(label: &str, name: &str) -> String {
    if label.is_empty() { name.to_owned() } else { format!("{label}.{name}") }
}
