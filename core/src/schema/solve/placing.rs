use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::Value;

use super::objects::{Shape, Want};
use super::solver::{Answer, Solver, none_unless};
use crate::schema::ir::{Kind, Lit, Node};

/// Patterns that a made-up name may match or not, in every combination.
const MAX_FREE_PATTERNS: usize = 5;

impl Solver<'_> {
    /// Finds a member for each want: one that is spoken of, or one with a name made up here.
    pub(super) fn place_wants(&mut self, mut shape: Shape) -> Answer {
        let Some(want) = shape.wants.pop() else { return self.complete(&shape) };
        if !self.step() || !self.deeper() {
            return Answer::Unknown;
        }
        let answer = self.place_one(&shape, &want);
        self.shallower();
        answer
    }

    fn place_one(&mut self, shape: &Shape, want: &Want) -> Answer {
        let mut unknown = false;
        let mut asking = shape.clone();
        asking.wants.push(want.clone());
        for name in self.known_names(&asking) {
            if shape.absent.contains(&name) {
                continue;
            }
            let lit = match self.selects(want, &name) {
                Some(Some(lit)) => lit,
                Some(None) => continue,
                None => {
                    unknown = true;
                    continue;
                }
            };
            let mut placed = shape.clone();
            placed.present.entry(name.clone()).or_default().push(lit);
            match self.member(&placed, &name) {
                Answer::None => continue,
                Answer::Unknown => unknown = true,
                Answer::Value(_) => {}
            }
            match self.place_wants(placed) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                found @ Answer::Value(_) => return found,
            }
        }
        let empty = BTreeMap::new();
        let (matching, missing, names, lit): (Vec<&str>, Vec<&str>, Vec<Lit>, Lit) = match want {
            Want::Matching(pattern, lit) => (vec![pattern.as_str()], vec![], vec![], *lit),
            Want::Other(node, lit) => {
                let patterns = if let Node::Members(members) = &**node { &members.patterns } else { &empty };
                (vec![], patterns.keys().map(String::as_str).collect(), vec![], *lit)
            }
            Want::Name(lit) => (vec![], vec![], vec![*lit], Lit::TRUE),
            Want::Named(..) | Want::Lacks(_) => return none_unless(unknown),
        };
        // Names of the want's own schemas are among those spoken of.
        match self.fresh_member(&asking, &matching, &missing, &names, &[lit]) {
            Ok(Some((name, _))) => {
                let mut placed = shape.clone();
                placed.fresh.insert(name.clone());
                placed.present.entry(name).or_default().push(lit);
                match self.place_wants(placed) {
                    Answer::None => {}
                    Answer::Unknown => unknown = true,
                    found @ Answer::Value(_) => return found,
                }
                // Another made-up name may differ in the patterns that it matches, which is not followed further.
                if !shape.wants.is_empty() && self.has_patterns(shape) {
                    unknown = true;
                }
            }
            Ok(None) => {}
            Err(()) => unknown = true,
        }
        none_unless(unknown)
    }

    fn has_patterns(&self, shape: &Shape) -> bool {
        shape
            .members
            .iter()
            .any(|node| matches!(&**node, Node::Members(members) if !members.patterns.is_empty()))
    }

    /// What the want asks of a member of that name: `Some(None)` when it is not about it.
    fn selects(&mut self, want: &Want, name: &str) -> Option<Option<Lit>> {
        match want {
            Want::Matching(pattern, lit) => Some(self.arena.found(pattern, name)?.then_some(*lit)),
            Want::Other(node, lit) => {
                let Node::Members(members) = &**node else { return Some(None) };
                if members.named.contains_key(name) {
                    return Some(None);
                }
                for pattern in members.patterns.keys() {
                    if self.arena.found(pattern, name)? {
                        return Some(None);
                    }
                }
                Some(Some(*lit))
            }
            Want::Name(lit) => {
                let mut steps = self.steps_left();
                let fits = self.arena.accepts(*lit, &Value::from(name), &mut steps)?;
                Some(fits.then_some(Lit::TRUE))
            }
            Want::Named(..) | Want::Lacks(_) => Some(None),
        }
    }

    /// A member whose name nothing speaks of. `Ok(None)` is a proof that there is none.
    pub(super) fn fresh_member(
        &mut self,
        shape: &Shape,
        matching: &[&str],
        missing: &[&str],
        names: &[Lit],
        lits: &[Lit],
    ) -> Result<Option<(String, Rc<Value>)>, ()> {
        let mut patterns: BTreeSet<String> = BTreeSet::new();
        for node in &shape.members {
            if let Node::Members(members) = &**node {
                patterns.extend(members.patterns.keys().cloned());
            }
        }
        let free: Vec<String> = patterns
            .iter()
            .filter(|pattern| !matching.contains(&pattern.as_str()) && !missing.contains(&pattern.as_str()))
            .cloned()
            .collect();
        if matching.iter().any(|pattern| missing.contains(pattern)) {
            return Ok(None);
        }
        let mut unknown = free.len() > MAX_FREE_PATTERNS;
        let combinations = 1_usize << free.len().min(MAX_FREE_PATTERNS);
        let known = self.known_names(shape);
        self.spend(known.len() as u64 / 16);
        for combination in 0..combinations {
            if !self.step() {
                return Err(());
            }
            let mut found: BTreeSet<&str> = matching.iter().copied().collect();
            let mut not_found: BTreeSet<&str> = missing.iter().copied().collect();
            for (at, pattern) in free.iter().enumerate() {
                if at < MAX_FREE_PATTERNS && combination >> at & 1 == 1 {
                    found.insert(pattern);
                } else {
                    not_found.insert(pattern);
                }
            }
            let mut value_lits = lits.to_vec();
            for node in &shape.members {
                let Node::Members(members) = &**node else { continue };
                let mut applies = false;
                for (pattern, lit) in &members.patterns {
                    if found.contains(pattern.as_str()) {
                        value_lits.push(*lit);
                        applies = true;
                    }
                }
                if !applies {
                    value_lits.push(members.others);
                }
            }
            let value = match self.find(value_lits) {
                Answer::None => continue,
                Answer::Unknown => {
                    unknown = true;
                    continue;
                }
                Answer::Value(value) => value,
            };
            match self.fresh_name(shape, &known, &found, &not_found, names) {
                Answer::None => {}
                Answer::Unknown => unknown = true,
                Answer::Value(name) => {
                    if let Value::String(name) = &*name {
                        return Ok(Some((name.clone(), value)));
                    }
                }
            }
        }
        if unknown { Err(()) } else { Ok(None) }
    }

    fn fresh_name(
        &mut self,
        shape: &Shape,
        known: &BTreeSet<String>,
        found: &BTreeSet<&str>,
        not_found: &BTreeSet<&str>,
        names: &[Lit],
    ) -> Answer {
        let mut lits: Vec<Lit> = shape.names.iter().chain(names).copied().collect();
        lits.push(self.arena.kinds(Kind::String.bit()));
        for pattern in found {
            lits.push(self.arena.atom(Node::Pattern((*pattern).to_owned())));
        }
        for pattern in not_found {
            lits.push(self.arena.atom(Node::Pattern((*pattern).to_owned())).not());
        }
        let known: Vec<Value> = known.iter().map(|name| Value::from(name.as_str())).collect();
        lits.push(self.arena.values(&known).not());
        if shape.names.is_empty() && names.is_empty() && found.is_empty() && not_found.is_empty() {
            // A name that can be read, where any will do.
            lits.push(self.arena.atom(Node::MinLength(1)));
        }
        self.find(lits)
    }
}
