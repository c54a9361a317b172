/// Why a pattern is no regular expression by ECMA-262, as a clause; `None` for one that looks right.
///
/// Only what every engine refuses is reported: groups and classes that do not close, quantifiers on nothing and
/// a backslash at the end.
pub(super) fn fault(pattern: &str) -> Option<&'static str> {
    let letters: Vec<char> = pattern.chars().collect();
    let (mut depth, mut at, mut repeatable) = (0_usize, 0_usize, false);
    while let Some(letter) = letters.get(at) {
        match letter {
            '\\' => {
                letters.get(at + 1)?;
                at += 1;
                repeatable = true;
            }
            '[' => {
                at = class_end(&letters, at)?;
                repeatable = true;
            }
            '(' => {
                depth += 1;
                repeatable = false;
                if letters.get(at + 1) == Some(&'?') {
                    at += 2;
                }
            }
            ')' => {
                let Some(outer) = depth.checked_sub(1) else {
                    return Some("a group closes that never opened");
                };
                depth = outer;
                repeatable = true;
            }
            '*' | '+' | '?' if !repeatable => return Some("there is nothing to repeat"),
            '*' | '+' | '?' => {
                at += usize::from(letters.get(at + 1) == Some(&'?'));
                repeatable = false;
            }
            '|' | '^' => repeatable = false,
            _ => repeatable = true,
        }
        at += 1;
    }
    (depth > 0).then_some("a group never closes")
}

/// The position of the bracket that ends a class.
fn class_end(letters: &[char], open: usize) -> Option<usize> {
    let mut at = open + 1;
    at += usize::from(letters.get(at) == Some(&'^'));
    loop {
        match letters.get(at)? {
            '\\' => at += 2,
            ']' => return Some(at),
            _ => at += 1,
        }
    }
}

/// What every engine refuses, ends of text included.
pub(super) fn compile_fault(pattern: &str) -> Option<&'static str> {
    if let Some(fault) = fault(pattern) {
        return Some(fault);
    }
    let letters: Vec<char> = pattern.chars().collect();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        match letter {
            '\\' if at + 1 == letters.len() => return Some("a backslash stands at the end"),
            '\\' => at += 2,
            '[' => match class_end(&letters, at) {
                Some(end) => at = end + 1,
                None => return Some("a character class never closes"),
            },
            _ => at += 1,
        }
    }
    None
}

/// Whether a group that already repeats without end is repeated without end: `(a+)+`, `(.*)*`, `(\w+\s?)*`.
///
/// Only a group whose whole content can match in several ways is reported: a separator that must stand between
/// the repetitions, as in `(,\d+)*`, makes it harmless.
pub(super) fn is_catastrophic(pattern: &str) -> bool {
    let letters: Vec<char> = pattern.chars().collect();
    // One frame per open group: whether an unbounded repeat stands in it, and how many parts must match once.
    let mut frames: Vec<(bool, usize)> = vec![(false, 0)];
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let mut closed: Option<(bool, usize)> = None;
        match letter {
            '(' => {
                frames.push((false, 0));
                if letters.get(at + 1) == Some(&'?') {
                    at += 2;
                }
                at += 1;
                continue;
            }
            ')' => closed = frames.pop().filter(|_| !frames.is_empty()),
            '\\' => at += 1,
            '[' => match class_end(&letters, at) {
                Some(end) => at = end,
                None => return false,
            },
            '|' | '^' | '$' => {
                at += 1;
                continue;
            }
            _ => {}
        }
        let (unbounded, optional, length) = quantifier(letters.get(at + 1..).unwrap_or_default());
        at += 1 + length;
        if let Some((repeats, musts)) = closed {
            if unbounded && repeats && musts == 0 {
                return true;
            }
            if let Some(frame) = frames.last_mut() {
                frame.0 |= repeats || unbounded;
                frame.1 += usize::from(!optional && !repeats);
            }
        } else if let Some(frame) = frames.last_mut() {
            frame.0 |= unbounded;
            frame.1 += usize::from(!unbounded && !optional);
        }
    }
    false
}

/// Whether the quantifier here has no upper bound, whether it allows nothing, and its length.
fn quantifier(rest: &[char]) -> (bool, bool, usize) {
    let lazy = |length: usize| length + usize::from(rest.get(length) == Some(&'?'));
    match rest.first() {
        Some('*') => (true, true, lazy(1)),
        Some('+') => (true, false, lazy(1)),
        Some('?') => (false, true, lazy(1)),
        Some('{') => {
            let Some(end) = rest.iter().position(|letter| *letter == '}') else { return (false, false, 0) };
            let inner: String = rest.get(1..end).unwrap_or_default().iter().collect();
            let unbounded = inner.ends_with(',');
            (unbounded, inner.starts_with("0"), lazy(end + 1))
        }
        _ => (false, false, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_engine_compiles_is_a_fault() {
        for pattern in ["(a", "a)", "[a-z", "*a", "a\\", "(?:x"] {
            assert!(compile_fault(pattern).is_some(), "{pattern}");
        }
        for pattern in
            ["^[a-z]+$", "(?<=a)b", "\\d{2,}", "[^]]*", "a|b|", "(?:x)+?", "^(?!-)[\\w-]{1,63}$", "a{,3}"]
        {
            assert_eq!(compile_fault(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn nested_repeats_without_a_separator_are_catastrophic() {
        for pattern in ["(a+)+$", "^(.*)*x", "(\\w+\\s?)*$", "([a-z]+)*@", "((ab)*)*"] {
            assert!(is_catastrophic(pattern), "{pattern}");
        }
        for pattern in ["^[a-z]+(,[a-z]+)*$", "^(\\d+\\.)*\\d+$", "^a+b+$", "(a|b)*", "^([a-z]{2,3})+$"] {
            assert!(!is_catastrophic(pattern), "{pattern}");
        }
    }
}
