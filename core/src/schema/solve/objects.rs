use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::Value;

use super::solver::{Answer, Solver, none_unless};
use crate::gathered::gathered;
use crate::schema::ir::{Lit, Members, Node, same};

/// Members an object may need that nothing speaks of.
const MAX_MEMBERS: u64 = 1_000;

/// Something an object must hold, in one way or another.
#[derive(Clone, Debug)]
pub(super) enum Want {
    /// No member of that name.
    Lacks(String),
    /// A member of that name that is so.
    Named(String, Lit),
    /// A member whose name matches, that is so.
    Matching(String, Lit),
    /// A member that these schemas name in no way, that is so.
    Other(Rc<Node>, Lit),
    /// A member whose name is so.
    Name(Lit),
}

/// What is known of an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    /// Members there must be, with what they must be beyond what applies to their name.
    pub(super) present: BTreeMap<String, Vec<Lit>>,
    pub(super) absent: BTreeSet<String>,
    /// Names made up here; the others are spoken of in the schemas.
    pub(super) fresh: BTreeSet<String>,
    pub(super) members: Vec<Rc<Node>>,
    pub(super) names: Vec<Lit>,
    pub(super) least: u64,
    pub(super) most: Option<u64>,
    /// Wants that still need a place.
    pub(super) wants: Vec<Want>,
}

