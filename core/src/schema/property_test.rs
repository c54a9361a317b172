//! Random pairs and random values: what is called compatible must be, and what is read must mean what another
//! implementation's validator says, as our own must.

use serde_json::{Map, Value, json};

use super::decide::{Budget, decide};
use super::ir::Arena;
use super::pair::Side;
use crate::rules::{Direction, Effect, Verdict};

/// A seeded source of choices: the same pairs on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn one<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 12 } else { 18 }) {
            0 => Value::Null,
            1 => Value::Bool(self.below(2) == 0),
            2..=5 => json!(self.one(&[-1, 0, 1, 2, 3, 4, 6])),
            6 => json!(self.one(&[0.5, 1.5, 2.5, -0.5])),
            7..=11 => json!(self.one(&["", "a", "b", "ab", "aab", "abc", "x", "é", "1"])),
            12..=14 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => {
                let mut members = Map::new();
                for _ in 0..self.below(4) {
                    let name: &str = self.one(&["a", "b", "c", "ab", "z"]);
                    members.insert(name.to_owned(), self.value(depth - 1));
                }
                Value::Object(members)
            }
        }
    }

    fn schema(&mut self, depth: usize) -> Value {
        if self.below(12) == 0 {
            return Value::Bool(self.below(3) > 0);
        }
        let mut schema = Map::new();
        if self.below(5) < 3 {
            let name: &str =
                self.one(&["string", "integer", "number", "array", "object", "object", "boolean", "null"]);
            schema.insert("type".to_owned(), json!(name));
        }
        for _ in 0..=self.below(3) {
            let (key, value) = self.keyword(depth);
            schema.insert(key.to_owned(), value);
        }
        Value::Object(schema)
    }

    fn keyword(&mut self, depth: usize) -> (&'static str, Value) {
        let small = json!(self.below(4));
        let names: Vec<&str> = (0..=self.below(2))
            .map(|_| self.one(&["a", "b", "c"]))
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect();
        if depth == 0 {
            return match self.below(15) {
                0 => (
                    "enum",
                    json!([self.value(1), self.value(0)].iter().collect::<Vec<_>>().into_iter().fold(
                        Vec::new(),
                        |mut list: Vec<Value>, value| {
                            if !list.contains(value) {
                                list.push(value.clone());
                            }
                            list
                        }
                    )),
                ),
                1 => ("const", self.value(1)),
                2 => ("minimum", json!(self.one(&[0, 1, 2, 3]))),
                3 => ("maximum", json!(self.one(&[0, 1, 2, 3]))),
                4 => ("exclusiveMinimum", small),
                5 => ("multipleOf", json!(self.one(&[1.0, 2.0, 3.0, 0.5]))),
                6 => ("minLength", small),
                7 => ("maxLength", small),
                8 | 9 => {
                    ("pattern", json!(self.one(&["^a", "b$", "^[ab]*$", "^a+$", "a", "^.{2}$", "^(?!b)"])))
                }
                10 => ("required", json!(names)),
                11 => ("minItems", small),
                12 => ("maxItems", small),
                13 => ("minProperties", small),
                _ => ("maxProperties", small),
            };
        }
        let inner = self.schema(depth - 1);
        let other = self.schema(depth - 1);
        match self.below(26) {
            0 => ("items", inner),
            1 => ("prefixItems", json!([inner, other])),
            2 => ("contains", inner),
            3 => ("uniqueItems", json!(true)),
            4..=8 => (
                "properties",
                names
                    .iter()
                    .map(|name| ((*name).to_owned(), self.schema(depth - 1)))
                    .collect::<Map<_, _>>()
                    .into(),
            ),
            9 => ("patternProperties", json!({"^a": inner})),
            10 => ("additionalProperties", inner),
            11 => ("additionalProperties", json!(false)),
            12 => ("propertyNames", json!({"pattern": "^[ab]"})),
            13 => ("dependentRequired", json!({"a": ["b"]})),
            14 => ("dependentSchemas", json!({"a": inner})),
            15 => ("allOf", json!([inner, other])),
            16 | 17 => ("anyOf", json!([inner, other])),
            18 => ("oneOf", json!([inner, other])),
            19 => ("not", inner),
            20 => ("if", inner),
            21 => ("then", inner),
            22 => ("$ref", json!("#/$defs/d")),
            23 => ("unevaluatedProperties", inner),
            _ => self.keyword(0),
        }
    }

    fn document(&mut self) -> Value {
        let mut schema = self.schema(2);
        let definition = self.schema(1);
        if let Value::Object(keywords) = &mut schema {
            keywords.insert("$defs".to_owned(), json!({ "d": definition }));
        }
        schema
    }

    /// The schema with one keyword somewhere near the top replaced, added or dropped.
    fn changed(&mut self, schema: &Value) -> Value {
        let Value::Object(keywords) = schema else { return self.document() };
        let mut keywords = keywords.clone();
        match self.below(3) {
            0 => {
                let name = keywords.keys().nth(self.below(keywords.len())).cloned().unwrap();
                if name != "$defs" {
                    keywords.remove(&name);
                }
            }
            1 => {
                let (key, value) = self.keyword(1);
                keywords.insert(key.to_owned(), value);
            }
            _ => {
                let name = keywords.keys().nth(self.below(keywords.len())).cloned().unwrap();
                let value = keywords[&name].clone();
                let replaced = match value {
                    Value::Object(mut members)
                        if !members.is_empty() && (name == "properties" || name == "$defs") =>
                    {
                        let member = members.keys().next().cloned().unwrap();
                        let inner = members[&member].clone();
                        members.insert(member, self.changed(&inner));
                        Value::Object(members)
                    }
                    other => other,
                };
                keywords.insert(name, replaced);
            }
        }
        Value::Object(keywords)
    }
}

