use jsonschema::{Keyword, ValidationError};
use serde_json::{Map, Value};

use super::pattern::Matcher;

/// The keyword `pattern` as ECMA-262 means it, by the same reading that proofs use. Patterns that are no regular
/// language are left to the library's engine.
pub(super) enum PatternKeyword {
    Own(Matcher, String),
    Library(jsonschema::Validator),
}

impl PatternKeyword {
    /// The keyword for one `pattern`; `library` compiles what is not read here.
    pub(super) fn boxed<'a>(
        pattern: &'a Value,
        library: &dyn Fn(&Value) -> Result<jsonschema::Validator, ValidationError<'static>>,
    ) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
        if let Some(text) = pattern.as_str()
            && let Ok(matcher) = Matcher::new(text)
        {
            return Ok(Box::new(Self::Own(matcher, text.to_owned())));
        }
        let schema = Value::Object(Map::from_iter([("pattern".to_owned(), pattern.clone())]));
        Ok(Box::new(Self::Library(library(&schema)?)))
    }
}

impl<'i> Keyword<'i> for PatternKeyword {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if Keyword::is_valid(self, instance) {
            return Ok(());
        }
        Err(ValidationError::custom(match self {
            Self::Own(_, pattern) => format!("{instance} does not match \"{pattern}\""),
            Self::Library(_) => format!("{instance} does not match its pattern"),
        }))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        match (self, instance) {
            (Self::Own(matcher, _), Value::String(text)) => matcher.is_match(text),
            (Self::Library(validator), instance) => validator.is_valid(instance),
            _ => true,
        }
    }
}
