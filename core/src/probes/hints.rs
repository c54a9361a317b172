use serde_json::Value;

use crate::session::{MODERN, annotation_problem};
use crate::surface::{Definition, Surface};

/// A hint as served, where it is `true` or `false`; anything else counts as absent.
fn hint(tool: &Definition, name: &str) -> Option<bool> {
    tool.annotations().and_then(|hints| hints.get(name)).and_then(Value::as_bool)
}

/// `readOnlyHint`, which is false when absent.
pub(super) fn is_read_only(tool: &Definition) -> bool {
    hint(tool, "readOnlyHint").unwrap_or(false)
}

/// The tool says itself that it may destroy something, whatever else it says.
pub(super) fn says_destructive(tool: &Definition) -> bool {
    hint(tool, "destructiveHint") == Some(true)
}

/// `destructiveHint` is true when absent, and means something only where the tool is not read-only.
pub(super) fn may_destroy(tool: &Definition) -> bool {
    says_destructive(tool) || (!is_read_only(tool) && hint(tool, "destructiveHint").unwrap_or(true))
}

/// The tool can run only as a task: a plain call is refused whatever its arguments are.
pub(super) fn needs_task(tool: &Definition) -> bool {
    let support = tool.raw.get("execution").and_then(|execution| execution.get("taskSupport"));
    support.and_then(Value::as_str) == Some("required")
}

/// The name belongs to more than one definition, so that nobody knows which of them a call reaches.
pub(super) fn has_twin(surface: &Surface, name: &str) -> bool {
    surface.tools.iter().filter(|tool| tool.key() == name).nth(1).is_some()
}

/// From 2026-07-28 clients must leave out a tool whose `x-mcp-header` annotations break their rules.
pub(super) fn is_left_out_by_clients(surface: &Surface, tool: &Definition) -> bool {
    let modern = surface.protocol_version.as_deref().is_some_and(|revision| MODERN.contains(&revision));
    modern && annotation_problem(tool).is_some()
}
