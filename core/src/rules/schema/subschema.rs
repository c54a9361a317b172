use serde_json::{Map, Value};

use super::node::Node;
use super::references::{Anchors, Target};
use super::rejects::{has_type, surely_rejects};
use super::rows;
use crate::rules::{Finding, Meta, Outcome};
use crate::schema::pattern::{fault, is_catastrophic};
use crate::surface::{Definition, join_pointer};
use crate::text::{quoted, shown_within};

/// Findings of one kind beyond this many in one schema are not repeated.
const MOST_OF_A_KIND: usize = 20;

/// What is wrong with the parts of one schema.
pub(super) struct Parts<'a> {
    pub(super) tool: &'a Definition,
    /// `inputSchema` or `outputSchema`.
    pub(super) side: &'static str,
    pub(super) root: &'a Value,
    pub(super) anchors: Anchors<'a>,
    pub(super) found: Vec<Finding>,
}

impl<'a> Parts<'a> {
    /// Looks at one subschema.
    pub(super) fn look(&mut self, node: &Node<'a>) {
        let members = match node.schema {
            Value::Bool(accepts) => return self.boolean(node, *accepts),
            Value::Object(members) => members,
            _ => return,
        };
        self.reference(node, members);
        self.required(node, members);
        self.values(node, members);
        self.bounds(node, members);
        self.pattern(node, members);
    }

    fn push(&mut self, meta: &'static Meta, at: String, said: &str) {
        self.push_as(meta, meta.default, at, said);
    }

    fn push_as(&mut self, meta: &'static Meta, outcome: Outcome, at: String, said: &str) {
        if self.found.iter().filter(|finding| finding.meta == meta).count() >= MOST_OF_A_KIND {
            return;
        }
        let what = format!("Tool {} {} {said}", quoted(self.tool.key()), self.side);
        self.found.push(Finding::new(meta, what).of(self.tool.key()).at(at).outcome(outcome));
    }

    /// The part of a pointer below the schema's root, for a message.
    fn spot(&self, pointer: &str) -> String {
        let base = self.tool.at(self.side);
        let below = pointer.strip_prefix(&base).unwrap_or(pointer);
        if below.is_empty() { "at its root".to_owned() } else { format!("at {}", shown_within(below, 120)) }
    }

    fn boolean(&mut self, node: &Node<'_>, accepts: bool) {
        // The TypeScript SDK reads properties as objects; elsewhere booleans pass.
        let parent = node.pointer.rsplit('/').nth(1);
        if parent == Some("properties") {
            let said = format!("has the boolean {accepts} as a property schema {}", self.spot(&node.pointer));
            self.push(&rows::STRICT_CLIENT, node.pointer.clone(), &said);
        }
        if !accepts && node.binding {
            let said = format!("accepts no value {}", self.spot(&node.pointer));
            self.push(&rows::UNSATISFIABLE, node.pointer.clone(), &said);
        }
    }

    fn reference(&mut self, node: &Node<'_>, members: &Map<String, Value>) {
        let Some(reference) = members.get("$ref").and_then(Value::as_str) else { return };
        let meta = match self.anchors.resolve(self.root, reference) {
            Target::Found => return,
            Target::Missing => &rows::REF_UNRESOLVABLE,
            Target::Network => &rows::REF_NETWORK,
        };
        let leads = if *meta == rows::REF_NETWORK { "leads to the network" } else { "leads nowhere" };
        let said = format!("$ref {} {leads}", quoted(reference));
        self.push(meta, join_pointer(&node.pointer, "$ref"), &said);
    }

    fn required(&mut self, node: &Node<'_>, members: &Map<String, Value>) {
        let Some(names) = members.get("required").and_then(Value::as_array) else { return };
        let combined = ["allOf", "anyOf", "oneOf", "$ref", "patternProperties", "if", "dependentSchemas"];
        if combined.iter().any(|keyword| members.contains_key(*keyword)) || !self.declares(node) {
            return;
        }
        let declared = members.get("properties").and_then(Value::as_object);
        for name in names.iter().filter_map(Value::as_str) {
            if declared.is_some_and(|properties| properties.contains_key(name)) {
                continue;
            }
            let closed = members.get("additionalProperties") == Some(&Value::Bool(false));
            let meta =
                if closed && node.binding { &rows::REQUIRED_IMPOSSIBLE } else { &rows::REQUIRED_UNDECLARED };
            let but = if closed { "and allows no undeclared one" } else { "and does not declare it" };
            let said = format!("requires property {} {but} {}", quoted(name), self.spot(&node.pointer));
            self.push(meta, join_pointer(&node.pointer, "required"), &said);
        }
    }