impl Solver<'_> {
    pub(super) fn object(&mut self, atoms: &[Lit], excluded: &[Rc<Value>]) -> Answer {
        let mut shape = Shape::default();
        let mut choices: Vec<Vec<Want>> = Vec::new();
        let lower = |most: &mut Option<u64>, by: u64| *most = Some(most.map_or(by, |most| most.min(by)));
        for lit in atoms {
            let node = self.arena.shared(*lit);
            match (&*node, lit.is_wanted()) {
                (Node::MinProperties(count), true) => shape.least = shape.least.max(*count),
                (Node::MaxProperties(count), false) => {
                    shape.least = shape.least.max(count.saturating_add(1));
                }
                (Node::MaxProperties(count), true) => lower(&mut shape.most, *count),
                (Node::MinProperties(count), false) => lower(&mut shape.most, count.saturating_sub(1)),
                (Node::Has(name), true) => {
                    shape.present.entry(name.clone()).or_default();
                }
                (Node::Has(name), false) => {
                    shape.absent.insert(name.clone());
                }
                (Node::Names(lit), true) => shape.names.push(*lit),
                (Node::Names(lit), false) => choices.push(vec![Want::Name(lit.not())]),
                (Node::Members(_), true) => shape.members.push(node),
                (Node::Members(members), false) => choices.push(violations(&node, members)),
                _ => {}
            }
        }
        if shape.most.is_some_and(|most| most < shape.least) {
            return Answer::None;
        }
        choices.sort_by_key(Vec::len);
        let answer = self.choose(&shape, &choices);
        match &answer {
            Answer::Value(found) if excluded.iter().any(|value| same(value, found)) => {
                for value in excluded {
                    if let Value::Object(members) = &**value {
                        let differing = self.differing(members);
                        choices.push(differing);
                    }
                }
                self.choose(&shape, &choices)
            }
            _ => answer,
        }
    }

    /// The ways in which an object is not this one.
    fn differing(&mut self, members: &serde_json::Map<String, Value>) -> Vec<Want> {
        let mut ways = Vec::new();
        for (name, value) in members {
            ways.push(Want::Lacks(name.clone()));
            let other = self.arena.values([value]).not();
            ways.push(Want::Named(name.clone(), other));
        }
        let named = gathered(members.keys().map(|name| (name.clone(), Lit::TRUE)));
        let known = Members { named, patterns: BTreeMap::new(), others: Lit::FALSE };
        ways.push(Want::Other(Rc::new(Node::Members(known)), Lit::TRUE));
        ways
    }

    /// Takes one way for each choice.
    fn choose(&mut self, shape: &Shape, choices: &[Vec<Want>]) -> Answer {
        let Some((ways, rest)) = choices.split_first() else {
            return self.place_wants(shape.clone());
        };
        if !self.deeper() {
            return Answer::Unknown;
        }
        let answer = self.choose_among(shape, ways, rest);
        self.shallower();
        answer
    }

    fn choose_among(&mut self, shape: &Shape, ways: &[Want], rest: &[Vec<Want>]) -> Answer {
        let mut unknown = false;
        for way in ways {
            if !self.step() {
                return Answer::Unknown;
            }
            let mut shape = shape.clone();
            match way {
                Want::Lacks(name) => {
                    if shape.present.contains_key(name) {
                        continue;
                    }
                    shape.absent.insert(name.clone());
                }
                Want::Named(name, lit) => {
                    if shape.absent.contains(name) {
                        continue;
                    }
                    shape.present.entry(name.clone()).or_default().push(*lit);
                    // Most ways fail here, before anything else is looked at.
                    match self.member(&shape, name) {
                        Answer::None => continue,
                        Answer::Unknown => unknown = true,
                        Answer::Value(_) => {}
                    }
                }
                other => shape.wants.push(other.clone()),
            }
            match self.choose(&shape, rest) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                found @ Answer::Value(_) => return found,
            }
        }
        none_unless(unknown)
    }

    /// A value for a member, which the shape must hold.
    pub(super) fn member(&mut self, shape: &Shape, name: &str) -> Answer {
        if self.name_fits(shape, name) == Some(false) {
            return Answer::None;
        }
        let extra = shape.present.get(name).cloned().unwrap_or_default();
        let lits = self.applying_to(shape, name).into_iter().chain(extra);
        self.find(lits)
    }

    /// What applies to a name. Schemas whose patterns cannot be followed are left out, so that more is possible.
    fn applying_to(&mut self, shape: &Shape, name: &str) -> Vec<Lit> {
        let mut lits = Vec::new();
        for node in &shape.members {
            if let Node::Members(members) = &**node
                && let Some(applying) = self.arena.applying(members, name)
            {
                lits.extend(applying);
            }
        }
        lits
    }

    pub(super) fn name_fits(&mut self, shape: &Shape, name: &str) -> Option<bool> {
        let value = Value::from(name);
        let mut fits = Some(true);
        for lit in &shape.names {
            let mut steps = self.steps_left();
            let before = steps;
            let answer = self.arena.accepts(*lit, &value, &mut steps);
            self.spend(before - steps);
            match answer {
                Some(false) => return Some(false),
                Some(true) => {}
                None => fits = None,
            }
        }
        fits
    }

    /// Values for all members, once every want has its place.
    pub(super) fn complete(&mut self, shape: &Shape) -> Answer {
        let mut found = serde_json::Map::new();
        let mut unknown = false;
        let mut held = 0;
        for name in shape.present.keys() {
            if shape.absent.contains(name) {
                return Answer::None;
            }
            match self.member(shape, name) {
                Answer::None => return Answer::None,
                Answer::Unknown => unknown = true,
                Answer::Value(value) if self.may_hold(&value, &mut held) => {
                    found.insert(name.clone(), (*value).clone());
                }
                Answer::Value(_) => return Answer::Unknown,
            }
        }
        if shape.most.is_some_and(|most| (shape.present.len() as u64) > most) {
            return Answer::None;
        }
        match self.fill(shape, found) {
            Answer::Value(_) if unknown => Answer::Unknown,
            Answer::None if unknown => Answer::Unknown,
            answer => answer,
        }
    }

    /// Adds members until there are enough.
    fn fill(&mut self, shape: &Shape, mut found: serde_json::Map<String, Value>) -> Answer {
        let mut unknown = false;
        if shape.least > MAX_MEMBERS {
            return Answer::Unknown;
        }
        if (shape.present.len() as u64) < shape.least {
            for name in self.known_names(shape) {
                if found.len() as u64 >= shape.least {
                    break;
                }
                if found.contains_key(&name)
                    || shape.present.contains_key(&name)
                    || shape.absent.contains(&name)
                {
                    continue;
                }
                match self.member(shape, &name) {
                    Answer::None => {}
                    Answer::Unknown => unknown = true,
                    Answer::Value(value) => {
                        found.insert(name, (*value).clone());
                    }
                }
            }
        }
        let mut shape = shape.clone();
        while (found.len().max(shape.present.len()) as u64) < shape.least {
            if !self.step() {
                return Answer::Unknown;
            }
            match self.fresh_member(&shape, &[], &[], &[], &[]) {
                Ok(Some((name, value))) => {
                    shape.fresh.insert(name.clone());
                    found.insert(name, (*value).clone());
                }
                Ok(None) => return none_unless(unknown),
                Err(()) => return Answer::Unknown,
            }
        }
        Answer::Value(Rc::new(Value::Object(found)))
    }

    /// Every name the schemas or the wants speak of.
    pub(super) fn known_names(&self, shape: &Shape) -> BTreeSet<String> {
        let mut names: BTreeSet<String> = gathered(shape.present.keys().cloned());
        names.extend(shape.absent.iter().cloned());
        names.extend(shape.fresh.iter().cloned());
        for node in &shape.members {
            if let Node::Members(members) = &**node {
                names.extend(members.named.keys().cloned());
            }
        }
        for want in &shape.wants {
            if let Want::Other(node, _) = want
                && let Node::Members(members) = &**node
            {
                names.extend(members.named.keys().cloned());
            }
        }
        names
    }
}

/// The ways in which an object does not keep to these schemas.
fn violations(node: &Rc<Node>, members: &Members) -> Vec<Want> {
    let mut ways = Vec::new();
    for (name, lit) in &members.named {
        if *lit != Lit::TRUE {
            ways.push(Want::Named(name.clone(), lit.not()));
        }
    }
    if members.others != Lit::TRUE {
        ways.push(Want::Other(Rc::clone(node), members.others.not()));
    }
    for (pattern, lit) in &members.patterns {
        if *lit != Lit::TRUE {
            ways.push(Want::Matching(pattern.clone(), lit.not()));
        }
    }
    ways
}
