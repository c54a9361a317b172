use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::node::{Kind, Kinds, Lit, Node};
use super::number::Decimal;
use super::read::{Reader, Reading};
use crate::gathered::gathered;
use crate::schema::dialect::Draft;
use crate::schema::documents::{Home, is_recursive_anchor};

type Keywords = Map<String, Value>;

impl<'a> Reader<'a> {
    /// All keywords of one schema.
    pub(super) fn keywords(&mut self, keywords: &'a Keywords, home: Home, reading: Reading) -> Lit {
        let mut lits = Vec::new();
        if self.draft(home) <= Draft::Draft7
            && let Some(reference) = keywords.get("$ref").filter(|reference| reference.is_string())
        {
            return self.reference("$ref", reference, home, reading);
        }
        self.references(keywords, home, reading, &mut lits);
        self.values(keywords, home, &mut lits);
        self.numbers(keywords, home, &mut lits);
        self.strings(keywords, home, &mut lits);
        self.arrays(keywords, home, reading, &mut lits);
        self.objects(keywords, home, reading, &mut lits);
        self.combinations(keywords, home, reading, &mut lits);
        self.unevaluated(keywords, home, reading, &mut lits);
        self.arena.all(lits)
    }

    fn references(&mut self, keywords: &'a Keywords, home: Home, reading: Reading, lits: &mut Vec<Lit>) {
        for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let known = match key {
                "$dynamicRef" => self.draft(home) == Draft::Draft202012,
                "$recursiveRef" => self.draft(home) == Draft::Draft201909,
                _ => true,
            };
            if known && let Some(reference) = keywords.get(key) {
                let lit = self.reference(key, reference, home, reading);
                lits.push(lit);
            }
        }
    }

    fn reference(&mut self, key: &str, reference: &'a Value, home: Home, reading: Reading) -> Lit {
        match self.referred(key, reference, home) {
            Some((target, home)) => self.here(target, home, reading),
            None => self.opaque(key, reference),
        }
    }

    /// Where a reference leads; `None` when out of this document or to a place that depends on the caller.
    pub(super) fn referred(&self, key: &str, reference: &'a Value, home: Home) -> Option<(&'a Value, Home)> {
        let text = reference.as_str()?;
        let target = self.documents.target(text, home)?;
        let depends_on_caller = match key {
            "$dynamicRef" => self
                .documents
                .dynamic_anchor(&target, text)
                .is_some_and(|anchor| self.documents.dynamic(&anchor).count() > 1),
            "$recursiveRef" => {
                is_recursive_anchor(target.schema) && self.documents.recursive_anchors().count() > 1
            }
            _ => false,
        };
        (!depends_on_caller).then_some((target.schema, target.home))
    }

    fn values(&mut self, keywords: &'a Keywords, home: Home, lits: &mut Vec<Lit>) {
        if let Some(value) = keywords.get("type") {
            let kinds = match value {
                Value::String(name) => kinds_named(name),
                Value::Array(names) => names
                    .iter()
                    .filter_map(Value::as_str)
                    .fold(Kinds::NONE, |kinds, name| kinds.or(kinds_named(name))),
                _ => Kinds::ALL,
            };
            lits.push(self.arena.kinds(kinds));
        }
        if let Some(value) = keywords.get("const").filter(|_| self.draft(home) >= Draft::Draft6) {
            lits.push(self.arena.values([value]));
        }
        if let Some(Value::Array(values)) = keywords.get("enum") {
            lits.push(self.arena.values(values));
        }
    }

    fn numbers(&mut self, keywords: &'a Keywords, home: Home, lits: &mut Vec<Lit>) {
        let flag = |key: &str| keywords.get(key) == Some(&Value::Bool(true));
        let old_style = self.draft(home) == Draft::Draft4;
        for (key, value) in keywords {
            let Value::Number(number) = value else { continue };
            let make: fn(Decimal) -> Node = match key.as_str() {
                "minimum" if old_style && flag("exclusiveMinimum") => Node::Above,
                "maximum" if old_style && flag("exclusiveMaximum") => Node::Below,
                "minimum" => Node::Minimum,
                "maximum" => Node::Maximum,
                "exclusiveMinimum" => Node::Above,
                "exclusiveMaximum" => Node::Below,
                "multipleOf" => Node::MultipleOf,
                _ => continue,
            };
            let lit = match Decimal::of(number) {
                Some(bound) => self.arena.atom(make(bound)),
                None => self.opaque(key, value),
            };
            lits.push(lit);
        }
    }

    fn strings(&mut self, keywords: &'a Keywords, home: Home, lits: &mut Vec<Lit>) {
        if let Some(length) = size(keywords, "minLength") {
            lits.push(self.arena.atom(Node::MinLength(length)));
        }
        if let Some(length) = size(keywords, "maxLength") {
            lits.push(self.arena.atom(Node::MaxLength(length)));
        }
        if let Some(Value::String(pattern)) = keywords.get("pattern") {
            lits.push(self.arena.atom(Node::Pattern(pattern.clone())));
        }
        if matches!(self.draft(home), Draft::Draft6 | Draft::Draft7) {
            for key in ["contentEncoding", "contentMediaType"] {
                if let Some(value) = keywords.get(key) {
                    let lit = self.opaque_string(key, value);
                    lits.push(lit);
                }
            }
        }
    }

    fn arrays(&mut self, keywords: &'a Keywords, home: Home, reading: Reading, lits: &mut Vec<Lit>) {
        if let Some(count) = size(keywords, "minItems") {
            lits.push(self.arena.atom(Node::MinItems(count)));
        }
        if let Some(count) = size(keywords, "maxItems") {
            lits.push(self.arena.atom(Node::MaxItems(count)));
        }
        if keywords.get("uniqueItems") == Some(&Value::Bool(true)) {
            lits.push(self.arena.atom(Node::Unique));
        }
        let (first, rest) = self.item_schemas(keywords, home);
        if !first.is_empty() || rest.is_some() {
            let first: Vec<Lit> = first.iter().map(|schema| self.place(schema, home, reading)).collect();
            let rest = rest.map_or(Lit::TRUE, |schema| self.place(schema, home, reading));
            lits.push(self.items(first, rest));
        }
        if let Some(schema) = keywords.get("contains").filter(|_| self.draft(home) >= Draft::Draft6) {
            let counted = self.draft(home) >= Draft::Draft201909;
            let wanted = self.here(schema, home, Reading::Raw);
            let least = size(keywords, "minContains").filter(|_| counted).unwrap_or(1);
            lits.push(self.arena.atom(Node::AtLeast(wanted, least)));
            if let Some(most) = size(keywords, "maxContains").filter(|_| counted) {
                lits.push(self.arena.atom(Node::AtMost(wanted, most)));
            }
        }
    }

    /// The schemas of the first items and of the rest, as the dialect spells them.
    pub(super) fn item_schemas(
        &self,
        keywords: &'a Keywords,
        home: Home,
    ) -> (&'a [Value], Option<&'a Value>) {
        if self.draft(home) >= Draft::Draft202012 {
            let first = keywords.get("prefixItems").and_then(Value::as_array);
            return (first.map_or(&[], Vec::as_slice), keywords.get("items"));
        }
        match keywords.get("items") {
            Some(Value::Array(first)) => (first.as_slice(), keywords.get("additionalItems")),
            other => (&[], other),
        }
    }

    /// Items in one spelling: a tail that is treated like the rest is not written out.
    fn items(&mut self, mut first: Vec<Lit>, rest: Lit) -> Lit {
        while first.last() == Some(&rest) {
            first.pop();
        }
        // Nothing may stand where nothing is allowed, nor after it.
        let rest = match first.iter().position(|lit| *lit == Lit::FALSE) {
            Some(end) => {
                first.truncate(end);
                Lit::FALSE
            }
            None => rest,
        };
        if rest != Lit::FALSE {
            return self.arena.atom(Node::Items { first, rest });
        }
        let count = u64::try_from(first.len()).unwrap_or(u64::MAX);
        while first.last() == Some(&Lit::TRUE) {
            first.pop();
        }
        let most = self.arena.atom(Node::MaxItems(count));
        let items = self.arena.atom(Node::Items { first, rest: Lit::TRUE });
        self.arena.all([most, items])
    }

    fn objects(&mut self, keywords: &'a Keywords, home: Home, reading: Reading, lits: &mut Vec<Lit>) {
        if let Some(count) = size(keywords, "minProperties") {
            lits.push(self.arena.atom(Node::MinProperties(count)));
        }
        if let Some(count) = size(keywords, "maxProperties") {
            lits.push(self.arena.atom(Node::MaxProperties(count)));
        }
        for name in keywords.get("required").and_then(Value::as_array).into_iter().flatten() {
            if let Value::String(name) = name {
                lits.push(self.arena.atom(Node::Has(name.clone())));
            }
        }
        if let Some(schema) = keywords.get("propertyNames").filter(|_| self.draft(home) >= Draft::Draft6) {
            let name = self.here(schema, home, Reading::Raw);
            let string = self.arena.kinds(Kind::String.bit().not());
            let name = self.arena.any([name, string]);
            lits.push(self.arena.atom(Node::Names(name)));
        }
        let members = |reader: &mut Self, key: &str| -> BTreeMap<String, Lit> {
            let schemas = keywords.get(key).and_then(Value::as_object);
            let schemas = schemas.into_iter().flatten();
            gathered(schemas.map(|(name, schema)| (name.clone(), reader.place(schema, home, reading))))
        };
        let named = members(self, "properties");
        let patterns = members(self, "patternProperties");
        let others = keywords
            .get("additionalProperties")
            .map_or(Lit::TRUE, |schema| self.place(schema, home, reading));
        lits.push(self.arena.members(named, patterns, others));
        self.dependencies(keywords, home, reading, lits);
    }

    fn dependencies(&mut self, keywords: &'a Keywords, home: Home, reading: Reading, lits: &mut Vec<Lit>) {
        for key in ["dependentRequired", "dependentSchemas", "dependencies"] {
            if (key == "dependencies") == (self.draft(home) >= Draft::Draft201909) {
                continue;
            }
            for (trigger, what) in keywords.get(key).and_then(Value::as_object).into_iter().flatten() {
                let then = match what {
                    Value::Array(names) => {
                        let names: Vec<Lit> = names
                            .iter()
                            .filter_map(Value::as_str)
                            .map(|name| self.arena.atom(Node::Has(name.to_owned())))
                            .collect();
                        self.arena.all(names)
                    }
                    schema => self.here(schema, home, reading),
                };
                let absent = self.absent(trigger);
                lits.push(self.arena.any([absent, then]));
            }
        }
    }

    /// No object with that member.
    pub(super) fn absent(&mut self, name: &str) -> Lit {
        let other = self.arena.kinds(Kind::Object.bit().not());
        let lacks = self.arena.atom(Node::Has(name.to_owned())).not();
        self.arena.any([other, lacks])
    }

    fn combinations(&mut self, keywords: &'a Keywords, home: Home, reading: Reading, lits: &mut Vec<Lit>) {
        let branches = |key: &str| keywords.get(key).and_then(Value::as_array).map(Vec::as_slice);
        for schema in branches("allOf").unwrap_or_default() {
            lits.push(self.here(schema, home, reading));
        }
        if let Some(branches) = branches("anyOf") {
            let any: Vec<Lit> = branches.iter().map(|schema| self.here(schema, home, reading)).collect();
            lits.push(self.arena.any(any));
        }
        if let Some(branches) = branches("oneOf") {
            let raw: Vec<Lit> = branches.iter().map(|schema| self.here(schema, home, Reading::Raw)).collect();
            if reading == Reading::Closed {
                // Closing must not make two branches that overlap look disjoint.
                let closed: Vec<Lit> =
                    branches.iter().map(|schema| self.here(schema, home, reading)).collect();
                if closed != raw {
                    lits.push(self.arena.any(closed));
                }
            }
            lits.push(self.arena.one(raw));
        }
        if let Some(schema) = keywords.get("not") {
            lits.push(self.here(schema, home, Reading::Raw).not());
        }
        if self.draft(home) >= Draft::Draft7
            && let Some(schema) = keywords.get("if")
        {
            let condition = self.here(schema, home, Reading::Raw);
            for (key, met) in [("then", true), ("else", false)] {
                if let Some(schema) = keywords.get(key) {
                    let branch = self.here(schema, home, reading);
                    lits.push(self.arena.any([condition.signed(!met), branch]));
                }
            }
        }
    }

    fn unevaluated(&mut self, keywords: &'a Keywords, home: Home, reading: Reading, lits: &mut Vec<Lit>) {
        if self.draft(home) < Draft::Draft201909 {
            return;
        }
        if let Some(schema) = keywords.get("unevaluatedProperties") {
            let others = self.place(schema, home, reading);
            let lit = self
                .undeclared(keywords, home, others)
                .unwrap_or_else(|| self.opaque("unevaluatedProperties", &Value::Object(keywords.clone())));
            lits.push(lit);
        }
        if let Some(schema) = keywords.get("unevaluatedItems") {
            const READS_ITEMS: [&str; 12] = [
                "$ref",
                "$dynamicRef",
                "$recursiveRef",
                "allOf",
                "anyOf",
                "oneOf",
                "if",
                "then",
                "else",
                "not",
                "dependentSchemas",
                "contains",
            ];
            let rest = self.place(schema, home, reading);
            let (first, others) = self.item_schemas(keywords, home);
            let lit = if rest == Lit::TRUE || others.is_some() {
                Lit::TRUE
            } else if READS_ITEMS.iter().any(|key| keywords.contains_key(*key)) {
                self.opaque("unevaluatedItems", &Value::Object(keywords.clone()))
            } else {
                self.items(vec![Lit::TRUE; first.len()], rest)
            };
            lits.push(lit);
        }
    }
}

pub(crate) fn kinds_named(name: &str) -> Kinds {
    match name {
        "null" => Kind::Null.bit(),
        "boolean" => Kind::Boolean.bit(),
        "integer" => Kind::Integer.bit(),
        "number" => Kind::Integer.bit().or(Kind::Fraction.bit()),
        "string" => Kind::String.bit(),
        "array" => Kind::Array.bit(),
        "object" => Kind::Object.bit(),
        _ => Kinds::NONE,
    }
}

pub(crate) fn size(keywords: &Keywords, key: &str) -> Option<u64> {
    let number = keywords.get(key)?.as_number()?;
    number.as_u64().or_else(|| {
        let float = number.as_f64().filter(|float| float.fract() == 0.0 && *float >= 0.0)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, not negative; larger than u64 saturates"
        )]
        Some(float as u64)
    })
}
