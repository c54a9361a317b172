use super::class::Class;

/// Why a pattern cannot be read as a regular language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Opaque {
    /// Look-behind, or look-ahead anywhere but at the anchored start.
    #[error("it uses look-around")]
    LookAround,
    /// `\1` or `\k<name>`.
    #[error("it uses a back-reference")]
    BackReference,
    /// No dialect of regular expressions reads it.
    #[error("it is broken: {0}")]
    Broken(&'static str),
    /// ECMA-262 does not know this syntax.
    #[error("it is no ECMA-262 pattern: {0}")]
    Invalid(&'static str),
    /// Longer, deeper or with larger counts than we follow.
    #[error("it is too large to analyse")]
    TooLarge,
}

/// A pattern without what no regular language needs: groups, names and laziness are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Empty,
    Class(Class),
    /// `^`, `$`, `\b`, `\B`.
    Assert(Assertion),
    Concat(Vec<Node>),
    Alternate(Vec<Node>),
    Repeat {
        node: Box<Node>,
        min: u32,
        max: Option<u32>,
    },
    /// `(?=…)` when `positive`, else `(?!…)`.
    LookAhead {
        node: Box<Node>,
        positive: bool,
    },
    /// `(?<=…)` when `positive`, else `(?<!…)`. Like groups and references to them, only kept for backtracking.
    LookBehind {
        node: Box<Node>,
        positive: bool,
    },
    /// A group that a reference may ask for, counted from 1.
    Group {
        number: usize,
        node: Box<Node>,
    },
    /// What a group took, once more.
    Same(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assertion {
    Start,
    End,
    WordBoundary,
    NotWordBoundary,
}

/// A whole pattern: what the string must and must not start with (leading look-aheads), then the rest.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) parts: Vec<Part>,
}

/// One regular condition on the string, searched for unanchored.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) node: Node,
    pub(super) positive: bool,
}

impl Node {
    /// Splits leading look-aheads off, each a condition of its own. Any other one is opaque.
    ///
    /// `^(?!a)b` is "matches `^b` and does not match `^(?:a)`", since all of them start at position 0.
    pub(super) fn into_pattern(self) -> Result<Pattern, Opaque> {
        let anchored = |node: Node| Node::Concat(vec![Node::Assert(Assertion::Start), node]);
        let mut parts = Vec::new();
        let rest = match self {
            Node::Concat(nodes)
                if nodes.first() == Some(&Node::Assert(Assertion::Start))
                    && matches!(nodes.get(1), Some(Node::LookAhead { .. })) =>
            {
                let mut rest = Vec::new();
                for node in nodes.into_iter().skip(1) {
                    match node {
                        Node::LookAhead { node, positive } if rest.is_empty() => {
                            parts.push(Part { node: anchored(*node), positive });
                        }
                        other => rest.push(other),
                    }
                }
                anchored(Node::Concat(rest))
            }
            other => other,
        };
        parts.push(Part { node: rest, positive: true });
        if parts.iter().any(|part| part.node.looks_around()) {
            Err(Opaque::LookAround)
        } else {
            Ok(Pattern { parts })
        }
    }

    fn looks_around(&self) -> bool {
        match self {
            Self::LookAhead { .. } | Self::LookBehind { .. } | Self::Group { .. } | Self::Same(_) => true,
            Self::Concat(nodes) | Self::Alternate(nodes) => nodes.iter().any(Self::looks_around),
            Self::Repeat { node, .. } => node.looks_around(),
            Self::Empty | Self::Class(_) | Self::Assert(_) => false,
        }
    }
}
