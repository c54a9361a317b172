use super::super::ast::{Assertion, Node, Opaque};
use super::super::class::Class;
use super::{Escaped, Parser};

/// What a backslash begins.
impl Parser {
    pub(super) fn atom_escape(&mut self) -> Result<Node, Opaque> {
        match self.peek() {
            Some('b') => {
                self.at += 1;
                Ok(Node::Assert(Assertion::WordBoundary))
            }
            Some('B') => {
                self.at += 1;
                Ok(Node::Assert(Assertion::NotWordBoundary))
            }
            Some('k') if self.rest().get(1) == Some(&'<') => self.back_reference(),
            Some('1'..='9') => self.back_reference(),
            _ => Ok(Node::Class(self.escape()?.into_class())),
        }
    }

    /// What follows a backslash, inside a bracket or outside.
    pub(super) fn escape(&mut self) -> Result<Escaped, Opaque> {
        let class = |class: Class| Ok(Escaped::Class(class));
        let code = |code: u32| Ok(Escaped::Code(code));
        match self.next() {
            Some('d') => class(Class::digit()),
            Some('D') => class(Class::digit().negated()),
            Some('w') => class(Class::word()),
            Some('W') => class(Class::word().negated()),
            Some('s') => class(Class::space()),
            Some('S') => class(Class::space().negated()),
            Some('t') => code(0x09),
            Some('n') => code(0x0A),
            Some('v') => code(0x0B),
            Some('f') => code(0x0C),
            Some('r') => code(0x0D),
            Some('0') if !self.peek().is_some_and(|c| c.is_ascii_digit()) => code(0),
            Some('0'..='9') => Err(Opaque::Invalid("a legacy octal escape")),
            Some('c') => match self.next() {
                Some(letter) if letter.is_ascii_alphabetic() => code(u32::from(letter) % 32),
                _ => Err(Opaque::Invalid("`\\c` without a letter")),
            },
            Some('x') => {
                self.hex(2).map(Escaped::Code).ok_or(Opaque::Invalid("`\\x` without two hex digits"))
            }
            Some('u') => self.unicode_escape(),
            Some(letter @ ('p' | 'P')) => self.property(letter == 'P'),
            // `\A`, `\Z`, `\h` and the like mean something else in other dialects: no guess.
            Some(letter) if letter.is_ascii_alphabetic() => Err(Opaque::Invalid("an unknown escape")),
            Some(other) => code(u32::from(other)),
            None => Err(Opaque::Broken("a backslash at its end")),
        }
    }

    pub(super) fn hex(&mut self, digits: usize) -> Option<u32> {
        let taken: Vec<char> = self.rest().iter().take(digits).copied().collect();
        if taken.len() < digits {
            return None;
        }
        let value = taken.iter().try_fold(0_u32, |sum, c| c.to_digit(16).map(|digit| sum * 16 + digit))?;
        self.at += digits;
        Some(value)
    }

    pub(super) fn unicode_escape(&mut self) -> Result<Escaped, Opaque> {
        const BAD: Opaque = Opaque::Invalid("`\\u` without a code point");
        if self.eat("{") {
            let Some(close) = self.rest().iter().take(16).position(|&c| c == '}') else { return Err(BAD) };
            let digits: String = self.rest().iter().take(close).collect();
            self.at += close + 1;
            let value = u32::from_str_radix(&digits, 16).ok().filter(|value| *value <= 0x10_FFFF);
            return value.map(Escaped::Code).ok_or(BAD);
        }
        let lead = self.hex(4).ok_or(BAD)?;
        let before_trail = self.at;
        if (0xD800..0xDC00).contains(&lead) && self.eat("\\u") {
            if let Some(trail) = self.hex(4).filter(|trail| (0xDC00..0xE000).contains(trail)) {
                return Ok(Escaped::Code(0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)));
            }
            self.at = before_trail;
        }
        Ok(Escaped::Code(lead))
    }

    pub(super) fn property(&mut self, negated: bool) -> Result<Escaped, Opaque> {
        const BAD: Opaque = Opaque::Invalid("an unknown `\\p{…}`");
        if !self.eat("{") {
            return Err(BAD);
        }
        let Some(close) = self.rest().iter().take(64).position(|&c| c == '}') else { return Err(BAD) };
        let name: String = self.rest().iter().take(close).collect();
        self.at += close + 1;
        let class = Class::property(&name).ok_or(BAD)?;
        Ok(Escaped::Class(if negated { class.negated() } else { class }))
    }
}
