use super::cursor::Cursor;
use super::error::JsonError;
use super::lenient::unescape;

/// What kind of value a JSON text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `{…}`
    Object,
    /// `[…]`
    Array,
    /// `"…"`
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// `null`
    Null,
}

/// Tells objects from arrays from the rest by the first byte; `None` for a blank text.
///
/// The text is trusted to be JSON: it came from [`members`] or [`elements`].
#[must_use]
pub fn shape(text: &str) -> Option<Shape> {
    Some(match Cursor::new(text).peek()? {
        b'{' => Shape::Object,
        b'[' => Shape::Array,
        b'"' => Shape::String,
        b't' | b'f' => Shape::Bool,
        b'n' => Shape::Null,
        _ => Shape::Number,
    })
}

/// The members of an object, each value as the text it was served in. Repeated keys come repeatedly.
///
/// # Errors
/// The text is no JSON object.
pub fn members(text: &str) -> Result<Vec<(String, &str)>, JsonError> {
    let mut cursor = Cursor::new(text);
    let mut found = Vec::new();
    cursor.expect(b'{', "expected an object")?;
    if !cursor.take(b'}') {
        loop {
            let (key, _) = unescape(cursor.raw_string()?);
            cursor.expect(b':', "expected a colon")?;
            found.push((key, cursor.skip_value()?));
            if !cursor.take(b',') {
                break;
            }
        }
        cursor.expect(b'}', "expected a comma or the end of an object")?;
    }
    cursor.finish()?;
    Ok(found)
}

/// The elements of an array, each as the text it was served in.
///
/// # Errors
/// The text is no JSON array.
pub fn elements(text: &str) -> Result<Vec<&str>, JsonError> {
    let mut cursor = Cursor::new(text);
    let mut found = Vec::new();
    cursor.expect(b'[', "expected an array")?;
    if !cursor.take(b']') {
        loop {
            found.push(cursor.skip_value()?);
            if !cursor.take(b',') {
                break;
            }
        }
        cursor.expect(b']', "expected a comma or the end of an array")?;
    }
    cursor.finish()?;
    Ok(found)
}

/// The value of a JSON string, lone surrogates replaced; `None` for anything else.
#[must_use]
pub fn string(text: &str) -> Option<String> {
    let mut cursor = Cursor::new(text);
    if cursor.peek() != Some(b'"') {
        return None;
    }
    let raw = cursor.raw_string().ok()?;
    Some(unescape(raw).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_the_served_text() {
        let text = r#" { "a" : [1, {"b":"\ud800"}] , "a":1e999, "c":{} } "#;
        let found = members(text).unwrap();
        let expected: Vec<(String, &str)> = vec![
            ("a".to_owned(), r#"[1, {"b":"\ud800"}]"#),
            ("a".to_owned(), "1e999"),
            ("c".to_owned(), "{}"),
        ];
        assert_eq!(found, expected);
        assert_eq!(elements(r#"[ 1 , [] ,"x"]"#).unwrap(), ["1", "[]", "\"x\""]);
        assert_eq!(elements("[]").unwrap(), [""; 0]);
    }

    #[test]
    fn a_cut_text_is_an_error() {
        for text in [r#"{"a":1"#, r#"{"a""#, r#"{"a":[1,}"#, "{}x", "[1]"] {
            assert!(members(text).is_err(), "{text}");
        }
        assert!(elements("[1,]").is_err());
        assert!(elements("{}").is_err());
    }

    #[test]
    fn strings_are_unescaped() {
        assert_eq!(string(r#""a\u0000b""#).as_deref(), Some("a\0b"));
        assert_eq!(string("1"), None);
        assert_eq!(shape(" -1"), Some(Shape::Number));
        assert_eq!(shape(""), None);
    }
}
