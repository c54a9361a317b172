use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use serde_json::Value;

use crate::schema::ir::{Arena, Kind, Lit, Node, kind_of};

/// Nested calls one question may take; bounds the stack.
const MAX_DEPTH: usize = 160;

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
    steps: u64,
    /// The questions being asked, each about a value inside the one before.
    path: Vec<Lit>,
    /// The outermost question that an answer rests on not asking again.
    rests_on: usize,
    known: HashMap<Lit, Answer>,
    depth: usize,
}

/// One case: what has been taken to hold of one value of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    held: BTreeSet<Lit>,
    open: Vec<Lit>,
    choices: Vec<Lit>,
    /// Atoms about the kind.
    pub(super) atoms: Vec<Lit>,
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
            match self.case(kind, Case { open: vec![lit], ..Case::default() }) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                found @ Answer::Value(_) => return found,
            }
        }
        none_unless(unknown)
    }

    /// One of the listed values that satisfies the literals.
    fn among(&mut self, values: &[u32], kind: Option<Kind>, lits: &[Lit]) -> Answer {
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

    /// Takes what is open apart, then one choice after another, until atoms are left.
    fn case(&mut self, kind: Kind, mut case: Case) -> Answer {
        if !self.step() || self.depth >= MAX_DEPTH {
            return Answer::Unknown;
        }
        loop {
            if !self.take_apart(kind, &mut case) {
                return Answer::None;
            }
            match self.narrowest(kind, &mut case) {
                None => break,
                Some((at, options)) => match options.as_slice() {
                    [] => return Answer::None,
                    [only] => {
                        case.choices.swap_remove(at);
                        case.open.extend(only.iter().copied());
                    }
                    _ => {
                        case.choices.swap_remove(at);
                        return self.each(kind, &case, options);
                    }
                },
            }
        }
        self.depth += 1;
        let answer = self.atoms(kind, &case);
        self.depth -= 1;
        answer
    }

    fn each(&mut self, kind: Kind, case: &Case, options: Vec<Vec<Lit>>) -> Answer {
        let mut unknown = false;
        // Among later options the earlier ones need not be looked at again.
        let mut excluded: Vec<Lit> = Vec::new();
        self.depth += 1;
        for option in options {
            self.spend((case.held.len() + case.choices.len()) as u64 / 32);
            let mut branch = case.clone();
            branch.open.extend(excluded.iter().map(|lit| lit.not()));
            if let [only] = option.as_slice()
                && self.is_simple(*only)
            {
                excluded.push(*only);
            }
            branch.open.extend(option);
            match self.case(kind, branch) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                found @ Answer::Value(_) => {
                    self.depth -= 1;
                    return found;
                }
            }
            if self.steps == 0 {
                unknown = true;
                break;
            }
        }
        self.depth -= 1;
        none_unless(unknown)
    }

    /// Whether neither the literal nor its opposite leads to further cases.
    fn is_simple(&self, lit: Lit) -> bool {
        !matches!(
            self.arena.node(lit),
            Node::All(_)
                | Node::One(_)
                | Node::Slot(_)
                | Node::Members(_)
                | Node::Names(_)
                | Node::Items { .. }
                | Node::AtLeast(..)
                | Node::AtMost(..)
                | Node::Unique
        )
    }

    /// Sorts what is open into atoms and choices. False when it contradicts itself.
    fn take_apart(&mut self, kind: Kind, case: &mut Case) -> bool {
        while let Some(lit) = case.open.pop() {
            if case.held.contains(&lit.not()) {
                return false;
            }
            if !case.held.insert(lit) {
                continue;
            }
            let node = self.arena.shared(lit);
            match (&*node, lit.is_wanted()) {
                (Node::True, wanted) => {
                    if !wanted {
                        return false;
                    }
                }
                (Node::Types(kinds), wanted) => {
                    if kinds.has(kind) != wanted {
                        return false;
                    }
                }
                (Node::All(lits), true) => case.open.extend(lits.iter().copied()),
                (Node::All(_), false) | (Node::One(_), _) => case.choices.push(lit),
                (Node::Slot(slot), wanted) => {
                    let body = self.arena.slot(*slot);
                    case.open.push(body.signed(wanted));
                }
                (node, wanted) => {
                    if node.kinds().has(kind) {
                        case.atoms.push(lit);
                    } else if !wanted {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The choice with the fewest options left, and those; choices already settled are dropped.
    fn narrowest(&mut self, kind: Kind, case: &mut Case) -> Option<(usize, Vec<Vec<Lit>>)> {
        let mut best: Option<(usize, Vec<Vec<Lit>>)> = None;
        let mut at = 0;
        while let Some(choice) = case.choices.get(at).copied() {
            let node = self.arena.shared(choice);
            self.spend(1 + breadth(&node) / 16);
            if self.steps == 0 {
                // Out of steps: whatever comes of it is not looked at any more.
                return Some((at, vec![Vec::new(), Vec::new()]));
            }
            let options = match (&*node, choice.is_wanted()) {
                (Node::All(lits), _) => {
                    if lits.iter().any(|lit| case.held.contains(&lit.not())) {
                        case.choices.swap_remove(at);
                        continue;
                    }
                    lits.iter()
                        .map(|lit| lit.not())
                        .filter(|lit| self.is_possible(kind, case, *lit))
                        .map(|lit| vec![lit])
                        .collect()
                }
                (Node::One(lits), wanted) => self.counted(kind, case, lits, wanted),
                _ => Vec::new(),
            };
            if options.len() <= 1 {
                return Some((at, options));
            }
            if best.as_ref().is_none_or(|(_, known)| options.len() < known.len()) {
                best = Some((at, options));
            }
            at += 1;
        }
        best
    }

    /// The ways in which exactly one holds, or in which not exactly one does.
    fn counted(&self, kind: Kind, case: &Case, lits: &[Lit], wanted: bool) -> Vec<Vec<Lit>> {
        let possible: Vec<Lit> =
            lits.iter().copied().filter(|lit| self.is_possible(kind, case, *lit)).collect();
        let mut options = Vec::new();
        if wanted {
            for one in &possible {
                let mut option = vec![*one];
                option.extend(lits.iter().filter(|lit| *lit != one).map(|lit| lit.not()));
                options.push(option);
            }
        } else {
            options.push(lits.iter().map(|lit| lit.not()).collect());
            for (at, one) in possible.iter().enumerate() {
                for other in possible.iter().skip(at + 1) {
                    options.push(vec![*one, *other]);
                }
            }
        }
        options
    }

    fn is_possible(&self, kind: Kind, case: &Case, lit: Lit) -> bool {
        if lit == Lit::FALSE || case.held.contains(&lit.not()) {
            return false;
        }
        if let (Node::All(lits), true) = (self.arena.node(lit), lit.is_wanted())
            && lits.iter().any(|lit| case.held.contains(&lit.not()))
        {
            return false;
        }
        let (kinds, values) = self.arena.outline(lit);
        kinds.has(kind)
            && values.is_none_or(|values| {
                values
                    .iter()
                    .any(|number| self.arena.value(*number).is_none_or(|value| kind_of(value) == kind))
            })
    }

    /// A value of one kind that satisfies atoms.
    fn atoms(&mut self, kind: Kind, case: &Case) -> Answer {
        let mut excluded: Vec<Rc<Value>> = Vec::new();
        for lit in &case.atoms {
            if let Node::Values(numbers) = &*self.arena.shared(*lit) {
                if lit.is_wanted() {
                    let held: Vec<Lit> = case.held.iter().copied().collect();
                    return self.among(numbers, Some(kind), &held);
                }
                excluded.extend(
                    numbers
                        .iter()
                        .filter_map(|number| self.arena.value(*number).cloned())
                        .filter(|value| kind_of(value) == kind),
                );
            }
        }
        match kind {
            Kind::Null if excluded.is_empty() => Answer::Value(Rc::new(Value::Null)),
            Kind::Null => Answer::None,
            Kind::Boolean => [true, false]
                .into_iter()
                .map(Value::Bool)
                .find(|value| !excluded.iter().any(|known| **known == *value))
                .map_or(Answer::None, |value| Answer::Value(Rc::new(value))),
            Kind::Integer | Kind::Fraction => self.number(kind, &case.atoms, &excluded),
            Kind::String => self.string(&case.atoms, &excluded),
            Kind::Array => self.array(&case.atoms, &excluded),
            Kind::Object => self.object(&case.atoms, &excluded),
        }
    }
}

/// How many parts a node has.
fn breadth(node: &Node) -> u64 {
    match node {
        Node::All(lits) | Node::One(lits) => lits.len() as u64,
        _ => 1,
    }
}

pub(super) fn none_unless(unknown: bool) -> Answer {
    if unknown { Answer::Unknown } else { Answer::None }
}
