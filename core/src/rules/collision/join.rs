use std::collections::BTreeMap;

use super::classes::{Class, Classes};

/// Comparisons beyond this many are not made: texts drawn from a handful of words would ask for millions.
const MOST_COMPARISONS: usize = 2_000_000;
/// Partners beyond this many that have others already are not looked for.
const MOST_PARTNERS: usize = 3;

/// Two classes whose words are alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Alike {
    pub(super) classes: (usize, usize),
    /// The Dice coefficient of their words.
    pub(super) score: f64,
}

/// The pairs of classes found, and whether all were looked for.
pub(super) struct Pairs {
    /// Each colliding class stands in at least one pair.
    pub(super) list: Vec<Alike>,
    pub(super) complete: bool,
}

/// The classes that have a word among their rarest, sorted so that whole groups that cannot collide are left out:
/// a family by its skeleton, tools that are called alike by their signature.
#[derive(Default)]
struct Posting {
    /// By skeleton, then by signature: classes without a partner so far.
    open: BTreeMap<usize, BTreeMap<Option<usize>, Vec<usize>>>,
    /// By signature: classes that have one.
    paired: BTreeMap<Option<usize>, Vec<usize>>,
}

/// Finds, for every class, others whose words reach the threshold (Dice) although they are called differently.
///
/// For a pair with `dice >= t` and `|a| <= |b|` the overlap is at least `t/2 · (|a| + |b|)`, so at least `t · |a|`;
/// and as `|a|` is at least `t/(2−t) · |b|`, it is at least `t/(2−t) · |b|` too. With the words of each set ordered
/// by rarity, one of the first `|a| − ⌈t·|a|⌉ + 1` words of the smaller set must then be among the first
/// `|b| − ⌈t/(2−t)·|b|⌉ + 1` of the larger one (the prefix filter).
///
/// Not every pair is listed, for thousands of near-identical texts have millions: a class that has a partner is offered
/// to a new one only until that has some, and is otherwise no longer looked at. So each class with a partner is
/// found, and the cost stays near linear whether texts are unlike, a family, or all alike.
pub(super) fn similar(classes: &Classes, threshold: f64) -> Pairs {
    let list = &classes.list;
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|number| (list.get(*number).map_or(0, |class| class.words.len()), *number));
    let mut join = Join {
        classes,
        threshold,
        smallest_share: (threshold / (2.0 - threshold)).clamp(0.0, 1.0),
        comparisons: 0,
        has_partner: vec![false; list.len()],
        found: Pairs { list: Vec::new(), complete: true },
    };
    let mut index: BTreeMap<u32, Posting> = BTreeMap::new();
    for number in order {
        let Some(class) = list.get(number) else { continue };
        let mut partners = 0;
        for word in class.words.iter().take(prefix(class.words.len(), join.smallest_share)) {
            if let Some(posting) = index.get_mut(word) {
                partners += join.open(posting, number, class);
                partners += join.paired(posting, number, class, partners);
            }
            if !join.found.complete {
                return join.found;
            }
        }
        let paired = partners > 0 || class.signature.is_none();
        if let Some(flag) = join.has_partner.get_mut(number) {
            *flag = paired;
        }
        for word in class.words.iter().take(prefix(class.words.len(), threshold.clamp(0.0, 1.0))) {
            let posting = index.entry(*word).or_default();
            if paired {
                posting.paired.entry(class.signature).or_default().push(number);
            } else {
                posting
                    .open
                    .entry(class.skeleton)
                    .or_default()
                    .entry(class.signature)
                    .or_default()
                    .push(number);
            }
        }
    }
    join.found
}

struct Join<'a> {
    classes: &'a Classes,
    threshold: f64,
    smallest_share: f64,
    comparisons: usize,
    has_partner: Vec<bool>,
    found: Pairs,
}

