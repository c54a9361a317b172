use std::fmt;

use serde_json::{Map, Value};

use crate::surface::{Definition, Kind, Surface, join_pointer, pointer};
use crate::text::{quoted, shown};

/// What part of a definition a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// The name or URI that identifies a definition.
    Name,
    /// A `title`.
    Title,
    /// Prose meant to be read: descriptions and instructions.
    Prose,
    /// The name of a parameter or a result field.
    PropertyName,
    /// A place in a schema or in metadata where prose does not belong.
    Value,
}

/// One text of a surface.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub(super) text: &'a str,
    pub(super) slot: Slot,
    pub(super) pointer: String,
    /// How a person calls the place within its definition: `description`, `parameter "note" description`.
    pub(super) label: String,
    /// The definition it belongs to; `None` for the server's instructions.
    pub(super) owner: Option<&'a Definition>,
}

impl Field<'_> {
    /// The name of the parameter whose description this is; empty for any other text.
    pub(super) fn property(&self) -> &str {
        let mut parts = self.pointer.rsplit('/');
        match (parts.next(), parts.next(), parts.next()) {
            (Some("description" | "title"), Some(name), Some("properties")) => name,
            _ => "",
        }
    }
}

/// `Tool "x" description`, ready for a message.
pub(super) struct Place<'a>(pub(super) &'a Field<'a>);

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.owner {
            Some(owner) => write!(formatter, "{} {}", owner_name(owner), self.0.label),
            None => formatter.write_str("Server instructions"),
        }
    }
}

/// `Tool "x"`.
pub(super) fn owner_name(owner: &Definition) -> String {
    format!("{} {}", owner.kind.noun(), quoted(owner.key()))
}

/// Deeper than any real schema; what lies below is not read.
const DEEPEST: usize = 200;

/// The server's instructions as a field.
pub(super) fn instructions(surface: &Surface) -> Option<Field<'_>> {
    let text = surface.instructions.as_deref()?;
    Some(Field {
        text,
        slot: Slot::Prose,
        pointer: pointer(&["instructions"]),
        label: String::new(),
        owner: None,
    })
}

/// Every text of a definition, in the order of its keys.
pub(super) fn fields(owner: &Definition) -> Vec<Field<'_>> {
    let mut walk = Walk { owner, noun: "field", fields: Vec::new() };
    let base = owner.pointer();
    for (key, value) in &owner.raw {
        let at = join_pointer(&base, key);
        match (key.as_str(), value) {
            (key, Value::String(text)) if key == owner.kind.key_member() => {
                walk.push(text, Slot::Name, at, key.to_owned());
            }
            ("name", Value::String(text)) => walk.push(text, Slot::Name, at, "name".to_owned()),
            ("title", Value::String(text)) => walk.push(text, Slot::Title, at, "title".to_owned()),
            ("description", Value::String(text)) => {
                walk.push(text, Slot::Prose, at, "description".to_owned());
            }
            ("inputSchema", value) => {
                walk.noun = "parameter";
                walk.schema(value, &at, "inputSchema", "", 0);
            }
            ("outputSchema", value) => {
                walk.noun = "field";
                walk.schema(value, &at, "outputSchema", "", 0);
            }
            ("arguments", Value::Array(items)) if owner.kind == Kind::Prompt => {
                for (position, item) in items.iter().enumerate() {
                    walk.argument(item, &join_pointer(&at, &position.to_string()));
                }
            }
            ("annotations", Value::Object(members)) => {
                for (key, value) in members {
                    let slot = if key == "title" { Slot::Title } else { Slot::Value };
                    walk.literals(
                        value,
                        &join_pointer(&at, key),
                        &format!("annotations.{}", shown(key)),
                        slot,
                        0,
                    );
                }
            }
            (key, value) => walk.literals(value, &at, &shown(key).to_string(), Slot::Value, 0),
        }
    }
    walk.fields
}

struct Walk<'a> {
    owner: &'a Definition,
    noun: &'static str,
    fields: Vec<Field<'a>>,
}

impl<'a> Walk<'a> {
    fn push(&mut self, text: &'a str, slot: Slot, pointer: String, label: String) {
        let field = Field { text, slot, pointer, label, owner: Some(self.owner) };
        self.fields.push(field);
    }

