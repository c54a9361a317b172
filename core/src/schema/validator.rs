use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use jsonschema::{Draft, PatternOptions, ValidationError, ValidationOptions};
use serde::Serialize;
use serde_json::Value;

use super::dialect::dialect;
use super::gate;
use super::pattern_keyword::PatternKeyword;
use super::repair::repaired;

/// Backtracking steps a pattern with look-around may take for one string.
const BACKTRACK_LIMIT: usize = 20_000;
/// Compiled size of one pattern, in bytes.
const PATTERN_SIZE_LIMIT: usize = 1 << 20;
/// Errors listed for one instance.
const MAX_ERRORS: usize = 100;
/// Compiled schemas that are kept: one pair is asked about in many ways, and one change often stands in many tools.
const KEPT: usize = 16;

thread_local! {
    /// The schemas compiled last, newest first. A memory only: nothing but the time an answer takes depends on it.
    /// As wasm the crate compiles the meta-schema again for every schema, which costs milliseconds each time.
    static COMPILED: RefCell<VecDeque<(Value, Rc<jsonschema::Validator>)>> = const { RefCell::new(VecDeque::new()) };
}

/// A compiled schema that tells valid instances from invalid ones.
///
/// The schema is read in its own dialect, `format` is an annotation, and no reference outside the schema is
/// ever fetched (the crate is built without resolvers). Not promised: the wording of messages.
#[derive(Debug)]
pub struct Validator {
    compiled: Rc<jsonschema::Validator>,
}

/// One reason an instance is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Violation {
    /// JSON Pointer into the instance.
    pub instance_pointer: String,
    /// JSON Pointer into the schema.
    pub schema_pointer: String,
    /// What is wrong, as the validator says it. It may quote the instance and has not passed `shown`.
    pub message: String,
}

impl Validator {
    /// Compiles a schema.
    ///
    /// # Errors
    ///
    /// A reason, when the value is no schema, refers to something outside itself, or is too large or too deep.
    pub fn new(schema: &Value) -> Result<Self, String> {
        gate::admit(schema)?;
        if let Some(compiled) = remembered(schema) {
            return Ok(Self { compiled });
        }
        let compiled = compiled(schema).or_else(|error| {
            let repaired = repaired(schema);
            if repaired == *schema { Err(error) } else { compiled(&repaired) }
        });
        compiled
            .map(|compiled| Self { compiled: remember(schema, compiled) })
            .map_err(|error| format!("it is no valid JSON Schema: {}", first_line(&error.to_string())))
    }

    /// Whether the schema accepts the instance. Instances nested too deep are not accepted.
    #[must_use]
    pub fn accepts(&self, instance: &Value) -> bool {
        gate::depth_within(instance, gate::MAX_INSTANCE_DEPTH) && self.compiled.is_valid(instance)
    }

    /// Every reason the instance is not valid, at most 100, in a stable order.
    #[must_use]
    pub fn violations(&self, instance: &Value) -> Vec<Violation> {
        if !gate::depth_within(instance, gate::MAX_INSTANCE_DEPTH) {
            return vec![Violation {
                instance_pointer: String::new(),
                schema_pointer: String::new(),
                message: "the instance is nested too deep to be checked".to_owned(),
            }];
        }
        self.compiled
            .iter_errors(instance)
            .take(MAX_ERRORS)
            .map(|error| Violation {
                instance_pointer: error.instance_path().as_str().to_owned(),
                schema_pointer: error.schema_path().as_str().to_owned(),
                message: error.to_string(),
            })
            .collect()
    }
}

fn compiled(schema: &Value) -> Result<jsonschema::Validator, ValidationError<'static>> {
    let draft = dialect(schema);
    let plain = move |schema: &Value| options(draft).build(schema);
    options(draft)
        .with_keyword("pattern", move |_, pattern, _| PatternKeyword::boxed(pattern, &plain))
        .build(schema)
}

