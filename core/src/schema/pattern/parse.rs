mod escape;

use super::ast::{Assertion, Node, Opaque, Pattern};
use super::class::Class;

/// Longest pattern that is read, in code points; real ones stay below 2,000.
const MAX_LENGTH: usize = 65_536;
/// Deepest nesting of groups; the parser recurses once for each.
const MAX_DEPTH: usize = 100;

/// Reads an ECMA-262 pattern in Unicode mode. Escapes that only the legacy grammar allows (`\-`, a lone `{`) are
/// taken literally, as browsers do, because published schemas are full of them.
pub(super) fn parse(pattern: &str) -> Result<Pattern, Opaque> {
    if pattern.len() > MAX_LENGTH {
        return Err(Opaque::TooLarge);
    }
    Parser { chars: pattern.chars().collect(), at: 0, depth: 0, groups: None }.whole()?.into_pattern()
}

/// The same with look-behind, groups and references to them, and the number of groups.
pub(super) fn parse_all(pattern: &str) -> Result<(Node, usize), Opaque> {
    if pattern.len() > MAX_LENGTH {
        return Err(Opaque::TooLarge);
    }
    let chars: Vec<char> = pattern.chars().collect();
    let names = group_names(&chars);
    let count = names.len();
    let groups = Some(Groups { names, opened: 0 });
    Ok((Parser { chars, at: 0, depth: 0, groups }.whole()?, count))
}

/// The groups of a pattern in order, each with its name if it has one.
fn group_names(chars: &[char]) -> Vec<Option<String>> {
    let mut names = Vec::new();
    let mut in_class = false;
    let mut at = 0;
    while let Some(letter) = chars.get(at) {
        match letter {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => match (chars.get(at + 1), chars.get(at + 2), chars.get(at + 3)) {
                (Some('?'), Some('<'), Some(next)) if !"=!".contains(*next) => {
                    let rest = chars.iter().skip(at + 3);
                    names.push(Some(rest.take_while(|letter| **letter != '>').collect()));
                }
                (Some('?'), ..) => {}
                _ => names.push(None),
            },
            _ => {}
        }
        at += 1;
    }
    names
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    depth: usize,
    /// Given where groups are kept.
    groups: Option<Groups>,
}

struct Groups {
    names: Vec<Option<String>>,
    opened: usize,
}

/// What a parenthesis opens.
#[derive(Clone, Copy)]
enum Opened {
    Plain,
    Group(usize),
    LookAhead(bool),
    LookBehind(bool),
}

/// An escape is one code point or a whole class.
enum Escaped {
    Code(u32),
    Class(Class),
}

impl Escaped {
    fn into_class(self) -> Class {
        match self {
            Self::Code(code) => Class::single(code),
            Self::Class(class) => class,
        }
    }
}

impl Parser {
    fn whole(mut self) -> Result<Node, Opaque> {
        let node = self.alternatives()?;
        if self.at < self.chars.len() { Err(Opaque::Broken("an unmatched `)`")) } else { Ok(node) }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(&text.chars().collect::<Vec<_>>());
        if found {
            self.at += text.chars().count();
        }
        found
    }

    fn rest(&self) -> &[char] {
        self.chars.get(self.at..).unwrap_or_default()
    }

