use super::ast::Opaque;
use super::class::Class;
use super::nfa::{Nfa, Scratch, Side, State};
use super::parse::parse;

/// A compiled pattern that says of one string whether ECMA-262 finds a match in it.
///
/// Time is the length of the string times the size of the pattern, never more: there is no backtracking.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    parts: Vec<(Nfa, bool)>,
}

impl Matcher {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// [`Opaque`] when it cannot be read as a regular language.
    pub(super) fn new(pattern: &str) -> Result<Self, Opaque> {
        let parts = parse(pattern)?
            .parts
            .into_iter()
            .map(|part| Ok((Nfa::new(&part.node)?, part.positive)))
            .collect::<Result<_, Opaque>>()?;
        Ok(Self { parts })
    }

    /// Whether the pattern is found anywhere in `text`.
    #[must_use]
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.parts.iter().all(|(nfa, positive)| found(nfa, text) == *positive)
    }
}

fn found(nfa: &Nfa, text: &str) -> bool {
    let word = Class::word();
    let side = |c: char| if word.contains(u32::from(c)) { Side::Word } else { Side::Other };
    let mut scratch = Scratch::default();
    let (mut set, mut resolved) = (Vec::new(), Vec::new());
    let mut before = Side::Edge;
    if nfa.close([nfa.start()], (before, None), &mut scratch, &mut set) {
        return true;
    }
    for c in text.chars() {
        let after = side(c);
        resolved.clear();
        if nfa.close(set.iter().copied(), (before, Some(after)), &mut scratch, &mut resolved) {
            return true;
        }
        let targets = resolved.iter().filter_map(|&id| match nfa.state(id) {
            Some(State::Class { class, next })
                if nfa.classes().get(*class as usize).is_some_and(|class| class.contains(u32::from(c))) =>
            {
                Some(*next)
            }
            _ => None,
        });
        set.clear();
        if nfa.close(targets.chain([nfa.start()]), (after, None), &mut scratch, &mut set) {
            return true;
        }
        // Nothing is under way and nothing can start any more: every branch begins with `^`.
        if set.is_empty() {
            return false;
        }
        before = after;
    }
    resolved.clear();
    nfa.close(set, (before, Some(Side::Edge)), &mut scratch, &mut resolved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_ecma_262_says() {
        for (pattern, text, expected) in [
            ("b", "abc", true),
            ("^b", "abc", false),
            ("^a$", "a\n", false),
            ("^.$", "\u{2028}", false),
            ("^.$", "😀", true),
            ("^[^]$", "\n", true),
            ("[]", "a", false),
            (r"^\d$", "٣", false),
            (r"^\w$", "é", false),
            (r"^\s$", "\u{FEFF}", true),
            (r"\bcat\b", "a cat.", true),
            (r"\bcat\b", "concat", false),
            (r"\Bcat\B", "concats", true),
            (r"\bé", "é", false),
            (r"é\B", "é", true),
            (r"^\p{Lu}\P{Lu}$", "Éa", true),
            (r"^\u{1F600}$", "😀", true),
            (r"^(?:ab){2,3}$", "abab", true),
            (r"^(?:ab){2,3}$", "ab", false),
            (r"^(?!\.)(?!.*\.\.)[a.]+$", "a.a", true),
            (r"^(?!\.)(?!.*\.\.)[a.]+$", "a..a", false),
            (r"^(?=.*a).{2,3}$", "ba", true),
            (r"^(?=.*a).{2,3}$", "bb", false),
            (r"[\b]", "\u{8}", true),
            (r"^\x41\cA$", "A\u{1}", true),
            ("^$|^a", "", true),
            ("(^a|b)$", "cb", true),
            ("", "", true),
        ] {
            assert_eq!(Matcher::new(pattern).unwrap().is_match(text), expected, "{pattern:?} on {text:?}");
        }
    }

    #[test]
    fn a_pattern_that_makes_backtrackers_explode_ends_in_linear_time() {
        let matcher = Matcher::new("^(a+)+$").unwrap();
        assert!(!matcher.is_match(&format!("{}!", "a".repeat(20_000))));
    }

    #[test]
    fn a_huge_count_is_refused() {
        assert_eq!(Matcher::new(".{0,100000}").err(), Some(Opaque::TooLarge));
        assert_eq!(Matcher::new("(?:a{1000}){1000}").err(), Some(Opaque::TooLarge));
        assert_eq!(Matcher::new("(?:){4000000000}").err(), Some(Opaque::TooLarge));
    }
}
