use std::rc::Rc;

use serde_json::Value;

use super::cases::{Answer, Solver, none_unless};
use crate::schema::ir::{Lit, Node, same};

/// Places of an array that are told apart.
const MAX_PLACES: usize = 40;
/// Longest array that is built.
const MAX_LENGTH: u64 = 200_000;
/// Places whose values are picked from lists so that they differ.
const MAX_DISTINCT: usize = 8;
/// Parts that the equal items of a long array may have together.
const MAX_ITEMS_HELD: usize = 500_000;
/// Ways to pick the items that may be so, where only so many may.
const MAX_PICKS: usize = 256;

/// Something one item must be, at a place from `from` on, before `to`.
#[derive(Clone, Debug)]
struct Demand {
    lit: Lit,
    from: usize,
    to: usize,
    /// Demands of one group need places of their own.
    group: usize,
}

/// What is known of an array.
#[derive(Clone, Debug, Default)]
struct Row {
    items: Vec<Rc<Node>>,
    demands: Vec<Demand>,
    limits: Vec<(Lit, u64)>,
    least: u64,
    most: Option<u64>,
    unique: bool,
    repeated: bool,
    groups: usize,
}

/// One way in which an array fails to be something.
#[derive(Clone, Debug)]
enum Way {
    Item(Lit, usize, usize),
    Shorter(u64),
    Longer(u64),
}

impl Row {
    fn lower(&mut self, by: u64) {
        self.most = Some(self.most.map_or(by, |most| most.min(by)));
    }

    fn demand(&mut self, lit: Lit, count: u64) -> bool {
        if count > MAX_PLACES as u64 {
            return false;
        }
        for _ in 0..count {
            self.demands.push(Demand { lit, from: 0, to: usize::MAX, group: self.groups });
        }
        self.groups += 1;
        true
    }

    /// The places before which every item has a schema of its own.
    fn first(&self) -> usize {
        let from_items = self.items.iter().map(|node| match &**node {
            Node::Items { first, .. } => first.len(),
            _ => 0,
        });
        let from_demands =
            self.demands.iter().map(|demand| if demand.to == usize::MAX { demand.from } else { demand.to });
        from_items.chain(from_demands).max().unwrap_or(0)
    }

    fn at(&self, place: usize) -> Vec<Lit> {
        self.items
            .iter()
            .map(|node| match &**node {
                Node::Items { first, rest } => first.get(place).copied().unwrap_or(*rest),
                _ => Lit::TRUE,
            })
            .collect()
    }
}

