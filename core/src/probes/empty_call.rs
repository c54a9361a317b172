use serde_json::{Map, Value};

use super::hints::{has_twin, is_left_out_by_clients, is_read_only, may_destroy, needs_task};
use super::reason::Reason;
use super::select::required;
use crate::schema::accepts;
use crate::surface::{Definition, Surface};

/// Whether a tool is called without the arguments it asks for, to see how the server refuses that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EmptyCall {
    /// It is.
    Made,
    /// A call without arguments is a valid call, so it would show nothing.
    Valid,
    /// It is left alone.
    LeftOut(Reason),
}

/// Decides that for one tool: only where the raw input schema rejects `{}` is the call made.
pub(crate) fn empty_call(surface: &Surface, tool: &Definition, skip_destructive: bool) -> EmptyCall {
    let Some(schema) = tool.input_schema() else { return EmptyCall::Valid };
    let required = required(schema);
    match accepts(schema, &Value::Object(Map::new())) {
        Ok(true) => return EmptyCall::Valid,
        Err(_) if required.is_empty() => return EmptyCall::Valid,
        Err(why) => return EmptyCall::LeftOut(Reason::Unreadable(why)),
        Ok(false) => {}
    }
    let reason = if tool.key().is_empty() {
        Reason::Unnamed
    } else if has_twin(surface, tool.key()) {
        Reason::Twin
    } else if needs_task(tool) {
        Reason::NeedsTask
    } else if is_left_out_by_clients(surface, tool) {
        Reason::HeaderAnnotation
    } else if skip_destructive && may_destroy(tool) {
        Reason::Destructive
    } else if !is_read_only(tool) && defaults_fill(schema, &required) {
        Reason::DefaultsFill
    } else {
        return EmptyCall::Made;
    };
    EmptyCall::LeftOut(reason)
}

/// A server that fills in defaults before it validates would carry the empty call out.
fn defaults_fill(schema: &Value, required: &[String]) -> bool {
    let default = |name: &String| schema.get("properties")?.get(name)?.get("default").cloned();
    let filled: Option<Map<String, Value>> =
        required.iter().map(|name| Some((name.clone(), default(name)?))).collect();
    filled.is_some_and(|members| accepts(schema, &Value::Object(members)) == Ok(true))
}
