use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use crate::jsonpath::{Regex, equal, length, order, pattern};

const NAMES: [&str; 7] = ["$exists", "$type", "$matches", "$contains", "$length", "$gt", "$lt"];
const TYPES: [&str; 7] = ["null", "boolean", "number", "integer", "string", "array", "object"];

/// What must stand at a path: a value, or what operators say.
pub(super) enum Expectation<'a> {
    Literal(&'a Value),
    Operators { asked: &'a Value, operators: Vec<Operator<'a>> },
}

/// One operator with its argument.
pub(super) enum Operator<'a> {
    Exists(bool),
    Type(Vec<&'a str>),
    Matches(Regex),
    Contains(&'a Value),
    Length(Length<'a>),
    Greater(&'a Number),
    Less(&'a Number),
}

/// The argument of `$length`: a number, or limits.
pub(super) enum Length<'a> {
    Exactly(&'a Number),
    Within(Vec<Operator<'a>>),
}

impl<'a> Expectation<'a> {
    /// Reads an expectation. An object is one of operators only when it has no other keys.
    pub(super) fn read(expected: &'a Value) -> Result<Self, String> {
        match expected {
            Value::Object(members)
                if !members.is_empty() && members.keys().all(|key| NAMES.contains(&key.as_str())) =>
            {
                let operators = members.iter().map(|(name, argument)| operator(name, argument));
                Ok(Self::Operators { asked: expected, operators: operators.collect::<Result<_, _>>()? })
            }
            literal => Ok(Self::Literal(literal)),
        }
    }

    /// The expectation for a person.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Literal(value) | Self::Operators { asked: value, .. } => value.to_string(),
        }
    }

    /// Whether the values at a path are as expected. A path that may lead to several places is compared with a
    /// list of them, or each of them with one value.
    pub(super) fn holds(&self, nodes: &[&Value], singular: bool) -> bool {
        match self {
            Self::Literal(expected) => {
                let each = !nodes.is_empty() && nodes.iter().all(|node| equal(node, expected));
                let list = || {
                    let Value::Array(elements) = expected else { return false };
                    elements.len() == nodes.len()
                        && elements.iter().zip(nodes).all(|(expected, node)| equal(expected, node))
                };
                each || (!singular && list())
            }
            Self::Operators { operators, .. } => operators.iter().all(|operator| match operator {
                Operator::Exists(expected) => *expected != nodes.is_empty(),
                other => !nodes.is_empty() && nodes.iter().all(|node| other.holds(node)),
            }),
        }
    }
}

fn operator<'a>(name: &str, argument: &'a Value) -> Result<Operator<'a>, String> {
    match (name, argument) {
        ("$exists", Value::Bool(expected)) => Ok(Operator::Exists(*expected)),
        ("$exists", _) => Err("`$exists` takes true or false".to_owned()),
        ("$type", argument) => types(argument).map(Operator::Type),
        ("$matches", Value::String(text)) => {
            pattern(text).map(Operator::Matches).map_err(|problem| format!("`$matches`: {problem}"))
        }
        ("$matches", _) => Err("`$matches` takes a regular expression".to_owned()),
        ("$contains", argument) => Ok(Operator::Contains(argument)),
        ("$length", Value::Number(number)) => Ok(Operator::Length(Length::Exactly(number))),
        ("$length", Value::Object(limits)) => length_limits(limits).map(Operator::Length),
        ("$length", _) => Err("`$length` takes a number, or an object of `$gt` and `$lt`".to_owned()),
        ("$gt", Value::Number(number)) => Ok(Operator::Greater(number)),
        ("$lt", Value::Number(number)) => Ok(Operator::Less(number)),
        (name, _) => Err(format!("`{name}` takes a number")),
    }
}

fn types(argument: &Value) -> Result<Vec<&str>, String> {
    let names: Option<Vec<&str>> = match argument {
        Value::String(name) => Some(vec![name]),
        Value::Array(names) => names.iter().map(Value::as_str).collect(),
        _ => None,
    };
    names
        .filter(|names| !names.is_empty() && names.iter().all(|name| TYPES.contains(name)))
        .ok_or_else(|| format!("`$type` takes one or a list of {}", TYPES.join(", ")))
}

fn length_limits(limits: &Map<String, Value>) -> Result<Length<'_>, String> {
    if limits.is_empty() || limits.keys().any(|name| !matches!(name.as_str(), "$gt" | "$lt")) {
        return Err("`$length` takes a number, or an object of `$gt` and `$lt`".to_owned());
    }
    limits.iter().map(|(name, limit)| operator(name, limit)).collect::<Result<_, _>>().map(Length::Within)
}

impl Operator<'_> {
    fn holds(&self, node: &Value) -> bool {
        match self {
            Self::Exists(expected) => *expected,
            Self::Type(names) => names.iter().any(|name| is_type(node, name)),
            Self::Matches(regex) => regex.matches(node),
            Self::Contains(wanted) => contains(node, wanted),
            Self::Length(expected) => {
                let Some(length) = length(node).map(Number::from) else { return false };
                match expected {
                    Length::Exactly(number) => order(&length, number) == Some(Ordering::Equal),
                    Length::Within(limits) => {
                        let length = Value::Number(length);
                        limits.iter().all(|limit| limit.holds(&length))
                    }
                }
            }
            Self::Greater(limit) => compared(node, limit) == Some(Ordering::Greater),
            Self::Less(limit) => compared(node, limit) == Some(Ordering::Less),
        }
    }
}

fn compared(node: &Value, limit: &Number) -> Option<Ordering> {
    match node {
        Value::Number(number) => order(number, limit),
        _ => None,
    }
}

fn is_type(node: &Value, name: &str) -> bool {
    match node {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(number) => {
            name == "number"
                || (name == "integer"
                    && (!number.is_f64() || number.as_f64().is_some_and(|f| f.fract() == 0.0)))
        }
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}

/// A text contains a text, an array an element, an object a member of that name or all members given.
fn contains(node: &Value, wanted: &Value) -> bool {
    match (node, wanted) {
        (Value::String(text), Value::String(part)) => text.contains(part.as_str()),
        (Value::Array(elements), wanted) => elements.iter().any(|element| equal(element, wanted)),
        (Value::Object(members), Value::String(name)) => members.contains_key(name),
        (Value::Object(members), Value::Object(wanted)) => {
            wanted.iter().all(|(name, value)| members.get(name).is_some_and(|member| equal(member, value)))
        }
        _ => false,
    }
}