    /// A branch of a combination may require what its parent declares.
    fn declares(&self, node: &Node<'_>) -> bool {
        let base = self.tool.at(self.side);
        let below = node.pointer.strip_prefix(&base).unwrap_or_default();
        !["/anyOf/", "/oneOf/", "/allOf/", "/not", "/if", "/then", "/else", "/dependentSchemas/"]
            .iter()
            .any(|combination| below.contains(combination))
    }

    fn values(&mut self, node: &Node<'_>, members: &Map<String, Value>) {
        if let Some(default) = members.get("default")
            && surely_rejects(node.schema, default)
        {
            self.rejected(node, "default", default, None);
        }
        if let Some(examples) = members.get("examples").and_then(Value::as_array) {
            for (position, example) in examples.iter().enumerate().take(50) {
                if surely_rejects(node.schema, example) {
                    self.rejected(node, "example", example, Some(("examples", position)));
                }
            }
        }
        let (Some(choices), Some(kind)) =
            (members.get("enum").and_then(Value::as_array), members.get("type"))
        else {
            return;
        };
        let odd: Vec<&Value> = choices.iter().filter(|choice| !has_type(kind, choice)).collect();
        if let Some(first) = odd.first()
            && odd.len() < choices.len()
        {
            self.rejected(node, "enum choice", first, Some(("enum", 0)));
        }
    }

    fn rejected(&mut self, node: &Node<'_>, what: &str, value: &Value, list: Option<(&str, usize)>) {
        let at = match list {
            Some(("enum", _)) => join_pointer(&node.pointer, "enum"),
            Some((key, position)) => join_pointer(&join_pointer(&node.pointer, key), &position.to_string()),
            None => join_pointer(&node.pointer, what),
        };
        let value = value.to_string();
        let said =
            format!("rejects its own {what} {} {}", shown_within(&value, 80), self.spot(&node.pointer));
        self.push(&rows::VALUE_REJECTED, at, &said);
    }

    fn bounds(&mut self, node: &Node<'_>, members: &Map<String, Value>) {
        let Some(conflict) = conflict(members) else { return };
        let outcome = if node.binding { Outcome::Fail } else { Outcome::Warn };
        let said = format!("accepts no value {}: {conflict}", self.spot(&node.pointer));
        self.push_as(&rows::UNSATISFIABLE, outcome, node.pointer.clone(), &said);
    }

    fn pattern(&mut self, node: &Node<'_>, members: &Map<String, Value>) {
        let own = members.get("pattern").and_then(Value::as_str).map(|pattern| (pattern, "pattern"));
        let keys = members.get("patternProperties").and_then(Value::as_object);
        let keys = keys
            .into_iter()
            .flat_map(|map| map.keys())
            .map(|pattern| (pattern.as_str(), "patternProperties"));
        for (pattern, keyword) in own.into_iter().chain(keys) {
            let at = join_pointer(&node.pointer, keyword);
            if let Some(fault) = fault(pattern) {
                let said = format!("pattern {} does not compile: {fault}", quoted(pattern));
                self.push(&rows::PATTERN_INVALID, at, &said);
            } else if is_catastrophic(pattern) {
                let said = format!("pattern {} can take exponential time", quoted(pattern));
                self.push(&rows::PATTERN_CATASTROPHIC, at, &said);
            }
        }
    }
}

/// Two keywords that exclude each other for every value the type allows, as a clause.
fn conflict(members: &Map<String, Value>) -> Option<String> {
    let number = |key: &str| members.get(key).and_then(Value::as_f64);
    let only = |kind: &str| members.get("type").and_then(Value::as_str) == Some(kind);
    let numeric = only("number") || only("integer");
    let pairs = [
        ("minimum", "maximum", numeric),
        ("minLength", "maxLength", only("string")),
        ("minItems", "maxItems", only("array")),
        ("minProperties", "maxProperties", only("object")),
    ];
    for (least, most, applies) in pairs {
        if applies
            && let (Some(low), Some(high)) = (number(least), number(most))
            && low > high
        {
            return Some(format!("{least} {low} is above {most} {high}"));
        }
    }
    if numeric {
        let low = number("exclusiveMinimum");
        let high = number("exclusiveMaximum").or_else(|| number("maximum"));
        if let (Some(low), Some(high)) = (low, high)
            && low >= high
        {
            return Some(format!("exclusiveMinimum {low} leaves nothing below {high}"));
        }
        if let (Some(low), Some(high)) = (number("minimum"), number("exclusiveMaximum"))
            && low >= high
        {
            return Some(format!("minimum {low} leaves nothing below exclusiveMaximum {high}"));
        }
    }
    let choices = members.get("enum").and_then(Value::as_array)?;
    if choices.is_empty() {
        return Some("enum is empty".to_owned());
    }
    let kind = members.get("type")?;
    choices
        .iter()
        .all(|choice| !has_type(kind, choice))
        .then(|| "no enum choice has the declared type".to_owned())
}
