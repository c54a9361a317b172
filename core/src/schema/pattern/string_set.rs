use super::ast::Opaque;
use super::automaton::Steps;
use super::nfa::Nfa;
use super::parse::parse;
use super::product::{Conjunction, Unanswered};

/// Steps one question may take: some tens of milliseconds at the most, natively.
const BUDGET: u64 = 1_000_000;

/// The strings a schema accepts, as far as `pattern`, `minLength` and `maxLength` say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StringSet {
    /// Each must be found somewhere in the string.
    pub patterns: Vec<String>,
    /// In code points.
    pub min_len: u64,
    /// In code points.
    pub max_len: Option<u64>,
}

/// Whether one set of strings lies within another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inclusion {
    /// Every string of the first is in the second.
    Proven,
    /// This string is in the first and not in the second; no other is shorter.
    Refuted(String),
    /// Neither was found, for this reason.
    Unknown(&'static str),
}

impl StringSet {
    /// The strings in which one pattern is found.
    #[must_use]
    pub fn matching(pattern: &str) -> Self {
        Self { patterns: vec![pattern.to_owned()], ..Self::default() }
    }
}

/// Whether every string in which `a` is found also has a match of `b`, within `budget` steps.
#[must_use]
pub fn includes(a: &str, b: &str, budget: u64) -> Inclusion {
    within(&StringSet::matching(a), &StringSet::matching(b), budget)
}

/// Whether every string of `a` is in `b`.
#[must_use]
pub fn string_inclusion(a: &StringSet, b: &StringSet) -> Inclusion {
    within(a, b, BUDGET)
}

/// Whether both sets hold the same strings; `None` when it could not be told.
#[must_use]
pub fn equivalent(a: &StringSet, b: &StringSet) -> Option<bool> {
    match (string_inclusion(a, b), string_inclusion(b, a)) {
        (Inclusion::Refuted(_), _) | (_, Inclusion::Refuted(_)) => Some(false),
        (Inclusion::Proven, Inclusion::Proven) => Some(true),
        _ => None,
    }
}

/// A shortest string of the set, the best to read of its length; `None` when there is none or none was found.
#[must_use]
pub fn sample(set: &StringSet) -> Option<String> {
    let side = Side::new(set);
    if side.opaque.is_some() {
        None
    } else {
        side.conjunction().shortest(&mut Steps::new(BUDGET)).ok().flatten()
    }
}

/// One side of a question, compiled.
struct Side {
    terms: Vec<(Nfa, bool)>,
    /// Why some of its patterns are not among the terms: the side is then smaller than they say.
    opaque: Option<Opaque>,
    min_len: u64,
    max_len: Option<u64>,
}

impl Side {
    fn new(set: &StringSet) -> Self {
        let mut side = Self { terms: Vec::new(), opaque: None, min_len: set.min_len, max_len: set.max_len };
        for pattern in &set.patterns {
            match compile(pattern) {
                Ok(terms) => side.terms.extend(terms),
                Err(opaque) => side.opaque = Some(opaque),
            }
        }
        side
    }

    fn conjunction(&self) -> Conjunction<'_> {
        Conjunction {
            terms: self.terms.iter().map(|(nfa, wanted)| (nfa, *wanted)).collect(),
            min_len: self.min_len,
            max_len: self.max_len,
        }
    }
}

fn compile(pattern: &str) -> Result<Vec<(Nfa, bool)>, Opaque> {
    parse(pattern)?.parts.iter().map(|part| Ok((Nfa::new(&part.node)?, part.positive))).collect()
}

