use std::collections::BTreeSet;

use super::words::stems;
use crate::gathered::gathered;

/// How alike two descriptions are: 0 for nothing in common, 1 for the same.
///
/// Another scorer can be supplied through the library; it is then asked about every pair, so it bounds how
/// many tools can be compared.
pub trait Scorer {
    /// The similarity of two descriptions, from 0 to 1.
    fn score(&self, left: &str, right: &str) -> f64;

    /// Whether the score is the Dice coefficient of the stemmed word sets. Only then can pairs that cannot
    /// reach the threshold be left out without asking.
    fn is_dice(&self) -> bool {
        false
    }
}

/// The default: the share of words two descriptions have in common (Dice), stems without stop words. Descriptions
/// of equal words are told apart by their word pairs.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiceScorer;

impl Scorer for DiceScorer {
    fn score(&self, left: &str, right: &str) -> f64 {
        let (left, right) = (stems(left), stems(right));
        let sets = |words: &[String]| gathered::<BTreeSet<String>, _>(words.iter().cloned());
        let words = dice(&sets(&left), &sets(&right));
        if words < 1.0 {
            return words;
        }
        let pairs =
            |words: &[String]| gathered::<BTreeSet<String>, _>(words.windows(2).map(|pair| pair.join(" ")));
        let (left, right) = (pairs(&left), pairs(&right));
        if left.is_empty() && right.is_empty() {
            return 1.0;
        }
        // Equal words in another order stay above every threshold below one.
        0.95 + 0.05 * dice(&left, &right)
    }

    fn is_dice(&self) -> bool {
        true
    }
}

/// Twice the common part over both sizes.
pub(super) fn dice(left: &BTreeSet<String>, right: &BTreeSet<String>) -> f64 {
    let total = left.len() + right.len();
    if total == 0 {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "sets of words are small")]
    let share = 2.0 * left.intersection(right).count() as f64 / total as f64;
    share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_the_share_of_common_words() {
        let score = |left, right| DiceScorer.score(left, right);
        assert!((score("Search orders by status", "Search orders by status") - 1.0).abs() < 1e-9);
        assert!((score("alpha beta gamma delta epsilon", "alpha beta gamma delta zeta") - 0.8).abs() < 1e-9);
        assert!(score("one thing", "other matter") < 1e-9);
        assert!(score("moves files copies", "copies files moves") > 0.94);
    }
}
