use super::ast::{Assertion, Node, Opaque};
use super::class::Class;

/// Largest automaton we build; counted repetition is written out, so `.{0,100000}` is over it.
const MAX_STATES: usize = 20_000;
/// Nodes visited while building, which also bounds repetitions of nothing.
const MAX_VISITS: usize = 100_000;

/// What stands on one side of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    /// The start or the end of the text.
    Edge,
    Word,
    Other,
}

#[derive(Clone, Debug)]
pub(super) enum State {
    /// Consumes one code point of the class with that number.
    Class {
        class: u32,
        next: u32,
    },
    Split {
        first: u32,
        second: u32,
    },
    /// Several branches.
    Fork(Vec<u32>),
    Assert {
        assertion: Assertion,
        next: u32,
    },
    Match,
}

/// A Thompson automaton over code points.
#[derive(Clone, Debug)]
pub(super) struct Nfa {
    states: Vec<State>,
    start: u32,
    classes: Vec<Class>,
    watches_words: bool,
}

/// Marks and stack for walking an automaton without allocating at every step.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    marks: Vec<u32>,
    generation: u32,
    stack: Vec<u32>,
}

impl Nfa {
    pub(super) fn new(node: &Node) -> Result<Self, Opaque> {
        let mut nfa =
            Self { states: vec![State::Match], start: 0, classes: Vec::new(), watches_words: false };
        let mut visits = 0;
        nfa.start = nfa.compile(node, 0, &mut visits)?;
        Ok(nfa)
    }

    pub(super) fn start(&self) -> u32 {
        self.start
    }

    pub(super) fn classes(&self) -> &[Class] {
        &self.classes
    }

    pub(super) fn states(&self) -> &[State] {
        &self.states
    }

    pub(super) fn watches_words(&self) -> bool {
        self.watches_words
    }

    pub(super) fn state(&self, id: u32) -> Option<&State> {
        self.states.get(id as usize)
    }

    fn push(&mut self, state: State) -> Result<u32, Opaque> {
        if self.states.len() >= MAX_STATES {
            return Err(Opaque::TooLarge);
        }
        self.states.push(state);
        u32::try_from(self.states.len() - 1).map_err(|_| Opaque::TooLarge)
    }

    fn class_number(&mut self, class: &Class) -> u32 {
        let known = self.classes.iter().position(|known| known == class);
        let number = known.unwrap_or_else(|| {
            self.classes.push(class.clone());
            self.classes.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// The entry of `node` when it is followed by `next`.
    fn compile(&mut self, node: &Node, next: u32, visits: &mut usize) -> Result<u32, Opaque> {
        *visits += 1;
        if *visits > MAX_VISITS {
            return Err(Opaque::TooLarge);
        }
        match node {
            Node::Empty => Ok(next),
            Node::LookAhead { .. } | Node::LookBehind { .. } => Err(Opaque::LookAround),
            Node::Group { .. } | Node::Same(_) => Err(Opaque::BackReference),
            Node::Class(class) => {
                let class = self.class_number(class);
                self.push(State::Class { class, next })
            }
            Node::Assert(assertion) => {
                self.watches_words |=
                    matches!(assertion, Assertion::WordBoundary | Assertion::NotWordBoundary);
                self.push(State::Assert { assertion: *assertion, next })
            }
            Node::Concat(nodes) => {
                nodes.iter().rev().try_fold(next, |next, node| self.compile(node, next, visits))
            }
            Node::Alternate(nodes) => {
                let entries = nodes
                    .iter()
                    .map(|node| self.compile(node, next, visits))
                    .collect::<Result<Vec<_>, _>>()?;
                match entries.as_slice() {
                    [only] => Ok(*only),
                    _ => self.push(State::Fork(entries)),
                }
            }
            Node::Repeat { node, min, max: Some(max) } => {
                let mut entry = next;
                for _ in *min..*max {
                    let body = self.compile(node, entry, visits)?;
                    entry = self.push(State::Split { first: body, second: next })?;
                }
                (0..*min).try_fold(entry, |entry, _| self.compile(node, entry, visits))
            }
            Node::Repeat { node, min, max: None } => {
                let repeat = self.push(State::Match)?;
                let body = self.compile(node, repeat, visits)?;
                if let Some(state) = self.states.get_mut(repeat as usize) {
                    *state = State::Split { first: body, second: next };
                }
                let first = if *min == 0 { repeat } else { body };
                (1..*min).try_fold(first, |entry, _| self.compile(node, entry, visits))
            }
        }
    }

    /// Follows everything that consumes nothing, between `before` and `after`.
    ///
    /// Collects the consuming states, and with `after` unknown also the assertions that wait for it. True when
    /// the match is complete.
    pub(super) fn close(
        &self,
        seeds: impl IntoIterator<Item = u32>,
        (before, after): (Side, Option<Side>),
        scratch: &mut Scratch,
        out: &mut Vec<u32>,
    ) -> bool {
        scratch.marks.resize(self.states.len(), 0);
        scratch.generation += 1;
        scratch.stack.clear();
        scratch.stack.extend(seeds);
        while let Some(id) = scratch.stack.pop() {
            let Some(mark) = scratch.marks.get_mut(id as usize) else { continue };
            if *mark == scratch.generation {
                continue;
            }
            *mark = scratch.generation;
            match self.states.get(id as usize) {
                Some(State::Match) => return true,
                Some(State::Class { .. }) => out.push(id),
                Some(State::Split { first, second }) => scratch.stack.extend([*second, *first]),
                Some(State::Fork(entries)) => scratch.stack.extend(entries.iter().rev()),
                Some(State::Assert { assertion, next }) => match holds(*assertion, before, after) {
                    Some(true) => scratch.stack.push(*next),
                    Some(false) => {}
                    None => out.push(id),
                },
                None => {}
            }
        }
        false
    }
}

/// Whether an assertion holds; `None` while what follows is not known.
fn holds(assertion: Assertion, before: Side, after: Option<Side>) -> Option<bool> {
    let boundary = |after: Side| (before == Side::Word) != (after == Side::Word);
    match assertion {
        Assertion::Start => Some(before == Side::Edge),
        Assertion::End => after.map(|after| after == Side::Edge),
        Assertion::WordBoundary => after.map(boundary),
        Assertion::NotWordBoundary => after.map(|after| !boundary(after)),
    }
}