fn within(a: &StringSet, b: &StringSet, budget: u64) -> Inclusion {
    let left = Side::new(a);
    let mut steps = Steps::new(budget);
    let mut shortest: Option<String> = None;
    let mut unknown: Option<&'static str> = None;
    let mut ask = |escape: &Conjunction<'_>, unknown: &mut Option<&'static str>| match escape
        .shortest(&mut steps)
    {
        Ok(Some(found)) => {
            if shortest.as_ref().is_none_or(|known| found.chars().count() < known.chars().count()) {
                shortest = Some(found);
            }
        }
        Ok(None) => {}
        Err(Unanswered::Exhausted) => *unknown = Some("the patterns need more steps than the budget allows"),
        Err(Unanswered::TooLarge) => *unknown = Some("the patterns are too large to analyse"),
    };
    if b.min_len > a.min_len {
        let mut escape = left.conjunction();
        escape.max_len = Some(escape.max_len.map_or(b.min_len - 1, |max| max.min(b.min_len - 1)));
        ask(&escape, &mut unknown);
    }
    if let Some(limit) = b.max_len
        && a.max_len.is_none_or(|max| max > limit)
    {
        let mut escape = left.conjunction();
        escape.min_len = escape.min_len.max(limit.saturating_add(1));
        ask(&escape, &mut unknown);
    }
    for pattern in b.patterns.iter().filter(|pattern| !a.patterns.contains(pattern)) {
        match compile(pattern) {
            Ok(terms) => {
                for (nfa, wanted) in &terms {
                    let mut escape = left.conjunction();
                    escape.terms.push((nfa, !wanted));
                    ask(&escape, &mut unknown);
                }
            }
            Err(opaque) => unknown = Some(reason(opaque)),
        }
    }
    match (shortest, left.opaque, unknown) {
        (Some(_), Some(opaque), _) => Inclusion::Unknown(reason(opaque)),
        (Some(found), None, _) => Inclusion::Refuted(found),
        (None, _, None) => Inclusion::Proven,
        (None, _, Some(_)) if left.conjunction().shortest(&mut Steps::new(budget)) == Ok(None) => {
            Inclusion::Proven
        }
        (None, _, Some(unknown)) => Inclusion::Unknown(unknown),
    }
}

