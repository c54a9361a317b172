use serde_json::Value;

use super::arena::{Arena, kind_of};
use super::node::{Lit, Members, Node};
use super::number::Decimal;
use crate::canonical::canonical_json;
use crate::gathered::gathered;

/// Levels of schema within schema that one value is checked through.
const MAX_DEPTH: usize = 200;

impl Arena {
    /// Whether a value satisfies a literal; `None` when something in it is not modelled or `steps` run out.
    pub(crate) fn accepts(&mut self, lit: Lit, value: &Value, steps: &mut u64) -> Option<bool> {
        self.holds(lit, value, steps, 0)
    }

    fn holds(&mut self, lit: Lit, value: &Value, steps: &mut u64, depth: usize) -> Option<bool> {
        *steps = steps.checked_sub(1)?;
        if depth > MAX_DEPTH {
            return None;
        }
        let node = self.shared(lit);
        if !node.kinds().has(kind_of(value)) {
            return Some(lit.is_wanted());
        }
        let holds = match &*node {
            Node::True => Some(true),
            Node::Opaque(_) => None,
            Node::Types(kinds) => Some(kinds.has(kind_of(value))),
            Node::Values(values) => {
                Some(values.iter().any(|number| self.value(*number).is_some_and(|known| same(known, value))))
            }
            Node::All(lits) => self.every(lits.iter().map(|lit| (*lit, value)), steps, depth),
            Node::One(lits) => self.exactly_one(lits, value, steps, depth),
            Node::Slot(slot) => {
                let body = self.slot(*slot);
                self.holds(body, value, steps, depth + 1)
            }
            node => match value {
                Value::Number(number) => number_holds(node, Decimal::of(number)?),
                Value::String(text) => self.string_holds(node, text),
                Value::Array(items) => self.array_holds(node, items, steps, depth),
                Value::Object(members) => self.object_holds(node, members, steps, depth),
                _ => Some(true),
            },
        };
        holds.map(|holds| holds == lit.is_wanted())
    }

    /// Whether all hold; one that does not decides, whatever is unknown.
    fn every<'v>(
        &mut self,
        parts: impl Iterator<Item = (Lit, &'v Value)>,
        steps: &mut u64,
        depth: usize,
    ) -> Option<bool> {
        let mut known = Some(true);
        for (lit, value) in parts {
            match self.holds(lit, value, steps, depth + 1) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => known = None,
            }
        }
        known
    }

    fn exactly_one(&mut self, lits: &[Lit], value: &Value, steps: &mut u64, depth: usize) -> Option<bool> {
        let mut count = 0;
        let mut unknown = false;
        for lit in lits {
            match self.holds(*lit, value, steps, depth + 1) {
                Some(true) => count += 1,
                Some(false) => {}
                None => unknown = true,
            }
            if count > 1 {
                return Some(false);
            }
        }
        (!unknown).then_some(count == 1)
    }

    fn string_holds(&mut self, node: &Node, text: &str) -> Option<bool> {
        let length = || text.chars().count() as u64;
        match node {
            Node::MinLength(least) => Some(length() >= *least),
            Node::MaxLength(most) => Some(length() <= *most),
            Node::Pattern(pattern) => self.found(pattern, text),
            _ => Some(true),
        }
    }

    fn array_holds(&mut self, node: &Node, items: &[Value], steps: &mut u64, depth: usize) -> Option<bool> {
        let count = items.len() as u64;
        match node {
            Node::MinItems(least) => Some(count >= *least),
            Node::MaxItems(most) => Some(count <= *most),
            Node::Unique => {
                let mut seen = std::collections::BTreeSet::new();
                Some(items.iter().all(|item| seen.insert(value_key(item))))
            }
            Node::Items { first, rest } => {
                let schemas = first.iter().copied().chain(std::iter::repeat(*rest));
                self.every(schemas.zip(items), steps, depth)
            }
            Node::AtLeast(lit, least) => {
                let (sure, possible) = self.count(*lit, items, steps, depth);
                decided(sure >= *least, possible < *least)
            }
            Node::AtMost(lit, most) => {
                let (sure, possible) = self.count(*lit, items, steps, depth);
                decided(possible <= *most, sure > *most)
            }
            _ => Some(true),
        }
    }

    /// How many items satisfy a literal for sure, and how many at the most.
    fn count(&mut self, lit: Lit, items: &[Value], steps: &mut u64, depth: usize) -> (u64, u64) {
        let (mut sure, mut possible) = (0, 0);
        for item in items {
            match self.holds(lit, item, steps, depth + 1) {
                Some(true) => {
                    sure += 1;
                    possible += 1;
                }
                Some(false) => {}
                None => possible += 1,
            }
        }
        (sure, possible)
    }

    fn object_holds(
        &mut self,
        node: &Node,
        members: &serde_json::Map<String, Value>,
        steps: &mut u64,
        depth: usize,
    ) -> Option<bool> {
        let count = members.len() as u64;
        match node {
            Node::MinProperties(least) => Some(count >= *least),
            Node::MaxProperties(most) => Some(count <= *most),
            Node::Has(name) => Some(members.contains_key(name)),
            Node::Names(lit) => {
                let names: Vec<Value> = members.keys().map(|name| Value::from(name.as_str())).collect();
                self.every(names.iter().map(|name| (*lit, name)), steps, depth)
            }
            Node::Members(schemas) => {
                let mut known = Some(true);
                for (name, value) in members {
                    match self.applying(schemas, name) {
                        Some(lits) => {
                            match self.every(lits.into_iter().map(|lit| (lit, value)), steps, depth) {
                                Some(false) => return Some(false),
                                Some(true) => {}
                                None => known = None,
                            }
                        }
                        None => known = None,
                    }
                }
                known
            }
            _ => Some(true),
        }
    }

    /// What applies to the member of a name; `None` when a pattern cannot be followed.
    pub(crate) fn applying(&mut self, members: &Members, name: &str) -> Option<Vec<Lit>> {
        let mut lits: Vec<Lit> = members.named.get(name).copied().into_iter().collect();
        for (pattern, lit) in &members.patterns {
            if self.found(pattern, name)? {
                lits.push(*lit);
            }
        }
        if lits.is_empty() {
            lits.push(members.others);
        }
        Some(lits)
    }
}

fn decided(yes: bool, no: bool) -> Option<bool> {
    if yes {
        Some(true)
    } else if no {
        Some(false)
    } else {
        None
    }
}

fn number_holds(node: &Node, value: Decimal) -> Option<bool> {
    match node {
        Node::Minimum(bound) => Some(value >= *bound),
        Node::Above(bound) => Some(value > *bound),
        Node::Maximum(bound) => Some(value <= *bound),
        Node::Below(bound) => Some(value < *bound),
        Node::MultipleOf(divisor) => value.is_multiple_of(*divisor),
        _ => Some(true),
    }
}

/// One text for each value: `1` and `1.0` are one value.
pub(crate) fn value_key(value: &Value) -> String {
    canonical_json(&plain_numbers(value))
}

fn plain_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            Decimal::of(number).and_then(Decimal::to_json).unwrap_or_else(|| value.clone())
        }
        Value::Array(items) => Value::Array(items.iter().map(plain_numbers).collect()),
        Value::Object(members) => Value::Object(gathered(
            members.iter().map(|(name, member)| (name.clone(), plain_numbers(member))),
        )),
        other => other.clone(),
    }
}

/// JSON equality.
pub(crate) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left == right || Decimal::of(left).is_some_and(|left| Decimal::of(right) == Some(left))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, left)| right.get(name).is_some_and(|right| same(left, right)))
        }
        _ => left == right,
    }
}