impl Solver<'_> {
    pub(super) fn array(&mut self, atoms: &[Lit], excluded: &[Rc<Value>]) -> Answer {
        let mut row = Row::default();
        let mut choices: Vec<Vec<Way>> = Vec::new();
        let mut too_many = false;
        for lit in atoms {
            let node = self.arena.shared(*lit);
            match (&*node, lit.is_wanted()) {
                (Node::MinItems(count), true) => row.least = row.least.max(*count),
                (Node::MaxItems(count), false) => row.least = row.least.max(count.saturating_add(1)),
                (Node::MaxItems(count), true) => row.lower(*count),
                (Node::MinItems(count), false) => row.lower(count.saturating_sub(1)),
                (Node::Unique, true) => row.unique = true,
                (Node::Unique, false) => row.repeated = true,
                (Node::Items { .. }, true) => row.items.push(node),
                (Node::Items { first, rest }, false) => {
                    let mut ways: Vec<Way> = first
                        .iter()
                        .enumerate()
                        .filter(|(_, lit)| **lit != Lit::TRUE)
                        .map(|(place, lit)| Way::Item(lit.not(), place, place + 1))
                        .collect();
                    if *rest != Lit::TRUE {
                        ways.push(Way::Item(rest.not(), first.len(), usize::MAX));
                    }
                    choices.push(ways);
                }
                (Node::AtLeast(lit, count), true) => too_many |= !row.demand(*lit, *count),
                (Node::AtMost(lit, count), false) => too_many |= !row.demand(*lit, count.saturating_add(1)),
                (Node::AtMost(lit, count), true) => row.limits.push((*lit, *count)),
                (Node::AtLeast(lit, count), false) => row.limits.push((*lit, count.saturating_sub(1))),
                _ => {}
            }
        }
        if too_many {
            return Answer::Unknown;
        }
        if row.unique && row.repeated {
            return Answer::None;
        }
        let answer = self.choose_ways(&row, &choices);
        match &answer {
            Answer::Value(found) if excluded.iter().any(|value| same(value, found)) => {
                for value in excluded {
                    let Value::Array(items) = &**value else { continue };
                    let length = items.len() as u64;
                    let mut ways = vec![Way::Longer(length + 1)];
                    if length > 0 {
                        ways.push(Way::Shorter(length - 1));
                    }
                    for (place, item) in items.iter().enumerate() {
                        ways.push(Way::Item(self.arena.values([item]).not(), place, place + 1));
                    }
                    choices.push(ways);
                }
                self.choose_ways(&row, &choices)
            }
            _ => answer,
        }
    }

    fn choose_ways(&mut self, row: &Row, choices: &[Vec<Way>]) -> Answer {
        let Some((ways, rest)) = choices.split_first() else { return self.lengths(row) };
        if !self.deeper() {
            return Answer::Unknown;
        }
        let mut unknown = false;
        for way in ways {
            if !self.step() {
                unknown = true;
                break;
            }
            let mut row = row.clone();
            match way {
                Way::Item(lit, from, to) => {
                    row.demands.push(Demand { lit: *lit, from: *from, to: *to, group: row.groups });
                    row.groups += 1;
                }
                Way::Shorter(most) => row.lower(*most),
                Way::Longer(least) => row.least = row.least.max(*least),
            }
            match self.choose_ways(&row, rest) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                found @ Answer::Value(_) => {
                    self.shallower();
                    return found;
                }
            }
        }
        self.shallower();
        none_unless(unknown)
    }

    /// Tries every length up to the one beyond which more items cannot help: items that nothing asks for can be
    /// left out of a longer array, as long as it keeps its first places and its least length.
    fn lengths(&mut self, row: &Row) -> Answer {
        let needed = row.first() + row.demands.len() + if row.repeated { 2 } else { 0 };
        let shortest = usize::try_from(row.least).unwrap_or(usize::MAX);
        let mut longest = needed.max(shortest);
        if let Some(most) = row.most {
            longest = longest.min(usize::try_from(most).unwrap_or(usize::MAX));
        }
        if shortest > longest {
            return Answer::None;
        }
        if needed > MAX_PLACES || row.least > MAX_LENGTH {
            return Answer::Unknown;
        }
        let mut unknown = false;
        for length in shortest..=longest {
            if !self.step() {
                return Answer::Unknown;
            }
            match self.of_length(row, length, needed) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                found @ Answer::Value(_) => return found,
            }
        }
        none_unless(unknown)
    }

    fn of_length(&mut self, row: &Row, length: usize, needed: usize) -> Answer {
        // Of the many equal places of a long array only so many can be told apart.
        let told_apart = length.min(needed.max(row.first() + 1));
        let mut places: Vec<Vec<Lit>> = (0..told_apart).map(|place| row.at(place)).collect();
        if row.limits.iter().any(|(_, most)| *most > 0) && length > told_apart && length > MAX_PLACES {
            return Answer::Unknown;
        }
        if row.unique || row.limits.iter().any(|(_, most)| *most > 0) {
            if length > 4 * MAX_PLACES {
                return Answer::Unknown;
            }
            places = (0..length).map(|place| row.at(place)).collect();
        }
        for (place, lits) in places.iter().enumerate().take(told_apart) {
            if !row.demands.is_empty() || place < 2 {
                match self.find(lits.iter().copied()) {
                    Answer::None => return Answer::None,
                    Answer::Unknown | Answer::Value(_) => {}
                }
            }
        }
        let taken = vec![Vec::new(); places.len()];
        self.meet(row, length, &places, &taken, 0)
    }

    /// Gives every demand a place.
    fn meet(
        &mut self,
        row: &Row,
        length: usize,
        places: &[Vec<Lit>],
        taken: &[Vec<usize>],
        at: usize,
    ) -> Answer {
        let Some(demand) = row.demands.get(at) else { return self.repeat(row, length, places) };
        if !self.step() || !self.deeper() {
            return Answer::Unknown;
        }
        let mut unknown = false;
        let mut seen_untouched = false;
        let end = demand.to.min(places.len());
        for place in demand.from..end {
            let groups = taken.get(place).map(Vec::as_slice).unwrap_or_default();
            if groups.contains(&demand.group) {
                continue;
            }
            if place >= row.first() && groups.is_empty() {
                // Untouched places after the first ones are all alike.
                if seen_untouched {
                    continue;
                }
                seen_untouched = true;
            }
            let mut places = places.to_vec();
            let mut taken = taken.to_vec();
            if let (Some(lits), Some(groups)) = (places.get_mut(place), taken.get_mut(place)) {
                lits.push(demand.lit);
                groups.push(demand.group);
                let lits = lits.clone();
                match self.find(lits) {
                    Answer::None => continue,
                    Answer::Unknown => unknown = true,
                    Answer::Value(_) => {}
                }
            }
            match self.meet(row, length, &places, &taken, at + 1) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                found @ Answer::Value(_) => {
                    self.shallower();
                    return found;
                }
            }
        }
        self.shallower();
        none_unless(unknown)
    }

    /// Makes two items equal where two must be.
    fn repeat(&mut self, row: &Row, length: usize, places: &[Vec<Lit>]) -> Answer {
        if !row.repeated {
            return self.limit(row, length, places, None, 0);
        }
        let mut unknown = false;
        for left in 0..places.len() {
            for right in left + 1..places.len() {
                if !self.step() {
                    return Answer::Unknown;
                }
                let (Some(one), Some(other)) = (places.get(left), places.get(right)) else { continue };
                let mut together = one.clone();
                together.extend(other);
                let mut places = places.to_vec();
                for place in [left, right] {
                    if let Some(lits) = places.get_mut(place) {
                        lits.clone_from(&together);
                    }
                }
                match self.limit(row, length, &places, Some((left, right)), 0) {
                    Answer::None => {}
                    Answer::Unknown => unknown = true,
                    found @ Answer::Value(_) => return found,
                }
            }
        }
        none_unless(unknown)
    }

    /// Lets only so many items be what only so many may be.
    fn limit(
        &mut self,
        row: &Row,
        length: usize,
        places: &[Vec<Lit>],
        equal: Option<(usize, usize)>,
        at: usize,
    ) -> Answer {
        let Some((lit, most)) = row.limits.get(at) else { return self.fill_row(row, length, places, equal) };
        let most = usize::try_from(*most).unwrap_or(usize::MAX);
        if most >= length {
            return self.limit(row, length, places, equal, at + 1);
        }
        let picks = subsets(places.len(), most);
        let Some(picks) = picks else { return Answer::Unknown };
        let mut unknown = false;
        for pick in picks {
            if !self.step() {
                return Answer::Unknown;
            }
            let places: Vec<Vec<Lit>> = places
                .iter()
                .enumerate()
                .map(|(place, lits)| {
                    let mut lits = lits.clone();
                    if !pick.contains(&place) {
                        lits.push(lit.not());
                    }
                    lits
                })
                .collect();
            match self.limit(row, length, &places, equal, at + 1) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                found @ Answer::Value(_) => return found,
            }
        }
        none_unless(unknown)
    }

    fn fill_row(
        &mut self,
        row: &Row,
        length: usize,
        places: &[Vec<Lit>],
        equal: Option<(usize, usize)>,
    ) -> Answer {
        let mut found: Vec<Value> = Vec::new();
        let mut held = 0;
        let alike = places.windows(2).all(|pair| matches!(pair, [one, other] if one == other));
        for (place, lits) in places.iter().enumerate() {
            let mut lits = lits.clone();
            if let Some((left, right)) = equal
                && place == right
            {
                found.extend(found.get(left).cloned());
                continue;
            }
            if row.unique && !found.is_empty() {
                lits.push(self.arena.values(&found).not());
            }
            match self.find(lits) {
                Answer::None => {
                    if !row.unique || found.is_empty() || (alike && !self.is_resting()) {
                        return Answer::None;
                    }
                    // With other values before it there might have been one left.
                    return if self.is_resting() { Answer::Unknown } else { self.distinct(places) };
                }
                Answer::Value(value) if self.may_hold(&value, &mut held) => found.push((*value).clone()),
                Answer::Unknown | Answer::Value(_) => return Answer::Unknown,
            }
        }
        // The places left are like the last one that nothing asks anything of.
        if found.len() < length {
            let mut lits = row.at(row.first());
            for (lit, most) in &row.limits {
                if *most == 0 {
                    lits.push(lit.not());
                }
            }
            match self.find(lits) {
                Answer::None => return Answer::None,
                Answer::Unknown => return Answer::Unknown,
                Answer::Value(value) => {
                    let before = held;
                    let more = length - found.len();
                    if !self.may_hold(&value, &mut held)
                        || (held - before).saturating_mul(more) > MAX_ITEMS_HELD
                    {
                        return Answer::Unknown;
                    }
                    found.resize(length, (*value).clone());
                }
            }
        }
        Answer::Value(Rc::new(Value::Array(found)))
    }
}

