use std::collections::{BTreeMap, BTreeSet};

/// Comparisons beyond this many are not made: a server that repeats one description thousands of times would
/// ask for millions.
const MOST_COMPARISONS: usize = 2_000_000;

/// The pairs found, and whether all were looked for.
pub(super) struct Pairs {
    pub(super) list: Vec<(usize, usize)>,
    pub(super) complete: bool,
}

/// Every pair of sets whose Dice coefficient reaches the threshold, without looking at all pairs.
///
/// For a pair with `dice >= t` and `|a| <= |b|` the overlap is at least `t/2 · (|a| + |b|)`, so at least `t · |a|`;
/// and as `|a|` is at least `t/(2−t) · |b|`, it is at least `t/(2−t) · |b|` too. With the words of each set ordered
/// by rarity, one of the first `|a| − ⌈t·|a|⌉ + 1` words of the smaller set must then be among the first
/// `|b| − ⌈t/(2−t)·|b|⌉ + 1` of the larger one (the prefix filter). It is exact, and linear unless rare words are
/// shared by many.
pub(super) fn similar(sets: &[BTreeSet<String>], threshold: f64) -> Pairs {
    let ranked = by_rarity(sets);
    let mut order: Vec<usize> =
        (0..ranked.len()).filter(|number| ranked.get(*number).is_some_and(|set| !set.is_empty())).collect();
    order.sort_by_key(|number| (ranked.get(*number).map_or(0, Vec::len), *number));
    let smallest_share = (threshold / (2.0 - threshold)).clamp(0.0, 1.0);
    let mut index: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let mut pairs = Vec::new();
    let mut comparisons = 0;
    for number in order {
        let words = ranked.get(number).map(Vec::as_slice).unwrap_or_default();
        let mut asked: BTreeSet<usize> = BTreeSet::new();
        for word in words.iter().take(prefix(words.len(), smallest_share)) {
            let known = index.get(word).map(Vec::as_slice).unwrap_or_default();
            for other in known {
                let theirs = ranked.get(*other).map(Vec::as_slice).unwrap_or_default();
                if !asked.insert(*other) || !sizes_fit(theirs.len(), words.len(), smallest_share) {
                    continue;
                }
                comparisons += 1;
                if comparisons > MOST_COMPARISONS {
                    pairs.sort_unstable();
                    return Pairs { list: pairs, complete: false };
                }
                if dice_of(theirs, words) + 1e-9 >= threshold {
                    pairs.push((number.min(*other), number.max(*other)));
                }
            }
        }
        for word in words.iter().take(prefix(words.len(), threshold.clamp(0.0, 1.0))) {
            index.entry(*word).or_default().push(number);
        }
    }
    pairs.sort_unstable();
    Pairs { list: pairs, complete: true }
}

/// The words of each set as numbers, the rarest first, sorted.
fn by_rarity(sets: &[BTreeSet<String>]) -> Vec<Vec<u32>> {
    let mut frequency: BTreeMap<&str, usize> = BTreeMap::new();
    for word in sets.iter().flatten() {
        *frequency.entry(word).or_default() += 1;
    }
    let mut words: Vec<(usize, &str)> = frequency.into_iter().map(|(word, count)| (count, word)).collect();
    words.sort_unstable();
    let ranks: BTreeMap<&str, u32> = words.iter().zip(0..).map(|((_, word), rank)| (*word, rank)).collect();
    let numbers = |set: &BTreeSet<String>| {
        let mut numbers: Vec<u32> = set.iter().filter_map(|word| ranks.get(word.as_str()).copied()).collect();
        numbers.sort_unstable();
        numbers
    };
    sets.iter().map(numbers).collect()
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
    use super::*;
    use crate::rules::collision::score::dice;

    #[test]
    fn no_pair_above_the_threshold_is_lost() {
        // A fixed linear congruence stands in for chance.
        let mut state = 7_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let sets: Vec<BTreeSet<String>> =
            (0..150).map(|_| (0..=next(8)).map(|_| format!("w{}", next(9))).collect()).collect();
        for threshold in [0.5, 0.8, 1.0] {
            let found: BTreeSet<(usize, usize)> = similar(&sets, threshold).list.into_iter().collect();
            for right in 0..sets.len() {
                for left in 0..right {
                    let alike = dice(&sets[left], &sets[right]) + 1e-9 >= threshold;
                    assert_eq!(found.contains(&(left, right)), alike, "{threshold}: {left} {right}");
                }
            }
        }
    }

    #[test]
    fn thousands_of_equal_descriptions_stop_at_the_budget() {
        let set: BTreeSet<String> = ["one", "two", "three"].map(str::to_owned).into();
        let pairs = similar(&vec![set; 3_000], 0.8);
        assert!(!pairs.complete && pairs.list.len() == MOST_COMPARISONS);
    }
}
