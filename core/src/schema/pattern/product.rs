use std::collections::BTreeMap;

use super::ast::Opaque;
use super::automaton::{Alphabet, Exhausted, FOUND, LOST, Steps, Walk};
use super::nfa::Nfa;

/// Longest string that is built.
const MAX_STRING: u64 = 1 << 20;

/// Strings that are found by some automata, not found by others, and within bounds of length (code points).
#[derive(Clone, Debug)]
pub(super) struct Conjunction<'a> {
    /// An automaton, and whether it has to find its pattern.
    pub(super) terms: Vec<(&'a Nfa, bool)>,
    pub(super) min_len: u64,
    pub(super) max_len: Option<u64>,
}

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unanswered {
    TooLarge,
    Exhausted,
}

impl From<Exhausted> for Unanswered {
    fn from(Exhausted: Exhausted) -> Self {
        Self::Exhausted
    }
}

impl From<Opaque> for Unanswered {
    fn from(_: Opaque) -> Self {
        Self::TooLarge
    }
}

impl Conjunction<'_> {
    /// A shortest member, the best to read among those of its length; `None` when there is none.
    pub(super) fn shortest(&self, steps: &mut Steps) -> Result<Option<String>, Unanswered> {
        if self.max_len.is_some_and(|max| max < self.min_len) {
            return Ok(None);
        }
        let alphabet = Alphabet::new(self.terms.iter().map(|(nfa, _)| *nfa))?;
        let mut walks: Vec<(Walk<'_>, bool)> =
            self.terms.iter().map(|&(nfa, wanted)| (Walk::new(nfa, &alphabet), wanted)).collect();
        // Counting up to a lower bound multiplies the work, and often the shortest member is long enough.
        let free = search(&mut walks, &alphabet, (0, self.max_len), steps)?;
        match free {
            Some(found) if (found.chars().count() as u64) < self.min_len => {
                if self.min_len > MAX_STRING {
                    return Err(Unanswered::TooLarge);
                }
                search(&mut walks, &alphabet, (self.min_len, self.max_len), steps)
            }
            other => Ok(other),
        }
    }
}

/// A place in the product: one state for each automaton, and the length so far up to the lower bound.
type Place = (Vec<u32>, u64);

fn search(
    walks: &mut [(Walk<'_>, bool)],
    alphabet: &Alphabet,
    (min_len, max_len): (u64, Option<u64>),
    steps: &mut Steps,
) -> Result<Option<String>, Unanswered> {
    let start: Vec<u32> = walks.iter_mut().map(|(walk, _)| walk.start(steps)).collect::<Result<_, _>>()?;
    let mut places: Vec<(Place, Option<(usize, usize)>)> = vec![((start.clone(), 0), None)];
    let mut seen: BTreeMap<Place, ()> = BTreeMap::from([((start, 0), ())]);
    let mut layer_end = 1;
    let mut length: u64 = 0;
    let mut at = 0;
    while let Some(((states, counted), _)) = places.get(at) {
        let (states, counted) = (states.clone(), *counted);
        if at == layer_end {
            layer_end = places.len();
            length += 1;
        }
        let complete = counted >= min_len
            && walks
                .iter_mut()
                .zip(&states)
                .all(|((walk, wanted), &state)| walk.found_at_end(state) == *wanted);
        if complete {
            return Ok(Some(spell(&places, at, alphabet)));
        }
        let hopeless = walks
            .iter()
            .zip(&states)
            .any(|((_, wanted), &state)| (*wanted && state == LOST) || (!*wanted && state == FOUND));
        if !hopeless && max_len.is_none_or(|max| length < max) {
            for letter in 0..alphabet.len() {
                steps.spend(walks.len() + 1)?;
                let to: Vec<u32> = walks
                    .iter_mut()
                    .zip(&states)
                    .map(|((walk, _), &state)| walk.step(state, letter, steps))
                    .collect::<Result<_, _>>()?;
                let place = (to, (counted + 1).min(min_len));
                if seen.insert(place.clone(), ()).is_none() {
                    places.push((place, Some((at, letter))));
                }
            }
        }
        at += 1;
    }
    Ok(None)
}

fn spell(places: &[(Place, Option<(usize, usize)>)], end: usize, alphabet: &Alphabet) -> String {
    let mut text = Vec::new();
    let mut at = end;
    while let Some((_, Some((from, letter)))) = places.get(at) {
        text.extend(alphabet.shown(*letter));
        at = *from;
    }
    text.into_iter().rev().collect()
}
