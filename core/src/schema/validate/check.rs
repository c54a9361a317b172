use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::content;
use super::program::{Asks, Check, Listed, Place, PlaceId, Program, Sized};
use super::seen::Seen;
use crate::schema::documents::Home;
use crate::schema::ir::{Decimal, kind_of, same, value_key};

/// Checks that one value may take, beside what its size asks for.
const MAX_STEPS: u64 = 2_000_000;
/// Nested schemas and values, which bounds the stack.
const MAX_DEPTH: usize = 1_200;
/// Answers are remembered past so many checks: only schemas that double come so far.
const REMEMBERED_AFTER: u64 = 20_000;
/// Answers that are remembered.
const MAX_REMEMBERED: usize = 50_000;
/// Items that are compared one by one.
const FEW_ITEMS: usize = 8;

/// One value being checked.
pub(super) struct Run<'p> {
    program: &'p Program,
    steps: u64,
    depth: usize,
    /// The resources entered, the outermost first.
    scope: Vec<Home>,
    /// Places in loops that are being asked about a value.
    open: Vec<(PlaceId, *const Value)>,
    known: HashMap<(PlaceId, *const Value), bool>,
}

impl<'p> Run<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program, steps: 0, depth: 0, scope: Vec::new(), open: Vec::new(), known: HashMap::new() }
    }

    pub(super) fn place(&self, place: PlaceId) -> Option<&'p Place> {
        self.program.places.get(place)
    }

    /// Whether a place accepts a value; `None` when that cannot be told within bounds. What was looked at in the
    /// value is added to `seen` when the answer is yes.
    pub(super) fn accepts(&mut self, place: PlaceId, value: &Value, seen: Option<&mut Seen>) -> Option<bool> {
        let here = self.place(place)?;
        if here.checks.is_empty() {
            return Some(true);
        }
        let is_plain = seen.is_none() && self.program.dynamic.is_empty() && self.program.recursive.is_empty();
        let key = (place, std::ptr::from_ref(value));
        if is_plain
            && self.steps > REMEMBERED_AFTER
            && let Some(known) = self.known.get(&key)
        {
            return Some(*known);
        }
        if self.depth >= MAX_DEPTH || (here.loops && self.open.contains(&key)) {
            return None;
        }
        if here.loops {
            self.open.push(key);
        }
        let answer = self.entered(here, |run| run.all_checks(here, value, seen));
        if here.loops {
            self.open.pop();
        }
        if let Some(answer) = answer
            && is_plain
            && self.steps > REMEMBERED_AFTER
            && self.known.len() < MAX_REMEMBERED
        {
            self.known.insert(key, answer);
        }
        answer
    }

    /// With the resource of a place entered.
    pub(super) fn entered<T>(&mut self, place: &Place, work: impl FnOnce(&mut Self) -> T) -> T {
        let is_new = self.scope.last() != Some(&place.home);
        if is_new {
            self.scope.push(place.home);
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        if is_new {
            self.scope.pop();
        }
        result
    }

    fn all_checks(&mut self, place: &Place, value: &Value, seen: Option<&mut Seen>) -> Option<bool> {
        if !place.tracks && seen.is_none() {
            for check in &place.checks {
                if !self.holds(check, value, None)? {
                    return Some(false);
                }
            }
            return Some(true);
        }
        let mut own = Seen::default();
        for check in &place.checks {
            if !self.holds(check, value, Some(&mut own))? {
                return Some(false);
            }
        }
        if let Some(seen) = seen {
            seen.add(own);
        }
        Some(true)
    }

    /// Whether a value is what one check asks for.
    pub(super) fn holds(&mut self, check: &Check, value: &Value, seen: Option<&mut Seen>) -> Option<bool> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        match &check.asks {
            Asks::Never => Some(false),
            Asks::Kinds(kinds, _) => Some(kinds.has(kind_of(value))),
            Asks::Listed(Listed::Few(values)) => Some(values.iter().any(|listed| same(listed, value))),
            Asks::Listed(Listed::Many(keys)) => Some(keys.contains(&value_key(value))),
            Asks::All(_) | Asks::Any(_) | Asks::One(_) | Asks::Not(_) | Asks::If { .. } => {
                self.combined(&check.asks, value, seen)
            }
            Asks::Refer(_) | Asks::ReferDynamically(..) | Asks::ReferRecursively(_) => {
                let target = self.target(&check.asks)?;
                self.accepts(target, value, seen)
            }
            asks => match value {
                Value::Number(number) => number_holds(asks, Decimal::of(number)),
                Value::String(text) => string_holds(asks, text),
                Value::Array(items) => self.array_holds(asks, items, seen),
                Value::Object(members) => self.object_holds(asks, value, members, seen),
                _ => Some(true),
            },
        }
    }

    /// Where a reference leads from here, which may depend on the resources that were entered before.
    pub(super) fn target(&self, asks: &Asks) -> Option<PlaceId> {
        Some(match asks {
            Asks::Refer(place) => *place,
            Asks::ReferDynamically(place, anchor) => {
                let scope = self.scope.iter();
                let mut found = scope.filter_map(|home| self.program.dynamic.get(&(*home, anchor.clone())));
                found.next().copied().unwrap_or(*place)
            }
            Asks::ReferRecursively(place) => {
                let mut found = self.scope.iter().filter_map(|home| self.program.recursive.get(home));
                found.next().copied().unwrap_or(*place)
            }
            _ => return None,
        })
    }

    fn combined(&mut self, asks: &Asks, value: &Value, mut seen: Option<&mut Seen>) -> Option<bool> {
        match asks {
            Asks::All(places) => {
                for place in places {
                    if !self.accepts(*place, value, seen.as_deref_mut())? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Asks::Any(places) => {
                let mut found = false;
                for place in places {
                    found |= self.accepts(*place, value, seen.as_deref_mut())?;
                    // Another branch may look at more.
                    if found && seen.is_none() {
                        return Some(true);
                    }
                }
                Some(found)
            }
            Asks::One(places) => {
                let mut found = false;
                for place in places {
                    if self.accepts(*place, value, seen.as_deref_mut())? {
                        if found {
                            return Some(false);
                        }
                        found = true;
                    }
                }
                Some(found)
            }
            Asks::Not(place) => Some(!self.accepts(*place, value, None)?),
            Asks::If { condition, then, otherwise } => {
                let branch =
                    if self.accepts(*condition, value, seen.as_deref_mut())? { then } else { otherwise };
                branch.map_or(Some(true), |place| self.accepts(place, value, seen))
            }
            _ => Some(true),
        }
    }

    fn array_holds(&mut self, asks: &Asks, items: &[Value], mut seen: Option<&mut Seen>) -> Option<bool> {
        match asks {
            Asks::Size { of: Sized::Items, least, count } => Some(fits(items.len() as u64, *least, *count)),
            Asks::Unique => Some(are_different(items)),
            Asks::Items { first, rest } => {
                for (place, item) in first.iter().zip(items) {
                    if !self.accepts(*place, item, None)? {
                        return Some(false);
                    }
                }
                if let Some((rest, _)) = rest {
                    for item in items.iter().skip(first.len()) {
                        if !self.accepts(*rest, item, None)? {
                            return Some(false);
                        }
                    }
                }
                match (seen, rest) {
                    (Some(seen), Some(_)) => seen.every_item(),
                    (Some(seen), None) => seen.first_items(first.len()),
                    (None, _) => {}
                }
                Some(true)
            }
            Asks::Contains { item, least, most, is_looked_at } => {
                let mut count = 0;
                for (at, value) in items.iter().enumerate() {
                    if self.accepts(*item, value, None)? {
                        count += 1;
                        if let (true, Some(seen)) = (*is_looked_at, seen.as_deref_mut()) {
                            seen.item(at);
                        }
                    }
                }
                Some(count >= *least && most.is_none_or(|most| count <= most))
            }
            Asks::OtherItems(place) => {
                let seen = seen?;
                for (at, item) in items.iter().enumerate() {
                    if !seen.has_item(at) && !self.accepts(*place, item, None)? {
                        return Some(false);
                    }
                }
                seen.every_item();
                Some(true)
            }
            _ => Some(true),
        }
    }

    fn object_holds(
        &mut self,
        asks: &Asks,
        value: &Value,
        members: &Map<String, Value>,
        mut seen: Option<&mut Seen>,
    ) -> Option<bool> {
        match asks {
            Asks::Size { of: Sized::Members, least, count } => {
                Some(fits(members.len() as u64, *least, *count))
            }
            Asks::Required(names) => Some(names.iter().all(|name| members.contains_key(name))),
            Asks::Needs(rows) => Some(rows.iter().all(|(name, needed)| {
                !members.contains_key(name) || needed.iter().all(|name| members.contains_key(name))
            })),
            Asks::Implies(rows) => {
                for (name, place) in rows {
                    if members.contains_key(name) && !self.accepts(*place, value, seen.as_deref_mut())? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Asks::Names(place) => {
                for name in members.keys() {
                    if !self.accepts_name(*place, name)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Asks::Members { .. } => {
                for (name, member) in members {
                    for (place, _) in self.applying(asks, name)? {
                        if !self.accepts(place, member, None)? {
                            return Some(false);
                        }
                        if let Some(seen) = seen.as_deref_mut() {
                            seen.member(name);
                        }
                    }
                }
                Some(true)
            }
            Asks::OtherMembers(place) => {
                let seen = seen?;
                for (name, member) in members {
                    if !seen.has_member(name) && !self.accepts(*place, member, None)? {
                        return Some(false);
                    }
                }
                seen.every_member();
                Some(true)
            }
            _ => Some(true),
        }
    }

    /// Whether a place accepts the name of a member.
    pub(super) fn accepts_name(&mut self, place: PlaceId, name: &str) -> Option<bool> {
        // A value made here may come to lie where another one lay that is remembered.
        let known = std::mem::take(&mut self.known);
        let answer = self.accepts(place, &Value::from(name), None);
        self.known = known;
        answer
    }

    /// The places that apply to a member, each with the keyword it stands under.
    pub(super) fn applying(&mut self, asks: &Asks, name: &str) -> Option<Vec<(PlaceId, &'static str)>> {
        let Asks::Members { named, patterns, others } = asks else { return Some(Vec::new()) };
        let mut places: Vec<(PlaceId, &'static str)> =
            named.get(name).map(|place| (*place, "properties")).into_iter().collect();
        for (recogniser, _, place) in patterns {
            self.steps += 1;
            if recogniser.finds(name)? {
                places.push((*place, "patternProperties"));
            }
        }
        if places.is_empty() {
            places.extend(others.map(|place| (place, "additionalProperties")));
        }
        Some(places)
    }
}

fn fits(size: u64, least: bool, count: u64) -> bool {
    if least { size >= count } else { size <= count }
}

fn number_holds(asks: &Asks, value: Option<Decimal>) -> Option<bool> {
    match asks {
        Asks::Incomparable => None,
        Asks::Bound { bound, below, exclusive } => {
            let value = value?;
            let (low, high) = if *below { (*bound, value) } else { (value, *bound) };
            Some(low < high || (!exclusive && low == high))
        }
        Asks::MultipleOf(step) => value?.is_multiple_of(*step),
        _ => Some(true),
    }
}

fn string_holds(asks: &Asks, text: &str) -> Option<bool> {
    match asks {
        Asks::Size { of: Sized::Letters, least, count } => {
            Some(fits(text.chars().count() as u64, *least, *count))
        }
        Asks::Pattern(recogniser, _) => recogniser.finds(text),
        Asks::Encoded => Some(content::is_base64(text)),
        Asks::Json { encoded } => Some(content::is_json(text, *encoded)),
        _ => Some(true),
    }
}

fn are_different(items: &[Value]) -> bool {
    if items.len() <= FEW_ITEMS {
        let mut rest = items;
        while let Some((first, others)) = rest.split_first() {
            if others.iter().any(|other| same(first, other)) {
                return false;
            }
            rest = others;
        }
        return true;
    }
    let mut seen = BTreeSet::new();
    items.iter().all(|item| seen.insert(value_key(item)))
}
