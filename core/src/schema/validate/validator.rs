use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value;

use super::check::Run;
use super::compile::compile;
use super::explain::Explainer;
use super::program::Program;
use crate::schema::dialect::Draft;
use crate::schema::gate;
use crate::schema::meta::meta_schema;
use crate::schema::repair::repaired;

/// Reasons listed for one instance.
const MAX_VIOLATIONS: usize = 100;
/// Compiled schemas that are kept: one pair is asked about in many ways, and one change often stands in many tools.
const KEPT: usize = 16;
/// The place a program starts with.
const ROOT: usize = 0;

thread_local! {
    /// The schemas compiled last, newest first. A memory only: nothing but the time an answer takes depends on it.
    static COMPILED: RefCell<VecDeque<(Value, Rc<Program>)>> = const { RefCell::new(VecDeque::new()) };
    /// The meta-schemas compiled so far.
    static META: RefCell<Vec<(Draft, Rc<Program>)>> = const { RefCell::new(Vec::new()) };
}

/// A compiled schema that tells valid instances from invalid ones.
///
/// The schema is read in its own dialect, `format` is an annotation, and no reference outside the schema is
/// ever fetched. Not promised: the wording of messages.
#[derive(Debug)]
pub struct Validator {
    program: Rc<Program>,
}

/// One reason an instance is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Violation {
    /// JSON Pointer into the instance.
    pub instance_pointer: String,
    /// JSON Pointer into the schema.
    pub schema_pointer: String,
    /// What is wrong. It may quote the instance and has not passed `shown`.
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
        if let Some(program) = remembered(schema) {
            return Ok(Self { program });
        }
        let program = checked(schema).or_else(|why| {
            let repaired = repaired(schema);
            if repaired == *schema { Err(why) } else { checked(&repaired) }
        });
        program
            .map(|program| Self { program: remember(schema, program) })
            .map_err(|why| format!("it is no valid JSON Schema: {why}"))
    }

    /// Whether the schema accepts the instance; `None` when that cannot be told within bounds.
    #[must_use]
    pub fn decides(&self, instance: &Value) -> Option<bool> {
        if !gate::depth_within(instance, gate::MAX_INSTANCE_DEPTH) {
            return None;
        }
        Run::new(&self.program).accepts(ROOT, instance, None)
    }

    /// Whether the schema accepts the instance for sure.
    #[must_use]
    pub fn accepts(&self, instance: &Value) -> bool {
        self.decides(instance) == Some(true)
    }

    /// Whether the schema refuses the instance for sure.
    #[must_use]
    pub fn refuses(&self, instance: &Value) -> bool {
        self.decides(instance) == Some(false)
    }

    /// Whether a definition in it may lead back to itself without stepping into the value.
    #[cfg(test)]
    pub(crate) fn may_go_in_circles(&self) -> bool {
        self.program.places.iter().any(|place| place.loops)
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
        explained(&self.program, instance)
    }
}

/// Every reason a value is no schema of a dialect, at most 100.
#[must_use]
pub fn dialect_violations(draft: Draft, schema: &Value) -> Vec<Violation> {
    if !gate::depth_within(schema, gate::MAX_SCHEMA_DEPTH) {
        return Vec::new();
    }
    match meta(draft) {
        Ok(program) if Run::new(&program).accepts(ROOT, schema, None) != Some(true) => {
            explained(&program, schema)
        }
        _ => Vec::new(),
    }
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

fn explained(program: &Program, instance: &Value) -> Vec<Violation> {
    let mut explainer = Explainer { run: Run::new(program), found: Vec::new(), most: MAX_VIOLATIONS };
    explainer.place(ROOT, instance, "");
    explainer.found
}

/// A schema that is one, compiled.
fn checked(schema: &Value) -> Result<Program, String> {
    let meta = meta(Draft::of(schema))?;
    if Run::new(&meta).accepts(ROOT, schema, None) != Some(true) {
        let why = explained(&meta, schema).into_iter().next();
        return Err(why.map_or_else(
            || "it cannot be told whether it is one".to_owned(),
            |why| {
                let place = if why.instance_pointer.is_empty() {
                    String::new()
                } else {
                    format!(" at {}", why.instance_pointer)
                };
                format!("{}{place}", first_line(&why.message))
            },
        ));
    }
    compile(schema)
}

fn meta(draft: Draft) -> Result<Rc<Program>, String> {
    META.with_borrow_mut(|known| {
        if let Some((_, program)) = known.iter().find(|(known, _)| *known == draft) {
            return Ok(Rc::clone(program));
        }
        let program = Rc::new(compile(meta_schema(draft))?);
        known.push((draft, Rc::clone(&program)));
        Ok(program)
    })
}

fn remembered(schema: &Value) -> Option<Rc<Program>> {
    COMPILED.with_borrow_mut(|kept| {
        let at = kept.iter().position(|(known, _)| known == schema)?;
        let found = kept.remove(at)?;
        let program = Rc::clone(&found.1);
        kept.push_front(found);
        Some(program)
    })
}

fn remember(schema: &Value, program: Program) -> Rc<Program> {
    let program = Rc::new(program);
    COMPILED.with_borrow_mut(|kept| {
        kept.truncate(KEPT - 1);
        kept.push_front((schema.clone(), Rc::clone(&program)));
    });
    program
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
