use serde_json::{Map, Number, Value};

use super::cursor::Cursor;
use super::deep::{deep_hash, stand_in};
use super::error::JsonError;
use crate::surface::join_pointer;
use crate::text::quoted;

/// How far down an object or array may stand before it is kept as its hash.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// Levels above it.
    depth: usize,
    /// Bytes of its pointer: every place that is reported carries one, so that long names would cost as much as the
    /// square of a message.
    pointer: usize,
}

/// What is read from outside.
const SERVED: Reach = Reach { depth: 112, pointer: 2_048 };
/// What is read from documents of ours: enough to hold the former wherever a capture or a lockfile keeps it, and a
/// little under the 128 levels of `serde_json`.
const STORED: Reach = Reach { depth: 124, pointer: 8_192 };

/// At most this many repairs are told one by one; more than that is one sentence.
const MAX_REPAIRS: usize = 100;

/// A value that could be kept, and what had to be changed for that.
#[derive(Clone, Debug, PartialEq)]
pub struct Lenient {
    /// The value, repaired.
    pub value: Value,
    /// What was repaired, in the order of the text.
    pub repairs: Vec<Repair>,
}

/// One place that JSON allows and a strict reader refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// JSON Pointer from the root of the value that was read.
    pub pointer: String,
    /// What was wrong and what was kept instead, as a clause.
    pub what: String,
}

/// Reads JSON the way a contract tester must: what is legal JSON and merely odd is repaired and reported.
///
/// A lone surrogate becomes U+FFFD, a number no `f64` can hold becomes the largest one, what lies too
/// deep becomes a text with its hash, so that a change of it is still seen, and of a key that comes twice the last
/// value is kept.
///
/// # Errors
/// Only a text that is no JSON at all is refused.
pub fn lenient(text: &str) -> Result<Lenient, JsonError> {
    within(text, SERVED)
}

/// Reads a document of ours, which may hold what [`lenient`] has kept.
///
/// # Errors
/// Only a text that is no JSON at all is refused.
pub(crate) fn lenient_stored(text: &str) -> Result<Lenient, JsonError> {
    within(text, STORED)
}

/// Whether [`lenient`] keeps a value whole, as far as its depth goes.
pub(crate) fn is_kept_whole(value: &Value) -> bool {
    let mut open = vec![(value, 0, 0)];
    while let Some((value, depth, pointer)) = open.pop() {
        if value.is_object() || value.is_array() {
            if depth >= SERVED.depth || pointer > SERVED.pointer {
                return false;
            }
            let mut go_on = |token: &str, value| {
                // As long as the token is in a pointer.
                open.push((value, depth + 1, pointer + join_pointer("", token).len()));
            };
            match value {
                Value::Array(items) => {
                    items.iter().enumerate().for_each(|(index, item)| go_on(&index.to_string(), item));
                }
                Value::Object(members) => members.iter().for_each(|(name, member)| go_on(name, member)),
                _ => {}
            }
        }
    }
    true
}

fn within(text: &str, reach: Reach) -> Result<Lenient, JsonError> {
    let cursor = Cursor::new(text);
    let mut reader = Reader { cursor, reach, repairs: Vec::new(), pointer: String::new(), untold: 0 };
    let value = reader.value(0)?;
    reader.cursor.finish()?;
    if reader.untold > 0 {
        let what = format!("{} more oddities like these were repaired", reader.untold);
        reader.repairs.push(Repair { pointer: String::new(), what });
    }
    Ok(Lenient { value, repairs: reader.repairs })
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    reach: Reach,
    repairs: Vec<Repair>,
    pointer: String,
    untold: usize,
}

