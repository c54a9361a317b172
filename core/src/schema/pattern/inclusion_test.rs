//! Whether what one pattern finds another one finds too, as proofs ask it: nothing is found by the first alone.

use super::find::{Search, find};
use super::recogniser::Recogniser;

const BUDGET: u64 = 1_000_000;

/// The strings that `a` finds and `b` does not.
fn escape(a: &str, b: &str) -> Search {
    find(&[a], &[b], (0, None), &|_| false, BUDGET)
}

#[test]
fn inclusion_is_of_searches_not_of_whole_strings() {
    for (a, b) in [
        ("^ab", "^ab.*"),
        ("^ab.*", "^ab"),
        ("abc", "b"),
        (r"^\d{3}$", r"^\d+$"),
        ("^[a-f]+$", r"^\w+$"),
        ("^(?:a|b)$", "^[ab]$"),
        (r"\bcat\b", "cat"),
        ("", ".{0,3}"),
        ("^$", "^a?$"),
        ("[]", "a"),
        (r"^(?!\.)[a.]+$", "^a"),
        ("^(?=.*a).{2,3}$", "a"),
        (r"^\p{Lu}$", r"^\p{L}$"),
        ("^(a+)+$", "^a+$"),
    ] {
        assert_eq!(escape(a, b), Search::Empty, "{a} within {b}");
    }
}

#[test]
fn a_refutation_shows_a_shortest_pleasant_string() {
    for (a, b, witness) in [
        ("", "^[a-z]+$", ""),
        ("b", "abc", "b"),
        (r"^\w+$", "^[a-f]+$", "g"),
        ("^.+$", r"^[^\d]+$", "0"),
        ("^[a-z]{2,4}$", "^[a-z]{3,4}$", "aa"),
        ("^(?:ab)+$", "^ab$", "abab"),
        ("cat", r"\bcat\b", "acat"),
        ("^[^]$", "^.$", "\n"),
        ("^[a.]+$", r"^(?!.*\.\.)[a.]+$", ".."),
        (r"^\s$", r"^[ \t-\r]$", "\u{A0}"),
    ] {
        assert_eq!(escape(a, b), Search::Found(witness.to_owned()), "{a} within {b}");
    }
}

#[test]
fn lengths_count_with_patterns() {
    let ask =
        |wanted: &[&str], unwanted: &[&str], lengths| find(wanted, unwanted, lengths, &|_| false, BUDGET);
    assert_eq!(ask(&["^a+$"], &["aa"], (2, None)), Search::Empty);
    assert_eq!(ask(&[], &[r"^[^]{1,9}$"], (1, Some(5))), Search::Empty);
    assert_eq!(ask(&["^a", "b$"], &["^ab$"], (0, Some(2))), Search::Empty);
    assert_eq!(ask(&["^a{4}$"], &["b"], (0, Some(3))), Search::Empty);
    assert_eq!(ask(&["^x+$"], &[], (3, None)), Search::Found("xxx".to_owned()));
    assert_eq!(ask(&["^a", "b$"], &["^ab$"], (3, None)), Search::Found("aab".to_owned()));
    assert_eq!(ask(&[], &["^a"], (u64::MAX, None)), Search::Unknown);
}

#[test]
fn hostile_patterns_end_unknown() {
    let megabyte = "[a-z]".repeat(1 << 18);
    for hostile in [".{0,100000}", "(?:a{1000}){1000}", megabyte.as_str()] {
        assert_eq!(escape(hostile, "^a$"), Search::Unknown);
        assert_eq!(escape("^a$", hostile), Search::Unknown);
    }
    // The tenth from the end: exponentially many sets of positions.
    let blowup = "^[ab]*a[ab]{30}$";
    assert_eq!(escape(blowup, "^[ab]*b[ab]{31}$|^[ab]*a[ab]{30}$"), Search::Unknown);
}

/// A small deterministic generator: the tests must fail the same way everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pattern(&mut self, depth: u64) -> String {
        const ATOMS: [&str; 14] =
            ["a", "b", "-", ".", "[ab]", "[^a]", r"\w", r"\W", "^", "$", r"\b", r"\B", "", r"[^\w]"];
        match self.roll(if depth == 0 { 3 } else { 7 }) {
            0..=2 => ATOMS[usize::try_from(self.roll(14)).unwrap()].to_owned(),
            3 => format!("{}{}", self.pattern(depth - 1), self.pattern(depth - 1)),
            4 => format!("(?:{}|{})", self.pattern(depth - 1), self.pattern(depth - 1)),
            5 => {
                let loops = ["*", "+", "?", "{2}", "{1,2}"];
                let turn = usize::try_from(self.roll(5)).unwrap();
                format!("(?:{}){}", self.pattern(depth - 1), loops[turn])
            }
            _ => format!("({}){}", self.pattern(depth - 1), self.pattern(depth - 1)),
        }
    }
}

#[test]
fn inclusion_agrees_with_trying_every_short_string() {
    let alphabet = ['a', 'b', '-', '\n', 'é'];
    let mut strings = vec![String::new()];
    let mut from = 0;
    for _ in 0..4 {
        let to = strings.len();
        for i in from..to {
            strings.extend(alphabet.iter().map(|c| format!("{}{c}", strings[i])).collect::<Vec<_>>());
        }
        from = to;
    }
    let mut dice = Dice(7);
    let (mut proven, mut refuted) = (0, 0);
    for _ in 0..500 {
        let (a, b) = (dice.pattern(3), dice.pattern(3));
        let (first, second) = (Recogniser::new(&a).unwrap(), Recogniser::new(&b).unwrap());
        let escapes = strings.iter().find(|text| first.finds(text).unwrap() && !second.finds(text).unwrap());
        match escape(&a, &b) {
            Search::Empty => {
                proven += 1;
                assert_eq!(escapes, None, "{a:?} within {b:?}");
            }
            Search::Found(found) => {
                refuted += 1;
                assert!(
                    first.finds(&found).unwrap() && !second.finds(&found).unwrap(),
                    "{a:?} {b:?} {found:?}"
                );
                if let Some(escape) = escapes {
                    let (found, escape) = (found.chars().count(), escape.chars().count());
                    assert!(found <= escape, "{a:?} {b:?} {found:?} {escape:?}");
                }
            }
            Search::Unknown => panic!("{a:?} within {b:?}"),
        }
    }
    assert!(proven > 50 && refuted > 50, "{proven} proven, {refuted} refuted");
}

/// The engine of another crate is an independent reading.
#[test]
fn matching_agrees_with_another_engine() {
    let mut dice = Dice(11);
    let texts = ["", "a", "b", "-", "ab", "a-b", "é", "aé", "-a\n", "bb--", "abab", "\n", "b é"];
    let mut compared = 0;
    while compared < 300 {
        let pattern = dice.pattern(3);
        let recogniser = Recogniser::new(&pattern).unwrap();
        // It does not know loops of nothing, such as `(?:)+`.
        let Ok(other) = jsonschema::validator_for(&serde_json::json!({ "pattern": pattern })) else {
            continue;
        };
        compared += 1;
        for text in texts {
            // There, letters beyond ASCII make words.
            if pattern.to_lowercase().contains(r"\b") && !text.is_ascii() {
                continue;
            }
            let expected = other.is_valid(&serde_json::json!(text));
            assert_eq!(recogniser.finds(text), Some(expected), "{pattern:?} on {text:?}");
        }
    }
}
