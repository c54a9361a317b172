use serde_json::{Number, Value};

/// JSON with sorted keys, no blanks and one spelling for each number, close to RFC 8785.
///
/// Keys are sorted by their UTF-8 bytes; integers beyond 2^53 keep all their digits, where RFC 8785 would
/// round them. Equal values give equal text.
#[must_use]
pub fn canonical_json(value: &Value) -> String {
    let mut out = String::new();
    write_value(&mut out, value);
    out
}

fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => write_number(out, number),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write_value(out, item);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<(&String, &Value)> = members.iter().collect();
            sorted.sort_unstable_by_key(|(key, _)| *key);
            out.push('{');
            for (position, (key, member)) in sorted.into_iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write_string(out, key);
                out.push(':');
                write_value(out, member);
            }
            out.push('}');
        }
    }
}

fn write_string(out: &mut String, text: &str) {
    out.push_str(&Value::from(text).to_string());
}

fn write_number(out: &mut String, number: &Number) {
    const EXACT_INTEGERS: f64 = 9_007_199_254_740_992.0;
    if let Some(float) = number.as_f64()
        && number.is_f64()
        && float.fract() == 0.0
        && float.abs() <= EXACT_INTEGERS
    {
        #[expect(clippy::cast_possible_truncation, reason = "within the exact integers of an f64")]
        let whole = float as i64;
        out.push_str(&whole.to_string());
    } else {
        out.push_str(&number.to_string());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn spelling_does_not_matter() {
        let left: Value = serde_json::from_str(r#"{"b": 1.0, "a": [true, null, "x\u0041"]}"#).unwrap();
        assert_eq!(canonical_json(&left), r#"{"a":[true,null,"xA"],"b":1}"#);
        assert_eq!(canonical_json(&json!(-0.0)), "0");
        assert_eq!(canonical_json(&json!(1e300)), "1e+300");
        assert_eq!(canonical_json(&json!(u64::MAX)), "18446744073709551615");
    }
}
