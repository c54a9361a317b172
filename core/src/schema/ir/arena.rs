use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use serde_json::Value;

use super::evaluate::value_key;
use super::node::{Kind, Kinds, Lit, Members, Node};
use super::number::Decimal;
use crate::gathered::gathered;
use crate::schema::pattern::Recogniser;

/// Where equal parts of both schemas become one, so that what did not change costs nothing.
#[derive(Debug)]
pub(crate) struct Arena {
    nodes: Vec<Rc<Node>>,
    numbers: HashMap<Rc<Node>, u32>,
    values: Vec<Rc<Value>>,
    value_numbers: HashMap<String, u32>,
    slots: Vec<Lit>,
    recognisers: HashMap<String, Option<Recogniser>>,
}

impl Arena {
    pub(crate) fn new() -> Self {
        let everything = Rc::new(Node::True);
        Self {
            nodes: vec![Rc::clone(&everything)],
            numbers: HashMap::from([(everything, 0)]),
            values: Vec::new(),
            value_numbers: HashMap::new(),
            slots: Vec::new(),
            recognisers: HashMap::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, lit: Lit) -> &Node {
        self.nodes.get(lit.node() as usize).map_or(&Node::True, |node| node)
    }

    /// A node to hold on to while the arena grows.
    pub(crate) fn shared(&self, lit: Lit) -> Rc<Node> {
        self.nodes.get(lit.node() as usize).cloned().unwrap_or_else(|| Rc::new(Node::True))
    }

    /// Whether a pattern is found in a text; `None` when the pattern cannot be followed.
    pub(crate) fn found(&mut self, pattern: &str, text: &str) -> Option<bool> {
        if !self.recognisers.contains_key(pattern) {
            self.recognisers.insert(pattern.to_owned(), Recogniser::new(pattern).ok());
        }
        self.recognisers.get(pattern)?.as_ref()?.finds(text)
    }

    pub(crate) fn value(&self, number: u32) -> Option<&Rc<Value>> {
        self.values.get(number as usize)
    }

    pub(crate) fn slot(&self, slot: u32) -> Lit {
        self.slots.get(slot as usize).copied().unwrap_or(Lit::TRUE)
    }

    pub(crate) fn new_slot(&mut self) -> u32 {
        self.slots.push(Lit::TRUE);
        u32::try_from(self.slots.len() - 1).unwrap_or(u32::MAX)
    }

    pub(crate) fn fill_slot(&mut self, slot: u32, body: Lit) {
        if let Some(place) = self.slots.get_mut(slot as usize) {
            *place = body;
        }
    }

    /// An atom.
    pub(crate) fn atom(&mut self, node: Node) -> Lit {
        match &node {
            Node::Types(kinds) if *kinds == Kinds::ALL => return Lit::TRUE,
            Node::Types(kinds) if *kinds == Kinds::NONE => return Lit::FALSE,
            Node::Values(values) if values.is_empty() => return Lit::FALSE,
            Node::MinLength(0) | Node::MinItems(0) | Node::MinProperties(0) | Node::AtLeast(_, 0) => {
                return Lit::TRUE;
            }
            Node::Members(Members { named, patterns, others: Lit::TRUE })
                if named.values().chain(patterns.values()).all(|lit| *lit == Lit::TRUE) =>
            {
                return Lit::TRUE;
            }
            Node::Items { first, rest: Lit::TRUE } if first.iter().all(|lit| *lit == Lit::TRUE) => {
                return Lit::TRUE;
            }
            Node::Names(Lit::TRUE) => return Lit::TRUE,
            _ => {}
        }
        if let Some(known) = self.numbers.get(&node) {
            return Lit::wanted(*known);
        }
        let node = Rc::new(node);
        let number = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX >> 1);
        self.nodes.push(Rc::clone(&node));
        self.numbers.insert(node, number);
        Lit::wanted(number)
    }

    pub(crate) fn kinds(&mut self, kinds: Kinds) -> Lit {
        self.atom(Node::Types(kinds))
    }