fn reason(opaque: Opaque) -> &'static str {
    match opaque {
        Opaque::LookAround => "a pattern uses look-around",
        Opaque::BackReference => "a pattern uses a back-reference",
        Opaque::Invalid(_) => "a pattern is no ECMA-262 pattern",
        Opaque::TooLarge => "a pattern is too large to analyse",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inclusion(a: &str, b: &str) -> Inclusion {
        includes(a, b, BUDGET)
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
            ("(?<=a)b", "(?<=a)b"),
        ] {
            assert_eq!(inclusion(a, b), Inclusion::Proven, "{a} within {b}");
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
            assert_eq!(inclusion(a, b), Inclusion::Refuted(witness.to_owned()), "{a} within {b}");
        }
    }

    #[test]
    fn lengths_count_with_patterns() {
        let set = |pattern: &[&str], min_len, max_len| StringSet {
            patterns: pattern.iter().map(|&p| p.to_owned()).collect(),
            min_len,
            max_len,
        };
        let proven = [
            (set(&["^a+$"], 2, None), set(&["aa"], 0, None)),
            (set(&[], 1, Some(5)), set(&[r"^[^]{1,9}$"], 0, Some(5))),
            (set(&[r"^\d{3}$"], 0, None), set(&[], 3, Some(3))),
            (set(&["^a", "b$"], 0, Some(2)), set(&["^ab$"], 0, None)),
            (set(&["^a{4}$"], 0, Some(3)), set(&["b"], 0, None)),
            (set(&[], 5, Some(3)), set(&["b"], 0, None)),
        ];
        for (a, b) in proven {
            assert_eq!(string_inclusion(&a, &b), Inclusion::Proven, "{a:?} within {b:?}");
        }
        let refuted = [
            (set(&[], 0, None), set(&[], 1, None), ""),
            (set(&[], 0, Some(4)), set(&[], 0, Some(2)), "aaa"),
            (set(&["^a+$"], 0, None), set(&[], 0, Some(3)), "aaaa"),
            (set(&["^a", "b$"], 3, None), set(&["^ab$"], 0, None), "aab"),
        ];
        for (a, b, witness) in refuted {
            assert_eq!(
                string_inclusion(&a, &b),
                Inclusion::Refuted(witness.to_owned()),
                "{a:?} within {b:?}"
            );
        }
    }

    #[test]
    fn samples_are_short_members() {
        let sampled = |pattern: &str| sample(&StringSet::matching(pattern));
        assert_eq!(sampled(r"^[A-Z]{2}-\d+$").as_deref(), Some("AA-0"));
        assert_eq!(sampled("^(?!a)[a-c]$").as_deref(), Some("b"));
        assert_eq!(sampled("[]"), None);
        assert_eq!(sampled(r"(a)\1"), None);
        let long = StringSet { patterns: vec!["^x+$".to_owned()], min_len: 3, max_len: None };
        assert_eq!(sample(&long).as_deref(), Some("xxx"));
    }

    #[test]
    fn rewritten_patterns_are_equivalent() {
        let same = |a: &str, b: &str| equivalent(&StringSet::matching(a), &StringSet::matching(b));
        assert_eq!(same("^ab", "^ab.*"), Some(true));
        assert_eq!(same(r"^\d$", "^[0-9]$"), Some(true));
        assert_eq!(same("^a$", "^b$"), Some(false));
        assert_eq!(same("(?<=a)b", "b"), None);
    }

    #[test]
    fn hostile_patterns_end_unknown() {
        let megabyte = "[a-z]".repeat(1 << 18);
        for hostile in [".{0,100000}", "(?:a{1000}){1000}", megabyte.as_str()] {
            assert!(matches!(inclusion(hostile, "^a$"), Inclusion::Unknown(_)));
            assert!(matches!(inclusion("^a$", hostile), Inclusion::Unknown(_)));
            assert_eq!(inclusion(hostile, hostile), Inclusion::Proven);
        }
        // The tenth from the end: exponentially many sets of positions.
        let blowup = "^[ab]*a[ab]{30}$";
        assert!(matches!(inclusion(blowup, "^[ab]*b[ab]{31}$|^[ab]*a[ab]{30}$"), Inclusion::Unknown(_)));
        assert!(matches!(inclusion("^(a+)+$", "^a+$"), Inclusion::Proven));
        let huge = StringSet { min_len: u64::MAX, ..StringSet::default() };
        assert!(matches!(string_inclusion(&huge, &StringSet::matching("^a")), Inclusion::Unknown(_)));
        assert!(matches!(
            string_inclusion(
                &StringSet::default(),
                &StringSet { max_len: Some(u64::MAX - 1), ..StringSet::default() }
            ),
            Inclusion::Unknown(_)
        ));
    }

    #[test]
    fn what_is_opaque_proves_nothing_unless_it_is_the_same() {
        assert!(matches!(inclusion("^(?<=a)b", "^(?<=a)c"), Inclusion::Unknown(_)));
        assert!(matches!(inclusion(r"^(a)\1$", "^b"), Inclusion::Unknown(_)));
        // Leaving the opaque condition out only makes the left side larger.
        let both =
            StringSet { patterns: vec!["^a$".to_owned(), r"(a)\1".to_owned()], ..StringSet::default() };
        assert_eq!(string_inclusion(&both, &StringSet::matching("a")), Inclusion::Proven);
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
                0..=2 => ATOMS[self.roll(14) as usize].to_owned(),
                3 => format!("{}{}", self.pattern(depth - 1), self.pattern(depth - 1)),
                4 => format!("(?:{}|{})", self.pattern(depth - 1), self.pattern(depth - 1)),
                5 => {
                    let loops = ["*", "+", "?", "{2}", "{1,2}"];
                    format!("(?:{}){}", self.pattern(depth - 1), loops[self.roll(5) as usize])
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
            let (first, second) =
                (super::super::Matcher::new(&a).unwrap(), super::super::Matcher::new(&b).unwrap());
            let escapes = strings.iter().find(|text| first.is_match(text) && !second.is_match(text));
            match inclusion(&a, &b) {
                Inclusion::Proven => {
                    proven += 1;
                    assert_eq!(escapes, None, "{a:?} within {b:?}");
                }
                Inclusion::Refuted(found) => {
                    refuted += 1;
                    assert!(first.is_match(&found) && !second.is_match(&found), "{a:?} {b:?} {found:?}");
                    if let Some(escape) = escapes {
                        assert!(
                            found.chars().count() <= escape.chars().count(),
                            "{a:?} {b:?} {found:?} {escape:?}"
                        );
                    }
                }
                Inclusion::Unknown(reason) => panic!("{a:?} within {b:?}: {reason}"),
            }
        }
        assert!(proven > 50 && refuted > 50, "{proven} proven, {refuted} refuted");
    }

    /// The engine of the validator's crate is an independent reading of the translated text.
    #[test]
    fn matcher_and_translation_agree() {
        use regex_automata::dfa::{Automaton, dense};
        use regex_automata::util::syntax;
        let mut dice = Dice(11);
        let texts = ["", "a", "b", "-", "ab", "a-b", "é", "aé", "-a\n", "bb--", "abab", "\n", "b é"];
        let mut compared = 0;
        while compared < 300 {
            let pattern = dice.pattern(3);
            let Ok(translated) = super::super::translate(&pattern) else { continue };
            let matcher = super::super::Matcher::new(&pattern).unwrap();
            let dfa =
                dense::Builder::new().syntax(syntax::Config::new().utf8(false)).build(&translated).unwrap();
            for text in texts {
                let expected = dfa.try_search_fwd(&regex_automata::Input::new(text)).unwrap().is_some();
                assert_eq!(matcher.is_match(text), expected, "{pattern:?} as {translated:?} on {text:?}");
            }
            compared += 1;
        }
    }
}
