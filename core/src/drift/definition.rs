use serde_json::Value;

use super::schema_texts::compare_schema_texts;
use super::side::Side;
use super::{annotations, prompt, resource, schemas, texts};
use crate::canonical::canonical_json;
use crate::rules::drift::{DEFINITION_CHANGED, TASK_SUPPORT_CHANGED, TASK_SUPPORT_WIDENED, TITLE_CHANGED};
use crate::rules::{Finding, Sink};
use crate::surface::{Definition, Kind};
use crate::text::{quoted, shown};

/// Compares every member of one definition that is on both sides.
pub(super) fn compare(old: (Side<'_>, &Definition), new: (Side<'_>, &Definition), sink: &mut Sink) {
    if old.1.raw == new.1.raw && old.0.text_hashes.is_none() && new.0.text_hashes.is_none() {
        return;
    }
    texts::compare_description(old, new, sink);
    texts::compare_member("title", &TITLE_CHANGED, old, new, sink);
    match new.1.kind {
        Kind::Tool => {
            compare_annotation_title(old, new, sink);
            annotations::compare(old.1, new.1, sink);
            compare_task_support(old.1, new.1, sink);
            schemas::compare(old.1, new.1, sink);
            compare_schema_texts("inputSchema", old, new, sink);
            compare_schema_texts("outputSchema", old, new, sink);
        }
        Kind::Prompt => prompt::compare(old, new, sink),
        Kind::Resource | Kind::ResourceTemplate => resource::compare(old.1, new.1, sink),
    }
    compare_rest(old.1, new.1, sink);
}

/// Members that a rule of their own compares, by kind.
fn covered(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Tool => {
            &["name", "title", "description", "inputSchema", "outputSchema", "annotations", "execution"]
        }
        Kind::Prompt => &["name", "title", "description", "arguments"],
        Kind::Resource => &["uri", "name", "title", "description", "mimeType", "size"],
        Kind::ResourceTemplate => &["uriTemplate", "name", "title", "description", "mimeType"],
    }
}

fn compare_annotation_title(old: (Side<'_>, &Definition), new: (Side<'_>, &Definition), sink: &mut Sink) {
    let pointer = |definition: &Definition| format!("{}/title", definition.at("annotations"));
    let (before, after) = (annotation_title(old.1), annotation_title(new.1));
    let (old_pointer, new_pointer) = (pointer(old.1), pointer(new.1));
    texts::compare_text(
        &TITLE_CHANGED,
        &format!("Tool {} annotations.title", quoted(new.1.key())),
        Some(new.1.key()),
        (old.0.text(&old_pointer, before), &old_pointer),
        (new.0.text(&new_pointer, after), &new_pointer),
        sink,
    );
}

fn annotation_title(definition: &Definition) -> Option<&str> {
    definition.annotations()?.get("title")?.as_str()
}

fn compare_task_support(old: &Definition, new: &Definition, sink: &mut Sink) {
    let support = |definition: &Definition| -> String {
        let execution = definition.raw.get("execution");
        let stated = execution.and_then(|execution| execution.get("taskSupport")).and_then(Value::as_str);
        stated.unwrap_or("forbidden").to_owned()
    };
    let (before, after) = (support(old), support(new));
    if before == after {
        return;
    }
    let meta = if after == "optional" { &TASK_SUPPORT_WIDENED } else { &TASK_SUPPORT_CHANGED };
    let what = format!(
        "Tool {} task support changed from {} to {}",
        quoted(new.key()),
        shown(&before),
        shown(&after)
    );
    let mut finding =
        Finding::new(meta, what).of(new.key()).at(format!("{}/taskSupport", new.at("execution")));
    finding.before = Some(Value::from(before));
    finding.after = Some(Value::from(after));
    sink.push(finding);
}

/// Every member that no other rule compares: icons, metadata and what a later revision may bring.
fn compare_rest(old: &Definition, new: &Definition, sink: &mut Sink) {
    let covered = covered(new.kind);
    let mut members: Vec<&String> = old.raw.keys().chain(new.raw.keys()).collect();
    members.sort_unstable();
    members.dedup();
    for member in members {
        let (before, after) = (old.stated(member), new.stated(member));
        if covered.contains(&member.as_str()) && is_readable(member, before) && is_readable(member, after) {
            continue;
        }
        report_member(old, new, member, (before, after), sink);
    }
    if new.kind == Kind::Tool {
        compare_inner(
            old,
            new,
            "annotations",
            &["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"],
            sink,
        );
        compare_inner(old, new, "execution", &["taskSupport"], sink);
    }
}

/// Whether the rule of a member can compare it: none of them looks into a value of another kind than its own.
fn is_readable(member: &str, value: Option<&Value>) -> bool {
    value.is_none_or(|value| match member {
        "title" | "description" => value.is_string(),
        "annotations" | "execution" => value.is_object(),
        "arguments" => value.is_array(),
        _ => true,
    })
}

fn compare_inner(old: &Definition, new: &Definition, member: &str, covered: &[&str], sink: &mut Sink) {
    let strip = |definition: &Definition| -> Option<Value> {
        let mut inner = definition.raw.get(member)?.as_object()?.clone();
        inner.retain(|key, _| !covered.contains(&key.as_str()));
        (!inner.is_empty()).then_some(Value::Object(inner))
    };
    let (before, after) = (strip(old), strip(new));
    report_member(old, new, member, (before.as_ref(), after.as_ref()), sink);
}

fn report_member(
    old: &Definition,
    new: &Definition,
    member: &str,
    (before, after): (Option<&Value>, Option<&Value>),
    sink: &mut Sink,
) {
    if before.map(canonical_json) == after.map(canonical_json) {
        return;
    }
    let verb = match (before, after) {
        (None, _) => "was added",
        (_, None) => "was removed",
        _ => "changed",
    };
    let what = format!("{} {} {} {verb}", new.kind.noun(), quoted(new.key()), shown(member));
    let mut finding = Finding::new(&DEFINITION_CHANGED, what).of(new.key()).at(new.at(member));
    finding.pointer_old = Some(old.at(member));
    finding.before = before.cloned();
    finding.after = after.cloned();
    sink.push(finding);
}
