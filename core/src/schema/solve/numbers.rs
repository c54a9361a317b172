use std::rc::Rc;

use serde_json::Value;

use super::solver::{Answer, Solver};
use crate::schema::ir::{Decimal, Kind, Lit, Node, kind_of};

/// Candidates looked at beyond those that exclusions may hit.
const EXTRA_CANDIDATES: usize = 64;

#[derive(Debug, Default)]
struct Range {
    /// The bound, and whether it is excluded.
    low: Option<(Decimal, bool)>,
    high: Option<(Decimal, bool)>,
    multiples: Vec<Decimal>,
    not_multiples: Vec<Decimal>,
}

impl Range {
    fn raise(&mut self, bound: Decimal, excluded: bool) {
        if self.low.is_none_or(|known| (bound, excluded) > known) {
            self.low = Some((bound, excluded));
        }
    }

    fn lower(&mut self, bound: Decimal, excluded: bool) {
        if self.high.is_none_or(|(known, known_excluded)| (bound, !excluded) < (known, !known_excluded)) {
            self.high = Some((bound, excluded));
        }
    }

    fn is_empty(&self) -> bool {
        matches!((self.low, self.high), (Some((low, open)), Some((high, also_open)))
            if low > high || (low == high && (open || also_open)))
    }

    fn has(&self, value: Decimal) -> bool {
        self.low.is_none_or(|(low, open)| value > low || (!open && value == low))
            && self.high.is_none_or(|(high, open)| value < high || (!open && value == high))
    }
}

impl Solver<'_> {
    pub(super) fn number(&mut self, kind: Kind, atoms: &[Lit], excluded: &[Rc<Value>]) -> Answer {
        let mut range = Range::default();
        for lit in atoms {
            match (self.arena.node(*lit), lit.is_wanted()) {
                (Node::Minimum(bound), true) | (Node::Below(bound), false) => range.raise(*bound, false),
                (Node::Above(bound), true) | (Node::Maximum(bound), false) => range.raise(*bound, true),
                (Node::Maximum(bound), true) | (Node::Above(bound), false) => range.lower(*bound, false),
                (Node::Below(bound), true) | (Node::Minimum(bound), false) => range.lower(*bound, true),
                (Node::MultipleOf(divisor), true) => range.multiples.push(*divisor),
                (Node::MultipleOf(divisor), false) => range.not_multiples.push(*divisor),
                _ => {}
            }
        }
        if range.is_empty() {
            return Answer::None;
        }
        let excluded: Vec<Decimal> =
            excluded.iter().filter_map(|value| value.as_number().and_then(Decimal::of)).collect();
        let mut step = (kind == Kind::Integer).then_some(Decimal::ONE);
        for divisor in &range.multiples {
            if !divisor.is_positive() {
                return Answer::Unknown;
            }
            step = match step {
                None => Some(*divisor),
                Some(step) => match step.common_multiple(*divisor) {
                    Some(step) => Some(step),
                    None => return Answer::Unknown,
                },
            };
        }
        self.spend(range.multiples.len() as u64);
        match step {
            Some(step) => self.stepped(kind, &range, step, &excluded),
            None => self.dense(&range, &excluded),
        }
    }

    /// Among the multiples of a step, those next to zero first.
    fn stepped(&mut self, kind: Kind, range: &Range, step: Decimal, excluded: &[Decimal]) -> Answer {
        if kind == Kind::Fraction && step.is_integer() {
            return Answer::None;
        }
        if range.not_multiples.iter().any(|divisor| step.is_multiple_of(*divisor) == Some(true)) {
            return Answer::None;
        }
        let bounds = || -> Option<(Option<i128>, Option<i128>)> {
            let low = match range.low {
                None => None,
                Some((low, open)) => {
                    let floor = low.floor_div(step)?;
                    let meets = step.times(floor)? == low;
                    Some(if meets && !open { floor } else { floor.checked_add(1)? })
                }
            };
            let high = match range.high {
                None => None,
                Some((high, open)) => {
                    let floor = high.floor_div(step)?;
                    let meets = step.times(floor)? == high;
                    Some(if meets && open { floor.checked_sub(1)? } else { floor })
                }
            };
            Some((low, high))
        };
        let Some((low, high)) = bounds() else { return Answer::Unknown };
        if matches!((low, high), (Some(low), Some(high)) if low > high) {
            return Answer::None;
        }
        let mut start = 0;
        if let Some(low) = low {
            start = start.max(low);
        }
        if let Some(high) = high {
            start = start.min(high);
        }
        let within = |at: i128| low.is_none_or(|low| at >= low) && high.is_none_or(|high| at <= high);
        let limit = excluded.len() + EXTRA_CANDIDATES;
        for distance in 0..limit {
            let distance = distance as i128;
            let mut any = false;
            for at in [start.checked_add(distance), start.checked_sub(distance)].into_iter().flatten() {
                if !within(at) {
                    continue;
                }
                any = true;
                let Some(value) = step.times(at) else { return Answer::Unknown };
                if let Some(found) = usable(kind, range, value, excluded) {
                    return found;
                }
            }
            if !any {
                return Answer::None;
            }
        }
        self.spend(limit as u64 / 16);
        Answer::Unknown
    }

    /// Between bounds where there is always another number.
    fn dense(&mut self, range: &Range, excluded: &[Decimal]) -> Answer {
        if let (Some((low, _)), Some((high, _))) = (range.low, range.high)
            && low == high
        {
            return if low.is_integer() || excluded.contains(&low) {
                Answer::None
            } else {
                usable(Kind::Fraction, range, low, excluded).unwrap_or(Answer::None)
            };
        }
        let mut candidates: Vec<Decimal> = Vec::new();
        let half = Decimal::new(5, -1);
        for base in [Some(Decimal::ZERO), range.low.map(|(low, _)| low), range.high.map(|(high, _)| high)]
            .into_iter()
            .flatten()
        {
            candidates.push(base);
            for offset in
                [half, Decimal::new(1, -1), Decimal::new(25, -2), Decimal::new(37, -2), Decimal::new(1, -3)]
            {
                candidates.extend([base.plus(offset), base.minus(offset)].into_iter().flatten());
            }
            for whole in 1..=(excluded.len() as i128).min(1000) {
                candidates.extend(half.plus(Decimal::new(whole, 0)).and_then(|by| base.plus(by)));
                candidates.extend(half.plus(Decimal::new(whole, 0)).and_then(|by| base.minus(by)));
            }
        }
        if let (Some((low, _)), Some((high, _))) = (range.low, range.high) {
            let (mut left, right) = (low, high);
            for _ in 0..40 {
                let Some(middle) = left.plus(right).and_then(Decimal::half) else { break };
                candidates.push(middle);
                left = middle;
            }
        }
        self.spend(candidates.len() as u64 / 16);
        candidates
            .into_iter()
            .find_map(|value| usable(Kind::Fraction, range, value, excluded))
            .unwrap_or(Answer::Unknown)
    }
}

/// The number as a value, when it is all it must be.
fn usable(kind: Kind, range: &Range, value: Decimal, excluded: &[Decimal]) -> Option<Answer> {
    let fits = range.has(value)
        && value.is_integer() == (kind == Kind::Integer)
        && !excluded.contains(&value)
        && range.multiples.iter().all(|divisor| value.is_multiple_of(*divisor) == Some(true))
        && range.not_multiples.iter().all(|divisor| value.is_multiple_of(*divisor) == Some(false));
    if !fits {
        return None;
    }
    let json = value.to_json()?;
    (kind_of(&json) == kind).then(|| Answer::Value(Rc::new(json)))
}