    fn alternatives(&mut self) -> Result<Node, Opaque> {
        let mut branches = vec![self.sequence()?];
        while self.eat("|") {
            branches.push(self.sequence()?);
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Alternate(branches) })
    }

    fn sequence(&mut self) -> Result<Node, Opaque> {
        let mut nodes = Vec::new();
        while let Some(next) = self.peek() {
            if next == '|' || next == ')' {
                break;
            }
            let atom = self.atom()?;
            nodes.push(self.quantified(atom)?);
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.remove(0),
            _ => Node::Concat(nodes),
        })
    }

    fn atom(&mut self) -> Result<Node, Opaque> {
        match self.next() {
            Some('^') => Ok(Node::Assert(Assertion::Start)),
            Some('$') => Ok(Node::Assert(Assertion::End)),
            Some('.') => Ok(Node::Class(Class::dot())),
            Some('(') => self.group(),
            Some('[') => self.bracket().map(Node::Class),
            Some('\\') => self.atom_escape(),
            Some('*' | '+' | '?') => Err(Opaque::Broken("a quantifier with nothing before it")),
            Some(other) => Ok(Node::Class(Class::single(u32::from(other)))),
            None => Ok(Node::Empty),
        }
    }

    fn group(&mut self) -> Result<Node, Opaque> {
        if self.depth >= MAX_DEPTH {
            return Err(Opaque::TooLarge);
        }
        let opened = self.opened()?;
        self.depth += 1;
        let node = self.alternatives()?;
        self.depth -= 1;
        if !self.eat(")") {
            return Err(Opaque::Broken("an unclosed group"));
        }
        Ok(match opened {
            Opened::LookAhead(positive) => Node::LookAhead { node: Box::new(node), positive },
            Opened::LookBehind(positive) => Node::LookBehind { node: Box::new(node), positive },
            Opened::Group(number) => Node::Group { number, node: Box::new(node) },
            // Kept apart: a group is not the start of the whole pattern, and `(?:^)*` is a legal loop.
            Opened::Plain => match node {
                Node::Concat(_) | Node::Assert(_) => Node::Alternate(vec![node]),
                other => other,
            },
        })
    }

    fn opened(&mut self) -> Result<Opened, Opaque> {
        for (start, opened) in [
            ("?<=", Opened::LookBehind(true)),
            ("?<!", Opened::LookBehind(false)),
            ("?=", Opened::LookAhead(true)),
            ("?!", Opened::LookAhead(false)),
            ("?:", Opened::Plain),
        ] {
            if self.eat(start) {
                let is_kept = self.groups.is_some() || !matches!(opened, Opened::LookBehind(_));
                return if is_kept { Ok(opened) } else { Err(Opaque::LookAround) };
            }
        }
        if self.eat("?<") {
            self.group_name()?;
        } else if self.peek() == Some('?') {
            return Err(Opaque::Invalid("a group that starts with `(?`"));
        }
        Ok(self.groups.as_mut().map_or(Opened::Plain, |groups| {
            groups.opened += 1;
            Opened::Group(groups.opened)
        }))
    }

    /// `\1` or `\k<name>`, after the backslash.
    fn back_reference(&mut self) -> Result<Node, Opaque> {
        const BAD: Opaque = Opaque::Invalid("a reference to no group");
        let Some(groups) = &self.groups else { return Err(Opaque::BackReference) };
        let names = groups.names.clone();
        let number = if self.eat("k<") {
            let name: String = self.rest().iter().take_while(|letter| **letter != '>').collect();
            self.at += name.chars().count() + 1;
            names.iter().position(|known| known.as_ref() == Some(&name)).ok_or(BAD)? + 1
        } else {
            let digits: String =
                self.rest().iter().take(6).take_while(|letter| letter.is_ascii_digit()).collect();
            self.at += digits.len();
            digits.parse::<usize>().map_err(|_| BAD)?
        };
        if (1..=names.len()).contains(&number) { Ok(Node::Same(number)) } else { Err(BAD) }
    }

    fn group_name(&mut self) -> Result<(), Opaque> {
        let start = self.at;
        while let Some(next) = self.next() {
            match next {
                '>' if self.at > start + 1 => return Ok(()),
                _ if next.is_alphanumeric() || next == '_' || next == '$' => {}
                _ => break,
            }
        }
        Err(Opaque::Invalid("a group name"))
    }

    fn quantified(&mut self, atom: Node) -> Result<Node, Opaque> {
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts()? {
                Some((min, max, length)) => {
                    // One less, as every quantifier is stepped over below.
                    self.at += length - 1;
                    (min, max)
                }
                None => return Ok(atom),
            },
            _ => return Ok(atom),
        };
        self.at += 1;
        let _lazy = self.eat("?");
        if matches!(atom, Node::Assert(_)) {
            return Err(Opaque::Invalid("a quantifier after an assertion"));
        }
        if max.is_some_and(|max| max < min) {
            return Err(Opaque::Broken("a count whose minimum exceeds its maximum"));
        }
        if matches!(self.peek(), Some('*' | '+' | '?')) {
            return Err(Opaque::Invalid("a quantifier after a quantifier"));
        }
        Ok(Node::Repeat { node: Box::new(atom), min, max })
    }

    /// `{n}`, `{n,}` or `{n,m}` with its length; `None` where the brace is a literal.
    fn counts(&self) -> Result<Option<(u32, Option<u32>, usize)>, Opaque> {
        let rest = self.rest();
        let Some(close) = rest.iter().take(32).position(|&c| c == '}') else { return Ok(None) };
        let inner: String = rest.iter().take(close).skip(1).collect();
        let (low, high) = match inner.split_once(',') {
            Some((low, high)) => (low, Some(high)),
            None => (inner.as_str(), None),
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !is_number(low) || high.is_some_and(|high| !high.is_empty() && !is_number(high)) {
            return Ok(None);
        }
        let min = low.parse().map_err(|_| Opaque::TooLarge)?;
        let max = match high {
            None => Some(min),
            Some("") => None,
            Some(high) => Some(high.parse().map_err(|_| Opaque::TooLarge)?),
        };
        Ok(Some((min, max, close + 1)))
    }
    fn bracket(&mut self) -> Result<Class, Opaque> {
        let negated = self.eat("^");
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        loop {
            if self.eat("]") {
                let class = Class::new(ranges);
                return Ok(if negated { class.negated() } else { class });
            }
            let low = self.bracket_atom()?;
            let dash = self.peek() == Some('-') && self.rest().get(1).is_some_and(|&c| c != ']');
            if !dash {
                ranges.extend(low.into_class().ranges());
                continue;
            }
            self.at += 1;
            match (low, self.bracket_atom()?) {
                (Escaped::Code(low), Escaped::Code(high)) if low <= high => ranges.push((low, high)),
                (Escaped::Code(_), Escaped::Code(_)) => return Err(Opaque::Broken("a range out of order")),
                // `[\w-.]` is legacy: the dash is literal.
                (low, high) => {
                    ranges.push((0x2D, 0x2D));
                    ranges.extend(low.into_class().ranges());
                    ranges.extend(high.into_class().ranges());
                }
            }
        }
    }

    fn bracket_atom(&mut self) -> Result<Escaped, Opaque> {
        match self.next() {
            None => Err(Opaque::Broken("an unclosed `[`")),
            Some('\\') if self.eat("b") => Ok(Escaped::Code(0x08)),
            Some('\\') => self.escape(),
            Some(other) => Ok(Escaped::Code(u32::from(other))),
        }
    }
}
