use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::cases::Case;
use crate::schema::ir::{Arena, Kind, Lit, kind_of};

/// Nested calls one question may take; bounds the stack.
pub(super) const MAX_DEPTH: usize = 160;

/// Parts a value may have that is built here.
const MAX_VALUE: usize = 500_000;

/// Whether there is a value.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// This one, as far as everything in it is modelled.
    Value(Rc<Value>),
    /// Proven: none.
    None,
    /// Neither was found.
    Unknown,
}

/// The cases of one pair of schemas.
#[derive(Debug)]
pub(crate) struct Solver<'a> {
    pub(crate) arena: &'a mut Arena,
    pub(super) steps: u64,
    /// The questions being asked, each about a value inside the one before.
    path: Vec<Lit>,
    /// The outermost question that an answer rests on not asking again.
    rests_on: usize,
    known: HashMap<Lit, Answer>,
    pub(super) depth: usize,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(arena: &'a mut Arena, steps: u64) -> Self {
        Self { arena, steps, path: Vec::new(), rests_on: usize::MAX, known: HashMap::new(), depth: 0 }
    }

    /// Whether a step may be taken.
    pub(super) fn step(&mut self) -> bool {
        match self.steps.checked_sub(1) {
            Some(left) => {
                self.steps = left;
                true
            }
            None => false,
        }
    }

    /// Goes one call deeper; false when that is too deep.
    pub(super) fn deeper(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            return false;
        }
        self.depth += 1;
        true
    }

    pub(super) fn shallower(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
    }

    pub(super) fn steps_left(&self) -> u64 {
        self.steps
    }

    /// A value that satisfies all literals.
    pub(crate) fn find(&mut self, lits: impl IntoIterator<Item = Lit>) -> Answer {
        let lits: Vec<Lit> = lits.into_iter().collect();
        self.spend(lits.len() as u64 / 16);
        let lit = self.arena.all(lits);
        self.find_one(lit)
    }

    fn find_one(&mut self, lit: Lit) -> Answer {
        match lit {
            Lit::TRUE => return Answer::Value(Rc::new(Value::Null)),
            Lit::FALSE => return Answer::None,
            _ => {}
        }
        if let Some(known) = self.known.get(&lit) {
            return known.clone();
        }
        if let Some(at) = self.path.iter().position(|asked| *asked == lit) {
            self.rests_on = self.rests_on.min(at);
            return Answer::None;
        }
        if !self.step() || self.depth >= MAX_DEPTH {
            return Answer::Unknown;
        }
        let rested_on = std::mem::replace(&mut self.rests_on, usize::MAX);
        self.path.push(lit);
        let answer = self.by_kind(lit);
        self.path.pop();
        let is_final = !matches!(answer, Answer::None) || self.rests_on >= self.path.len();
        if is_final {
            self.known.insert(lit, answer.clone());
            self.rests_on = usize::MAX;
        }
        self.rests_on = self.rests_on.min(rested_on);
        answer
    }

    /// Takes account of a value that becomes part of a larger one; false when it would be too large.
    pub(super) fn may_hold(&mut self, value: &Value, held: &mut usize) -> bool {
        let mut open = vec![value];
        let before = *held;
        while let Some(value) = open.pop() {
            *held += 1;
            if *held > MAX_VALUE {
                return false;
            }
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(members) => open.extend(members.values()),
                Value::String(text) => *held += text.len() / 64,
                _ => {}
            }
        }
        self.spend((*held - before) as u64 / 256);
        true
    }

    /// Whether the answer just given rests on a question still being asked.
    pub(super) fn is_resting(&self) -> bool {
        self.rests_on != usize::MAX
    }

    fn by_kind(&mut self, lit: Lit) -> Answer {
        let (kinds, values) = self.arena.outline(lit);
        if let Some(values) = values {
            return self.among(&values, None, &[lit]);
        }
        let mut unknown = false;
        for kind in Kind::ALL.into_iter().filter(|kind| kinds.has(*kind)) {
            match self.case(kind, Case::of(lit)) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                found @ Answer::Value(_) => return found,
            }
        }
        none_unless(unknown)
    }

    /// One of the listed values that satisfies the literals.
    pub(super) fn among(&mut self, values: &[u32], kind: Option<Kind>, lits: &[Lit]) -> Answer {
        // A value of which not everything is known may still be the one: callers check it again.
        let mut possible: Option<Rc<Value>> = None;
        for number in values {
            if !self.step() {
                return Answer::Unknown;
            }
            let Some(value) = self.arena.value(*number).cloned() else { continue };
            if kind.is_some_and(|kind| kind_of(&value) != kind) {
                continue;
            }
            let mut holds = Some(true);
            for lit in lits {
                let mut steps = self.steps;
                let answer = self.arena.accepts(*lit, &value, &mut steps);
                self.steps = steps;
                match answer {
                    Some(true) => {}
                    Some(false) => {
                        holds = Some(false);
                        break;
                    }
                    None => holds = None,
                }
            }
            match holds {
                Some(true) => return Answer::Value(value),
                Some(false) => {}
                None => possible = possible.or(Some(value)),
            }
        }
        possible.map_or(Answer::None, Answer::Value)
    }
}

pub(super) fn none_unless(unknown: bool) -> Answer {
    if unknown { Answer::Unknown } else { Answer::None }
}
