use std::fmt::Display;

use serde::de::{Expected, Unexpected};

use crate::surface::join_pointer;
use crate::text::shown_within;

/// How much of a text that does not fit is shown.
const SHOWN: usize = 60;

/// Why a document is not what it should be, and where.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub(crate) struct Misfit {
    /// The members and items on the way to the place, the innermost first.
    way: Vec<String>,
    problem: String,
}

impl Misfit {
    /// A JSON Pointer to the place.
    pub(crate) fn pointer(&self) -> String {
        self.way.iter().rev().fold(String::new(), |pointer, token| join_pointer(&pointer, token))
    }

    pub(crate) fn problem(&self) -> &str {
        &self.problem
    }

    pub(super) fn within(mut self, token: &str) -> Self {
        self.way.push(token.to_owned());
        self
    }

    pub(super) fn new(problem: String) -> Self {
        Self { way: Vec::new(), problem }
    }

    /// Something stands where one of a few words should.
    pub(super) fn no_word(found: Unexpected<'_>, words: &[&str]) -> Self {
        Self::new(format!("must be {}, not {}", one_of(words), spoken(found)))
    }
}

/// The words that people read in place of those that serde has for programmers.
impl serde::de::Error for Misfit {
    fn custom<T: Display>(problem: T) -> Self {
        Self::new(problem.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::new(format!("must be {}, not {}", wish(&wanted.to_string()), spoken(found)))
    }

    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::invalid_type(found, wanted)
    }

    fn invalid_length(length: usize, wanted: &dyn Expected) -> Self {
        Self::new(format!("must be {}, not {length} of them", wish(&wanted.to_string())))
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> Self {
        Self::no_word(Unexpected::Str(word), words)
    }

    // The command line reads these words to say which key was meant.
    fn unknown_field(field: &str, fields: &'static [&'static str]) -> Self {
        Self::new(format!("unknown field `{field}`, expected {}", one_of(fields)))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(format!("`{field}` is missing"))
    }
}

fn one_of(words: &[&str]) -> String {
    let listed: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match listed.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        _ => format!("one of {}", listed.join(", ")),
    }
}

/// What is wanted: Rust's name of a type, or words of our own.
fn wish(wanted: &str) -> String {
    let known = match wanted {
        "a boolean" => "true or false",
        "a string" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of at least 0",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        named if named.starts_with("struct ") => "an object",
        other => other,
    };
    let most = match wanted {
        "u8" => Some(u64::from(u8::MAX)),
        "u16" => Some(u64::from(u16::MAX)),
        "u32" => Some(u64::from(u32::MAX)),
        _ => None,
    };
    most.map_or_else(|| known.to_owned(), |most| format!("a whole number from 0 to {most}"))
}

/// What was found.
fn spoken(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(flag) => format!("`{flag}`"),
        Unexpected::Unsigned(number) => format!("the number {number}"),
        Unexpected::Signed(number) => format!("the number {number}"),
        Unexpected::Float(number) => format!("the number {number}"),
        Unexpected::Str(text) => format!("the text \"{}\"", shown_within(text, SHOWN)),
        Unexpected::Unit | Unexpected::Option => "nothing".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        other => other.to_string(),
    }
}
