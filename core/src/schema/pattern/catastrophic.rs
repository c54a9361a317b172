use std::collections::{BTreeMap, BTreeSet};

use super::ast::Node;
use super::nfa::{Nfa, State};
use super::parse::parse;

/// Past this many consuming states only the shape of the pattern is judged.
const MAX_STATES: usize = 150;
const MAX_STEPS: usize = 200_000;

/// Whether a backtracking engine may need time exponential in the length of a string it rejects.
///
/// True when a loop can read the same text in two ways and something after the loop can fail: `(a+)+$`,
/// `(a|a)*b`, `(\w+\s?)*!`. Large patterns are judged by nesting of unbounded loops alone, so it can err there.
/// Patterns that are not regular are judged as harmless, since they are reported as such elsewhere.
#[must_use]
pub(crate) fn is_catastrophic(pattern: &str) -> bool {
    let Ok(parsed) = parse(pattern) else { return false };
    parsed.parts.iter().any(|part| {
        if !nests_loops(&part.node, false) && !alternates_in_loop(&part.node, false) {
            return false;
        }
        match Nfa::new(&shrunk(&part.node)).ok().and_then(|nfa| Ambiguity::new(&nfa)?.exponential()) {
            Some(answer) => answer,
            None => nests_loops(&part.node, false),
        }
    })
}

/// An unbounded loop within an unbounded loop.
fn nests_loops(node: &Node, inside: bool) -> bool {
    match node {
        Node::Repeat { node, max, .. } => {
            let unbounded = max.is_none();
            (unbounded && inside) || nests_loops(node, inside || unbounded)
        }
        Node::Concat(nodes) | Node::Alternate(nodes) => nodes.iter().any(|node| nests_loops(node, inside)),
        Node::LookAhead { node, .. } | Node::LookBehind { node, .. } | Node::Group { node, .. } => {
            nests_loops(node, inside)
        }
        Node::Empty | Node::Class(_) | Node::Assert(_) | Node::Same(_) => false,
    }
}

/// A choice within an unbounded loop: alternatives, or a count that may vary.
fn alternates_in_loop(node: &Node, inside: bool) -> bool {
    match node {
        Node::Repeat { node, min, max } => {
            (inside && *max != Some(*min)) || alternates_in_loop(node, inside || max.is_none())
        }
        Node::Alternate(nodes) => {
            (inside && nodes.len() > 1) || nodes.iter().any(|node| alternates_in_loop(node, inside))
        }
        Node::Concat(nodes) => nodes.iter().any(|node| alternates_in_loop(node, inside)),
        Node::LookAhead { node, .. } | Node::LookBehind { node, .. } | Node::Group { node, .. } => {
            alternates_in_loop(node, inside)
        }
        Node::Empty | Node::Class(_) | Node::Assert(_) | Node::Same(_) => false,
    }
}

/// The same loops with small counts: ambiguity does not depend on how often a bounded part repeats beyond twice.
fn shrunk(node: &Node) -> Node {
    match node {
        Node::Repeat { node, min, max } => Node::Repeat {
            node: Box::new(shrunk(node)),
            min: (*min).min(2),
            max: max.map(|max| max.min((*min).min(2) + (max - min).min(2))),
        },
        Node::Concat(nodes) => Node::Concat(nodes.iter().map(shrunk).collect()),
        Node::Alternate(nodes) => Node::Alternate(nodes.iter().map(shrunk).collect()),
        other => other.clone(),
    }
}

/// The automaton without empty moves: which consuming state can follow which, and in how many ways.
struct Ambiguity<'a> {
    nfa: &'a Nfa,
    states: Vec<u32>,
    follows: BTreeMap<u32, BTreeMap<u32, bool>>,
    steps: usize,
}

impl<'a> Ambiguity<'a> {
    fn new(nfa: &'a Nfa) -> Option<Self> {
        let states: Vec<u32> = (0_u32..)
            .zip(nfa.states())
            .filter(|(_, state)| matches!(state, State::Class { .. }))
            .map(|(id, _)| id)
            .collect();
        if states.len() > MAX_STATES {
            return None;
        }
        let mut made = Self { nfa, states, follows: BTreeMap::new(), steps: 0 };
        for id in made.states.clone() {
            if let Some(State::Class { next, .. }) = nfa.state(id) {
                let mut reached = BTreeMap::new();
                made.wander(*next, &mut BTreeSet::new(), &mut reached, 0)?;
                made.follows.insert(id, reached);
            }
        }
        Some(made)
    }

