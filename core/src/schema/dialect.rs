use serde_json::{Map, Value};

use super::keyword_table::{Shape, shape};

/// The dialects of JSON Schema that are read, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Draft {
    /// draft-04.
    Draft4,
    /// draft-06.
    Draft6,
    /// draft-07.
    Draft7,
    /// 2019-09.
    Draft201909,
    /// 2020-12.
    Draft202012,
}

impl Draft {
    /// All of them, oldest first.
    pub const ALL: [Self; 5] =
        [Self::Draft4, Self::Draft6, Self::Draft7, Self::Draft201909, Self::Draft202012];

    /// The dialect a schema is read in: what `$schema` names, else what only an older dialect writes, else 2020-12.
    #[must_use]
    pub fn of(schema: &Value) -> Self {
        match schema.get("$schema").and_then(Value::as_str) {
            Some(name) => Self::named(name).unwrap_or(Self::Draft202012),
            None => guessed(schema),
        }
    }

    /// What `$schema` calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft4 => "http://json-schema.org/draft-04/schema#",
            Self::Draft6 => "http://json-schema.org/draft-06/schema#",
            Self::Draft7 => "http://json-schema.org/draft-07/schema#",
            Self::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
            Self::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// The dialect that goes by a name; `None` for one that nobody knows.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim_end_matches('#').trim_end_matches('/');
        let name = name.strip_prefix("https://").or_else(|| name.strip_prefix("http://")).unwrap_or(name);
        match name {
            "json-schema.org/draft-04/schema" => Some(Self::Draft4),
            "json-schema.org/draft-06/schema" => Some(Self::Draft6),
            "json-schema.org/draft-07/schema" => Some(Self::Draft7),
            "json-schema.org/draft/2019-09/schema" => Some(Self::Draft201909),
            "json-schema.org/draft/2020-12/schema" | "json-schema.org/schema" => Some(Self::Draft202012),
            _ => None,
        }
    }

    /// The keyword that names a schema.
    pub(super) fn id_keyword(self) -> &'static str {
        if self == Self::Draft4 { "id" } else { "$id" }
    }
}

/// How many schema places are looked at before a dialect is guessed from what was seen so far.
const PLACES: usize = 20_000;

/// Whether the schema names a dialect (`$schema`) that is not known here and is read as 2020-12.
#[must_use]
pub fn is_unknown_dialect(schema: &Value) -> bool {
    schema.get("$schema").is_some_and(|name| name.as_str().and_then(Draft::named).is_none())
}

/// An unlabelled schema with boolean exclusive bounds is draft-04; one with array `items`, `additionalItems`,
/// `dependencies` or `definitions`, which newer dialects no longer read, is draft-07, unless it also writes what
/// only newer ones know.
fn guessed(schema: &Value) -> Draft {
    const NEW: [&str; 9] = [
        "prefixItems",
        "dependentSchemas",
        "dependentRequired",
        "unevaluatedProperties",
        "unevaluatedItems",
        "$defs",
        "$anchor",
        "$dynamicRef",
        "$dynamicAnchor",
    ];
    let (mut is_old, mut is_new) = (false, false);
    let mut open = vec![schema];
    for _ in 0..PLACES {
        let Some(place) = open.pop() else { break };
        let Value::Object(keywords) = place else { continue };
        if ["exclusiveMinimum", "exclusiveMaximum"]
            .iter()
            .any(|key| keywords.get(*key).is_some_and(Value::is_boolean))
        {
            return Draft::Draft4;
        }
        is_new |= NEW.iter().any(|key| keywords.contains_key(*key));
        is_old |= keywords.get("items").is_some_and(Value::is_array)
            || ["additionalItems", "dependencies", "definitions"]
                .iter()
                .any(|key| keywords.contains_key(*key));
        push_subschemas(keywords, &mut open);
    }
    if is_old && !is_new { Draft::Draft7 } else { Draft::Draft202012 }
}

/// The places right below a schema where another schema may stand, whatever the dialect.
fn push_subschemas<'a>(keywords: &'a Map<String, Value>, open: &mut Vec<&'a Value>) {
    for (key, value) in keywords {
        let shapes = [shape(Draft::Draft202012, key), shape(Draft::Draft7, key)];
        match value {
            Value::Object(_) if shapes.contains(&Some(Shape::Schema)) => open.push(value),
            Value::Object(members)
                if shapes.contains(&Some(Shape::SchemasByName))
                    || shapes.contains(&Some(Shape::SchemasOrNamesByName)) =>
            {
                open.extend(members.values());
            }
            Value::Array(items)
                if shapes.contains(&Some(Shape::Schemas))
                    || shapes.contains(&Some(Shape::SchemaOrSchemas)) =>
            {
                open.extend(items);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_unlabelled_schema_is_read_in_the_newest_dialect_that_fits() {
        assert_eq!(Draft::of(&json!({"type": "object"})), Draft::Draft202012);
        assert_eq!(Draft::of(&json!({"properties": {"a": {"items": [{}]}}})), Draft::Draft7);
        assert_eq!(Draft::of(&json!({"allOf": [{"exclusiveMinimum": true, "minimum": 1}]})), Draft::Draft4);
        assert_eq!(Draft::of(&json!({"properties": {"items": {}, "dependencies": {}}})), Draft::Draft202012);
    }

    #[test]
    fn a_named_dialect_wins() {
        let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": []});
        assert_eq!(Draft::of(&schema), Draft::Draft7);
        assert!(is_unknown_dialect(&json!({"$schema": "https://example.com/mine"})));
    }
}
