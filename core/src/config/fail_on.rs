use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::rules::Severity;
use crate::rules::drift::{CLASSES, Class, class_named};

/// What fails a run: severity levels (that level or above) and classes, in any mix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct FailOn {
    /// `None`: every class whose row says that it fails.
    words: Option<Vec<String>>,
}

impl FailOn {
    /// Reads a level, a class, or several of them separated by commas, as on a command line.
    ///
    /// # Errors
    /// A word that is neither a level nor a class is named, with the nearest class there is.
    pub fn from_list(text: &str) -> Result<Self, String> {
        Self::from_words(text.split(',').map(|word| word.trim().to_owned()).collect())
    }

    fn from_words(words: Vec<String>) -> Result<Self, String> {
        for word in &words {
            if level(word).is_none() && class_named(word).is_none() {
                let known: Vec<&str> = CLASSES.iter().map(|class| class.name).collect();
                return Err(format!(
                    "unknown level or class `{}`, expected `high`, `medium`, `low` or one of {}",
                    crate::text::shown(word),
                    known.join(", ")
                ));
            }
        }
        Ok(Self { words: Some(words) })
    }

    /// Whether a change of this class, at this severity after overrides, fails the run.
    #[must_use]
    pub fn fails(&self, class: &str, severity: Severity) -> bool {
        match &self.words {
            None => class_named(class).is_some_and(|row: &Class| row.fails),
            Some(words) => {
                words.iter().any(|word| word == class || level(word).is_some_and(|least| severity >= least))
            }
        }
    }
}

fn level(word: &str) -> Option<Severity> {
    match word {
        "high" => Some(Severity::High),
        "medium" => Some(Severity::Medium),
        "low" => Some(Severity::Low),
        _ => None,
    }
}

impl<'de> Deserialize<'de> for FailOn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "must be a level (high, medium, low) or a list of levels and classes")]
        enum Form {
            One(String),
            Many(Vec<String>),
        }
        match Option::<Form>::deserialize(deserializer)? {
            None => Ok(Self::default()),
            Some(Form::One(word)) => Self::from_words(vec![word]).map_err(D::Error::custom),
            Some(Form::Many(words)) => Self::from_words(words).map_err(D::Error::custom),
        }
    }
}

impl JsonSchema for FailOn {
    fn schema_name() -> Cow<'static, str> {
        "FailOn".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut words: Vec<&str> = vec!["high", "medium", "low"];
        words.extend(CLASSES.iter().map(|class| class.name));
        json_schema!({
            "description": "What fails: a level (that severity or above), or a list of levels and classes",
            "anyOf": [
                { "enum": words },
                { "type": "array", "items": { "enum": words } },
                { "type": "null" }
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_classes_mix() {
        let mixed = FailOn::from_list("high, undecided_schema_change").unwrap();
        assert!(mixed.fails("description_changed", Severity::High));
        assert!(mixed.fails("undecided_schema_change", Severity::Medium));
        assert!(!mixed.fails("tool_removed", Severity::Low));
        assert!(FailOn::from_list("loud").is_err());
    }

    #[test]
    fn the_default_is_what_the_rows_say() {
        let default = FailOn::default();
        assert!(default.fails("tool_removed", Severity::Low));
        assert!(!default.fails("tool_added", Severity::Low));
    }
}