impl Reader<'_> {
    /// Recursion is bounded by the depth; everything below is hashed without it.
    fn value(&mut self, depth: usize) -> Result<Value, JsonError> {
        let Reach { depth: deepest, pointer: longest } = self.reach;
        match self.cursor.peek() {
            Some(b'{' | b'[') if depth >= deepest || self.pointer.len() > longest => {
                let hash = deep_hash(&mut self.cursor)?;
                self.repair(if depth >= deepest {
                    format!("nested deeper than {deepest} levels; its hash was kept instead")
                } else {
                    format!("it stands behind more than {longest} bytes of names; its hash was kept instead")
                });
                Ok(Value::from(stand_in(&hash)))
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Value::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Ok(match self.cursor.word()? {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                _ => Value::Null,
            }),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.cursor.expect(b'{', "expected an object")?;
        let mut members = Map::new();
        if self.cursor.take(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            let key = self.string()?;
            self.cursor.expect(b':', "expected a colon")?;
            let parent = self.pointer.len();
            self.pointer = join_pointer(&self.pointer, &key);
            let value = self.value(depth + 1)?;
            if members.contains_key(&key) {
                self.repair(format!("the key {} comes twice; the last value was kept", quoted(&key)));
            }
            self.pointer.truncate(parent);
            members.insert(key, value);
            if !self.cursor.take(b',') {
                self.cursor.expect(b'}', "expected a comma or the end of an object")?;
                return Ok(Value::Object(members));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.cursor.expect(b'[', "expected an array")?;
        let mut items = Vec::new();
        if self.cursor.take(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            let parent = self.pointer.len();
            self.pointer = join_pointer(&self.pointer, &items.len().to_string());
            items.push(self.value(depth + 1)?);
            self.pointer.truncate(parent);
            if !self.cursor.take(b',') {
                self.cursor.expect(b']', "expected a comma or the end of an array")?;
                return Ok(Value::Array(items));
            }
        }
    }

    fn number(&mut self) -> Result<Value, JsonError> {
        let (number, fits) = number_value(self.cursor.number()?);
        if !fits {
            self.repair("a number too large for any reader; the largest one was kept instead".to_owned());
        }
        Ok(number)
    }

    fn string(&mut self) -> Result<String, JsonError> {
        let raw = self.cursor.raw_string()?;
        let (text, lone) = unescape(raw);
        if lone {
            self.repair("a lone surrogate was replaced by U+FFFD".to_owned());
        }
        Ok(text)
    }

    fn repair(&mut self, what: String) {
        if self.repairs.len() < MAX_REPAIRS {
            self.repairs.push(Repair { pointer: self.pointer.clone(), what });
        } else {
            self.untold += 1;
        }
    }
}

/// The number of a checked text, and whether it fits; the largest one stands for what does not.
pub(super) fn number_value(text: &str) -> (Value, bool) {
    if let Ok(whole) = text.parse::<u64>() {
        return (Value::from(whole), true);
    }
    if let Ok(whole) = text.parse::<i64>()
        && whole != 0
    {
        return (Value::from(whole), true);
    }
    let float = text.parse::<f64>().unwrap_or_default();
    match Number::from_f64(float) {
        Some(number) => (Value::Number(number), true),
        None => (Value::from(if float < 0.0 { f64::MIN } else { f64::MAX }), false),
    }
}

/// Resolves the escapes of a checked raw string; tells whether a lone surrogate had to be replaced.
pub(super) fn unescape(raw: &str) -> (String, bool) {
    if !raw.contains('\\') {
        return (raw.to_owned(), false);
    }
    let mut text = String::with_capacity(raw.len());
    let mut lone = false;
    let mut high: Option<u32> = None;
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        let unit = if character == '\\' {
            match characters.next() {
                Some('u') => {
                    let unit = characters.by_ref().take(4).filter_map(|digit| digit.to_digit(16));
                    Some(unit.fold(0, |sum, digit| sum * 16 + digit))
                }
                other => Some(simple_escape(other.unwrap_or('\\'))),
            }
        } else {
            None
        };
        if let (Some(first), Some(second @ 0xDC00..=0xDFFF)) = (high, unit) {
            high = None;
            let scalar = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            text.push(char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER));
            continue;
        }
        if high.take().is_some() {
            text.push(char::REPLACEMENT_CHARACTER);
            lone = true;
        }
        match unit {
            None => text.push(character),
            Some(surrogate @ 0xD800..=0xDBFF) => high = Some(surrogate),
            Some(unit) => {
                lone |= char::from_u32(unit).is_none();
                text.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
    }
    if high.is_some() {
        text.push(char::REPLACEMENT_CHARACTER);
        lone = true;
    }
    (text, lone)
}

fn simple_escape(character: char) -> u32 {
    u32::from(match character {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn repairs(text: &str) -> Vec<(String, String)> {
        lenient(text).unwrap().repairs.into_iter().map(|repair| (repair.pointer, repair.what)).collect()
    }

    #[test]
    fn clean_json_reads_as_serde_json_reads_it() {
        let text = r#" {"a":[1,-2,0,-0,1.5,1e3,18446744073709551615,18446744073709551616,true,false,null],
            "b\u00e9\n\"\\\/\b\f\r\t":"\ud83d\ude00 \u0041é","":{},"e":[]} "#;
        let read = lenient(text).unwrap();
        assert_eq!(read.value, serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(read.repairs, []);
    }

    #[test]
    fn a_lone_surrogate_costs_one_character() {
        let read = lenient(r#"{"a":{"b":"x\ud800y"},"\udc00":1,"c":"\ud800\ud83d\ude00"}"#).unwrap();
        assert_eq!(read.value, json!({"a": {"b": "x\u{fffd}y"}, "\u{fffd}": 1, "c": "\u{fffd}😀"}));
        assert_eq!(read.repairs[0].pointer, "/a/b");
        assert_eq!(read.repairs.len(), 3);
    }

    #[test]
    fn a_number_out_of_range_is_the_largest_one() {
        let read = lenient(r#"{"a":1e999,"b":-1e999}"#).unwrap();
        assert_eq!(read.value, json!({"a": f64::MAX, "b": f64::MIN}));
        assert_eq!(read.repairs.len(), 2);
    }

    #[test]
    fn depth_is_cut_without_recursion() {
        let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
        let read = lenient(&deep).unwrap();
        assert_eq!(read.repairs.len(), 1);
        assert!(serde_json::from_str::<Value>(&read.value.to_string()).is_ok());
        let mixed = format!("{}1{}", r#"{"a":["#.repeat(10_000), "]}".repeat(10_000));
        assert_eq!(lenient(&mixed).unwrap().repairs.len(), 1);
    }

    #[test]
    fn what_lies_too_deep_is_kept_as_its_hash() {
        let nested = |inner: &str| format!("{}{inner}{}", "[".repeat(SERVED.depth), "]".repeat(SERVED.depth));
        let read = |inner: &str| lenient(&nested(inner)).unwrap();
        assert_eq!(read("1").repairs, []);
        assert_eq!(read(r#"{"a":1,"b":2}"#).value, read(r#"{ "b":2, "a":1 }"#).value);
        assert_ne!(read(r#"{"a":1}"#).value, read(r#"{"a":2}"#).value);
        // What was kept reads back as it is, some levels further down.
        let kept = read(r#"{"a":1}"#).value;
        let stored = lenient_stored(&format!(r#"{{"a":{{"b":[{kept}]}}}}"#)).unwrap();
        assert_eq!(stored.value["a"]["b"][0], kept);
        assert_eq!(stored.repairs, []);
    }

    #[test]
    fn what_stands_behind_long_names_is_kept_as_its_hash() {
        let name = "n".repeat(1_100);
        let read = |inner: &str| lenient(&format!(r#"{{"{name}":{{"{name}":{inner}}}}}"#)).unwrap();
        assert_eq!(read("1").repairs, []);
        assert_eq!(read(r#"{"a":1}"#).repairs.len(), 1);
        assert_ne!(read(r#"{"a":1}"#).value, read(r#"{"a":2}"#).value);
        for (name, is_whole) in [("n".repeat(1_023), true), (name, false), ("/".repeat(600), false)] {
            let value = json!({ &name: { &name: {} } });
            assert_eq!(is_kept_whole(&value), is_whole);
            assert_eq!(lenient(&value.to_string()).unwrap().repairs.is_empty(), is_whole);
        }
    }

    #[test]
    fn of_a_repeated_key_the_last_value_is_kept() {
        let read = lenient(r#"{"a":1,"a":2,"__proto__":{}}"#).unwrap();
        assert_eq!(read.value, json!({"a": 2, "__proto__": {}}));
        assert_eq!(
            repairs(r#"{"a":1,"a":2}"#),
            [("/a".to_owned(), "the key \"a\" comes twice; the last value was kept".to_owned())]
        );
    }

    #[test]
    fn repairs_are_bounded() {
        let many = format!("[{}1]", r#""\ud800","#.repeat(5_000));
        let read = lenient(&many).unwrap();
        assert_eq!(read.repairs.len(), MAX_REPAIRS + 1);
    }

    #[test]
    fn what_is_no_json_is_refused_with_its_place() {
        for (text, expected) in [
            ("", "expected a JSON value at line 1 column 1"),
            ("{\"a\":\n  nope}", "expected a JSON value at line 2 column 3"),
            ("[1 2]", "expected a comma or the end of an array at line 1 column 4"),
            ("\"\\x\"", "an unknown escape in a string at line 1 column 2"),
            ("01", "an invalid number at line 1 column 3"),
            ("1 1", "text after the end of the JSON value at line 1 column 3"),
            ("\"é\u{1}\"", "a raw control character in a string at line 1 column 3"),
            ("\"é", "a string that does not end at line 1 column 3"),
        ] {
            assert_eq!(lenient(text).unwrap_err().to_string(), expected, "{text}");
        }
    }
}