    /// Counts ways without consuming anything: none may take the same edge twice, as engines refuse empty rounds.
    fn wander(
        &mut self,
        at: u32,
        taken: &mut BTreeSet<(u32, u32)>,
        reached: &mut BTreeMap<u32, bool>,
        depth: usize,
    ) -> Option<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS || depth > 200 {
            return None;
        }
        let targets = match self.nfa.state(at)? {
            State::Match => return Some(()),
            State::Class { .. } => {
                reached.entry(at).and_modify(|twice| *twice = true).or_insert(false);
                return Some(());
            }
            State::Assert { next, .. } => vec![*next],
            State::Split { first, second } => vec![*first, *second],
            State::Fork(entries) => entries.clone(),
        };
        for target in targets {
            if taken.insert((at, target)) {
                self.wander(target, taken, reached, depth + 1)?;
                taken.remove(&(at, target));
            }
        }
        Some(())
    }

    /// Whether what follows a state can be nothing at all, so that no failure sends the engine back into the loop.
    fn may_stop_after(&self, id: u32) -> bool {
        let Some(State::Class { next, .. }) = self.nfa.state(id) else { return false };
        let (mut stack, mut seen) = (vec![*next], BTreeSet::new());
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.nfa.state(at) {
                Some(State::Match) => return true,
                Some(State::Split { first, second }) => stack.extend([*first, *second]),
                Some(State::Fork(entries)) => stack.extend(entries),
                _ => {}
            }
        }
        false
    }

    /// Whether some state can come back to itself in two ways over the same text. `None` past the budget.
    fn exponential(mut self) -> Option<bool> {
        let start: Vec<u32> = self.states.iter().copied().filter(|&id| !self.may_stop_after(id)).collect();
        for origin in start {
            // Pairs reached from (origin, origin); then whether one that has parted comes back.
            let mut seen: BTreeSet<(u32, u32, bool)> = BTreeSet::new();
            let mut stack = vec![(origin, origin, false)];
            while let Some((left, right, parted)) = stack.pop() {
                let (lefts, rights) = (self.follows.get(&left)?, self.follows.get(&right)?);
                for (&to_left, &twice) in lefts {
                    for &to_right in rights.keys() {
                        self.steps += 1;
                        if self.steps > MAX_STEPS {
                            return None;
                        }
                        if !self.overlap(to_left, to_right) {
                            continue;
                        }
                        let parted = parted || to_left != to_right || (left == right && twice);
                        if parted && to_left == origin && to_right == origin {
                            return Some(true);
                        }
                        if seen.insert((to_left, to_right, parted)) {
                            stack.push((to_left, to_right, parted));
                        }
                    }
                }
            }
        }
        Some(false)
    }

    fn overlap(&self, left: u32, right: u32) -> bool {
        let class = |id: u32| match self.nfa.state(id) {
            Some(State::Class { class, .. }) => self.nfa.classes().get(*class as usize),
            _ => None,
        };
        left == right || class(left).zip(class(right)).is_some_and(|(left, right)| left.intersects(right))
    }
}

#[cfg(test)]
mod tests {
    use super::is_catastrophic;

    #[test]
    fn loops_that_read_a_text_in_two_ways_are_catastrophic() {
        for pattern in [
            "(a+)+$",
            "^(a*)*$",
            "^(a|a)*$",
            "^(a|aa)+$",
            "^(a|b|ab)*c",
            r"^(\w+\s?)*!$",
            r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$",
            "^(a?b?)*$",
            "^((ab)*)*$",
            r"^(.*?,)*x$",
        ] {
            assert!(is_catastrophic(pattern), "{pattern}");
        }
    }

    #[test]
    fn ordinary_patterns_are_not() {
        for pattern in [
            "^[a-z]+$",
            "(a+)+",
            "^(a+,)+$",
            r"^\d{4}-\d{2}-\d{2}$",
            r"^(?:[a-z0-9]+-)*[a-z0-9]+$",
            r"^[A-Z][A-Z0-9_]+-\d+(?:-\d+)*$",
            r"^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$",
            "^(a?)*$",
            ".*.*.*",
            "(",
        ] {
            assert!(!is_catastrophic(pattern), "{pattern}");
        }
    }

    #[test]
    fn a_large_pattern_is_judged_quickly() {
        assert!(is_catastrophic(&format!("^({}+)+$", "[a-z]{50}|b".repeat(100))));
        assert!(!is_catastrophic(&"a?".repeat(20_000)));
    }
}
