use super::ast::{Assertion, Node, Opaque};
use super::class::Class;
use super::parse::parse;

/// The same language in the syntax of Rust's `regex` crate, still an unanchored search.
///
/// Classes are written out, so nothing depends on what `\d`, `\w`, `\s`, `.` or `\b` mean there.
///
/// # Errors
/// [`Opaque`] for look-around, back-references and what is no ECMA-262 pattern; also for `\B`, which that crate
/// cannot say over text. [`super::Matcher`] reads `\B` and leading look-ahead too.
pub fn translate(pattern: &str) -> Result<String, Opaque> {
    let parsed = parse(pattern)?;
    match parsed.parts.as_slice() {
        [only] => {
            let mut out = String::with_capacity(pattern.len());
            write(&only.node, &mut out)?;
            Ok(out)
        }
        _ => Err(Opaque::LookAround),
    }
}

fn write(node: &Node, out: &mut String) -> Result<(), Opaque> {
    match node {
        Node::Empty => out.push_str("(?:)"),
        Node::Class(class) => write_class(class, out),
        Node::Assert(Assertion::Start) => out.push_str(r"\A"),
        Node::Assert(Assertion::End) => out.push_str(r"\z"),
        Node::Assert(Assertion::WordBoundary) => out.push_str(r"(?-u:\b)"),
        Node::Assert(Assertion::NotWordBoundary) | Node::LookAhead { .. } => return Err(Opaque::LookAround),
        Node::Concat(nodes) => {
            for node in nodes {
                write(node, out)?;
            }
        }
        Node::Alternate(nodes) => {
            out.push_str("(?:");
            for (i, node) in nodes.iter().enumerate() {
                if i > 0 {
                    out.push('|');
                }
                write(node, out)?;
            }
            out.push(')');
        }
        Node::Repeat { node, min, max } => {
            out.push_str("(?:");
            write(node, out)?;
            out.push(')');
            match (min, max) {
                (0, None) => out.push('*'),
                (1, None) => out.push('+'),
                (0, Some(1)) => out.push('?'),
                (min, None) => out.push_str(&format!("{{{min},}}")),
                (min, Some(max)) => out.push_str(&format!("{{{min},{max}}}")),
            }
        }
    }
    Ok(())
}

fn write_class(class: &Class, out: &mut String) {
    match class.ranges() {
        [] => out.push_str(r"[^\x{0}-\x{10FFFF}]"),
        [(low, high)] if low == high => write_code(*low, out),
        ranges => {
            out.push('[');
            for &(low, high) in ranges {
                write_code(low, out);
                if high > low {
                    out.push('-');
                    write_code(high, out);
                }
            }
            out.push(']');
        }
    }
}

fn write_code(code: u32, out: &mut String) {
    match char::from_u32(code) {
        Some(c) if c.is_ascii_alphanumeric() => out.push(c),
        _ => out.push_str(&format!("\\x{{{code:X}}}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_keep_their_ecma_meaning() {
        assert_eq!(translate(r"^\d+$").unwrap(), r"\A(?:[0-9])+\z");
        assert_eq!(translate(r"\w").unwrap(), r"[0-9A-Z\x{5F}a-z]");
        assert_eq!(translate(r"a\/b").unwrap(), r"a\x{2F}b");
        assert_eq!(translate("[^]").unwrap(), r"[\x{0}-\x{10FFFF}]");
        assert_eq!(translate(r"\u{1F600}|\uD83D\uDE00").unwrap(), r"(?:\x{1F600}|\x{1F600})");
        assert_eq!(translate(r"(?<year>\d{4})\cJ").unwrap(), r"(?:[0-9]){4,4}\x{A}");
        assert_eq!(translate("a+?b??").unwrap(), "(?:a)+(?:b)?");
    }

    #[test]
    fn what_is_not_regular_is_opaque() {
        assert_eq!(translate("(?=a)b"), Err(Opaque::LookAround));
        assert_eq!(translate("(?<!a)b"), Err(Opaque::LookAround));
        assert_eq!(translate(r"(a)\1"), Err(Opaque::BackReference));
        assert_eq!(translate(r"(?<n>a)\k<n>"), Err(Opaque::BackReference));
        assert!(matches!(translate(r"\Aa\Z"), Err(Opaque::Invalid(_))));
        assert!(matches!(translate("(?P<n>a)"), Err(Opaque::Invalid(_))));
        assert!(matches!(translate("a)"), Err(Opaque::Invalid(_))));
        assert!(matches!(translate("*a"), Err(Opaque::Invalid(_))));
        assert!(matches!(translate("[b-a]"), Err(Opaque::Invalid(_))));
    }

    #[test]
    fn legacy_spellings_are_literal() {
        for (pattern, same) in
            [(r"[\w-.]", r"[\w\-.]"), (r"a{", r"a\{"), (r"a{,2}", r"a\{,2\}"), (r"\-\_", "-_")]
        {
            assert_eq!(translate(pattern), translate(same), "{pattern}");
        }
    }

    #[test]
    fn hostile_patterns_are_refused_quickly() {
        assert_eq!(translate(&"a".repeat(1 << 20)), Err(Opaque::TooLarge));
        assert_eq!(
            translate(&format!("{}a{}", "(".repeat(10_000), ")".repeat(10_000))),
            Err(Opaque::TooLarge)
        );
        assert_eq!(translate("a{99999999999}"), Err(Opaque::TooLarge));
    }
}
