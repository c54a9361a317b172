use std::collections::BTreeMap;

use super::ast::Opaque;
use super::class::Class;
use super::nfa::{Nfa, Scratch, Side, State};

/// Most distinct classes and most class boundaries one question may involve.
const MAX_CLASSES: usize = 512;
const MAX_BOUNDARIES: usize = 40_000;

/// What is left of a budget. Steps are counted, never timed, so that every machine stops at the same place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps(u64);

/// The budget ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

impl Steps {
    pub(super) fn new(steps: u64) -> Self {
        Self(steps)
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Exhausted> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(Exhausted)?;
        Ok(())
    }
}

/// The code points, grouped by which classes of the question they are in. One *letter* is one group.
#[derive(Debug)]
pub(super) struct Alphabet {
    letters: Vec<Letter>,
}

#[derive(Debug)]
struct Letter {
    /// The group's member that reads best.
    shown: char,
    side: Side,
}

impl Alphabet {
    /// Letters in order of how well they read, so that a search meets pleasant strings first.
    pub(super) fn new<'a>(automata: impl Iterator<Item = &'a Nfa> + Clone) -> Result<Self, Opaque> {
        let mut classes: Vec<&Class> = automata.clone().flat_map(|nfa| nfa.classes()).collect();
        let word = Class::word();
        if automata.clone().any(Nfa::watches_words) {
            classes.push(&word);
        }
        classes.sort_unstable();
        classes.dedup();
        let mut boundaries: BTreeMap<u32, Vec<usize>> = BTreeMap::from([(0, Vec::new())]);
        for (number, class) in classes.iter().enumerate() {
            for &(low, high) in class.ranges() {
                boundaries.entry(low).or_default().push(number);
                boundaries.entry(high + 1).or_default().push(number);
            }
        }
        if classes.len() > MAX_CLASSES || boundaries.len() > MAX_BOUNDARIES {
            return Err(Opaque::TooLarge);
        }
        let ends: Vec<u32> = boundaries.keys().skip(1).copied().chain([0x11_0000]).collect();
        let mut groups: BTreeMap<Vec<bool>, char> = BTreeMap::new();
        let mut inside = vec![false; classes.len()];
        for ((low, toggled), end) in boundaries.into_iter().zip(ends) {
            for number in toggled {
                if let Some(flag) = inside.get_mut(number) {
                    *flag = !*flag;
                }
            }
            let Some(best) = best_between(low, end.saturating_sub(1)) else { continue };
            let shown = groups.entry(inside.clone()).or_insert(best);
            if rank(best) < rank(*shown) {
                *shown = best;
            }
        }
        let mut letters: Vec<Letter> = groups
            .into_values()
            .map(|shown| Letter {
                shown,
                side: if word.contains(u32::from(shown)) { Side::Word } else { Side::Other },
            })
            .collect();
        letters.sort_by_key(|letter| rank(letter.shown));
        Ok(Self { letters })
    }

    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }

    pub(super) fn shown(&self, letter: usize) -> Option<char> {
        self.letters.get(letter).map(|letter| letter.shown)
    }
}

/// How badly a character reads: letters, digits, other ASCII, other text, controls.
fn rank(c: char) -> (u8, u32) {
    let group = match c {
        'a'..='z' => 0,
        'A'..='Z' => 1,
        '0'..='9' => 2,
        '!'..='~' => 3,
        ' ' => 4,
        _ if c.is_alphanumeric() => 5,
        '\u{2000}'..='\u{206F}' | '\u{E000}'..='\u{F8FF}' | '\u{FE00}'..='\u{FEFF}' => 7,
        _ if !c.is_control() && !c.is_whitespace() => 6,
        _ => 7,
    };
    (group, u32::from(c))
}

fn best_between(low: u32, high: u32) -> Option<char> {
    let pleasant = ['a', 'A', '0', '!', 'é', 'λ', '中', '😀'];
    let first = (low..=high.min(low.saturating_add(0x7F))).filter_map(char::from_u32);
    first
        .chain(pleasant.into_iter().filter(|&c| (low..=high).contains(&u32::from(c))))
        .chain(char::from_u32(high).filter(|_| low <= high))
        .min_by_key(|&c| rank(c))
}

/// One automaton made deterministic as far as it is walked. A state is a set of positions in the pattern.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    nfa: &'a Nfa,
    /// For each class of the automaton and each letter, whether the class holds the letter.
    holds: Vec<Vec<bool>>,
    sides: Vec<Side>,
    sets: Vec<Set>,
    known: BTreeMap<(Vec<u32>, Side), u32>,
    scratch: Scratch,
}

