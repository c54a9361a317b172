use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::encode::{base64_core, json_escaped, percent_encoded};

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
                    let renamed: Map<String, Value> = std::mem::take(members)
                        .into_iter()
                        .map(|(key, member)| (self.text(&key), member))
                        .collect();
                    *members = renamed;
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
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
    let percent = percent_encoded(value);
    let mut forms = vec![
        value.to_owned(),
        json_escaped(value),
        lower_hex(&percent),
        percent.replace("%20", "+"),
        percent,
    ];
    for lead in 0..3 {
        let core = base64_core(value, lead);
        forms.push(core.replace('+', "-").replace('/', "_"));
        forms.push(core);
    }
    forms.retain(|form| form.len() >= MIN_LENGTH);
    forms
}

/// `%2F` → `%2f`: both spellings are in use.
fn lower_hex(percent: &str) -> String {
    let mut lower = String::new();
    let mut left = 0_u8;
    for character in percent.chars() {
        left = if character == '%' { 3 } else { left };
        lower.push(if left > 0 { character.to_ascii_lowercase() } else { character });
        left = left.saturating_sub(1);
    }
    lower
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
            ("?t=s3cr3t%2f%22pass+word&", "?t=s3cr3t%2f%22pass+word&"),
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
