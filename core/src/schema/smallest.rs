use serde_json::Value;

use super::decide::Budget;
use super::ir::Arena;
use super::pair::Side;
use super::shrink::shrink;
use super::solve::{Answer, Solver};

/// A smallest valid instance of a schema, confirmed by the validator; `None` when none was found.
///
/// Dropping any member or item of it, or shortening a string, makes it invalid. Optional members are left out.
#[must_use]
pub fn smallest_instance(schema: &Value) -> Option<Value> {
    let mut arena = Arena::new();
    let side = Side::new(&mut arena, schema, false).ok()?;
    [side.closed, side.raw].into_iter().find_map(|reading| {
        match Solver::new(&mut arena, Budget::WHOLE.steps).find([reading]) {
            Answer::Value(value) if side.validator.accepts(&value) => {
                let is_valid = &mut |value: &Value| side.validator.accepts(value);
                Some(shrink((*value).clone(), Budget::WHOLE.tries, is_valid))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_must_be_there_is_there() {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "minLength": 2},
                "kind": {"enum": ["b", "c"]},
                "count": {"type": "integer", "exclusiveMinimum": 3},
                "tags": {"type": "array", "items": {"pattern": "^x[0-9]$", "type": "string"}, "minItems": 1},
                "optional": {"type": "string"}
            },
            "required": ["name", "kind", "count", "tags"]
        });
        let smallest = smallest_instance(&schema).unwrap();
        assert_eq!(smallest, json!({"name": "aa", "kind": "b", "count": 4, "tags": ["x0"]}));
    }

    #[test]
    fn an_impossible_or_broken_schema_has_none() {
        assert_eq!(smallest_instance(&json!(false)), None);
        assert_eq!(smallest_instance(&json!({"type": "string", "minLength": 3, "maxLength": 2})), None);
        assert_eq!(smallest_instance(&json!({"type": "wrong"})), None);
    }
}