    /// One of these values.
    pub(crate) fn values<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) -> Lit {
        let mut numbers: Vec<u32> = values.into_iter().map(|value| self.value_number(value)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        self.atom(Node::Values(numbers))
    }

    fn value_number(&mut self, value: &Value) -> u32 {
        let text = value_key(value);
        if let Some(known) = self.value_numbers.get(&text) {
            return *known;
        }
        let number = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        self.values.push(Rc::new(value.clone()));
        self.value_numbers.insert(text, number);
        number
    }

    pub(crate) fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        self.all(lits.into_iter().map(Lit::not).collect::<Vec<_>>()).not()
    }

    /// Both, flattened, sorted and rid of what is plainly redundant or contradictory.
    pub(crate) fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut kinds = Kinds::ALL;
        let mut wanted_values: Option<BTreeSet<u32>> = None;
        let mut unwanted_values: BTreeSet<u32> = BTreeSet::new();
        let mut rest: BTreeSet<Lit> = BTreeSet::new();
        let mut open: Vec<Lit> = lits.into_iter().collect();
        while let Some(lit) = open.pop() {
            match (self.node(lit), lit.is_wanted()) {
                (Node::True, true) => {}
                (Node::True, false) => return Lit::FALSE,
                (Node::All(inner), true) => open.extend(inner.iter().copied()),
                (Node::Types(set), wanted) => kinds = kinds.and(if wanted { *set } else { set.not() }),
                (Node::Values(values), true) => {
                    let values: BTreeSet<u32> = gathered(values.iter().copied());
                    wanted_values = Some(match wanted_values {
                        Some(known) => &known & &values,
                        None => values,
                    });
                }
                (Node::Values(values), false) => unwanted_values.extend(values.iter().copied()),
                _ => {
                    if rest.contains(&lit.not()) {
                        return Lit::FALSE;
                    }
                    rest.insert(lit);
                }
            }
        }
        if let Some(values) = wanted_values {
            let left: Vec<u32> = values
                .into_iter()
                .filter(|number| {
                    !unwanted_values.contains(number)
                        && self.value(*number).is_none_or(|value| kinds.has(kind_of(value)))
                })
                .collect();
            if left.is_empty() {
                return Lit::FALSE;
            }
            let one = self.atom(Node::Values(left));
            rest.insert(one);
        } else {
            let excluded: Vec<u32> = unwanted_values
                .into_iter()
                .filter(|number| self.value(*number).is_none_or(|value| kinds.has(kind_of(value))))
                .collect();
            let kinds = self.kinds(kinds);
            match kinds {
                Lit::FALSE => return Lit::FALSE,
                Lit::TRUE => {}
                _ => {
                    rest.insert(kinds);
                }
            }
            if !excluded.is_empty() {
                let none = self.atom(Node::Values(excluded)).not();
                rest.insert(none);
            }
        }
        let mut lits: Vec<Lit> = rest.into_iter().collect();
        match lits.as_slice() {
            [] => Lit::TRUE,
            [only] => *only,
            _ => {
                lits.sort_unstable();
                self.atom(Node::All(lits))
            }
        }
    }

    /// Exactly one of them.
    pub(crate) fn one(&mut self, lits: Vec<Lit>) -> Lit {
        let mut lits: Vec<Lit> = lits.into_iter().filter(|lit| *lit != Lit::FALSE).collect();
        lits.sort_unstable();
        match lits.as_slice() {
            [] => return Lit::FALSE,
            [only] => return *only,
            _ => {}
        }
        if let [left, right] = lits.as_slice()
            && left.not() == *right
        {
            return Lit::TRUE;
        }
        if self.plainly_disjoint(&lits) {
            return self.any(lits);
        }
        self.atom(Node::One(lits))
    }

    /// Whether no value can satisfy two of them, as far as their kinds and listed values tell.
    fn plainly_disjoint(&self, lits: &[Lit]) -> bool {
        let mut seen = Kinds::NONE;
        let mut seen_values = BTreeSet::new();
        for lit in lits {
            let (kinds, values) = self.outline(*lit);
            match values {
                Some(values) => {
                    for value in values {
                        if !seen_values.insert(value)
                            || self.value(value).is_none_or(|value| seen.has(kind_of(value)))
                        {
                            return false;
                        }
                    }
                }
                None => {
                    if seen.and(kinds) != Kinds::NONE
                        || seen_values
                            .iter()
                            .any(|value| self.value(*value).is_none_or(|value| kinds.has(kind_of(value))))
                    {
                        return false;
                    }
                    seen = seen.or(kinds);
                }
            }
        }
        true
    }

    /// The kinds a value may be of, and the values it may be, as far as they stand on the surface.
    pub(crate) fn outline(&self, lit: Lit) -> (Kinds, Option<Vec<u32>>) {
        match (self.node(lit), lit.is_wanted()) {
            (Node::True, false) => (Kinds::NONE, None),
            (Node::Types(kinds), true) => (*kinds, None),
            (Node::Types(kinds), false) => (kinds.not(), None),
            (Node::Values(values), true) => (Kinds::ALL, Some(values.clone())),
            (Node::All(inner), true) => {
                let mut kinds = Kinds::ALL;
                let mut values = None;
                for lit in inner {
                    match (self.node(*lit), lit.is_wanted()) {
                        (Node::Types(_) | Node::All(_), _) => kinds = kinds.and(self.outline(*lit).0),
                        (Node::Values(listed), true) => values = Some(listed.clone()),
                        _ => {}
                    }
                }
                (kinds, values)
            }
            (Node::All(inner), false) => {
                let kinds = inner.iter().fold(Kinds::NONE, |kinds, lit| {
                    let (branch, values) = self.outline(lit.not());
                    let branch = values.map_or(branch, |values| {
                        values.iter().fold(Kinds::NONE, |kinds, value| {
                            self.value(*value).map_or(kinds, |value| kinds.or(kind_of(value).bit()))
                        })
                    });
                    kinds.or(branch)
                });
                (kinds, None)
            }
            // An unwanted atom is about values of its kind.
            (node, false) => (node.kinds(), None),
            _ => (Kinds::ALL, None),
        }
    }

    /// Nothing but these names and what matches these patterns, and that as given.
    pub(crate) fn members(
        &mut self,
        named: BTreeMap<String, Lit>,
        patterns: BTreeMap<String, Lit>,
        others: Lit,
    ) -> Lit {
        let (mut named, mut patterns) = (named, patterns);
        // What is treated as if it were not named need not be.
        if others == Lit::TRUE {
            named.retain(|_, lit| *lit != Lit::TRUE);
            patterns.retain(|_, lit| *lit != Lit::TRUE);
        } else if patterns.is_empty() {
            named.retain(|_, lit| *lit != others);
        }
        self.atom(Node::Members(Members { named, patterns, others }))
    }
}

/// The kind of a value.
pub(crate) fn kind_of(value: &Value) -> Kind {
    match value {
        Value::Null => Kind::Null,
        Value::Bool(_) => Kind::Boolean,
        Value::Number(number) => {
            let whole = Decimal::of(number).map_or_else(
                || number.as_f64().is_some_and(|float| float.fract() == 0.0),
                Decimal::is_integer,
            );
            if whole { Kind::Integer } else { Kind::Fraction }
        }
        Value::String(_) => Kind::String,
        Value::Array(_) => Kind::Array,
        Value::Object(_) => Kind::Object,
    }
}
