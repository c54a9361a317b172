use std::collections::BTreeMap;

use serde_json::Value;

use super::side::{Known, Side};
use crate::rules::drift::{DESCRIPTION_CHANGED, PARAMETER_DESCRIPTION_CHANGED, TITLE_CHANGED};
use crate::rules::{Finding, Meta, Sink};
use crate::surface::{Definition, join_pointer};
use crate::text::{quoted, word_diff};

/// How deep and how far a schema is searched for texts.
const MAX_DEPTH: usize = 64;
const MAX_PLACES: usize = 20_000;

/// Compares one text of both sides and reports that it changed, with a word diff where both are known.
pub(super) fn compare_text(
    meta: &'static Meta,
    label: &str,
    subject: Option<&str>,
    (old, old_pointer): (Known<'_>, &str),
    (new, new_pointer): (Known<'_>, &str),
    sink: &mut Sink,
) {
    if old.same(&new) {
        return;
    }
    let rug_pull = std::ptr::eq(meta, &raw const TITLE_CHANGED);
    let suffix = if rug_pull { "" } else { " (possible rug-pull)" };
    let verb = match (&old, &new) {
        (Known::Absent, _) => "was added",
        (_, Known::Absent) => "was removed",
        _ => "changed",
    };
    let mut finding = Finding::new(meta, format_args!("{label} {verb}{suffix}")).at(new_pointer);
    finding.subject = subject.map(str::to_owned);
    finding.pointer_old = Some(old_pointer.to_owned());
    if let (Known::Text(_) | Known::Absent, Known::Text(_) | Known::Absent) = (&old, &new) {
        let (before, after) = (spelled(&old), spelled(&new));
        finding.diff = Some(word_diff(before, after));
        finding.reason = super::noise::only_environment(before, after).map(str::to_owned);
    } else {
        finding.reason =
            Some("only the hash of the old text is known, so the difference cannot be shown".to_owned());
    }
    finding.before = value(&old);
    finding.after = value(&new);
    sink.push(finding);
}

fn spelled<'a>(known: &Known<'a>) -> &'a str {
    match known {
        Known::Text(text) => text,
        Known::Hash(_) | Known::Absent => "",
    }
}

fn value(known: &Known<'_>) -> Option<Value> {
    match known {
        Known::Text(text) | Known::Hash(text) => Some(Value::from(*text)),
        Known::Absent => None,
    }
}

