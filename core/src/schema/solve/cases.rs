use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use super::options::Options;
use super::solver::{Answer, MAX_DEPTH, Solver, none_unless};
use crate::schema::ir::{Kind, Lit, Node, kind_of};

/// One case: what has been taken to hold of one value of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    held: BTreeSet<Lit>,
    open: Vec<Lit>,
    choices: Vec<Lit>,
    /// Atoms about the kind.
    pub(super) atoms: Vec<Lit>,
}

impl Case {
    pub(super) fn of(lit: Lit) -> Self {
        Self { open: vec![lit], ..Self::default() }
    }
}

impl Solver<'_> {
    /// Takes what is open apart, then one choice after another, until atoms are left.
    pub(super) fn case(&mut self, kind: Kind, mut case: Case) -> Answer {
        if !self.step() || self.depth >= MAX_DEPTH {
            return Answer::Unknown;
        }
        loop {
            if !self.take_apart(kind, &mut case) {
                return Answer::None;
            }
            match self.narrowest(kind, &mut case) {
                None => break,
                Some((at, options)) => {
                    case.choices.swap_remove(at);
                    match options.how_many() {
                        0 => return Answer::None,
                        1 => case.open.extend(options.flatten()),
                        _ => return self.each(kind, &case, options),
                    }
                }
            }
        }
        self.depth += 1;
        let answer = self.atoms(kind, &case);
        self.depth -= 1;
        answer
    }

    fn each(&mut self, kind: Kind, case: &Case, options: Options) -> Answer {
        let mut unknown = false;
        // Among later options the earlier ones need not be looked at again.
        let mut excluded: Vec<Lit> = Vec::new();
        self.depth += 1;
        for option in options {
            self.spend((case.held.len() + case.choices.len() + option.len()) as u64 / 32);
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
    fn narrowest(&mut self, kind: Kind, case: &mut Case) -> Option<(usize, Options)> {
        let mut best: Option<(usize, Options)> = None;
        let mut at = 0;
        while let Some(choice) = case.choices.get(at).copied() {
            let node = self.arena.shared(choice);
            self.spend(1 + breadth(&node) / 16);
            if self.steps == 0 {
                // Out of steps: whatever comes of it is not looked at any more.
                return Some((at, Options::unseen()));
            }
            let options = match (&*node, choice.is_wanted()) {
                (Node::All(lits), _) => {
                    if lits.iter().any(|lit| case.held.contains(&lit.not())) {
                        case.choices.swap_remove(at);
                        continue;
                    }
                    let opposites = lits.iter().map(|lit| lit.not());
                    Options::any(opposites.filter(|lit| self.is_possible(kind, case, *lit)).collect())
                }
                (Node::One(lits), wanted) => {
                    let lits_left = lits.iter().copied();
                    let possible: Vec<Lit> =
                        lits_left.filter(|lit| self.is_possible(kind, case, *lit)).collect();
                    if wanted {
                        Options::exactly_one(possible, lits)
                    } else {
                        Options::none_or_two(possible, lits)
                    }
                }
                _ => Options::any(Vec::new()),
            };
            if options.how_many() <= 1 {
                return Some((at, options));
            }
            if best.as_ref().is_none_or(|(_, known)| options.how_many() < known.how_many()) {
                best = Some((at, options));
            }
            at += 1;
        }
        best
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