#[derive(Debug)]
struct Set {
    positions: Vec<u32>,
    before: Side,
    next: Vec<Option<u32>>,
    at_end: Option<bool>,
}

/// The pattern was found: whatever follows, it stays found.
pub(super) const FOUND: u32 = 0;
/// The pattern can no longer be found.
pub(super) const LOST: u32 = 1;

impl<'a> Walk<'a> {
    pub(super) fn new(nfa: &'a Nfa, alphabet: &Alphabet) -> Self {
        let holds = nfa
            .classes()
            .iter()
            .map(|class| {
                alphabet.letters.iter().map(|letter| class.contains(u32::from(letter.shown))).collect()
            })
            .collect();
        let empty = |at_end| Set {
            positions: Vec::new(),
            before: Side::Other,
            next: vec![None; alphabet.len()],
            at_end: Some(at_end),
        };
        Self {
            nfa,
            holds,
            sides: alphabet.letters.iter().map(|letter| letter.side).collect(),
            sets: vec![empty(true), empty(false)],
            known: BTreeMap::from([((Vec::new(), Side::Other), LOST)]),
            scratch: Scratch::default(),
        }
    }

    /// Where the walk stands before the first code point.
    pub(super) fn start(&mut self, steps: &mut Steps) -> Result<u32, Exhausted> {
        self.enter(Vec::new(), Side::Edge, steps)
    }

    fn enter(&mut self, targets: Vec<u32>, before: Side, steps: &mut Steps) -> Result<u32, Exhausted> {
        let mut positions = Vec::new();
        let seeds = targets.into_iter().chain([self.nfa.start()]);
        if self.nfa.close(seeds, (before, None), &mut self.scratch, &mut positions) {
            return Ok(FOUND);
        }
        steps.spend(positions.len() + 1)?;
        positions.sort_unstable();
        let waits = positions.iter().any(|&id| matches!(self.nfa.state(id), Some(State::Assert { .. })));
        // What came before matters only to an assertion that still waits.
        let before = if waits { before } else { Side::Other };
        if let Some(&id) = self.known.get(&(positions.clone(), before)) {
            return Ok(id);
        }
        steps.spend(self.sides.len())?;
        let id = u32::try_from(self.sets.len()).map_err(|_| Exhausted)?;
        self.known.insert((positions.clone(), before), id);
        self.sets.push(Set { positions, before, next: vec![None; self.sides.len()], at_end: None });
        Ok(id)
    }

    /// Where the walk stands after one more letter.
    pub(super) fn step(&mut self, from: u32, letter: usize, steps: &mut Steps) -> Result<u32, Exhausted> {
        if from == FOUND || from == LOST {
            return Ok(from);
        }
        let (Some(set), Some(&after)) = (self.sets.get(from as usize), self.sides.get(letter)) else {
            return Ok(LOST);
        };
        if let Some(Some(known)) = set.next.get(letter) {
            return Ok(*known);
        }
        steps.spend(set.positions.len() + 1)?;
        let mut resolved = Vec::new();
        let around = (set.before, Some(after));
        let found = self.nfa.close(set.positions.iter().copied(), around, &mut self.scratch, &mut resolved);
        let to = if found {
            FOUND
        } else {
            let targets = resolved
                .into_iter()
                .filter_map(|id| match self.nfa.state(id) {
                    Some(State::Class { class, next })
                        if self.holds.get(*class as usize).and_then(|row| row.get(letter)) == Some(&true) =>
                    {
                        Some(*next)
                    }
                    _ => None,
                })
                .collect();
            self.enter(targets, after, steps)?
        };
        if let Some(slot) = self.sets.get_mut(from as usize).and_then(|set| set.next.get_mut(letter)) {
            *slot = Some(to);
        }
        Ok(to)
    }

    /// Whether the pattern is found when the text ends here.
    pub(super) fn found_at_end(&mut self, at: u32) -> bool {
        let Some(set) = self.sets.get_mut(at as usize) else { return false };
        if let Some(known) = set.at_end {
            return known;
        }
        let around = (set.before, Some(Side::Edge));
        let found = self.nfa.close(set.positions.iter().copied(), around, &mut self.scratch, &mut Vec::new());
        set.at_end = Some(found);
        found
    }
}
