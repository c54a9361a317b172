use serde_json::Value;

use super::gone::{Undeclared, undeclared_members};
use super::ir::{Arena, Lit};
use super::pair::Side;
use super::shrink::shrink;
use super::solve::{Answer, Solver};
use crate::rules::{Direction, Effect, Verdict};

/// What the judge says of a pair as a whole, before places are named.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// How a break shows at the caller; only when breaking.
    pub effect: Option<Effect>,
    /// Only a caller that sends undeclared properties could notice.
    pub open_world: bool,
    /// A minimal value that shows the break, confirmed on the schemas as they were given.
    pub witness: Option<Value>,
    /// Why it is undecided.
    pub reason: Option<String>,
}

/// How much work one question may take, in steps. Never wall clock: the same pair ends the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Steps of proof and construction.
    pub steps: u64,
    /// Values tried when no construction worked.
    pub tries: u32,
}

impl Budget {
    /// For a whole pair.
    pub const WHOLE: Self = Self { steps: 20_000, tries: 2_000 };
    /// For one place of a pair that is already decided as a whole.
    pub const PLACE: Self = Self { steps: 2_000, tries: 100 };
}

impl Decision {
    fn plain(verdict: Verdict) -> Self {
        Self { verdict, effect: None, open_world: false, witness: None, reason: None }
    }

    fn undecided(reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..Self::plain(Verdict::Undecided) }
    }

    fn breaking(effect: Effect, witness: Value) -> Self {
        Self { effect: Some(effect), witness: Some(witness), ..Self::plain(Verdict::Breaking) }
    }
}

/// Decides a pair of schemas. `root` says that they stand at the root of a tool's schema, where a bare
/// `{"type": "object"}` of an input means that nothing is declared. Never fails and never panics.
#[must_use]
pub fn decide(old: &Value, new: &Value, direction: Direction, root: bool, budget: Budget) -> Decision {
    let mut arena = Arena::new();
    let root = root && direction == Direction::Input;
    let old_side = match Side::new(&mut arena, old, root) {
        Ok(side) => side,
        Err(reason) => return Decision::undecided(format!("old schema: {reason}")),
    };
    let new_side = match Side::new(&mut arena, new, root) {
        Ok(side) => side,
        Err(reason) => return Decision::undecided(format!("new schema: {reason}")),
    };
    if old_side.raw == new_side.raw && old_side.closed == new_side.closed {
        return Decision::plain(Verdict::Equivalent);
    }
    let (sender, receiver) = match direction {
        Direction::Input => (&old_side, &new_side),
        Direction::Output => (&new_side, &old_side),
    };
    let mut judge = Judge { arena: &mut arena, sender, receiver, budget };
    judge.decide(direction)
}

/// Values of a listing sender that are checked one by one.
const MAX_LISTED: usize = 2_000;

struct Judge<'a> {
    arena: &'a mut Arena,
    sender: &'a Side,
    receiver: &'a Side,
    budget: Budget,
}

/// What a question came to.
enum Found {
    Witness(Value),
    Nothing,
    Unknown,
}

