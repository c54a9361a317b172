use serde_json::Value;

use super::check::Run;
use super::program::{Asks, Check, Listed, PlaceId, Sized};
use super::seen::Seen;
use super::validator::Violation;
use crate::schema::documents::joined;

/// Listed values that a message names.
const MAX_NAMED: usize = 10;

/// Gathers why a value is not accepted.
pub(super) struct Explainer<'p> {
    pub(super) run: Run<'p>,
    pub(super) found: Vec<Violation>,
    pub(super) most: usize,
}

impl Explainer<'_> {
    /// Adds every reason why a place does not accept a value that lies at a pointer.
    pub(super) fn place(&mut self, place: PlaceId, value: &Value, at: &str) {
        let Some(here) = self.run.place(place) else { return };
        let mut seen = Seen::default();
        for check in &here.checks {
            if self.found.len() >= self.most {
                return;
            }
            let holds = self.run.entered(here, |run| run.holds(check, value, Some(&mut seen)));
            if holds == Some(true) {
                continue;
            }
            if holds.is_none() {
                self.push(at, &here.pointer, check.keyword, "it cannot be told within bounds".to_owned());
                continue;
            }
            let before = self.found.len();
            self.scoped_inner(place, check, value, at, &seen);
            if self.found.len() == before {
                self.push(at, &here.pointer, check.keyword, message(&check.asks, value));
            }
        }
    }

    fn push(&mut self, at: &str, pointer: &str, keyword: &str, message: String) {
        let schema_pointer =
            if keyword.is_empty() { pointer.to_owned() } else { joined(pointer.to_owned(), keyword) };
        self.found.push(Violation { instance_pointer: at.to_owned(), schema_pointer, message });
    }

    /// What lies deeper than the check: members, items, and schemas that must hold as they are.
    fn scoped_inner(&mut self, place: PlaceId, check: &Check, value: &Value, at: &str, seen: &Seen) {
        for (inner, member, below) in self.inner(place, check, value, at, seen) {
            let accepted = self.run.accepts(inner, member, None);
            if accepted == Some(false) {
                self.place(inner, member, &below);
            }
            if self.found.len() >= self.most {
                return;
            }
        }
    }

    fn inner<'v>(
        &mut self,
        place: PlaceId,
        check: &Check,
        value: &'v Value,
        at: &str,
        seen: &Seen,
    ) -> Vec<(PlaceId, &'v Value, String)> {
        let here = |places: &[PlaceId]| places.iter().map(|place| (*place, value, at.to_owned())).collect();
        match (&check.asks, value) {
            (Asks::All(places), _) => here(places),
            (Asks::Refer(_) | Asks::ReferDynamically(..) | Asks::ReferRecursively(_), _) => {
                let Some(from) = self.run.place(place) else { return Vec::new() };
                let target = self.run.entered(from, |run| run.target(&check.asks));
                here(&target.into_iter().collect::<Vec<_>>())
            }
            (Asks::If { condition, then, otherwise }, _) => {
                let branch =
                    if self.run.accepts(*condition, value, None) == Some(true) { then } else { otherwise };
                here(&branch.iter().copied().collect::<Vec<_>>())
            }
            (Asks::Implies(rows), Value::Object(members)) => {
                let rows = rows.iter().filter(|(name, _)| members.contains_key(name));
                here(&rows.map(|(_, place)| *place).collect::<Vec<_>>())
            }
            (Asks::Items { first, rest }, Value::Array(items)) => {
                let places =
                    first.iter().copied().chain(rest.iter().flat_map(|(rest, _)| std::iter::repeat(*rest)));
                let below = |(n, (place, item))| (place, item, format!("{at}/{n}"));
                places.zip(items).enumerate().map(below).collect()
            }
            (Asks::Members { .. }, Value::Object(members)) => {
                let mut places = Vec::new();
                for (name, member) in members {
                    for (place, _) in self.run.applying(&check.asks, name).unwrap_or_default() {
                        places.push((place, member, joined(at.to_owned(), name)));
                    }
                }
                places
            }
            (Asks::OtherItems(place), Value::Array(items)) => {
                let others = items.iter().enumerate().filter(|(n, _)| !seen.has_item(*n));
                others.map(|(n, item)| (*place, item, format!("{at}/{n}"))).collect()
            }
            (Asks::OtherMembers(place), Value::Object(members)) => {
                let others = members.iter().filter(|(name, _)| !seen.has_member(name));
                others.map(|(name, member)| (*place, member, joined(at.to_owned(), name))).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// One reason, told with the value.
fn message(asks: &Asks, value: &Value) -> String {
    match asks {
        Asks::Never => format!("{value} is not allowed here"),
        Asks::Kinds(_, names) if names.contains(',') => format!("{value} is not of one of the types {names}"),
        Asks::Kinds(_, name) => format!("{value} is not of type \"{name}\""),
        Asks::Listed(Listed::Few(values)) => match values.as_slice() {
            [only] => format!("{value} is not {only}"),
            values => {
                let named: Vec<String> = values.iter().take(MAX_NAMED).map(Value::to_string).collect();
                format!("{value} is not one of {}", named.join(", "))
            }
        },
        Asks::Listed(Listed::Many(values)) => {
            let named: Vec<&str> = values.iter().take(MAX_NAMED).map(String::as_str).collect();
            format!("{value} is not one of {} and {} more", named.join(", "), values.len() - named.len())
        }
        Asks::Bound { bound, below, exclusive } => {
            let bound = bound.to_json().unwrap_or_default();
            match (below, exclusive) {
                (true, false) => format!("{value} is less than the minimum of {bound}"),
                (true, true) => format!("{value} is not greater than the exclusive minimum of {bound}"),
                (false, false) => format!("{value} is greater than the maximum of {bound}"),
                (false, true) => format!("{value} is not less than the exclusive maximum of {bound}"),
            }
        }
        Asks::MultipleOf(step) => {
            format!("{value} is not a multiple of {}", step.to_json().unwrap_or_default())
        }
        Asks::Size { of, least, count } => {
            let (what, than) = (of.noun(*count), if *least { "fewer" } else { "more" });
            format!("{value} has {than} than {count} {what}")
        }
        Asks::Pattern(_, pattern) => format!("{value} does not match \"{pattern}\""),
        Asks::Encoded => format!("{value} is not base64"),
        Asks::Json { .. } => format!("{value} does not hold JSON"),
        Asks::Unique => format!("{value} holds an item twice"),
        Asks::Contains { least, most: None, .. } => {
            format!("{value} holds fewer than {least} of the items it must contain")
        }
        Asks::Contains { .. } => format!("{value} holds too few or too many of the items it must contain"),
        Asks::Required(names) => {
            let missing: Vec<String> = names
                .iter()
                .filter(|name| value.get(name.as_str()).is_none())
                .map(|name| format!("{name:?}"))
                .collect();
            match missing.as_slice() {
                [only] => format!("{only} is a required property"),
                several => format!("{} are required properties", several.join(", ")),
            }
        }
        Asks::Names(_) => "it has a property of a name that is not allowed".to_owned(),
        Asks::Needs(rows) => {
            let has = |name: &str| value.get(name).is_some();
            let broken = rows.iter().find(|(name, needed)| has(name) && needed.iter().any(|name| !has(name)));
            broken.map_or_else(String::new, |(name, needed)| {
                let missing = needed.iter().find(|name| !has(name)).cloned().unwrap_or_default();
                format!("{missing:?} is required where there is {name:?}")
            })
        }
        Asks::Any(_) => format!("{value} is valid under none of the alternatives"),
        Asks::One(_) => format!("{value} is not valid under exactly one of the alternatives"),
        Asks::Not(_) => format!("{value} is valid under what it must not be"),
        _ => format!("{value} is not valid"),
    }
}

impl Sized {
    fn noun(self, count: u64) -> &'static str {
        match (self, count) {
            (Self::Letters, 1) => "character",
            (Self::Letters, _) => "characters",
            (Self::Items, 1) => "item",
            (Self::Items, _) => "items",
            (Self::Members, 1) => "property",
            (Self::Members, _) => "properties",
        }
    }
}
