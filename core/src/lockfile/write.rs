use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::context::{AuthContext, HostContext};
use super::document::{LockedDefinition, LockedTool, LockfileDocument, Meta, OutputShape};
use super::hashes::take_texts;
use super::read::{Format, Lock};
use super::surface_hash;
use crate::canonical::sha256_text;
use crate::config::Artifact;
use crate::surface::{Definition, Kind, Surface};
use crate::text::escape_invisible;

/// The version of the canonical forms behind the hashes.
const CANONICAL_VERSION: u32 = 1;

/// A lockfile ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The whole file, with a final newline.
    pub text: String,
    /// Whether it differs from the lockfile that was there.
    pub changed: bool,
}

/// What goes into a lockfile beside the surface.
#[derive(Clone, Debug)]
pub struct Contents<'a> {
    /// The surface as captured.
    pub surface: &'a Surface,
    /// The shapes of observed outputs by tool.
    pub output_shapes: &'a BTreeMap<String, OutputShape>,
    /// Keep texts, or only their hashes.
    pub full_text: bool,
    /// Which credentials were in place.
    pub auth: AuthContext,
    /// The digest of the server's binary or image.
    pub artifact: Option<Artifact>,
    /// The lists that could not be had.
    pub unlisted: Vec<Kind>,
}

/// Writes a surface as lockfile version 2.
///
/// When nothing that is pinned differs from `previous`, its text is returned as it stands: a re-baseline
/// that finds no change leaves the file byte-identical, under a newer mcpward too.
#[must_use]
pub fn write(contents: &Contents<'_>, host: &HostContext, previous: Option<(&Lock, &str)>) -> Written {
    let document = document(contents, host);
    // Whoever reviews the file sees what is there, not what it makes a terminal show.
    let mut text = escape_invisible(&serde_json::to_string_pretty(&document).unwrap_or_default());
    text.push('\n');
    if let Some((lock, old_text)) = previous
        && lock.format == Format::LockfileV2
        && pinned(old_text) == pinned(&text)
    {
        return Written { text: old_text.to_owned(), changed: false };
    }
    Written { text, changed: true }
}

/// What of a lockfile is the contract: all but when, where and by which mcpward it was written.
fn pinned(text: &str) -> Option<Value> {
    let mut document: Value = serde_json::from_str(text).ok()?;
    if let Some(meta) = document.get_mut("meta").and_then(Value::as_object_mut) {
        for volatile in ["mcpwardVersion", "capturedAt", "environment", "canonicalVersion", "surfaceHash"] {
            meta.remove(volatile);
        }
    }
    Some(document)
}

fn document(contents: &Contents<'_>, host: &HostContext) -> LockfileDocument {
    let original = contents.surface;
    let mut surface = original.clone();
    let text_hashes = if contents.full_text { BTreeMap::new() } else { take_texts(&mut surface) };
    let mut document = LockfileDocument {
        protocol_version: surface.protocol_version.clone(),
        capabilities: surface.capabilities.clone(),
        server_info: surface.server_info.clone(),
        instructions: surface.instructions.clone(),
        tools: BTreeMap::new(),
        prompts: BTreeMap::new(),
        resources: BTreeMap::new(),
        resource_templates: BTreeMap::new(),
        duplicates: Vec::new(),
        text_hashes,
        meta: Meta {
            schema_version: 2,
            mcpward_version: crate::VERSION.to_owned(),
            canonical_version: CANONICAL_VERSION,
            captured_at: host.timestamp.clone(),
            server_name: original.server_name().to_owned(),
            server_version: original.server_version().to_owned(),
            surface_hash: surface_hash(original),
            target: host.target.clone(),
            auth_context: Some(contents.auth.clone()),
            artifact: contents.artifact.clone(),
            unlisted: contents.unlisted.iter().map(|kind| kind.plural().to_owned()).collect(),
            environment: host.environment.clone(),
        },
    };
    for (kept, served) in surface.tools.iter().zip(&original.tools) {
        let key = kept.key().to_owned();
        if document.tools.contains_key(&key) {
            document.duplicates.push(duplicate(kept));
            continue;
        }
        let mut tool = locked_tool(kept, served);
        tool.output_shape = contents.output_shapes.get(&key).cloned();
        document.tools.insert(key, tool);
    }
    for kind in [Kind::Prompt, Kind::Resource, Kind::ResourceTemplate] {
        let mut map = BTreeMap::new();
        for (kept, served) in surface.list(kind).iter().zip(original.list(kind)) {
            if map.contains_key(kept.key()) {
                document.duplicates.push(duplicate(kept));
            } else {
                map.insert(kept.key().to_owned(), locked_definition(kept, served));
            }
        }
        match kind {
            Kind::Prompt => document.prompts = map,
            Kind::Resource => document.resources = map,
            Kind::ResourceTemplate | Kind::Tool => document.resource_templates = map,
        }
    }
    document
}

fn duplicate(definition: &Definition) -> Value {
    let mut entry = Map::new();
    entry.insert("kind".to_owned(), Value::from(definition.kind.plural()));
    entry.insert("definition".to_owned(), Value::Object(definition.raw.clone()));
    Value::Object(entry)
}

fn locked_tool(kept: &Definition, served: &Definition) -> LockedTool {
    let mut rest = kept.raw.clone();
    rest.remove("name");
    // A description that is no string stays where it can be seen: among the further members.
    let description = match rest.remove("description") {
        Some(Value::String(text)) => Some(text),
        Some(other) => {
            rest.insert("description".to_owned(), other);
            None
        }
        None => None,
    };
    LockedTool {
        description_hash: sha256_text(served.description().unwrap_or_default()),
        description,
        input_schema: rest.remove("inputSchema"),
        output_schema: rest.remove("outputSchema"),
        annotations: rest.remove("annotations"),
        title: rest.remove("title"),
        icons: rest.remove("icons"),
        execution: rest.remove("execution"),
        meta: rest.remove("_meta"),
        extra: rest,
        output_shape: None,
    }
}

fn locked_definition(kept: &Definition, served: &Definition) -> LockedDefinition {
    let mut members = kept.raw.clone();
    members.remove(kept.kind.key_member());
    let description = members.remove("description");
    members.remove("descriptionHash");
    LockedDefinition {
        description_hash: sha256_text(served.description().unwrap_or_default()),
        description,
        members,
    }
}
