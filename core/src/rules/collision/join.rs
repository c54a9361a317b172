use std::collections::{BTreeMap, BTreeSet};

/// Every pair of sets whose Dice coefficient may reach the threshold, without looking at all pairs.
///
/// A pair with `dice >= t` has an overlap of at least `t/2 · (|a| + |b|)`, and `|b|` is at least
/// `t/(2−t) · |a|`, so at least `t/(2−t)` of a set's words are common. Ordered by rarity, one of the first
/// `|a| − ⌈t/(2−t)·|a|⌉ + 1` words of each must therefore be shared (the prefix filter): exact, and linear
/// unless rare words are shared by many.
pub(super) fn candidates(sets: &[BTreeSet<String>], threshold: f64) -> Vec<(usize, usize)> {
    let mut frequency: BTreeMap<&str, usize> = BTreeMap::new();
    for word in sets.iter().flatten() {
        *frequency.entry(word).or_default() += 1;
    }
    let share = (threshold / (2.0 - threshold)).clamp(0.0, 1.0);
    let mut index: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut pairs = BTreeSet::new();
    for (number, set) in sets.iter().enumerate() {
        if set.is_empty() {
            continue;
        }
        let mut words: Vec<&str> = set.iter().map(String::as_str).collect();
        words.sort_unstable_by_key(|word| (frequency.get(word).copied().unwrap_or(0), *word));
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "sets of words are small and the share is within 0 and 1"
        )]
        let common = (share * words.len() as f64 - 1e-9).ceil() as usize;
        let prefix = words.len() + 1 - common.clamp(1, words.len());
        for word in words.into_iter().take(prefix) {
            let known = index.entry(word).or_default();
            for other in known.iter() {
                if sizes_fit(sets.get(*other).map_or(0, BTreeSet::len), set.len(), share) {
                    pairs.insert((*other, number));
                }
            }
            known.push(number);
        }
    }
    pairs.into_iter().collect()
}

fn sizes_fit(left: usize, right: usize, share: f64) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "sets of words are small")]
    let (small, large) = (left.min(right) as f64, left.max(right) as f64);
    small + 1e-9 >= share * large
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
            (0..120).map(|_| (0..=next(8)).map(|_| format!("w{}", next(9))).collect()).collect();
        for threshold in [0.5, 0.8, 1.0] {
            let found: BTreeSet<(usize, usize)> = candidates(&sets, threshold).into_iter().collect();
            for right in 0..sets.len() {
                for left in 0..right {
                    if dice(&sets[left], &sets[right]) >= threshold {
                        assert!(found.contains(&(left, right)), "{threshold}: {left} {right}");
                    }
                }
            }
        }
    }
}
