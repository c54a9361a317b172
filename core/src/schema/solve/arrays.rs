use std::rc::Rc;

use serde_json::Value;

use super::row::{Demand, MAX_PLACES, Row, Way};
use super::solver::{Answer, Solver, none_unless};
use crate::schema::ir::{Lit, Node, same};

/// Longest array that is built.
const MAX_LENGTH: u64 = 200_000;

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
}

impl Solver<'_> {}
