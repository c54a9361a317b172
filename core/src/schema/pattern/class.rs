use regex_syntax::ast::{Ast, ClassUnicode, ClassUnicodeKind, ClassUnicodeOpKind, Position, Span};
use regex_syntax::hir::translate::Translator;
use regex_syntax::hir::{Class as HirClass, HirKind};

/// A set of Unicode scalar values: sorted, disjoint, inclusive ranges. Surrogates are in none of them, though a
/// range may run across the gap they leave, so that equal sets have equal ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Class {
    ranges: Vec<(u32, u32)>,
}

const MAX: u32 = 0x10_FFFF;
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

impl Class {
    /// From ranges in any order; empty ones are dropped.
    pub(super) fn new(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut sorted: Vec<(u32, u32)> = ranges
            .into_iter()
            .flat_map(|(low, high)| {
                [(low, high.min(SURROGATES.0 - 1)), (low.max(SURROGATES.1 + 1), high.min(MAX))]
            })
            .filter(|(low, high)| low <= high)
            .collect();
        sorted.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(sorted.len());
        for (low, high) in sorted {
            match merged.last_mut() {
                // The code point before U+E000 that exists is U+D7FF.
                Some(last)
                    if low <= last.1 + 1 || (last.1 + 1 == SURROGATES.0 && low == SURROGATES.1 + 1) =>
                {
                    last.1 = last.1.max(high);
                }
                _ => merged.push((low, high)),
            }
        }
        Self { ranges: merged }
    }

    pub(super) fn single(code: u32) -> Self {
        Self::new([(code, code)])
    }

    #[cfg(test)]
    fn any() -> Self {
        Self::new([(0, MAX)])
    }

    pub(super) fn digit() -> Self {
        Self::new([(0x30, 0x39)])
    }

    pub(super) fn word() -> Self {
        Self::new([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
    }

    /// ECMA-262 `WhiteSpace` and `LineTerminator`.
    pub(super) fn space() -> Self {
        Self::new([
            (0x09, 0x0D),
            (0x20, 0x20),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
            (0xFEFF, 0xFEFF),
        ])
    }

    /// What `.` matches without the `s` flag.
    pub(super) fn dot() -> Self {
        Self::new([(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)]).negated()
    }

    /// `\p{…}` by its text between the braces; `None` when Unicode knows no such property.
    pub(super) fn property(name: &str) -> Option<Self> {
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'=') {
            return None;
        }
        let kind = match (name.split_once('='), name.chars().next()) {
            (Some((name, value)), _) => ClassUnicodeKind::NamedValue {
                op: ClassUnicodeOpKind::Equal,
                name: name.to_owned(),
                value: value.to_owned(),
            },
            (None, Some(letter)) if name.len() == 1 => ClassUnicodeKind::OneLetter(letter),
            _ => ClassUnicodeKind::Named(name.to_owned()),
        };
        let span = Span::splat(Position::new(0, 1, 1));
        let class = Ast::class_unicode(ClassUnicode { span, negated: false, kind });
        // Only the tables are wanted: the crate's own parser would be a second one.
        let translated = Translator::new().translate("", &class).ok()?;
        match translated.kind() {
            HirKind::Class(HirClass::Unicode(class)) => {
                Some(Self::new(class.iter().map(|r| (u32::from(r.start()), u32::from(r.end())))))
            }
            _ => None,
        }
    }

    pub(super) fn negated(&self) -> Self {
        let mut gaps = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(low, high) in &self.ranges {
            if low > next {
                gaps.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= MAX {
            gaps.push((next, MAX));
        }
        Self::new(gaps)
    }

    pub(super) fn contains(&self, code: u32) -> bool {
        let after = self.ranges.partition_point(|&(low, _)| low <= code);
        after.checked_sub(1).and_then(|i| self.ranges.get(i)).is_some_and(|&(_, high)| code <= high)
    }

    pub(super) fn intersects(&self, other: &Self) -> bool {
        let (mut left, mut right) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            if a.1 < b.0 {
                left.next();
            } else if b.1 < a.0 {
                right.next();
            } else {
                return true;
            }
        }
        false
    }

    #[cfg(test)]
    fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negating_twice_gives_the_class_back() {
        for class in [Class::word(), Class::space(), Class::dot(), Class::any(), Class::default()] {
            assert_eq!(class.negated().negated(), class);
        }
    }

    #[test]
    fn surrogates_make_no_difference() {
        assert!(Class::single(0xD800).is_empty());
        assert_eq!(Class::new([(0, 0xD7FF), (0xE000, MAX)]), Class::any());
        assert_eq!(Class::new([(0xD800, 0xDFFF)]).negated(), Class::any());
    }

    #[test]
    fn properties_are_those_of_unicode() {
        let greek = Class::property("Script=Greek").unwrap();
        assert!(greek.contains(u32::from('λ')) && !greek.contains(u32::from('l')));
        assert!(Class::property("Lu").unwrap().contains(u32::from('A')));
        assert!(Class::property("NoSuchThing").is_none());
    }
}
