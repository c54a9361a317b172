use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::coverage::{Coverage, FIRST_MEMBERS};
use super::document::{LockedDefinition, LockedTool, LockfileDocument, Meta, OutputShape};
use super::error::LockfileError;
use super::foreign;
use crate::json::{self, typed};
use crate::surface::{Definition, Kind, Oddity, Surface};
use crate::text::shown;

/// What kind of file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A lockfile of this mcpward.
    LockfileV2,
    /// A lockfile without `schemaVersion` and descriptions.
    LockfileV1,
    /// A lockfile of mcp-covenant.
    Covenant,
    /// A `tools/list` result, bare or in its JSON-RPC envelope.
    ToolsList,
    /// A single tool definition.
    Tool,
    /// Pinned tools: their hashes only.
    Pins,
}

impl Format {
    /// The name a person reads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LockfileV2 => "mcpward lockfile",
            Self::LockfileV1 => "mcpward lockfile, version 1",
            Self::Covenant => "mcp-covenant lockfile",
            Self::ToolsList => "tools/list result",
            Self::Tool => "tool definition",
            Self::Pins => "pinned tools, hashes only",
        }
    }
}

/// A contract read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Lock {
    /// What kind of file it was.
    pub format: Format,
    /// What it says anything about.
    pub coverage: Coverage,
    /// What it pins.
    pub surface: Surface,
    /// The hash of each text by its pointer, where the texts themselves are not kept.
    pub text_hashes: Option<BTreeMap<String, String>>,
    /// The shapes of observed outputs by tool.
    pub output_shapes: BTreeMap<String, OutputShape>,
    /// How it came to be, where the file says so.
    pub meta: Option<Meta>,
}

/// Reads a lockfile of any version, or whatever can stand in for one.
///
/// # Errors
/// [`LockfileError`] says what is wrong, where, and what to do.
pub fn read(text: &str) -> Result<Lock, LockfileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(LockfileError::Empty);
    }
    let (document, oddities) = parsed(text)?;
    let mut lock = read_document(&document)?;
    lock.surface.oddities.extend(oddities);
    Ok(lock)
}

/// A text that is JSON to JavaScript and not to Rust (a lone surrogate, a number without end) is read with what
/// had to be changed; what is no JSON at all says where.
fn parsed(text: &str) -> Result<(Value, Vec<Oddity>), LockfileError> {
    let problem = match serde_json::from_str(text) {
        Ok(document) => return Ok((document, Vec::new())),
        Err(problem) => problem,
    };
    let Ok(read) = json::lenient_stored(text) else {
        return Err(LockfileError::NotJson {
            line: problem.line(),
            column: characters(text, problem.line(), problem.column()),
            problem: plain(&problem),
        });
    };
    let oddity = |repair: json::Repair| Oddity { pointer: repair.pointer, what: repair.what };
    Ok((read.value, read.repairs.into_iter().map(oddity).collect()))
}

fn read_document(document: &Value) -> Result<Lock, LockfileError> {
    let Some(members) = document.as_object() else {
        return foreign::read_list(document);
    };
    // What says that it is a lockfile is read as one: a broken one must not pass for a list that pins nothing.
    let own = |meta: &Value| {
        ["schemaVersion", "mcpwardVersion", "surfaceHash"].iter().any(|key| meta.get(key).is_some())
    };
    let maps = || members.get("tools").is_some_and(Value::is_object);
    if members.get("meta").is_some_and(|meta| own(meta) || (meta.is_object() && maps())) {
        return read_own(document);
    }
    foreign::read_object(members)
}

/// The column in characters, where the parser counts bytes.
fn characters(text: &str, line: usize, column: usize) -> usize {
    let line = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let before = line.as_bytes().get(..column.saturating_sub(1)).unwrap_or(line.as_bytes());
    String::from_utf8_lossy(before).chars().count() + 1
}

fn plain(problem: &serde_json::Error) -> String {
    let text = problem.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    shown(text).to_string()
}

