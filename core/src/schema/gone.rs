use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::ir::{Arena, Kind, Lit, Members, Node};
use crate::gathered::gathered;

/// Levels of members within members that are compared.
const MAX_DEPTH: usize = 8;
/// Places that are compared, and declared members that may be reported.
const MAX_PLACES: usize = 400;
const MAX_GONE: usize = 40;

/// A member that one side declares and the other does not.
#[derive(Clone, Debug)]
pub(super) struct Undeclared {
    /// Says that it is there.
    pub(super) present: Lit,
    /// Whether it stands in one of several alternatives, which may be gone as a whole.
    pub(super) in_alternative: bool,
    path: Vec<Step>,
}

impl Undeclared {
    /// The value without the member, wherever it stands.
    pub(super) fn left_out(&self, value: &Value) -> Value {
        let mut value = value.clone();
        leave_out(&mut value, &self.path);
        value
    }
}

fn leave_out(value: &mut Value, path: &[Step]) {
    let Some((step, rest)) = path.split_first() else { return };
    match (step, value) {
        (Step::Member(name), Value::Object(members)) if rest.is_empty() => {
            members.remove(name);
        }
        (Step::Member(name), Value::Object(members)) => {
            if let Some(member) = members.get_mut(name) {
                leave_out(member, rest);
            }
        }
        (Step::OtherMember, Value::Object(members)) => {
            members.values_mut().for_each(|member| leave_out(member, rest));
        }
        (Step::Item, Value::Array(items)) => items.iter_mut().for_each(|item| leave_out(item, rest)),
        _ => {}
    }
}

/// A step from a value into it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Member(String),
    /// Any member that is not named.
    OtherMember,
    Item,
}

/// The members that one side declares and the other does not, those next to the root first.
pub(super) fn undeclared_members(arena: &mut Arena, declaring: Lit, other: Lit) -> Vec<Undeclared> {
    let mut paths = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![(Vec::new(), false, vec![declaring], vec![other])];
    while let Some((path, in_alternative, left, right)) = open.pop() {
        if seen.len() >= MAX_PLACES || paths.len() >= MAX_GONE {
            break;
        }
        if !seen.insert((left.clone(), right.clone())) {
            continue;
        }
        let (left, right) = (declared(arena, &left), declared(arena, &right));
        for (step, (lits, is_alternative)) in left {
            let in_alternative = in_alternative || is_alternative;
            let mut below: Vec<Step> = path.clone();
            below.push(step.clone());
            match right.get(&step) {
                Some(_) if below.len() >= MAX_DEPTH => {}
                Some((others, _)) => open.push((below, in_alternative, lits, others.clone())),
                None if matches!(step, Step::Member(_)) => paths.push((below, in_alternative)),
                None => {}
            }
        }
    }
    paths.sort_by_key(|(path, _)| path.len());
    paths
        .into_iter()
        .map(|(path, in_alternative)| Undeclared { present: holds(arena, &path), in_alternative, path })
        .collect()
}

/// What a place declares, through everything that is about the same value, and whether only an alternative does.
fn declared(arena: &Arena, lits: &[Lit]) -> BTreeMap<Step, (Vec<Lit>, bool)> {
    let mut steps: BTreeMap<Step, (BTreeSet<Lit>, bool)> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<(Lit, bool)> = lits.iter().map(|lit| (*lit, false)).collect();
    let mut declare = |step: Step, lit: Lit, in_alternative: bool| {
        let (lits, only_in_alternative) = steps.entry(step).or_insert((BTreeSet::new(), true));
        lits.insert(lit);
        *only_in_alternative &= in_alternative;
    };
    while let Some((lit, alternative)) = open.pop() {
        if !seen.insert((lit, alternative)) || seen.len() > MAX_PLACES {
            continue;
        }
        match (arena.node(lit), lit.is_wanted()) {
            (Node::All(parts), true) => open.extend(parts.iter().map(|lit| (*lit, alternative))),
            (Node::One(parts), _) => open.extend(parts.iter().map(|lit| (*lit, true))),
            (Node::All(parts), false) => open.extend(parts.iter().map(|lit| (lit.not(), true))),
            (Node::Slot(slot), true) => open.push((arena.slot(*slot), alternative)),
            (Node::Members(members), true) => {
                for (name, lit) in members.named.iter().filter(|(_, lit)| **lit != Lit::FALSE) {
                    declare(Step::Member(name.clone()), *lit, alternative);
                }
                if members.others != Lit::TRUE && members.others != Lit::FALSE {
                    declare(Step::OtherMember, members.others, alternative);
                }
            }
            (Node::Items { first, rest }, true) => {
                for lit in first.iter().chain([rest]) {
                    declare(Step::Item, *lit, alternative);
                }
            }
            _ => {}
        }
    }
    let steps = steps.into_iter();
    gathered(steps.map(|(step, (lits, alternative))| (step, (lits.into_iter().collect(), alternative))))
}

fn holds(arena: &mut Arena, path: &[Step]) -> Lit {
    let mut inner = Lit::TRUE;
    for step in path.iter().rev() {
        inner = match step {
            Step::Member(name) => {
                let object = arena.kinds(Kind::Object.bit());
                let has = arena.atom(Node::Has(name.clone()));
                let named = BTreeMap::from([(name.clone(), inner)]);
                let so = arena.members(named, BTreeMap::new(), Lit::TRUE);
                arena.all([object, has, so])
            }
            Step::OtherMember => {
                let others = inner.not();
                arena
                    .atom(Node::Members(Members {
                        named: BTreeMap::new(),
                        patterns: BTreeMap::new(),
                        others,
                    }))
                    .not()
            }
            Step::Item => {
                let array = arena.kinds(Kind::Array.bit());
                let one = arena.atom(Node::AtLeast(inner, 1));
                arena.all([array, one])
            }
        };
    }
    inner
}
