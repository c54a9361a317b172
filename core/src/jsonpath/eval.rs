use std::borrow::Cow;

use serde_json::Value;

use super::ast::{Argument, Call, Comparable, Logical, Path, Query, Segment, Selector};
use super::compare::holds;
use super::error::TooManySteps;
use super::functions::{Function, length, path_pattern};

/// How many places a query may look at.
const MAX_STEPS: usize = 500_000;
/// What a regular expression costs, which is compiled for every place.
const REGEX_STEPS: usize = 200;

type Nodes<'v> = Result<Vec<&'v Value>, TooManySteps>;
/// A value, or nothing.
type Operand<'a> = Result<Option<Cow<'a, Value>>, TooManySteps>;

impl Path {
    /// Every place the path leads to, in document order.
    ///
    /// # Errors
    /// It looks at more places than a test case may need.
    pub(crate) fn query<'v>(&self, root: &'v Value) -> Nodes<'v> {
        Evaluation { root, steps: MAX_STEPS }.walk(&self.segments, root)
    }
}

struct Evaluation<'v> {
    root: &'v Value,
    steps: usize,
}

impl<'v> Evaluation<'v> {
    fn spend(&mut self, steps: usize) -> Result<(), TooManySteps> {
        self.steps = self.steps.checked_sub(steps).ok_or(TooManySteps)?;
        Ok(())
    }