impl Join<'_> {
    /// Compares a class with those that have no partner yet; those that get one move over.
    fn open(&mut self, posting: &mut Posting, number: usize, class: &Class) -> usize {
        let mut partners = 0;
        let Posting { open, paired } = posting;
        for (skeleton, signatures) in open {
            // A family: its members are told apart by name.
            if *skeleton == class.skeleton && !self.classes.by_order {
                continue;
            }
            for (signature, others) in signatures {
                if signature.is_some() && *signature == class.signature {
                    continue;
                }
                others.retain(|other| {
                    let known = self.has_partner.get(*other).copied().unwrap_or(true);
                    let alike = !known && self.compare(*other, number, class);
                    if alike {
                        partners += 1;
                        if let Some(flag) = self.has_partner.get_mut(*other) {
                            *flag = true;
                        }
                    }
                    if known || alike {
                        paired.entry(*signature).or_default().push(*other);
                    }
                    !known && !alike
                });
            }
        }
        partners
    }

    /// Compares a class with those that have a partner, until it has some itself.
    fn paired(&mut self, posting: &Posting, number: usize, class: &Class, mut partners: usize) -> usize {
        let before = partners;
        for (signature, others) in &posting.paired {
            if signature.is_some() && *signature == class.signature {
                continue;
            }
            for other in others {
                if partners >= MOST_PARTNERS {
                    return partners - before;
                }
                partners += usize::from(self.compare(*other, number, class));
            }
        }
        partners - before
    }

    fn compare(&mut self, other: usize, number: usize, class: &Class) -> bool {
        let Some(theirs) = self.classes.list.get(other) else { return false };
        if !sizes_fit(theirs.words.len(), class.words.len(), self.smallest_share) {
            return false;
        }
        self.comparisons += 1;
        if self.comparisons > MOST_COMPARISONS {
            self.found.complete = false;
            return false;
        }
        let score = dice_of(&theirs.words, &class.words);
        let alike = score + 1e-9 >= self.threshold && !self.classes.family(theirs, class);
        if alike {
            self.found.list.push(Alike { classes: (other.min(number), other.max(number)), score });
        }
        alike
    }
}

/// How many of the rarest words must be looked at when at least this share of them is common.
fn prefix(size: usize, share: f64) -> usize {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sets of words are small and the share is within 0 and 1"
    )]
    let common = (share * size as f64 - 1e-9).ceil().max(0.0) as usize;
    size + 1 - common.clamp(1, size.max(1))
}

fn sizes_fit(left: usize, right: usize, share: f64) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "sets of words are small")]
    let (small, large) = (left.min(right) as f64, left.max(right) as f64);
    small + 1e-9 >= share * large
}

/// The Dice coefficient of two sorted sets.
fn dice_of(left: &[u32], right: &[u32]) -> f64 {
    let (mut common, mut mine, mut theirs) = (0_usize, left.iter().peekable(), right.iter().peekable());
    while let (Some(one), Some(other)) = (mine.peek(), theirs.peek()) {
        match one.cmp(other) {
            std::cmp::Ordering::Less => drop(mine.next()),
            std::cmp::Ordering::Greater => drop(theirs.next()),
            std::cmp::Ordering::Equal => {
                common += 1;
                mine.next();
                theirs.next();
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "sets of words are small")]
    let share = 2.0 * common as f64 / (left.len() + right.len()).max(1) as f64;
    share
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;
    use crate::surface::{Definition, Kind};

    /// Tools of a few words each, drawn by a fixed linear congruence that stands in for chance.
    fn drawn(count: usize, words: u64, most: u64) -> Vec<Definition> {
        let mut state = 7_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let tool = |number: usize| {
            let said: Vec<String> = (0..3 + next(most)).map(|_| format!("word{}x", next(words))).collect();
            let required = format!("p{}", next(3));
            let raw = json!({
                "name": format!("t{number}"), "description": said.join(" "),
                "inputSchema": {"type": "object", "required": [required]}
            });
            Definition::new(Kind::Tool, raw.as_object().unwrap().clone())
        };
        (0..count).map(tool).collect()
    }

    #[test]
    fn no_class_that_has_a_partner_is_lost() {
        let tools = drawn(200, 9, 6);
        for threshold in [0.5, 0.8, 0.95] {
            let classes = Classes::of(&tools, threshold);
            let pairs = similar(&classes, threshold);
            assert!(pairs.complete);
            let found: BTreeSet<usize> =
                pairs.list.iter().flat_map(|pair| [pair.classes.0, pair.classes.1]).collect();
            for (left, mine) in classes.list.iter().enumerate() {
                let alike = |theirs: &Class| {
                    dice_of(&mine.words, &theirs.words) + 1e-9 >= threshold
                        && !classes.family(mine, theirs)
                        && (mine.signature.is_none() || mine.signature != theirs.signature)
                };
                let expected =
                    classes.list.iter().enumerate().any(|(right, theirs)| right != left && alike(theirs));
                // Classes of several signatures are told by themselves.
                if mine.signature.is_some() {
                    assert_eq!(found.contains(&left), expected, "{threshold}: {left}");
                }
            }
        }
    }

    #[test]
    fn texts_of_a_handful_of_words_stop_at_the_budget() {
        assert!(!similar(&Classes::of(&drawn(10_000, 30, 8), 0.8), 0.8).complete);
    }
}
