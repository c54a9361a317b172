use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::read::RecordedCall;
use crate::rules::drift::{RECORDED_CALLS_ACCEPTED, RECORDED_CALLS_REJECTED};
use crate::rules::{Direction, Effect, Finding, Outcome};
use crate::schema::Validator;
use crate::surface::Surface;
use crate::text::quoted;

/// How many tools that are not there are named.
const NAMED_TOOLS: usize = 5;
/// How many lines of rejected calls are named.
const NAMED_LINES: usize = 10;

/// Replays calls against both surfaces, offline: one finding for each tool of which a call that was accepted
/// before would be rejected now, and one line of totals.
#[must_use]
pub fn replay(calls: &[RecordedCall], old: &Surface, new: &Surface) -> Vec<Finding> {
    let (old_doors, new_doors) = (doors(old), doors(new));
    let mut rejected: BTreeMap<&str, Vec<&RecordedCall>> = BTreeMap::new();
    let (mut replayed, mut per_tool): (usize, BTreeMap<&str, usize>) = (0, BTreeMap::new());
    for call in calls {
        let arguments = Value::Object(call.arguments.clone());
        let Some(before) = old_doors.get(call.tool.as_str()) else {
            continue;
        };
        if !before.accepts(&arguments) {
            continue;
        }
        replayed += 1;
        *per_tool.entry(&call.tool).or_default() += 1;
        if new_doors.get(call.tool.as_str()).is_none_or(|after| !after.accepts(&arguments)) {
            rejected.entry(&call.tool).or_default().push(call);
        }
    }
    let mut findings: Vec<Finding> = rejected
        .iter()
        .map(|(tool, broken)| finding(tool, broken, per_tool.get(tool).copied().unwrap_or_default(), new))
        .collect();
    let total: usize = rejected.values().map(Vec::len).sum();
    if total == 0 {
        let skipped = calls.len() - replayed;
        let what = match replayed {
            1 => "The 1 recorded call is still accepted".to_owned(),
            _ => format!("All {replayed} recorded calls are still accepted"),
        };
        let mut accepted = Finding::new(&RECORDED_CALLS_ACCEPTED, what);
        if skipped > 0 {
            accepted = accepted.because(format_args!(
                "{skipped} more are of tools the lockfile does not have, or were not accepted before"
            ));
        }
        findings.push(accepted);
    }
    findings.extend(strangers(calls, &old_doors, &new_doors));
    findings
}

/// Calls of tools that neither side has test nothing, which is most often a slip of the pen.
fn strangers(
    calls: &[RecordedCall],
    old: &BTreeMap<&str, Door>,
    new: &BTreeMap<&str, Door>,
) -> Option<Finding> {
    let unknown =
        |call: &&RecordedCall| !old.contains_key(call.tool.as_str()) && !new.contains_key(call.tool.as_str());
    let skipped: Vec<&RecordedCall> = calls.iter().filter(unknown).collect();
    let names: BTreeSet<&str> = skipped.iter().map(|call| call.tool.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let listed: Vec<String> = names.iter().take(NAMED_TOOLS).map(|name| quoted(name)).collect();
    let more = if names.len() > NAMED_TOOLS { ", …" } else { "" };
    let noun = if skipped.len() == 1 { "recorded call names a tool" } else { "recorded calls name tools" };
    let what = format!("{} {noun} that neither side has: {}{more}", skipped.len(), listed.join(", "));
    Some(Finding::new(&RECORDED_CALLS_ACCEPTED, what).outcome(Outcome::Warn))
}

/// The way into a tool: its input schema, or none that can be read, which lets everything in.
enum Door {
    Checked(Box<Validator>),
    Open,
}

impl Door {
    fn accepts(&self, arguments: &Value) -> bool {
        match self {
            Self::Checked(validator) => validator.accepts(arguments),
            Self::Open => true,
        }
    }
}

fn doors(surface: &Surface) -> BTreeMap<&str, Door> {
    let mut doors = BTreeMap::new();
    for tool in &surface.tools {
        let door = match tool.input_schema().map(Validator::new) {
            Some(Ok(validator)) => Door::Checked(Box::new(validator)),
            Some(Err(_)) | None => Door::Open,
        };
        doors.entry(tool.key()).or_insert(door);
    }
    doors
}

fn finding(tool: &str, broken: &[&RecordedCall], replayed: usize, new: &Surface) -> Finding {
    let gone = !new.tools.iter().any(|other| other.key() == tool);
    let lines: Vec<String> = broken.iter().take(NAMED_LINES).map(|call| call.line.to_string()).collect();
    let more = if broken.len() > NAMED_LINES { ", …" } else { "" };
    let noun = if broken.len() == 1 { "line" } else { "lines" };
    let what = format!(
        "{} of {replayed} recorded calls of tool {} would now be rejected ({noun} {}{more})",
        broken.len(),
        quoted(tool),
        lines.join(", ")
    );
    let mut finding = Finding::new(&RECORDED_CALLS_REJECTED, what).of(tool);
    finding.direction = Some(Direction::Input);
    finding.effect = Some(Effect::Rejected);
    finding.witness = broken.first().map(|call| Value::Object(call.arguments.clone()));
    if gone {
        finding.reason = Some("the tool is gone".to_owned());
    }
    finding
}
