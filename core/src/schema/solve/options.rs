use crate::schema::ir::Lit;

/// The ways in which a choice can be settled, each a list of what holds then. They are made one by one: two out of
/// ten thousand can be had in fifty million ways.
#[derive(Debug)]
pub(super) struct Options {
    ways: Ways,
    /// The way that comes next.
    at: usize,
    /// The two alternatives that come next.
    pair: (usize, usize),
}

#[derive(Debug)]
enum Ways {
    Unseen,
    Any(Vec<Lit>),
    ExactlyOne { possible: Vec<Lit>, all: Vec<Lit> },
    NoneOrTwo { possible: Vec<Lit>, none: Vec<Lit> },
}

impl Options {
    fn new(ways: Ways) -> Self {
        Self { ways, at: 0, pair: (0, 1) }
    }

    /// More than one, of which nothing is known.
    pub(super) fn unseen() -> Self {
        Self::new(Ways::Unseen)
    }

    /// One of these holds.
    pub(super) fn any(possible: Vec<Lit>) -> Self {
        Self::new(Ways::Any(possible))
    }

    /// One of these holds and no other of them all.
    pub(super) fn exactly_one(possible: Vec<Lit>, all: &[Lit]) -> Self {
        Self::new(Ways::ExactlyOne { possible, all: all.to_vec() })
    }

    /// None of them all holds, or two of those that may.
    pub(super) fn none_or_two(possible: Vec<Lit>, all: &[Lit]) -> Self {
        Self::new(Ways::NoneOrTwo { possible, none: all.iter().map(|lit| lit.not()).collect() })
    }

    /// How many there are in all.
    pub(super) fn how_many(&self) -> usize {
        match &self.ways {
            Ways::Unseen => 2,
            Ways::Any(possible) | Ways::ExactlyOne { possible, .. } => possible.len(),
            Ways::NoneOrTwo { possible, .. } => {
                1_usize.saturating_add(possible.len().saturating_mul(possible.len().saturating_sub(1)) / 2)
            }
        }
    }

    fn next_pair(&mut self) -> Option<Vec<Lit>> {
        let Ways::NoneOrTwo { possible, .. } = &self.ways else { return None };
        if self.pair.1 >= possible.len() {
            self.pair = (self.pair.0 + 1, self.pair.0 + 2);
        }
        let (one, other) = (possible.get(self.pair.0)?, possible.get(self.pair.1)?);
        self.pair.1 += 1;
        Some(vec![*one, *other])
    }
}

impl Iterator for Options {
    type Item = Vec<Lit>;

    fn next(&mut self) -> Option<Vec<Lit>> {
        let at = self.at;
        self.at += 1;
        match &self.ways {
            Ways::Unseen => (at < 2).then(Vec::new),
            Ways::Any(possible) => possible.get(at).map(|lit| vec![*lit]),
            Ways::ExactlyOne { possible, all } => possible.get(at).map(|one| {
                let others = all.iter().filter(|lit| *lit != one).map(|lit| lit.not());
                std::iter::once(*one).chain(others).collect()
            }),
            Ways::NoneOrTwo { none, .. } if at == 0 => Some(none.clone()),
            Ways::NoneOrTwo { .. } => self.next_pair(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(arena: &mut crate::schema::ir::Arena, count: i64) -> Vec<Lit> {
        (0..count).map(|number| arena.values([&serde_json::json!(number)])).collect()
    }

    #[test]
    fn none_or_any_two_are_given_once_each() {
        let mut arena = crate::schema::ir::Arena::new();
        let all = lits(&mut arena, 4);
        for few in 0..=4 {
            let possible: Vec<Lit> = all.iter().copied().take(few).collect();
            let options = Options::none_or_two(possible.clone(), &all);
            let count = options.how_many();
            let given: Vec<Vec<Lit>> = options.collect();
            assert_eq!(given.len(), count, "{few}");
            assert_eq!(given.first().map(Vec::len), Some(4));
            let pairs: std::collections::BTreeSet<_> = given.iter().skip(1).cloned().collect();
            assert_eq!(pairs.len(), few * few.saturating_sub(1) / 2);
        }
    }

    #[test]
    fn exactly_one_excludes_all_others() {
        let mut arena = crate::schema::ir::Arena::new();
        let all = lits(&mut arena, 3);
        let given: Vec<Vec<Lit>> =
            Options::exactly_one(all.iter().copied().take(2).collect(), &all).collect();
        assert_eq!(given.len(), 2);
        assert!(given.iter().all(|option| option.len() == 3));
    }
}
