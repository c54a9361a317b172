use serde_json::Value;

use super::cursor::Cursor;
use super::error::JsonPathError;

/// The largest whole number that every JSON reader keeps, and so the limit for an index.
const MAX_INDEX: i64 = 9_007_199_254_740_991;

/// Reads a whole number without leading zeros; `None` when none comes.
pub(super) fn integer(cursor: &mut Cursor) -> Result<Option<i64>, JsonPathError> {
    let start = cursor.position();
    let minus = cursor.take("-");
    let digits = cursor.run(|character| character.is_ascii_digit());
    if digits.is_empty() {
        cursor.back_to(start);
        return Ok(None);
    }
    if (digits.starts_with('0') && digits.len() > 1) || (minus && digits == "0") {
        return Err(cursor.error("a number has no leading zero and no negative zero"));
    }
    match digits.parse::<i64>() {
        Ok(number) if number <= MAX_INDEX => Ok(Some(if minus { -number } else { number })),
        _ => Err(cursor.error("the number is too large")),
    }
}

/// Reads a literal of a filter: text, number, `true`, `false` or `null`; `None` when none comes.
pub(super) fn literal(cursor: &mut Cursor) -> Result<Option<Value>, JsonPathError> {
    match cursor.peek() {
        Some('"' | '\'') => Ok(Some(Value::from(string(cursor)?))),
        Some('-' | '0'..='9') => number(cursor).map(Some),
        _ => {
            let start = cursor.position();
            let word = cursor.run(|character| character.is_ascii_alphanumeric() || character == '_');
            let value = match word.as_str() {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                "null" => Value::Null,
                _ => {
                    cursor.back_to(start);
                    return Ok(None);
                }
            };
            Ok(Some(value))
        }
    }
}

fn number(cursor: &mut Cursor) -> Result<Value, JsonPathError> {
    let start = cursor.position();
    let mut text = String::new();
    if cursor.take("-") {
        text.push('-');
    }
    let whole = cursor.run(|character| character.is_ascii_digit());
    if whole.is_empty() || (whole.starts_with('0') && whole.len() > 1) {
        return Err(cursor.error("this is no number"));
    }
    text.push_str(&whole);
    if cursor.take(".") {
        text.push('.');
        text.push_str(&digits(cursor)?);
    }
    if cursor.take("e") || cursor.take("E") {
        text.push('e');
        if cursor.take("-") {
            text.push('-');
        } else {
            let _ = cursor.take("+");
        }
        text.push_str(&digits(cursor)?);
    }
    serde_json::from_str(&text).map_err(|_| {
        cursor.back_to(start);
        cursor.error("the number is too large")
    })
}

fn digits(cursor: &mut Cursor) -> Result<String, JsonPathError> {
    let digits = cursor.run(|character| character.is_ascii_digit());
    if digits.is_empty() { Err(cursor.error("expected a digit")) } else { Ok(digits) }
}

/// Reads a text between single or double quotes.
pub(super) fn string(cursor: &mut Cursor) -> Result<String, JsonPathError> {
    let Some(quote) = cursor.next() else { return Err(cursor.error("expected a text")) };
    let mut text = String::new();
    loop {
        match cursor.next() {
            None => return Err(cursor.error("the text is not closed")),
            Some(character) if character == quote => return Ok(text),
            Some('\\') => text.push(escaped(cursor, quote)?),
            Some(character) if character < ' ' => {
                return Err(cursor.error("control characters must be escaped"));
            }
            Some(character) => text.push(character),
        }
    }
}

fn escaped(cursor: &mut Cursor, quote: char) -> Result<char, JsonPathError> {
    let character = match cursor.next() {
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some(same @ ('/' | '\\')) => same,
        Some(same) if same == quote => same,
        Some('u') => return unicode(cursor),
        _ => return Err(cursor.error("unknown escape")),
    };
    Ok(character)
}

fn unicode(cursor: &mut Cursor) -> Result<char, JsonPathError> {
    let first = code_unit(cursor)?;
    let code = match first {
        0xD800..=0xDBFF => {
            cursor.expect("\\u")?;
            let second = code_unit(cursor)?;
            if !(0xDC00..=0xDFFF).contains(&second) {
                return Err(cursor.error("half of a surrogate pair"));
            }
            0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
        }
        whole => whole,
    };
    char::from_u32(code).ok_or_else(|| cursor.error("half of a surrogate pair"))
}

fn code_unit(cursor: &mut Cursor) -> Result<u32, JsonPathError> {
    let mut code = 0;
    for _ in 0..4 {
        let digit = cursor.next().and_then(|character| character.to_digit(16));
        let Some(digit) = digit else { return Err(cursor.error("expected four hexadecimal digits")) };
        code = code * 16 + digit;
    }
    Ok(code)
}