impl Solver<'_> {
    /// Distinct values for all places, looked for among all the values of the places that have few.
    fn distinct(&mut self, places: &[Vec<Lit>]) -> Answer {
        if places.len() > MAX_DISTINCT {
            return Answer::Unknown;
        }
        let mut domains: Vec<Vec<Value>> = Vec::new();
        for lits in places {
            let mut domain: Vec<Value> = Vec::new();
            // As many values as there are places always leave one free.
            while domain.len() < places.len() {
                let mut lits = lits.clone();
                lits.push(self.arena.values(&domain).not());
                match self.find(lits) {
                    Answer::None if self.is_resting() => return Answer::Unknown,
                    Answer::None => break,
                    Answer::Unknown => return Answer::Unknown,
                    Answer::Value(value) => domain.push((*value).clone()),
                }
            }
            domains.push(domain);
        }
        let mut picked = Vec::new();
        if self.pick_distinct(&domains, &mut picked) {
            Answer::Value(Rc::new(Value::Array(picked)))
        } else {
            none_unless(self.steps_left() == 0)
        }
    }

    fn pick_distinct(&mut self, domains: &[Vec<Value>], picked: &mut Vec<Value>) -> bool {
        let Some((domain, rest)) = domains.split_first() else { return true };
        for value in domain {
            if !self.step() {
                return false;
            }
            if picked.iter().any(|known| same(known, value)) {
                continue;
            }
            picked.push(value.clone());
            if self.pick_distinct(rest, picked) {
                return true;
            }
            picked.pop();
        }
        false
    }
}

/// All sets of so many places; `None` when they are too many.
fn subsets(places: usize, size: usize) -> Option<Vec<Vec<usize>>> {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size.min(places) {
        let mut larger = Vec::new();
        for set in &sets {
            let from = set.last().map_or(0, |last| last + 1);
            for place in from..places {
                let mut set = set.clone();
                set.push(place);
                larger.push(set);
                if larger.len() > MAX_PICKS {
                    return None;
                }
            }
        }
        sets = larger;
    }
    Some(sets)
}
