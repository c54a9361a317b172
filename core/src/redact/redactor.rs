use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::encode::{base64_core, json_ascii, json_escaped, percent_encoded};
use crate::gathered::gathered;

/// Values shorter than this are not redacted: they would be found everywhere.
const MIN_LENGTH: usize = 8;

/// A value that must not appear in anything that is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Form")]
pub struct Secret {
    /// What it is called: the variable, header or environment name. Shown in its place.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A secret as a host gives it: a bare value, or one with its name.
#[derive(Deserialize)]
#[serde(untagged)]
enum Form {
    Bare(String),
    Named { name: String, value: String },
}

impl From<Form> for Secret {
    fn from(form: Form) -> Self {
        match form {
            Form::Bare(value) => Self { name: String::new(), value },
            Form::Named { name, value } => Self { name, value },
        }
    }
}

/// Replaces secrets, and their JSON-escaped, percent-encoded and base64 forms, by `[redacted:NAME]`.
///
/// Values of fewer than 8 characters are left alone. It does not promise to find a secret that a server cut,
/// reversed or encoded in another way.
#[derive(Clone, Default)]
pub struct Redactor {
    /// What to look for and what to put there, longest first.
    forms: Vec<(String, String)>,
}

impl Redactor {
    /// Prepares to redact these secrets.
    #[must_use]
    pub fn new(secrets: &[Secret]) -> Self {
        let mut forms = Vec::new();
        for secret in secrets {
            if secret.value.chars().count() < MIN_LENGTH {
                continue;
            }
            let replacement = if secret.name.is_empty() {
                "[redacted]".to_owned()
            } else {
                format!("[redacted:{}]", secret.name)
            };
            for form in forms_of(&secret.value) {
                forms.push((form, replacement.clone()));
            }
        }
        forms.sort_by(|(left, _), (right, _)| right.len().cmp(&left.len()).then_with(|| left.cmp(right)));
        forms.dedup_by(|(left, _), (right, _)| left == right);
        Self { forms }
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        let mut clean = text.to_owned();
        self.in_place(&mut clean);
        clean
    }

    /// Takes the secrets out of every string and key of a value.
    pub fn value(&self, value: &mut Value) {
        if self.forms.is_empty() {
            return;
        }
        match value {
            Value::String(text) => self.in_place(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            Value::Object(members) => {
                members.values_mut().for_each(|member| self.value(member));
                if members.keys().any(|key| self.finds(key)) {
                    let named = std::mem::take(members).into_iter();
                    let renamed: Map<String, Value> =
                        gathered(named.map(|(key, member)| (self.text(&key), member)));
                    *members = renamed;
                }
            }
            Value::Number(number) => {
                let text = number.to_string();
                if self.forms.iter().any(|(form, _)| *form == text) {
                    *value = Value::String(self.text(&text));
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn finds(&self, text: &str) -> bool {
        self.forms.iter().any(|(form, _)| text.contains(form.as_str()))
    }

    fn in_place(&self, text: &mut String) {
        for (form, replacement) in &self.forms {
            if text.contains(form.as_str()) {
                *text = text.replace(form.as_str(), replacement);
            }
        }
    }
}

fn forms_of(value: &str) -> Vec<String> {
    let in_json = [json_escaped(value), json_ascii(value), json_escaped(value).replace('/', "\\/")];
    // JSON as a text inside JSON is what many tools give.
    let twice: Vec<String> = in_json.iter().map(|text| json_escaped(text)).collect();
    let mut forms = vec![value.to_owned()];
    forms.extend(percent_encoded(value));
    forms.extend(in_json);
    forms.extend(twice);
    for lead in 0..3 {
        let core = base64_core(value, lead);
        forms.push(core.replace('+', "-").replace('/', "_"));
        forms.push(core);
    }
    forms.retain(|form| form.len() >= MIN_LENGTH);
    forms
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_usual_way_of_writing_a_secret_is_found() {
        let secret = Secret { name: "KEY".to_owned(), value: "s3!(cr)et/ü\"x".to_owned() };
        let redactor = Redactor::new(std::slice::from_ref(&secret));
        for written in [
            "s3!(cr)et/ü\"x",
            "s3!(cr)et/ü\\\"x",
            "s3!(cr)et/\\u00fc\\\"x",
            "s3!(cr)et\\/ü\\\"x",
            "s3!(cr)et/ü\\\\\\\"x",
            "s3!(cr)et%2F%C3%BC%22x",
            "s3%21%28cr%29et%2F%C3%BC%22x",
            "s3%21%28cr%29et%2f%c3%bc%22x",
            "s3!(cr)et/%C3%BC%22x",
        ] {
            assert_eq!(redactor.text(&format!("a {written} b")), "a [redacted:KEY] b", "{written}");
        }
        let digits = Secret { name: "PIN".to_owned(), value: "8273645591".to_owned() };
        let mut value = json!({ "pin": 8_273_645_591_u64, "other": 82_736_455_910_u64 });
        Redactor::new(&[digits]).value(&mut value);
        assert_eq!(value, json!({ "pin": "[redacted:PIN]", "other": 82_736_455_910_u64 }));
    }

    fn redactor() -> Redactor {
        let secret = |name: &str, value: &str| Secret { name: name.to_owned(), value: value.to_owned() };
        Redactor::new(&[
            secret("TOKEN", "s3cr3t/\"pass word"),
            secret("LONG", "Bearer s3cr3t/\"pass word"),
            secret("SHORT", "short"),
            secret("", "anonymous-value"),
        ])
    }

    #[test]
    fn every_form_of_a_secret_is_replaced() {
        let redactor = redactor();
        for (text, expected) in [
            ("a s3cr3t/\"pass word b", "a [redacted:TOKEN] b"),
            ("{\"k\":\"s3cr3t/\\\"pass word\"}", "{\"k\":\"[redacted:TOKEN]\"}"),
            ("?t=s3cr3t%2F%22pass%20word&", "?t=[redacted:TOKEN]&"),
            ("?t=s3cr3t%2f%22pass+word&", "?t=[redacted:TOKEN]&"),
            ("?t=s3cr3t%2f%22pass%20word&", "?t=[redacted:TOKEN]&"),
            ("Bearer s3cr3t/\"pass word", "[redacted:LONG]"),
            ("short anonymous-value", "short [redacted]"),
        ] {
            assert_eq!(redactor.text(text), expected);
        }
    }

    #[test]
    fn a_secret_inside_base64_is_replaced_at_any_alignment() {
        for lead in ["", "u", "us", "user:"] {
            let encoded = super::super::encode::base64(format!("{lead}anonymous-value!").as_bytes());
            assert!(redactor().text(&encoded).contains("[redacted]"), "{encoded}");
        }
    }

    #[test]
    fn values_are_redacted_in_keys_and_strings_and_stay_json() {
        let mut value = json!({"anonymous-value": [1, "x anonymous-value", {"k": null}]});
        redactor().value(&mut value);
        assert_eq!(value, json!({"[redacted]": [1, "x [redacted]", {"k": null}]}));
    }
}