impl Judge<'_> {
    fn decide(&mut self, direction: Direction) -> Decision {
        let refused = match direction {
            Direction::Input => Effect::Rejected,
            Direction::Output => Effect::Unexpected,
        };
        let (sent, taken) = (self.sender.closed, self.receiver.raw);
        let found = match self.listed_values() {
            Some(found) => found,
            None => self.question([sent, taken.not()], Self::shows_refusal),
        };
        let is_included = match found {
            Found::Witness(witness) => return Decision::breaking(refused, witness),
            Found::Nothing => true,
            Found::Unknown => false,
        };
        if !is_included {
            return Decision::undecided("neither a proof nor a counterexample was found within the budget");
        }
        let gone = match direction {
            Direction::Input => {
                let declared = self.receiver.read;
                self.question([sent, taken, declared.not()], Self::shows_loss)
            }
            Direction::Output => self.gone(),
        };
        match (gone, direction) {
            (Found::Witness(witness), Direction::Input) => {
                return Decision::breaking(Effect::Ignored, witness);
            }
            (Found::Witness(witness), Direction::Output) => {
                return Decision::breaking(Effect::Missing, witness);
            }
            (Found::Unknown, _) => {
                return Decision::undecided(
                    "whether a declared property is gone was not found out within the budget",
                );
            }
            (Found::Nothing, _) => {}
        }
        self.included()
    }

    /// The pair is proven compatible: whether it is equivalent, or an open world would notice.
    fn included(&mut self) -> Decision {
        let (sender, receiver) = (self.sender, self.receiver);
        let mut decision = Decision::plain(Verdict::Compatible);
        match self.question([sender.raw, receiver.raw.not()], Self::shows_open_refusal) {
            Found::Witness(_) => decision.open_world = true,
            Found::Unknown => {}
            Found::Nothing => {
                let rest = [
                    [sender.closed, receiver.closed.not()],
                    [receiver.closed, sender.closed.not()],
                    [receiver.raw, sender.raw.not()],
                ];
                if rest.into_iter().all(|lits| self.is_impossible(lits)) {
                    decision.verdict = Verdict::Equivalent;
                }
            }
        }
        decision
    }

    /// A sender that lists its values is asked value by value, on the schemas as they were given.
    fn listed_values(&mut self) -> Option<Found> {
        let (_, values) = self.arena.outline(self.sender.raw);
        let values: Vec<_> =
            values?.into_iter().filter_map(|number| self.arena.value(number).cloned()).collect();
        if values.len() > MAX_LISTED {
            return None;
        }
        let refused = values.iter().find(|value| self.shows_open_refusal(value));
        Some(refused.map_or(Found::Nothing, |value| Found::Witness((**value).clone())))
    }

    /// Whether a declared member no longer comes: the old side can hold it and the new side cannot.
    fn gone(&mut self) -> Found {
        let (old, new) = (self.receiver.closed, self.sender.closed);
        let mut unknown = false;
        for member in undeclared_members(self.arena, old, new) {
            if !self.is_impossible([new, member.present]) {
                continue;
            }
            match Solver::new(self.arena, self.budget.steps).find([old, member.present]) {
                Answer::None => {}
                Answer::Value(value) if self.shows_member(&value, &member) => {
                    let tries = self.budget.tries;
                    let small =
                        shrink((*value).clone(), tries, &mut |value| self.shows_member(value, &member));
                    return Found::Witness(small);
                }
                Answer::Value(_) if member.in_alternative => {}
                Answer::Value(_) | Answer::Unknown => unknown = true,
            }
        }
        if unknown { Found::Unknown } else { Found::Nothing }
    }

    /// A value the old side allowed, with the member in it. Where the member stands in an alternative, that is
    /// not gone as a whole: what is left without the member may still come.
    fn shows_member(&mut self, value: &Value, member: &Undeclared) -> bool {
        self.receiver.validator.accepts(value)
            && self.receiver.may_be_closed(self.arena, value)
            && self.arena.accepts(member.present, value, &mut 200_000) == Some(true)
            && (!member.in_alternative || self.sender.validator.accepts(&member.left_out(value)))
    }

    fn is_impossible(&mut self, lits: [Lit; 2]) -> bool {
        matches!(Solver::new(self.arena, self.budget.steps).find(lits), Answer::None)
    }

    fn question<const N: usize>(&mut self, lits: [Lit; N], shows: fn(&mut Self, &Value) -> bool) -> Found {
        match Solver::new(self.arena, self.budget.steps).find(lits) {
            Answer::None => Found::Nothing,
            Answer::Value(value) if shows(self, &value) => {
                let value = (*value).clone();
                Found::Witness(shrink(value, self.budget.tries, &mut |value| shows(self, value)))
            }
            Answer::Value(_) | Answer::Unknown => Found::Unknown,
        }
    }

    /// Sent without anything undeclared, and refused: on the schemas as they were given.
    fn shows_refusal(&mut self, value: &Value) -> bool {
        self.shows_open_refusal(value) && self.sender.may_be_closed(self.arena, value)
    }

    fn shows_open_refusal(&mut self, value: &Value) -> bool {
        self.sender.validator.accepts(value) && self.receiver.validator.refuses(value)
    }

    /// Sent without anything undeclared and taken, but no longer declared.
    fn shows_loss(&mut self, value: &Value) -> bool {
        self.sender.validator.accepts(value)
            && self.receiver.validator.accepts(value)
            && self.sender.may_be_closed(self.arena, value)
            && self.receiver.ignores(self.arena, value)
    }
}
