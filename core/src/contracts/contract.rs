use serde_json::{Map, Value};

use super::document::ContractDocument;
use crate::canonical::sha256_json;
use crate::gathered::gathered;
use crate::surface::{Definition, Kind};

/// A contract that was read, with where it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    /// The file, as the host named it.
    pub path: String,
    /// The version, from 1.
    pub version: u32,
    /// What it says.
    pub document: ContractDocument,
}

/// The members of a tool definition that a contract fixes.
pub(super) const MEMBERS: [&str; 6] =
    ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];

impl Contract {
    /// The tool that a server must serve to honour it.
    #[must_use]
    pub fn definition(&self) -> Definition {
        let document = &self.document;
        let mut raw = Map::new();
        raw.insert("name".to_owned(), Value::from(document.name.as_str()));
        raw.insert("description".to_owned(), Value::from(document.description.as_str()));
        raw.insert("inputSchema".to_owned(), document.input_schema.clone());
        if let Some(title) = &document.title {
            raw.insert("title".to_owned(), Value::from(title.as_str()));
        }
        if let Some(schema) = &document.output_schema {
            raw.insert("outputSchema".to_owned(), schema.clone());
        }
        if let Some(annotations) = &document.annotations {
            raw.insert("annotations".to_owned(), Value::Object(annotations.clone()));
        }
        Definition::new(Kind::Tool, raw)
    }

    /// The hash that is pinned.
    #[must_use]
    pub fn hash(&self) -> String {
        contract_hash(&self.definition())
    }
}

/// `sha256:` of what a contract fixes of a tool, in canonical form: name, title, description, schemas and
/// annotations. Key order and spelling of numbers do not matter; a member that is absent and one that is
/// `null` are the same.
#[must_use]
pub fn contract_hash(tool: &Definition) -> String {
    let stated = MEMBERS
        .into_iter()
        .filter_map(|member| Some((member.to_owned(), tool.raw.get(member)?.clone())))
        .filter(|(_, value)| !value.is_null());
    let fixed: Map<String, Value> = gathered(stated);
    sha256_json(&Value::Object(fixed))
}
