use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::path::pointer;
use crate::canonical::sha256_hex;

/// The longest name or address that is kept whole, in bytes.
const LONGEST_NAME: usize = 2_048;
/// How many characters are kept of a longer one.
const SHOWN_OF_A_NAME: usize = 100;

/// Everything a server exposes in one capture, in the order it was served.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// The negotiated protocol revision, e.g. `2025-11-25`.
    pub protocol_version: Option<String>,
    /// The server's own account of itself (`name`, `version`, `title`, …), raw.
    pub server_info: Map<String, Value>,
    /// The text the server asks clients to put before the model.
    pub instructions: Option<String>,
    /// The declared capabilities, raw.
    pub capabilities: Map<String, Value>,
    /// Tools, in served order, twins included.
    pub tools: Vec<Definition>,
    /// Prompts, in served order.
    pub prompts: Vec<Definition>,
    /// Resources, in served order.
    pub resources: Vec<Definition>,
    /// Resource templates, in served order.
    pub resource_templates: Vec<Definition>,
    /// What was odd about entries that could not be kept as they were served.
    pub oddities: Vec<Oddity>,
}

/// Which list a definition came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// An entry of `tools/list`.
    Tool,
    /// An entry of `prompts/list`.
    Prompt,
    /// An entry of `resources/list`.
    Resource,
    /// An entry of `resources/templates/list`.
    ResourceTemplate,
}

/// One tool, prompt, resource or resource template, as served.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// Which list it came from.
    pub kind: Kind,
    /// The raw object. A non-object entry is an empty map and an [`Oddity`].
    pub raw: Map<String, Value>,
}

/// An entry (or a part of one) that had to be changed to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// JSON Pointer by name, e.g. `/tools/echo/description`, or by index where there is no name.
    pub pointer: String,
    /// What was wrong and what was kept instead, as a clause: `a lone surrogate was replaced by U+FFFD`.
    pub what: String,
}

impl Kind {
    /// The word a person reads: `Tool`, `Prompt`, `Resource`, `Resource template`.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Tool => "Tool",
            Self::Prompt => "Prompt",
            Self::Resource => "Resource",
            Self::ResourceTemplate => "Resource template",
        }
    }

    /// The member of a lockfile and the first token of a pointer: `tools`, `prompts`, `resources`,
    /// `resourceTemplates`.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            Self::Tool => "tools",
            Self::Prompt => "prompts",
            Self::Resource => "resources",
            Self::ResourceTemplate => "resourceTemplates",
        }
    }

    /// The member that identifies an entry within its list.
    #[must_use]
    pub fn key_member(self) -> &'static str {
        match self {
            Self::Tool | Self::Prompt => "name",
            Self::Resource => "uri",
            Self::ResourceTemplate => "uriTemplate",
        }
    }
}

impl Definition {
    /// Wraps a raw object.
    #[must_use]
    pub fn new(kind: Kind, raw: Map<String, Value>) -> Self {
        Self { kind, raw }
    }

    /// Wraps a raw object that a server sent. Of a name so long that nobody calls it, which every report of every
    /// place would carry, the beginning and the hash are kept.
    pub(crate) fn served(kind: Kind, raw: Map<String, Value>) -> (Self, Option<Oddity>) {
        let mut definition = Self { kind, raw };
        let name = definition.key();
        if name.len() <= LONGEST_NAME {
            return (definition, None);
        }
        let what = format!("a name of {} bytes was cut; its hash was kept as well", name.len());
        let beginning: String = name.chars().take(SHOWN_OF_A_NAME).collect();
        let cut = format!("{beginning}… {}", sha256_hex(name.as_bytes()));
        definition.raw.insert(kind.key_member().to_owned(), Value::from(cut));
        let pointer = definition.at(kind.key_member());
        (definition, Some(Oddity { pointer, what }))
    }

    /// The identifying member (`name`, `uri` or `uriTemplate`); empty when it is missing or no string.
    #[must_use]
    pub fn key(&self) -> &str {
        self.text(self.kind.key_member()).unwrap_or_default()
    }

    /// A string member.
    #[must_use]
    pub fn text(&self, member: &str) -> Option<&str> {
        self.raw.get(member).and_then(Value::as_str)
    }

    /// The `description`, when it is a string.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.text("description")
    }

    /// A member, whatever it is; `null` says no more than a member that is not there.
    #[must_use]
    pub fn stated(&self, member: &str) -> Option<&Value> {
        self.raw.get(member).filter(|value| !value.is_null())
    }

    /// The `inputSchema`, whatever it is.
    #[must_use]
    pub fn input_schema(&self) -> Option<&Value> {
        self.stated("inputSchema")
    }

    /// The `outputSchema`, whatever it is.
    #[must_use]
    pub fn output_schema(&self) -> Option<&Value> {
        self.stated("outputSchema")
    }

    /// The `annotations`, when they are an object.
    #[must_use]
    pub fn annotations(&self) -> Option<&Map<String, Value>> {
        self.raw.get("annotations").and_then(Value::as_object)
    }

    /// The pointer of this definition by name, e.g. `/tools/echo`.
    #[must_use]
    pub fn pointer(&self) -> String {
        pointer(&[self.kind.plural(), self.key()])
    }

    /// The pointer of a place inside this definition, e.g. `/tools/echo/inputSchema`.
    #[must_use]
    pub fn at(&self, member: &str) -> String {
        pointer(&[self.kind.plural(), self.key(), member])
    }
}

impl Surface {
    /// Every definition of one kind.
    #[must_use]
    pub fn list(&self, kind: Kind) -> &[Definition] {
        match kind {
            Kind::Tool => &self.tools,
            Kind::Prompt => &self.prompts,
            Kind::Resource => &self.resources,
            Kind::ResourceTemplate => &self.resource_templates,
        }
    }

    /// Every definition of one kind, to change.
    pub fn list_mut(&mut self, kind: Kind) -> &mut Vec<Definition> {
        match kind {
            Kind::Tool => &mut self.tools,
            Kind::Prompt => &mut self.prompts,
            Kind::Resource => &mut self.resources,
            Kind::ResourceTemplate => &mut self.resource_templates,
        }
    }

    /// The server's name, or an empty string.
    #[must_use]
    pub fn server_name(&self) -> &str {
        self.server_info.get("name").and_then(Value::as_str).unwrap_or_default()
    }

    /// The server's version, or an empty string.
    #[must_use]
    pub fn server_version(&self) -> &str {
        self.server_info.get("version").and_then(Value::as_str).unwrap_or_default()
    }
}
