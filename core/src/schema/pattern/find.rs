use std::rc::Rc;

use super::ast::{Assertion, Node};
use super::automaton::Steps;
use super::class::Class;
use super::nfa::Nfa;
use super::parse::parse;
use super::product::Conjunction;
use super::recogniser::Recogniser;

/// Excluded strings that are taken into the search one after another.
const MAX_EXCLUDED: usize = 64;
/// Ways to miss the unwanted patterns that are tried.
const MAX_WAYS: usize = 64;

/// What a search for a string came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// This string fits.
    Found(String),
    /// Proven: there is none.
    Empty,
    /// It could not be told.
    Unknown,
}

/// A string in which every wanted pattern is found, no unwanted one is, whose length in code points is within
/// bounds, and that `excluded` does not name. Short strings come first.
pub(crate) fn find(
    wanted: &[&str],
    unwanted: &[&str],
    (min_len, max_len): (u64, Option<u64>),
    excluded: &dyn Fn(&str) -> bool,
    budget: u64,
) -> Search {
    // What is no regular language is only tried on what fits otherwise.
    let mut opaque: Vec<(Option<Recogniser>, bool)> = Vec::new();
    let mut terms: Vec<(Rc<Nfa>, bool)> = Vec::new();
    for pattern in wanted {
        match compiled(pattern) {
            Some(parts) => terms.extend(parts),
            None => opaque.push((Recogniser::new(pattern).ok(), true)),
        }
    }
    // A pattern of several parts is missed by missing one of them.
    let mut ways: Vec<Vec<(Rc<Nfa>, bool)>> = vec![Vec::new()];
    for pattern in unwanted {
        let Some(parts) = compiled(pattern) else {
            opaque.push((Recogniser::new(pattern).ok(), false));
            continue;
        };
        if let [(nfa, positive)] = parts.as_slice() {
            for way in &mut ways {
                way.push((Rc::clone(nfa), !positive));
            }
            continue;
        }
        if ways.len() * parts.len() > MAX_WAYS {
            return Search::Unknown;
        }
        ways = ways
            .into_iter()
            .flat_map(|way| {
                parts.iter().map(move |(nfa, positive)| {
                    let mut way = way.clone();
                    way.push((Rc::clone(nfa), !positive));
                    way
                })
            })
            .collect();
    }
    let mut steps = Steps::new(budget);
    let mut answer = Search::Empty;
    for way in ways {
        let mut barred: Vec<Nfa> = Vec::new();
        loop {
            let conjunction = Conjunction {
                terms: terms
                    .iter()
                    .chain(&way)
                    .map(|(nfa, wanted)| (&**nfa, *wanted))
                    .chain(barred.iter().map(|nfa| (nfa, false)))
                    .collect(),
                min_len,
                max_len,
            };
            let found = match conjunction.shortest(&mut steps) {
                Ok(Some(found)) => found,
                Ok(None) => break,
                Err(_) => {
                    answer = Search::Unknown;
                    break;
                }
            };
            if !excluded(&found) {
                match is_so(&opaque, &found) {
                    Some(true) => return Search::Found(found),
                    Some(false) => {}
                    None => answer = Search::Unknown,
                }
            }
            match exactly(&found) {
                Some(nfa) if barred.len() < MAX_EXCLUDED => barred.push(nfa),
                _ => {
                    answer = Search::Unknown;
                    break;
                }
            }
        }
    }
    answer
}

/// Whether a text is found by every pattern that is wanted, and by none that is not; `None` when that cannot be told.
fn is_so(opaque: &[(Option<Recogniser>, bool)], text: &str) -> Option<bool> {
    let mut known = Some(true);
    for (recogniser, wanted) in opaque {
        match recogniser.as_ref().and_then(|recogniser| recogniser.finds(text)) {
            Some(found) if found != *wanted => return Some(false),
            Some(_) => {}
            None => known = None,
        }
    }
    known
}

fn compiled(pattern: &str) -> Option<Vec<(Rc<Nfa>, bool)>> {
    let parts = parse(pattern).ok()?.parts;
    parts.iter().map(|part| Some((Rc::new(Nfa::new(&part.node).ok()?), part.positive))).collect()
}

/// An automaton that finds itself in this string only.
fn exactly(text: &str) -> Option<Nfa> {
    let letters = text.chars().map(|letter| Node::Class(Class::single(letter as u32)));
    let nodes = std::iter::once(Node::Assert(Assertion::Start))
        .chain(letters)
        .chain(std::iter::once(Node::Assert(Assertion::End)))
        .collect();
    Nfa::new(&Node::Concat(nodes)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: (u64, Option<u64>) = (0, None);

    #[test]
    fn wanted_unwanted_and_excluded_are_met_together() {
        let none = |_: &str| false;
        assert_eq!(find(&["^a+$"], &["^a$"], ANY, &none, 100_000), Search::Found("aa".to_owned()));
        assert_eq!(find(&["^[ab]$"], &[], ANY, &|text| text == "a", 100_000), Search::Found("b".to_owned()));
        assert_eq!(find(&["^[ab]$"], &["^a$", "^b$"], ANY, &none, 100_000), Search::Empty);
        assert_eq!(find(&["^a+$"], &[], (3, Some(2)), &none, 100_000), Search::Empty);
        assert_eq!(find(&[r"(a)\1"], &[r"(?<=a)b"], ANY, &none, 100_000), Search::Unknown);
        assert_eq!(find(&["^[ab]{2}$"], &[r"(a)\1"], ANY, &none, 100_000), Search::Found("ab".to_owned()));
        assert_eq!(
            find(&["^(?:aa|ab)$", r"^(a)\1"], &[], ANY, &none, 100_000),
            Search::Found("aa".to_owned())
        );
    }
}
