use super::ast::Opaque;
use super::parse::parse_all;

/// Why a pattern is no regular expression by ECMA-262, as a clause; `None` for one that is.
pub(crate) fn fault(pattern: &str) -> Option<&'static str> {
    match parse_all(pattern) {
        Err(Opaque::Broken(why) | Opaque::Invalid(why)) => Some(why),
        Ok(_) | Err(Opaque::TooLarge | Opaque::LookAround | Opaque::BackReference) => None,
    }
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
}
