use std::rc::Rc;

use serde_json::Value;

use super::row::Row;
use super::solver::{Answer, Solver, none_unless};
use crate::schema::ir::{Lit, same};

/// Places whose values are picked from lists so that they differ.
const MAX_DISTINCT: usize = 8;
/// Parts that the equal items of a long array may have together.
const MAX_ITEMS_HELD: usize = 500_000;

/// The items of an array whose places are decided.
impl Solver<'_> {
    pub(super) fn fill_row(
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