fn check(dice: &mut Dice, counts: &mut [usize; 4]) {
    let old = dice.document();
    let new = if dice.below(3) == 0 { dice.document() } else { dice.changed(&old) };
    let mut arena = Arena::new();
    let (Ok(old_side), Ok(new_side)) =
        (Side::new(&mut arena, &old, false), Side::new(&mut arena, &new, false))
    else {
        return;
    };
    let library = |schema: &Value| jsonschema::options().should_validate_formats(false).build(schema);
    let (Ok(old_library), Ok(new_library)) = (library(&old), library(&new)) else {
        panic!("a schema here and none there\n  old {old}\n  new {new}")
    };
    let result = decide(&old, &new, Direction::Input, false, Budget::WHOLE);
    counts[result.verdict as usize] += 1;
    let includes = matches!(result.verdict, Verdict::Equivalent | Verdict::Compatible)
        || result.effect == Some(Effect::Ignored);
    for _ in 0..40 {
        let value = dice.value(2);
        let (sent, taken) = (old_library.is_valid(&value), new_library.is_valid(&value));
        for (side, valid) in [(&old_side, sent), (&new_side, taken)] {
            let decided = side.validator.decides(&value);
            // What a definition that is only itself means is not told.
            let is_told = decided.is_some() || side.validator.may_go_in_circles();
            assert!(
                is_told && decided.is_none_or(|decided| decided == valid),
                "told {decided:?}, valid {valid}: {value}\n  old {old}\n  new {new}"
            );
            let read = arena.accepts(side.raw, &value, &mut 100_000);
            assert!(
                read.is_none_or(|read| read == valid),
                "read as {read:?}, valid {valid}: {value}\n  old {old}\n  new {new}"
            );
        }
        let declared = arena.accepts(old_side.closed, &value, &mut 100_000) == Some(true);
        assert!(!declared || sent, "closed beyond raw: {value}\n  old {old}");
        assert!(
            !(includes && declared && !taken),
            "{:?} {:?}, but {value} breaks\n  old {old}\n  new {new}",
            result.verdict,
            result.effect
        );
        assert!(
            result.verdict != Verdict::Equivalent || sent == taken,
            "equivalent, but not for {value}\n  old {old}\n  new {new}"
        );
    }
    if let Some(witness) = &result.witness {
        let expected = result.effect == Some(Effect::Ignored);
        assert!(old_library.is_valid(witness), "{witness}\n  old {old}");
        assert_eq!(new_library.is_valid(witness), expected, "{witness}\n  new {new}");
    }
}

/// `MCPWARD_PAIRS` says how many pairs; by default few, since this is no release build.
#[test]
fn no_value_breaks_what_is_called_compatible() {
    let pairs = std::env::var("MCPWARD_PAIRS").ok().and_then(|pairs| pairs.parse().ok()).unwrap_or(1_500);
    let seed = std::env::var("MCPWARD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut dice = Dice(seed);
    let mut counts = [0; 4];
    for _ in 0..pairs {
        check(&mut dice, &mut counts);
    }
    #[expect(clippy::print_stderr, reason = "shown to a developer with --nocapture")]
    {
        eprintln!("equivalent, compatible, undecided, breaking: {counts:?}");
    }
    assert!(counts.iter().sum::<usize>() * 2 > pairs);
    assert!(counts[Verdict::Undecided as usize] * 20 < pairs, "{counts:?}");
}