    fn walk(&mut self, segments: &[Segment], from: &'v Value) -> Nodes<'v> {
        let mut nodes = vec![from];
        for segment in segments {
            let mut next = Vec::new();
            for node in nodes {
                match segment {
                    Segment::Child(selectors) => self.select(selectors, node, &mut next)?,
                    Segment::Descendant(selectors) => {
                        for inner in self.descendants(node)? {
                            self.select(selectors, inner, &mut next)?;
                        }
                    }
                }
            }
            nodes = next;
        }
        Ok(nodes)
    }

    /// A value and everything in it, parents before children.
    fn descendants(&mut self, from: &'v Value) -> Nodes<'v> {
        let mut found = Vec::new();
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            self.spend(1)?;
            found.push(node);
            let children: Vec<&'v Value> = children(node);
            open.extend(children.into_iter().rev());
        }
        Ok(found)
    }

    fn select(
        &mut self,
        selectors: &[Selector],
        node: &'v Value,
        found: &mut Vec<&'v Value>,
    ) -> Result<(), TooManySteps> {
        for selector in selectors {
            self.spend(1)?;
            match (selector, node) {
                (Selector::Name(name), Value::Object(members)) => found.extend(members.get(name)),
                (Selector::Index(index), Value::Array(elements)) => {
                    found.extend(position(*index, elements.len()).and_then(|at| elements.get(at)));
                }
                (Selector::Slice { start, end, step }, Value::Array(elements)) => {
                    for at in slice(*start, *end, *step, elements.len()) {
                        self.spend(1)?;
                        found.extend(elements.get(at));
                    }
                }
                (Selector::Wildcard, node) => {
                    let children = children(node);
                    self.spend(children.len())?;
                    found.extend(children);
                }
                (Selector::Filter(filter), node) => {
                    for child in children(node) {
                        self.spend(1)?;
                        if self.is_true(filter, child)? {
                            found.push(child);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn is_true(&mut self, logical: &Logical, current: &'v Value) -> Result<bool, TooManySteps> {
        match logical {
            Logical::Or(all) => {
                for one in all {
                    if self.is_true(one, current)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Logical::And(all) => {
                for one in all {
                    if !self.is_true(one, current)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Logical::Not(inner) => self.is_true(inner, current).map(|truth| !truth),
            Logical::Exists(query) => self.nodes(query, current).map(|nodes| !nodes.is_empty()),
            Logical::Compare(operator, left, right) => {
                let (left, right) = (self.value(left, current)?, self.value(right, current)?);
                Ok(holds(*operator, left.as_deref(), right.as_deref()))
            }
            Logical::Test(call) => self.test(call, current),
        }
    }

    fn nodes(&mut self, query: &Query, current: &'v Value) -> Nodes<'v> {
        let from = if query.from_root { self.root } else { current };
        self.spend(1)?;
        self.walk(&query.segments, from)
    }

    fn value<'a>(&mut self, comparable: &'a Comparable, current: &'v Value) -> Operand<'a>
    where
        'v: 'a,
    {
        match comparable {
            Comparable::Literal(value) => Ok(Some(Cow::Borrowed(value))),
            Comparable::Singular(query) => self.first(query, current),
            Comparable::Call(call) => self.call(call, current),
        }
    }

    fn argument<'a>(&mut self, argument: &'a Argument, current: &'v Value) -> Operand<'a>
    where
        'v: 'a,
    {
        match argument {
            Argument::Literal(value) => Ok(Some(Cow::Borrowed(value))),
            Argument::Query(query) => self.first(query, current),
            Argument::Call(call) => self.call(call, current),
        }
    }

    fn first(&mut self, query: &Query, current: &'v Value) -> Operand<'v> {
        self.nodes(query, current).map(|nodes| nodes.first().copied().map(Cow::Borrowed))
    }

    /// What a function gives that gives a value.
    fn call<'a>(&mut self, call: &'a Call, current: &'v Value) -> Operand<'a>
    where
        'v: 'a,
    {
        let Some(first) = call.arguments.first() else { return Ok(None) };
        match (call.function, first) {
            (Function::Count, Argument::Query(query)) => {
                self.nodes(query, current).map(|nodes| Some(Cow::Owned(Value::from(nodes.len()))))
            }
            (Function::Value, Argument::Query(query)) => {
                let nodes = self.nodes(query, current)?;
                Ok(if let [only] = nodes.as_slice() { Some(Cow::Borrowed(*only)) } else { None })
            }
            (Function::Length, first) => {
                let value = self.argument(first, current)?;
                Ok(value.as_deref().and_then(length).map(|length| Cow::Owned(Value::from(length))))
            }
            _ => Ok(None),
        }
    }

    fn test(&mut self, call: &Call, current: &'v Value) -> Result<bool, TooManySteps> {
        let [text, source] = call.arguments.as_slice() else { return Ok(false) };
        let (text, source) = (self.argument(text, current)?, self.argument(source, current)?);
        let (Some(text), Some(Value::String(source))) = (text, source.as_deref()) else { return Ok(false) };
        self.spend(REGEX_STEPS)?;
        Ok(path_pattern(source, call.function == Function::Match).is_ok_and(|regex| regex.matches(&text)))
    }
}

fn children(node: &Value) -> Vec<&Value> {
    match node {
        Value::Array(elements) => elements.iter().collect(),
        Value::Object(members) => members.values().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// An index from the front, or a negative one from the end.
fn position(index: i64, length: usize) -> Option<usize> {
    let length = i64::try_from(length).ok()?;
    let at = if index < 0 { index + length } else { index };
    usize::try_from(at).ok()
}

/// The indices of a slice, in its order.
fn slice(start: Option<i64>, end: Option<i64>, step: i64, length: usize) -> Vec<usize> {
    let Ok(length) = i64::try_from(length) else { return Vec::new() };
    let from_end = |index: i64| if index < 0 { index + length } else { index };
    let mut indices = Vec::new();
    let mut push = |at: i64| indices.extend(usize::try_from(at).ok());
    if step > 0 {
        let lower = from_end(start.unwrap_or(0)).clamp(0, length);
        let upper = from_end(end.unwrap_or(length)).clamp(0, length);
        let mut at = lower;
        while at < upper {
            push(at);
            at = at.saturating_add(step);
        }
    } else if step < 0 {
        let upper = start.map_or(length - 1, from_end).clamp(-1, length - 1);
        let lower = end.map_or(-1, |index| from_end(index).clamp(-1, length - 1));
        let mut at = upper;
        while at > lower {
            push(at);
            at = at.saturating_add(step);
        }
    }
    indices
}
