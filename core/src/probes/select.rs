use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::hints::{has_twin, is_left_out_by_clients, is_read_only, needs_task, says_destructive};
use super::reason::Reason;
use crate::config::{AllowedCall, LatencyCheck, OutputShapeCheck};
use crate::schema::{accepts, smallest_instance};
use crate::surface::{Definition, Surface};

/// What a check calls, and what it leaves out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Selection {
    /// The calls, in order: listed ones first, as they are listed, then the others as they are served.
    pub(crate) calls: Vec<Chosen>,
    /// Every tool that is not called, with the reason.
    pub(crate) left_out: Vec<LeftOut>,
}

/// A tool and its arguments as JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) tool: String,
    pub(crate) arguments: String,
}

/// A tool that is not called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeftOut {
    pub(crate) tool: String,
    pub(crate) reason: Reason,
}

/// Where arguments come from for a tool that is not listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arguments {
    /// Only tools that need none are called.
    None,
    /// The smallest that the input schema accepts.
    Smallest,
}

struct Rule<'a> {
    allowed: &'a [AllowedCall],
    call_readonly: bool,
    call_all: bool,
    arguments: Arguments,
}

/// Which tools the output shape is sampled from.
pub(crate) fn for_output(surface: &Surface, check: &OutputShapeCheck) -> Selection {
    select(
        surface,
        &Rule {
            allowed: &check.tools,
            call_readonly: check.call_readonly,
            call_all: false,
            arguments: Arguments::None,
        },
    )
}

/// Which tools are measured.
pub(crate) fn for_latency(surface: &Surface, check: &LatencyCheck) -> Selection {
    select(
        surface,
        &Rule {
            allowed: &check.tools,
            call_readonly: check.call_readonly,
            call_all: check.call_all,
            arguments: Arguments::Smallest,
        },
    )
}

/// What the user lists is called as listed. Anything else is called only when it is read-only and does not
/// say that it destroys something, unless `call_all` asks for everything.
fn select(surface: &Surface, rule: &Rule<'_>) -> Selection {
    let mut selection = Selection::default();
    let mut seen = BTreeSet::new();
    for call in rule.allowed {
        seen.insert(call.name.as_str());
        if surface.tools.iter().any(|tool| tool.key() == call.name) {
            selection.calls.push(chosen(&call.name, &call.args));
        } else {
            selection.left_out.push(LeftOut { tool: call.name.clone(), reason: Reason::Missing });
        }
    }
    for tool in &surface.tools {
        let name = tool.key();
        if !seen.insert(name) {
            continue;
        }
        match automatic(surface, tool, rule) {
            Ok(arguments) => selection.calls.push(chosen(name, &arguments)),
            Err(reason) => selection.left_out.push(LeftOut { tool: name.to_owned(), reason }),
        }
    }
    selection
}

fn chosen(name: &str, arguments: &Map<String, Value>) -> Chosen {
    Chosen { tool: name.to_owned(), arguments: Value::Object(arguments.clone()).to_string() }
}

/// The arguments for a tool that nobody listed, or why it is left alone.
fn automatic(surface: &Surface, tool: &Definition, rule: &Rule<'_>) -> Result<Map<String, Value>, Reason> {
    if tool.key().is_empty() {
        return Err(Reason::Unnamed);
    }
    if has_twin(surface, tool.key()) {
        return Err(Reason::Twin);
    }
    if needs_task(tool) {
        return Err(Reason::NeedsTask);
    }
    if is_left_out_by_clients(surface, tool) {
        return Err(Reason::HeaderAnnotation);
    }
    if !rule.call_all {
        if says_destructive(tool) {
            return Err(Reason::Destructive);
        }
        if !is_read_only(tool) {
            return Err(Reason::NotReadOnly);
        }
        if !rule.call_readonly {
            return Err(Reason::ReadOnlyOff);
        }
    }
    arguments(tool, rule.arguments)
}

fn arguments(tool: &Definition, source: Arguments) -> Result<Map<String, Value>, Reason> {
    let Some(schema) = tool.input_schema() else { return Ok(Map::new()) };
    let empty_is_fine = accepts(schema, &Value::Object(Map::new())).map_err(Reason::Unreadable)?;
    match source {
        Arguments::None if empty_is_fine => Ok(Map::new()),
        Arguments::None => Err(Reason::NeedsArguments),
        Arguments::Smallest if empty_is_fine => Ok(Map::new()),
        Arguments::Smallest => match smallest_instance(&of_objects(schema)) {
            Some(Value::Object(members)) => Ok(members),
            _ => Err(Reason::NoArguments),
        },
    }
}

/// Arguments are always an object, also where the schema forgets to say so.
fn of_objects(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(members) = schema.as_object_mut() {
        members.entry("type").or_insert_with(|| Value::from("object"));
    }
    schema
}

/// The names under `required` at the root of a schema.
pub(super) fn required(schema: &Value) -> Vec<String> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
