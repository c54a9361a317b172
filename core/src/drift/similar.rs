use std::collections::BTreeSet;

/// How many words of each text are looked at.
const MAX_WORDS: usize = 500;

/// How alike two texts are by the words they share, from 0 to 1 (the Dice coefficient).
pub(super) fn likeness(left: &str, right: &str) -> f64 {
    let (left, right) = (words(left), words(right));
    let total = left.len() + right.len();
    if total == 0 {
        return 0.0;
    }
    let shared = left.intersection(&right).count();
    #[expect(clippy::cast_precision_loss, reason = "at most a thousand words")]
    let score = 2.0 * shared as f64 / total as f64;
    score
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_identical_texts_score_high_and_strangers_low() {
        assert!(likeness("List the files of a folder", "List the files of one folder") > 0.8);
        assert!(likeness("List the files", "Send a mail to somebody") < 0.3);
        assert!(likeness("", "") < 0.1);
    }
}
