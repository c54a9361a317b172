use crate::schema::pattern::{Opaque, translate};

pub(super) use crate::schema::pattern::is_catastrophic;

/// Why a pattern is no regular expression by ECMA-262, as a clause; `None` for one that is.
///
/// A pattern with look-around or back-references is legal and cannot be translated; of those only what every engine
/// refuses is reported.
pub(super) fn fault(pattern: &str) -> Option<&'static str> {
    match translate(pattern) {
        Ok(_) | Err(Opaque::TooLarge) => None,
        Err(Opaque::Invalid(why)) => Some(why),
        Err(Opaque::LookAround | Opaque::BackReference) => unbalanced(pattern),
    }
}

/// Groups and classes that do not close, and a backslash at the end.
fn unbalanced(pattern: &str) -> Option<&'static str> {
    let (mut depth, mut in_class, mut escaped) = (0_usize, false, false);
    for letter in pattern.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return Some("an unmatched `)`"),
            },
            _ => {}
        }
    }
    let faults = [
        (escaped, "a backslash at its end"),
        (in_class, "an unclosed `[`"),
        (depth > 0, "an unclosed group"),
    ];
    faults.into_iter().find(|(is, _)| *is).map(|(_, why)| why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_engine_compiles_is_a_fault() {
        for pattern in ["(a", "a)", "[a-z", "*a", "a\\", "(?:x", "[z-a]", "a{2,1}", "(?<=a)b)", "(?!x)[a"] {
            assert!(fault(pattern).is_some(), "{pattern}");
        }
        for pattern in [
            "^[a-z]+$",
            "(?<=a)b",
            "\\d{2,}",
            "[^]]*",
            "a|b|",
            "(?:x)+?",
            "^(?!-)[\\w-]{1,63}$",
            "(a)\\1",
            "a{,3}",
        ] {
            assert_eq!(fault(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn a_loop_that_reads_the_same_text_in_two_ways_is_catastrophic() {
        for pattern in ["(a+)+$", "^(.*)*x", "(\\w+\\s?)*$", "([a-z]+)*@", "(a|a)*b", "^(\\d|\\d\\d)+$"] {
            assert!(is_catastrophic(pattern), "{pattern}");
        }
        for pattern in ["^[a-z]+(,[a-z]+)*$", "^(\\d+\\.)*\\d+$", "^a+b+$", "(a|b)*", "^([a-z]{2,3}-)+$"] {
            assert!(!is_catastrophic(pattern), "{pattern}");
        }
    }
}