fn read_own(document: &Value) -> Result<Lock, LockfileError> {
    let version = document.get("meta").and_then(|meta| meta.get("schemaVersion"));
    let format = match version {
        None => Format::LockfileV1,
        Some(version) if version.as_u64() == Some(1) => Format::LockfileV1,
        Some(version) if version.as_u64() == Some(2) => Format::LockfileV2,
        Some(version) if version.as_u64().is_some_and(|found| found > 2) => {
            return Err(LockfileError::Newer { found: version.to_string() });
        }
        Some(version) => {
            return Err(LockfileError::Malformed {
                pointer: "/meta/schemaVersion".to_owned(),
                problem: format!("{} is no version, expected 2", shown(&version.to_string())),
            });
        }
    };
    let parsed: LockfileDocument = typed(document).map_err(|misfit| LockfileError::Malformed {
        pointer: shown(&misfit.pointer()).to_string(),
        problem: shown(misfit.problem()).to_string(),
    })?;
    Ok(lock(parsed, format))
}

fn lock(document: LockfileDocument, format: Format) -> Lock {
    let mut output_shapes = BTreeMap::new();
    let mut surface = Surface {
        protocol_version: document.protocol_version,
        server_info: document.server_info,
        instructions: document.instructions,
        capabilities: document.capabilities,
        ..Surface::default()
    };
    if surface.server_info.is_empty() {
        for (member, text) in
            [("name", &document.meta.server_name), ("version", &document.meta.server_version)]
        {
            if !text.is_empty() {
                surface.server_info.insert(member.to_owned(), Value::from(text.as_str()));
            }
        }
    }
    let mut text_hashes = document.text_hashes;
    for (name, mut tool) in document.tools {
        if let Some(shape) = tool.output_shape.take() {
            output_shapes.insert(name.clone(), shape);
        }
        let hash = std::mem::take(&mut tool.description_hash);
        let definition = Definition::new(Kind::Tool, tool_members(&name, tool));
        remember_hash(&definition, &hash, format, &mut text_hashes);
        surface.tools.push(definition);
    }
    for (kind, map) in [
        (Kind::Prompt, document.prompts),
        (Kind::Resource, document.resources),
        (Kind::ResourceTemplate, document.resource_templates),
    ] {
        for (key, locked) in map {
            let LockedDefinition { description, mut members, .. } = locked;
            members.insert(kind.key_member().to_owned(), Value::from(key));
            if let Some(description) = description {
                members.insert("description".to_owned(), description);
            }
            surface.list_mut(kind).push(Definition::new(kind, members));
        }
    }
    for duplicate in document.duplicates {
        push_duplicate(&mut surface, &duplicate);
    }
    // A lockfile that has no hash of the whole surface is one that pins tools only.
    let coverage = if document.meta.surface_hash.is_empty() {
        Coverage { kinds: vec![Kind::Tool], server: true, tool_members: Some(FIRST_MEMBERS) }
    } else {
        Coverage::everything().without(|kind| document.meta.unlisted.iter().any(|name| name == kind.plural()))
    };
    Lock {
        format,
        coverage,
        surface,
        text_hashes: (!text_hashes.is_empty()).then_some(text_hashes),
        output_shapes,
        meta: Some(document.meta),
    }
}

/// Version 1 keeps no descriptions, only their hashes.
fn remember_hash(definition: &Definition, hash: &str, format: Format, hashes: &mut BTreeMap<String, String>) {
    let empty = crate::canonical::sha256_text("");
    if format == Format::LockfileV1 && definition.description().is_none() && !hash.is_empty() && hash != empty
    {
        hashes.insert(definition.at("description"), hash.to_owned());
    }
}

fn tool_members(name: &str, tool: LockedTool) -> Map<String, Value> {
    let mut members = tool.extra;
    members.insert("name".to_owned(), Value::from(name));
    let named = [
        ("description", tool.description.map(Value::from)),
        ("inputSchema", tool.input_schema),
        ("outputSchema", tool.output_schema),
        ("annotations", tool.annotations),
        ("title", tool.title),
        ("icons", tool.icons),
        ("execution", tool.execution),
        ("_meta", tool.meta),
    ];
    for (member, value) in named {
        if let Some(value) = value {
            members.insert(member.to_owned(), value);
        }
    }
    members
}

fn push_duplicate(surface: &mut Surface, duplicate: &Value) {
    let kinds = [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate];
    let named = duplicate.get("kind").and_then(Value::as_str);
    let kind = kinds.into_iter().find(|kind| Some(kind.plural()) == named);
    if let (Some(kind), Some(raw)) = (kind, duplicate.get("definition").and_then(Value::as_object)) {
        surface.list_mut(kind).push(Definition::new(kind, raw.clone()));
    }
}
