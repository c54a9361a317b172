use super::ast::{Assertion, Node, Opaque};
use super::class::Class;
use super::parse::parse_all;

/// Steps one search may take.
const MAX_STEPS: u32 = 200_000;
/// Instructions of one pattern.
const MAX_LENGTH: usize = 20_000;
/// Parts of a pattern that are written out, which also bounds repetitions of nothing.
const MAX_VISITS: usize = 100_000;

/// A pattern that is no regular language: look-around and back-references, matched by trying.
#[derive(Clone, Debug)]
pub(super) struct Backtracker {
    program: Vec<Op>,
    slots: usize,
}

#[derive(Clone, Debug)]
enum Op {
    /// Takes one code point, the one before when backwards.
    Class {
        class: Class,
        back: bool,
    },
    /// Tries the first, then the second.
    Split(usize, usize),
    Jump(usize),
    Save(usize),
    Same {
        group: usize,
        back: bool,
    },
    Assert(Assertion),
    /// What follows up to `end` must match here, or must not.
    Look {
        positive: bool,
        end: usize,
    },
    /// Notes where a turn of a loop starts, and refuses a turn that took nothing.
    TurnStart(usize),
    TurnEnd(usize),
    Match,
}

impl Backtracker {
    pub(super) fn new(pattern: &str) -> Result<Self, Opaque> {
        let (node, groups) = parse_all(pattern)?;
        let mut compiler = Compiler { program: Vec::new(), slots: 2 * (groups + 1), visits: 0 };
        compiler.node(&node, false)?;
        compiler.push(Op::Match)?;
        Ok(Self { program: compiler.program, slots: compiler.slots })
    }