fn options<'i>(draft: Draft) -> ValidationOptions<'i> {
    let patterns = PatternOptions::fancy_regex()
        .backtrack_limit(BACKTRACK_LIMIT)
        .size_limit(PATTERN_SIZE_LIMIT)
        .dfa_size_limit(PATTERN_SIZE_LIMIT);
    jsonschema::options().with_draft(draft).should_validate_formats(false).with_pattern_options(patterns)
}

/// Whether a schema accepts an instance.
///
/// # Errors
///
/// As [`Validator::new`].
pub fn accepts(schema: &Value, instance: &Value) -> Result<bool, String> {
    Ok(Validator::new(schema)?.accepts(instance))
}

/// Every reason an instance is not valid under a schema; empty when it is.
///
/// # Errors
///
/// As [`Validator::new`].
pub fn validate(schema: &Value, instance: &Value) -> Result<Vec<Violation>, String> {
    Ok(Validator::new(schema)?.violations(instance))
}

fn remembered(schema: &Value) -> Option<Rc<jsonschema::Validator>> {
    COMPILED.with_borrow_mut(|kept| {
        let at = kept.iter().position(|(known, _)| known == schema)?;
        let found = kept.remove(at)?;
        let compiled = Rc::clone(&found.1);
        kept.push_front(found);
        Some(compiled)
    })
}

fn remember(schema: &Value, compiled: jsonschema::Validator) -> Rc<jsonschema::Validator> {
    let compiled = Rc::new(compiled);
    COMPILED.with_borrow_mut(|kept| {
        kept.truncate(KEPT - 1);
        kept.push_front((schema.clone(), Rc::clone(&compiled)));
    });
    compiled
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_violation_has_its_places() {
        let schema = json!({"type": "object", "properties": {"a": {"type": "integer", "maximum": 5}}, "required": ["b"]});
        let found = validate(&schema, &json!({"a": 7})).unwrap();
        let places: Vec<(&str, &str)> =
            found.iter().map(|v| (v.instance_pointer.as_str(), v.schema_pointer.as_str())).collect();
        assert!(places.contains(&("/a", "/properties/a/maximum")), "{places:?}");
        assert!(places.contains(&("", "/required")), "{places:?}");
    }

    #[test]
    fn a_schema_that_is_asked_about_again_among_many_answers_the_same() {
        for round in 0..2 {
            for limit in 0..40 {
                let schema = json!({"type": "integer", "maximum": limit});
                assert_eq!(accepts(&schema, &json!(limit)), Ok(true), "round {round}");
                assert_eq!(accepts(&schema, &json!(limit + 1)), Ok(false), "round {round}");
            }
        }
    }

    #[test]
    fn format_is_an_annotation() {
        let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "format": "email"});
        assert_eq!(accepts(&schema, &json!("not an address")), Ok(true));
    }

    #[test]
    fn a_name_required_twice_is_a_slip_and_no_reason_to_give_up() {
        let schema = json!({"type": "object", "required": ["a", "a"]});
        assert_eq!(accepts(&schema, &json!({"a": 1})), Ok(true));
        assert_eq!(accepts(&schema, &json!({})), Ok(false));
    }

    #[test]
    fn patterns_mean_what_ecma_262_says() {
        let dot = json!({"pattern": "^.$"});
        assert_eq!(accepts(&dot, &json!("\u{2028}")), Ok(false));
        let digit = json!({"pattern": r"^\d$"});
        assert_eq!(accepts(&digit, &json!("\u{0663}")), Ok(false));
        let behind = json!({"pattern": "(?<=a)b"});
        assert_eq!(accepts(&behind, &json!("ab")), Ok(true));
        assert_eq!(validate(&dot, &json!("ab")).unwrap().first().unwrap().schema_pointer, "/pattern");
    }

    #[test]
    fn what_is_no_schema_or_lies_outside_has_a_reason() {
        for schema in [
            json!(3),
            json!({"type": "text"}),
            json!({"$ref": "https://example.com/schema.json"}),
            json!({"$ref": "#/$defs/missing"}),
            json!({"pattern": "("}),
        ] {
            assert!(accepts(&schema, &json!(1)).is_err(), "{schema}");
        }
    }
}
