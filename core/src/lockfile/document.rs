use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::context::{AuthContext, Environment, Target};
use crate::config::Artifact;

/// The lockfile as it stands on disk, version 2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LockfileDocument {
    /// The negotiated protocol revision.
    pub protocol_version: Option<String>,
    /// The declared capabilities, as served.
    #[serde(default)]
    pub capabilities: Map<String, Value>,
    /// The server's own account of itself, as served.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub server_info: Map<String, Value>,
    /// The text the server asks clients to put before the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// The tools by name.
    pub tools: BTreeMap<String, LockedTool>,
    /// The prompts by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub prompts: BTreeMap<String, LockedDefinition>,
    /// The resources by URI.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub resources: BTreeMap<String, LockedDefinition>,
    /// The resource templates by URI template.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub resource_templates: BTreeMap<String, LockedDefinition>,
    /// Further definitions of a name that is taken, as served, with their list in `kind`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub duplicates: Vec<Value>,
    /// The hash of each text by its pointer, where the texts themselves are not kept.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub text_hashes: BTreeMap<String, String>,
    /// How the lockfile came to be.
    pub meta: Meta,
}

/// A tool in a lockfile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LockedTool {
    /// `sha256:` of the canonical description.
    pub description_hash: String,
    /// The description, or null where there is none or texts are not kept.
    pub description: Option<String>,
    /// What the tool takes, as served.
    pub input_schema: Option<Value>,
    /// What the tool gives, as served.
    pub output_schema: Option<Value>,
    /// The hints, as served.
    pub annotations: Option<Value>,
    /// The title, as served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Value>,
    /// The icons, as served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icons: Option<Value>,
    /// How the tool runs, as served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution: Option<Value>,
    /// Metadata, as served.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Value>,
    /// Every further member, as served.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
    /// The shape of observed outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_shape: Option<OutputShape>,
}

/// A prompt, resource or resource template in a lockfile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LockedDefinition {
    /// `sha256:` of the canonical description.
    pub description_hash: String,
    /// The description as served, or null where there is none or texts are not kept.
    pub description: Option<Value>,
    /// Every further member, as served.
    #[serde(flatten)]
    pub members: Map<String, Value>,
}

/// How a lockfile came to be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Meta {
    /// Always 2.
    pub schema_version: u32,
    /// The mcpward that wrote it.
    pub mcpward_version: String,
    /// The version of the canonical forms behind the hashes.
    pub canonical_version: u32,
    /// When the surface was taken, ISO 8601 in UTC.
    pub captured_at: String,
    /// `serverInfo.name`.
    pub server_name: String,
    /// `serverInfo.version`.
    pub server_version: String,
    /// `sha256:` of the canonical surface, the same for every spelling of it.
    pub surface_hash: String,
    /// Where it was taken from.
    pub target: Target,
    /// Which credentials were in place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_context: Option<AuthContext>,
    /// The digest of the server's binary or image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artifact: Option<Artifact>,
    /// The lists that the server declared and could not give: they are not pinned, so that nothing is said of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlisted: Vec<String>,
    /// Where it was written.
    pub environment: Environment,
}

/// The shape of a tool's outputs, inferred from real calls: structure only, never values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutputShape {
    /// Where the output stood in the results.
    pub source: OutputSource,
    /// How many results were merged.
    pub samples: u32,
    /// The shape.
    pub shape: Shape,
}

/// Where an output stands in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OutputSource {
    /// `structuredContent`.
    Structured,
    /// A text block that is JSON.
    JsonText,
    /// The content blocks themselves.
    Content,
}

/// What values were seen at one place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Shape {
    /// The JSON types that were seen, sorted.
    pub types: Vec<String>,
    /// How many of the values were objects.
    pub object_count: u32,
    /// The members of those objects.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: BTreeMap<String, ShapeProperty>,
    /// The elements of the arrays, all together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Box<Shape>>,
}

/// A member that was seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ShapeProperty {
    /// In how many of the objects.
    pub seen: u32,
    /// What its values were.
    pub shape: Shape,
}
