use super::row::{MAX_PLACES, Row};
use super::solver::{Answer, Solver, none_unless};
use crate::schema::ir::Lit;

/// Ways to pick the items that may be so, where only so many may.
const MAX_PICKS: usize = 256;

/// What each place of an array of one length must be.
impl Solver<'_> {
    pub(super) fn of_length(&mut self, row: &Row, length: usize, needed: usize) -> Answer {
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