    fn argument(&mut self, item: &'a Value, at: &str) {
        let Some(members) = item.as_object() else { return };
        let name = members.get("name").and_then(Value::as_str).unwrap_or_default();
        for (key, value) in members {
            let at = join_pointer(at, key);
            match (key.as_str(), value) {
                ("name", Value::String(text)) => {
                    self.push(text, Slot::PropertyName, at, format!("argument name {}", quoted(text)));
                }
                ("title", Value::String(text)) => {
                    self.push(text, Slot::Title, at, format!("argument {} title", quoted(name)));
                }
                ("description", Value::String(text)) => {
                    self.push(text, Slot::Prose, at, format!("argument {} description", quoted(name)));
                }
                (key, value) => {
                    self.literals(
                        value,
                        &at,
                        &format!("argument {} {}", quoted(name), shown(key)),
                        Slot::Value,
                        0,
                    );
                }
            }
        }
    }

    /// `side` is `inputSchema` or `outputSchema`, `path` the dotted names of the properties down to here.
    fn schema(&mut self, value: &'a Value, at: &str, side: &str, path: &str, depth: usize) {
        match value {
            Value::Object(members) if depth < DEEPEST => {
                for (key, value) in members {
                    self.keyword(members, key, value, &join_pointer(at, key), side, path, depth);
                }
            }
            Value::Array(items) if depth < DEEPEST => {
                for (position, item) in items.iter().enumerate() {
                    self.schema(item, &join_pointer(at, &position.to_string()), side, path, depth + 1);
                }
            }
            Value::String(text) => {
                let label = self.spot(side, path, "value");
                self.push(text, Slot::Value, at.to_owned(), label);
            }
            _ => {}
        }
    }

    fn spot(&self, side: &str, path: &str, what: &str) -> String {
        if path.is_empty() {
            format!("{side} {what}")
        } else {
            format!("{} {} {what}", self.noun, quoted(path))
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one step of a walk: where it is and how it got there")]
    fn keyword(
        &mut self,
        members: &'a Map<String, Value>,
        key: &'a str,
        value: &'a Value,
        at: &str,
        side: &str,
        path: &str,
        depth: usize,
    ) {
        match (key, value) {
            ("description" | "markdownDescription", Value::String(text)) => {
                let label = self.spot(side, path, "description");
                self.push(text, Slot::Prose, at.to_owned(), label);
            }
            ("title", Value::String(text)) => {
                let label = self.spot(side, path, "title");
                self.push(text, Slot::Title, at.to_owned(), label);
            }
            ("type" | "$schema" | "$ref" | "format", Value::String(text))
                if text.len() < 80 && text.is_ascii() => {}
            (
                "properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas",
                Value::Object(map),
            ) => {
                for (name, schema) in map {
                    let at = join_pointer(at, name);
                    let inner = if key == "properties" { dotted(path, name) } else { path.to_owned() };
                    let (slot, label) = match key {
                        "properties" => (Slot::PropertyName, format!("{} name {}", self.noun, quoted(name))),
                        _ => (Slot::Value, self.spot(side, path, &format!("{key} key"))),
                    };
                    self.push(name, slot, at.clone(), label);
                    self.schema(schema, &at, side, &inner, depth + 1);
                }
            }
            ("required", Value::Array(names)) => {
                let declared = members.get("properties").and_then(Value::as_object);
                for (position, name) in names.iter().enumerate() {
                    if let Some(name) = name.as_str()
                        && !declared.is_some_and(|map| map.contains_key(name))
                    {
                        let label = self.spot(side, path, "required name");
                        self.push(name, Slot::PropertyName, join_pointer(at, &position.to_string()), label);
                    }
                }
            }
            ("default" | "const" | "enum" | "examples" | "example", value) => {
                let label = self.spot(side, path, key);
                self.literals(value, at, &label, Slot::Value, depth);
            }
            (_, Value::String(text)) => {
                let label = self.spot(side, path, &shown(key).to_string());
                self.push(text, Slot::Value, at.to_owned(), label);
            }
            (_, nested) => self.schema(nested, at, side, path, depth + 1),
        }
    }

    /// Every string of a plain value, keys included where they are long enough to say something.
    fn literals(&mut self, value: &'a Value, at: &str, label: &str, slot: Slot, depth: usize) {
        if depth >= DEEPEST {
            return;
        }
        match value {
            Value::String(text) => self.push(text, slot, at.to_owned(), label.to_owned()),
            Value::Array(items) => {
                for (position, item) in items.iter().enumerate() {
                    self.literals(item, &join_pointer(at, &position.to_string()), label, slot, depth + 1);
                }
            }
            Value::Object(members) => {
                for (key, value) in members {
                    let at = join_pointer(at, key);
                    if key.len() > 24 || !key.is_ascii() {
                        self.push(key, slot, at.clone(), format!("{label} key"));
                    }
                    self.literals(value, &at, label, slot, depth + 1);
                }
            }
            _ => {}
        }
    }
}

fn dotted(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