    /// Whether the pattern is found anywhere in a text; `None` when that takes too long to tell.
    pub(super) fn finds(&self, text: &str) -> Option<bool> {
        let text: Vec<char> = text.chars().collect();
        let mut steps = MAX_STEPS;
        for start in 0..=text.len() {
            let mut slots = vec![None; self.slots];
            if self.run(0, start, &text, &mut slots, &mut steps)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether there is a match from an instruction and a position on. Slots keep what the match saved.
    fn run(
        &self,
        op: usize,
        at: usize,
        text: &[char],
        slots: &mut Vec<Option<usize>>,
        steps: &mut u32,
    ) -> Option<bool> {
        let mut branches: Vec<(usize, usize, Vec<Option<usize>>)> = Vec::new();
        let (mut op, mut at) = (op, at);
        loop {
            *steps = steps.checked_sub(1)?;
            let goes_on = match self.program.get(op)? {
                Op::Match => return Some(true),
                Op::Class { class, back } => {
                    let (letter, next) = step(text, at, *back);
                    at = next;
                    op += 1;
                    letter.is_some_and(|letter| class.contains(u32::from(letter)))
                }
                Op::Split(first, second) => {
                    *steps = steps.checked_sub(u32::try_from(slots.len() / 16).ok()?)?;
                    branches.push((*second, at, slots.clone()));
                    op = *first;
                    true
                }
                Op::Jump(to) => {
                    op = *to;
                    true
                }
                Op::Save(slot) | Op::TurnStart(slot) => {
                    if let Some(slot) = slots.get_mut(*slot) {
                        *slot = Some(at);
                    }
                    op += 1;
                    true
                }
                Op::TurnEnd(slot) => {
                    op += 1;
                    slots.get(*slot).is_some_and(|start| *start != Some(at))
                }
                Op::Same { group, back } => {
                    op += 1;
                    repeated(text, slots, *group, *back, &mut at)
                }
                Op::Assert(assertion) => {
                    op += 1;
                    holds(*assertion, text, at)
                }
                Op::Look { positive, end } => {
                    let mut inner = slots.clone();
                    let found = self.run(op + 1, at, text, &mut inner, steps)?;
                    if found && *positive {
                        *slots = inner;
                    }
                    op = *end;
                    found == *positive
                }
            };
            if !goes_on {
                let Some(branch) = branches.pop() else { return Some(false) };
                (op, at, *slots) = branch;
            }
        }
    }
}

/// The code point on one side of a position, and the position beyond it.
fn step(text: &[char], at: usize, back: bool) -> (Option<char>, usize) {
    if back {
        match at.checked_sub(1) {
            Some(before) => (text.get(before).copied(), before),
            None => (None, at),
        }
    } else {
        (text.get(at).copied(), at + 1)
    }
}

/// Whether what a group took stands here again; a group that took nothing yet always does.
fn repeated(text: &[char], slots: &[Option<usize>], group: usize, back: bool, at: &mut usize) -> bool {
    let slot = |number: usize| slots.get(number).copied().flatten();
    let (Some(from), Some(to)) = (slot(2 * group), slot(2 * group + 1)) else { return true };
    let taken = text.get(from.min(to)..from.max(to)).unwrap_or_default();
    let (start, next) = if back {
        let Some(start) = at.checked_sub(taken.len()) else { return false };
        (start, start)
    } else {
        (*at, *at + taken.len())
    };
    let found = text.get(start..start + taken.len()) == Some(taken);
    *at = next;
    found
}

fn holds(assertion: Assertion, text: &[char], at: usize) -> bool {
    let word = |position: Option<usize>| {
        let letter = position.and_then(|position| text.get(position));
        letter.is_some_and(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
    };
    let boundary = || word(at.checked_sub(1)) != word(Some(at));
    match assertion {
        Assertion::Start => at == 0,
        Assertion::End => at == text.len(),
        Assertion::WordBoundary => boundary(),
        Assertion::NotWordBoundary => !boundary(),
    }
}

struct Compiler {
    program: Vec<Op>,
    slots: usize,
    visits: usize,
}

impl Compiler {
    fn push(&mut self, op: Op) -> Result<usize, Opaque> {
        if self.program.len() >= MAX_LENGTH {
            return Err(Opaque::TooLarge);
        }
        self.program.push(op);
        Ok(self.program.len() - 1)
    }

    fn set(&mut self, at: usize, op: Op) {
        if let Some(place) = self.program.get_mut(at) {
            *place = op;
        }
    }

    fn node(&mut self, node: &Node, back: bool) -> Result<(), Opaque> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return Err(Opaque::TooLarge);
        }
        match node {
            Node::Empty => {}
            Node::Class(class) => {
                self.push(Op::Class { class: class.clone(), back })?;
            }
            Node::Assert(assertion) => {
                self.push(Op::Assert(*assertion))?;
            }
            Node::Concat(nodes) if back => {
                nodes.iter().rev().try_for_each(|node| self.node(node, back))?;
            }
            Node::Concat(nodes) => nodes.iter().try_for_each(|node| self.node(node, back))?,
            Node::Alternate(nodes) => self.alternate(nodes, back)?,
            Node::Repeat { node, min, max } => self.repeat(node, *min, *max, back)?,
            Node::LookAhead { node, positive } => self.look(node, *positive, false)?,
            Node::LookBehind { node, positive } => self.look(node, *positive, true)?,
            Node::Group { number, node } => {
                self.push(Op::Save(2 * number + usize::from(back)))?;
                self.node(node, back)?;
                self.push(Op::Save(2 * number + usize::from(!back)))?;
            }
            Node::Same(group) => {
                self.push(Op::Same { group: *group, back })?;
            }
        }
        Ok(())
    }

    fn alternate(&mut self, nodes: &[Node], back: bool) -> Result<(), Opaque> {
        let Some((last, others)) = nodes.split_last() else { return Ok(()) };
        let mut ends = Vec::new();
        for node in others {
            let split = self.push(Op::Match)?;
            self.node(node, back)?;
            ends.push(self.push(Op::Match)?);
            self.set(split, Op::Split(split + 1, self.program.len()));
        }
        self.node(last, back)?;
        let end = self.program.len();
        ends.into_iter().for_each(|jump| self.set(jump, Op::Jump(end)));
        Ok(())
    }

    fn repeat(&mut self, node: &Node, min: u32, max: Option<u32>, back: bool) -> Result<(), Opaque> {
        for _ in 0..min {
            self.node(node, back)?;
        }
        let Some(max) = max else {
            let slot = self.slots;
            self.slots += 1;
            let split = self.push(Op::Match)?;
            self.push(Op::TurnStart(slot))?;
            self.node(node, back)?;
            self.push(Op::TurnEnd(slot))?;
            self.push(Op::Jump(split))?;
            self.set(split, Op::Split(split + 1, self.program.len()));
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in min..max {
            splits.push(self.push(Op::Match)?);
            self.node(node, back)?;
        }
        let end = self.program.len();
        splits.into_iter().for_each(|split| self.set(split, Op::Split(split + 1, end)));
        Ok(())
    }

    fn look(&mut self, node: &Node, positive: bool, back: bool) -> Result<(), Opaque> {
        let look = self.push(Op::Match)?;
        self.node(node, back)?;
        self.push(Op::Match)?;
        self.set(look, Op::Look { positive, end: self.program.len() });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_regular_is_matched_as_ecma_262_says() {
        for (pattern, text, expected) in [
            (r"^(a+)b\1$", "aabaa", true),
            (r"^(a+)b\1$", "aaba", false),
            (r"^(?<q>['x]).*\k<q>$", "'a'", true),
            (r"^(?<q>['x]).*\k<q>$", "'ax", false),
            (r"^\1(a)$", "a", true),
            ("(?<=a)b", "ab", true),
            ("(?<=a)b", "cb", false),
            ("(?<!a)b", "ab", false),
            (r"(?<=^\d+)x", "123x", true),
            (r"(?<=(\w)\1)x", "abx", true),
            (r"(?<=\1(\w))x", "aax", true),
            (r"(?<=\1(\w))x", "abx", false),
            ("a(?=b)", "ab", true),
            ("a(?!b)", "ab", false),
            ("^(?:(?!ab)[a-c])*$", "acb", true),
            ("^(?:(?!ab)[a-c])*$", "cab", false),
            (r"^(?:a*)*\b(b)?\1c$", "aabc", false),
            (r"^(?:a|ab)(?:c|bcd)(d*)\1$", "abcd", true),
            (r"\B(?=x)", "ax", true),
        ] {
            assert_eq!(Backtracker::new(pattern).unwrap().finds(text), Some(expected), "{pattern} on {text}");
        }
    }

    #[test]
    fn what_takes_too_long_is_not_told() {
        let text = "a".repeat(60);
        assert_eq!(Backtracker::new(r"^(a|a)*(?=b)\1$").unwrap().finds(&text), None);
        assert_eq!(Backtracker::new(r"(?=a{100000})").err(), Some(Opaque::TooLarge));
        assert_eq!(Backtracker::new(r"(?=(a{1000}){1000})").err(), Some(Opaque::TooLarge));
        assert_eq!(Backtracker::new(r"(?:(?:){9999}){9999}\b(?=a)").err(), Some(Opaque::TooLarge));
    }

    #[test]
    fn a_reference_to_no_group_is_no_pattern() {
        assert!(matches!(Backtracker::new(r"(a)\2"), Err(Opaque::Invalid(_))));
        assert!(matches!(Backtracker::new(r"\k<a>(?<b>a)"), Err(Opaque::Invalid(_))));
    }
}
