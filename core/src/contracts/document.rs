use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A contract file: one version of one tool, `contracts/<tool>/vN.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ContractDocument {
    /// The schema of this file, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The tool's name: the name of the folder.
    #[schemars(regex(pattern = r"^[A-Za-z0-9_.-]{1,128}$"))]
    pub name: String,
    /// The title that people read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the tool does and when to use it.
    #[schemars(length(min = 1))]
    pub description: String,
    /// What it takes: a JSON Schema with `"type": "object"`.
    #[schemars(with = "ObjectSchema")]
    pub input_schema: Value,
    /// What it gives: a JSON Schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<schemars::Schema>")]
    pub output_schema: Option<Value>,
    /// What it promises about itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Map<String, Value>>,
    /// That it will go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecation>,
}

/// A JSON Schema of an object, as the protocol asks for. Only describes; the judge reads the value itself.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "it stands for a value in the generated schema")]
struct ObjectSchema {
    r#type: ObjectType,
}

#[derive(JsonSchema)]
#[schemars(inline, rename_all = "lowercase")]
#[expect(dead_code, reason = "it stands for a value in the generated schema")]
enum ObjectType {
    Object,
}

/// That a tool will go, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deprecation {
    /// The day it was deprecated, `YYYY-MM-DD`.
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"))]
    pub since: String,
    /// The tool that takes its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
    /// The first day on which it may be gone, `YYYY-MM-DD`.
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"))]
    pub remove_after: String,
}
