use super::ast::{Path, Segment, Selector};
use super::cursor::Cursor;
use super::error::JsonPathError;
use super::filter;
use super::literal::{integer, string};

/// How long a path may be, in characters.
const MAX_LENGTH: usize = 4_096;

impl Path {
    /// Reads a path.
    ///
    /// # Errors
    /// What is wrong, and at which character.
    pub(crate) fn parse(text: &str) -> Result<Self, JsonPathError> {
        if text.chars().count() > MAX_LENGTH {
            return Err(JsonPathError { problem: "the path is too long".to_owned(), at: MAX_LENGTH });
        }
        let mut cursor = Cursor::new(text);
        if !cursor.take("$") {
            return Err(cursor.error("a path begins with `$`"));
        }
        let segments = segments(&mut cursor)?;
        match cursor.peek() {
            None => Ok(Self { segments }),
            Some(_) => Err(cursor.error("unexpected text")),
        }
    }
}

/// Reads segments as long as they come.
pub(super) fn segments(cursor: &mut Cursor) -> Result<Vec<Segment>, JsonPathError> {
    let mut segments = Vec::new();
    loop {
        let start = cursor.position();
        cursor.blanks();
        if cursor.take("..") {
            let selectors = match cursor.peek() {
                Some('[') => bracketed(cursor)?,
                _ => vec![shorthand(cursor)?],
            };
            segments.push(Segment::Descendant(selectors));
        } else if cursor.take(".") {
            segments.push(Segment::Child(vec![shorthand(cursor)?]));
        } else if cursor.peek() == Some('[') {
            segments.push(Segment::Child(bracketed(cursor)?));
        } else {
            cursor.back_to(start);
            return Ok(segments);
        }
    }
}

/// `*` or a name after a dot.
fn shorthand(cursor: &mut Cursor) -> Result<Selector, JsonPathError> {
    if cursor.take("*") {
        return Ok(Selector::Wildcard);
    }
    let first =
        |character: char| character.is_ascii_alphabetic() || character == '_' || character >= '\u{80}';
    if !cursor.peek().is_some_and(first) {
        return Err(cursor.error("expected a name or `*`"));
    }
    Ok(Selector::Name(cursor.run(|character| first(character) || character.is_ascii_digit())))
}

fn bracketed(cursor: &mut Cursor) -> Result<Vec<Selector>, JsonPathError> {
    cursor.expect("[")?;
    let mut selectors = Vec::new();
    loop {
        cursor.blanks();
        selectors.push(selector(cursor)?);
        cursor.blanks();
        if cursor.take("]") {
            return Ok(selectors);
        }
        if !cursor.take(",") {
            return Err(cursor.error("expected `,` or `]`"));
        }
    }
}

fn selector(cursor: &mut Cursor) -> Result<Selector, JsonPathError> {
    match cursor.peek() {
        Some('\'' | '"') => Ok(Selector::Name(string(cursor)?)),
        Some('*') => {
            cursor.next();
            Ok(Selector::Wildcard)
        }
        Some('?') => {
            cursor.next();
            cursor.blanks();
            cursor.deeper(filter::logical).map(Selector::Filter)
        }
        _ => slice_or_index(cursor),
    }
}

fn slice_or_index(cursor: &mut Cursor) -> Result<Selector, JsonPathError> {
    let start = integer(cursor)?;
    let after_start = cursor.position();
    cursor.blanks();
    if !cursor.take(":") {
        cursor.back_to(after_start);
        return start.map(Selector::Index).ok_or_else(|| cursor.error("expected a selector"));
    }
    cursor.blanks();
    let end = integer(cursor)?;
    let after_end = cursor.position();
    cursor.blanks();
    let mut step = None;
    if cursor.take(":") {
        cursor.blanks();
        step = integer(cursor)?;
    } else {
        cursor.back_to(after_end);
    }
    Ok(Selector::Slice { start, end, step: step.unwrap_or(1) })
}
