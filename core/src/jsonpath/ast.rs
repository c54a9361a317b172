use serde_json::Value;

use super::functions::Function;

/// A path that was read: `$` and its segments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    pub(super) segments: Vec<Segment>,
}

/// One step down, or any number of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Segment {
    Child(Vec<Selector>),
    Descendant(Vec<Selector>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Selector {
    Name(String),
    Wildcard,
    Index(i64),
    Slice { start: Option<i64>, end: Option<i64>, step: i64 },
    Filter(Logical),
}

/// What is true or not of a place.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Logical {
    Or(Vec<Logical>),
    And(Vec<Logical>),
    Not(Box<Logical>),
    Exists(Query),
    Compare(Operator, Comparable, Comparable),
    Test(Call),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Comparable {
    Literal(Value),
    /// A query that finds one place at most.
    Singular(Query),
    Call(Call),
}

/// A path inside a filter: from the root (`$`) or from the place that is being looked at (`@`).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Query {
    pub(super) from_root: bool,
    pub(super) segments: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call {
    pub(super) function: Function,
    pub(super) arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Argument {
    Literal(Value),
    Query(Query),
    Call(Call),
}

/// Whether segments lead to one place at most.
pub(super) fn is_singular(segments: &[Segment]) -> bool {
    segments.iter().all(|segment| match segment {
        Segment::Child(selectors) => {
            matches!(selectors.as_slice(), [Selector::Name(_) | Selector::Index(_)])
        }
        Segment::Descendant(_) => false,
    })
}

impl Path {
    /// Whether it leads to one place at most.
    pub(crate) fn is_singular(&self) -> bool {
        is_singular(&self.segments)
    }
}