/// A member of a definition that is a text: its title or its own description.
pub(super) fn compare_member(
    member: &str,
    meta: &'static Meta,
    (old_side, old): (Side<'_>, &Definition),
    (new_side, new): (Side<'_>, &Definition),
    sink: &mut Sink,
) {
    let (old_pointer, new_pointer) = (old.at(member), new.at(member));
    let label = format!("{} {} {member}", new.kind.noun(), quoted(new.key()));
    compare_text(
        meta,
        &label,
        Some(new.key()),
        (old_side.text(&old_pointer, old.text(member)), &old_pointer),
        (new_side.text(&new_pointer, new.text(member)), &new_pointer),
        sink,
    );
}

/// The descriptions and titles inside the schemas of a tool, by the place they describe, not by the way
/// they are written down: through `$ref`, so that moving a text is no change.
pub(super) fn compare_schema_texts(
    member: &str,
    (old_side, old): (Side<'_>, &Definition),
    (new_side, new): (Side<'_>, &Definition),
    sink: &mut Sink,
) {
    let (Some(old_schema), Some(new_schema)) = (old.raw.get(member), new.raw.get(member)) else {
        return;
    };
    let old_places = places(old_schema, &old.at(member));
    let new_places = places(new_schema, &new.at(member));
    for (path, place) in &new_places {
        let Some(previous) = old_places.get(path) else {
            continue;
        };
        let label = place_label(new, member, path);
        for (what, meta) in [("description", &PARAMETER_DESCRIPTION_CHANGED), ("title", &TITLE_CHANGED)] {
            let (before, before_at) = previous.text(old_side, what);
            let (after, after_at) = place.text(new_side, what);
            compare_text(
                meta,
                &format!("{label} {what}"),
                Some(new.key()),
                (before, &before_at),
                (after, &after_at),
                sink,
            );
        }
    }
}

fn place_label(definition: &Definition, member: &str, path: &str) -> String {
    let noun = format!("{} {}", definition.kind.noun(), quoted(definition.key()));
    match (member, path) {
        (_, "") => format!("{noun} {member}"),
        ("inputSchema", path) => format!("{noun} parameter {}", quoted(path)),
        (_, path) => format!("{noun} output field {}", quoted(path)),
    }
}

/// A place in a schema that values pass through, and the nodes that speak of it (a `$ref` and its target).
struct Place<'a> {
    nodes: Vec<(&'a Value, String)>,
}

impl<'a> Place<'a> {
    /// The first node that has the text wins: a description beside a `$ref` overrides its target's.
    fn text(&self, side: Side<'a>, member: &str) -> (Known<'a>, String) {
        for (node, pointer) in &self.nodes {
            let at = join_pointer(pointer, member);
            let known = side.text(&at, node.get(member).and_then(Value::as_str));
            if known != Known::Absent {
                return (known, at);
            }
        }
        let at = self.nodes.first().map(|(_, pointer)| join_pointer(pointer, member)).unwrap_or_default();
        (Known::Absent, at)
    }
}

fn places<'a>(schema: &'a Value, pointer: &str) -> BTreeMap<String, Place<'a>> {
    let mut walk = Walk { root: schema, root_pointer: pointer, places: BTreeMap::new() };
    walk.visit(schema, pointer, "", 0);
    walk.places
}

struct Walk<'a, 'p> {
    root: &'a Value,
    root_pointer: &'p str,
    places: BTreeMap<String, Place<'a>>,
}

impl<'a> Walk<'a, '_> {
    fn visit(&mut self, node: &'a Value, pointer: &str, path: &str, depth: usize) {
        let Some(members) = node.as_object() else {
            return;
        };
        if depth > MAX_DEPTH || self.places.len() > MAX_PLACES {
            return;
        }
        let place = self.places.entry(path.to_owned()).or_insert(Place { nodes: Vec::new() });
        if place.nodes.iter().any(|(known, _)| std::ptr::eq(*known, node)) || place.nodes.len() > MAX_DEPTH {
            return;
        }
        place.nodes.push((node, pointer.to_owned()));
        if let Some(reference) = members.get("$ref").and_then(Value::as_str)
            && let Some(tail) = reference.strip_prefix('#')
            && let Some(target) = self.root.pointer(tail)
        {
            let target_pointer = format!("{}{tail}", self.root_pointer);
            self.visit(target, &target_pointer, path, depth + 1);
        }
        for keyword in ["properties", "patternProperties"] {
            let Some(properties) = members.get(keyword).and_then(Value::as_object) else {
                continue;
            };
            let base = join_pointer(pointer, keyword);
            for (name, property) in properties {
                let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                self.visit(property, &join_pointer(&base, name), &inner, depth + 1);
            }
        }
        for (keyword, mark) in [("items", "[]"), ("additionalProperties", ".*"), ("contains", "[?]")] {
            if let Some(child) = members.get(keyword) {
                self.visit(child, &join_pointer(pointer, keyword), &format!("{path}{mark}"), depth + 1);
            }
        }
        for keyword in ["prefixItems", "items"] {
            self.branches(members.get(keyword), pointer, keyword, depth, |index| format!("{path}[{index}]"));
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            self.branches(members.get(keyword), pointer, keyword, depth, |index| {
                if keyword == "allOf" { path.to_owned() } else { format!("{path}|{index}") }
            });
        }
    }

    fn branches(
        &mut self,
        branches: Option<&'a Value>,
        pointer: &str,
        keyword: &str,
        depth: usize,
        path: impl Fn(usize) -> String,
    ) {
        let base = join_pointer(pointer, keyword);
        for (index, branch) in branches.and_then(Value::as_array).into_iter().flatten().enumerate() {
            self.visit(branch, &join_pointer(&base, &index.to_string()), &path(index), depth + 1);
        }
    }
}

/// The description of a definition as a whole.
pub(super) fn compare_description(
    old: (Side<'_>, &Definition),
    new: (Side<'_>, &Definition),
    sink: &mut Sink,
) {
    compare_member("description", &DESCRIPTION_CHANGED, old, new, sink);
}
