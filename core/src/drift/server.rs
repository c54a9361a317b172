use serde_json::Value;

use super::side::Side;
use super::texts::compare_text;
use crate::rules::drift::{
    CAPABILITY_ADDED, CAPABILITY_REMOVED, INSTRUCTIONS_CHANGED, PROTOCOL_CHANGED, SERVER_INFO_CHANGED,
};
use crate::rules::{Finding, Sink};
use crate::surface::pointer;
use crate::text::{quoted, shown};

const INSTRUCTIONS: &str = "/instructions";

/// Compares what a server says of itself: revision, instructions, capabilities, name.
pub(super) fn compare(old: Side<'_>, new: Side<'_>, sink: &mut Sink) {
    compare_protocol(old, new, sink);
    compare_text(
        &INSTRUCTIONS_CHANGED,
        "Server instructions",
        None,
        (old.text(INSTRUCTIONS, old.surface.instructions.as_deref()), INSTRUCTIONS),
        (new.text(INSTRUCTIONS, new.surface.instructions.as_deref()), INSTRUCTIONS),
        sink,
    );
    compare_capabilities(old, new, sink);
    compare_info(old, new, sink);
}

fn compare_protocol(old: Side<'_>, new: Side<'_>, sink: &mut Sink) {
    if let (Some(before), Some(after)) = (&old.surface.protocol_version, &new.surface.protocol_version)
        && before != after
    {
        let what = format!("Protocol revision changed from {} to {}", shown(before), shown(after));
        let mut finding = Finding::new(&PROTOCOL_CHANGED, what).at("/protocolVersion");
        finding.before = Some(Value::from(before.as_str()));
        finding.after = Some(Value::from(after.as_str()));
        sink.push(finding);
    }
}

/// Capabilities by name, and the switches inside them (`tools.listChanged`).
fn compare_capabilities(old: Side<'_>, new: Side<'_>, sink: &mut Sink) {
    let (before, after) = (switches(&old.surface.capabilities), switches(&new.surface.capabilities));
    for path in before.iter().filter(|path| !after.contains(path)) {
        report_capability(&CAPABILITY_REMOVED, path, "is no longer declared", sink);
    }
    for path in after.iter().filter(|path| !before.contains(path)) {
        report_capability(&CAPABILITY_ADDED, path, "is newly declared", sink);
    }
}

fn report_capability(meta: &'static crate::rules::Meta, path: &[&str], verb: &str, sink: &mut Sink) {
    let mut tokens = vec!["capabilities"];
    tokens.extend(path);
    let what = format!("Capability {} {verb}", quoted(&path.join(".")));
    sink.push(Finding::new(meta, what).at(pointer(&tokens)));
}

fn switches(capabilities: &serde_json::Map<String, Value>) -> Vec<Vec<&str>> {
    const MAX: usize = 1_000;
    let mut found = Vec::new();
    for (name, capability) in capabilities.iter().take(MAX) {
        if matches!(capability, Value::Null | Value::Bool(false)) {
            continue;
        }
        found.push(vec![name.as_str()]);
        for (switch, value) in capability.as_object().into_iter().flatten().take(MAX) {
            if !matches!(value, Value::Null | Value::Bool(false)) {
                found.push(vec![name.as_str(), switch.as_str()]);
            }
        }
    }
    found
}

fn compare_info(old: Side<'_>, new: Side<'_>, sink: &mut Sink) {
    for member in ["name", "version"] {
        let text =
            |side: Side<'_>| side.surface.server_info.get(member).and_then(Value::as_str).map(str::to_owned);
        let (Some(before), Some(after)) = (text(old), text(new)) else {
            continue;
        };
        if before == after {
            continue;
        }
        let what = format!("Server {member} changed from {} to {}", quoted(&before), quoted(&after));
        let mut finding = Finding::new(&SERVER_INFO_CHANGED, what).at(pointer(&["serverInfo", member]));
        finding.before = Some(Value::from(before));
        finding.after = Some(Value::from(after));
        if member == "version" {
            // A release is no change of the contract; the report's header and the bump speak of it.
            finding.bump = crate::rules::Bump::None;
        }
        sink.push(finding);
    }
}
