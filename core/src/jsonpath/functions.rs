use serde_json::Value;

use crate::schema::pattern::Recogniser;

/// A function of RFC 9535.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Length,
    Count,
    Match,
    Search,
    Value,
}

/// What goes into or comes out of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Value,
    Nodes,
    Logical,
}

impl Function {
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::Length, Self::Count, Self::Match, Self::Search, Self::Value]
            .into_iter()
            .find(|function| function.name() == name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Count => "count",
            Self::Match => "match",
            Self::Search => "search",
            Self::Value => "value",
        }
    }

    pub(super) fn takes(self) -> &'static [Kind] {
        match self {
            Self::Length => &[Kind::Value],
            Self::Count | Self::Value => &[Kind::Nodes],
            Self::Match | Self::Search => &[Kind::Value, Kind::Value],
        }
    }

    pub(super) fn gives(self) -> Kind {
        match self {
            Self::Length | Self::Count | Self::Value => Kind::Value,
            Self::Match | Self::Search => Kind::Logical,
        }
    }
}

/// The length of a text in characters, of an array in elements, of an object in members.
pub(crate) fn length(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.chars().count()),
        Value::Array(elements) => Some(elements.len()),
        Value::Object(members) => Some(members.len()),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// A regular expression, with bounded backtracking.
#[derive(Debug)]
pub(crate) struct Regex(Recogniser);

/// Compiles a regular expression of a path (RFC 9485); `whole` asks for a match of the whole text.
///
/// # Errors
/// It is none.
pub(super) fn path_pattern(text: &str, whole: bool) -> Result<Regex, String> {
    let source = dots_spelled_out(text);
    pattern(&if whole { format!("^(?:{source})$") } else { source })
}

/// A dot leaves out line feed and carriage return only, where that of ECMA-262 leaves out two more.
fn dots_spelled_out(text: &str) -> String {
    let mut source = String::with_capacity(text.len());
    let (mut in_class, mut escaped) = (false, false);
    for character in text.chars() {
        match character {
            '.' if !in_class && !escaped => source.push_str(r"[^\n\r]"),
            other => source.push(other),
        }
        match character {
            '[' if !escaped => in_class = true,
            ']' if !escaped => in_class = false,
            _ => {}
        }
        escaped = character == '\\' && !escaped;
    }
    source
}

/// Compiles a regular expression as JSON Schema means it, that may match anywhere.
///
/// # Errors
/// It is none.
pub(crate) fn pattern(source: &str) -> Result<Regex, String> {
    match Recogniser::new(source) {
        Ok(recogniser) if recogniser.is_known() => Ok(Regex(recogniser)),
        _ => Err("it is no regular expression".to_owned()),
    }
}

impl Regex {
    /// Whether a value is a text that matches.
    pub(crate) fn matches(&self, value: &Value) -> bool {
        value.as_str().is_some_and(|text| self.0.finds(text) == Some(true))
    }
}
