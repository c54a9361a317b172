use std::fmt::Write;

use serde_json::Value;

const INTRO: &str = include_str!("configuration_intro.md");

/// How many words of an enumeration are listed; of a longer one only the first three.
const MOST_WORDS: usize = 6;

/// `docs/configuration.md`, from the config's schema.
pub(crate) fn page(schema: &Value) -> String {
    let mut page = String::from(INTRO);
    let mut sections = vec![(String::new(), schema.clone())];
    while !sections.is_empty() {
        let (path, object) = sections.remove(0);
        table(&mut page, schema, &path, &object, &mut sections);
    }
    format!("{}\n", page.trim_end())
}

/// One table of members; members that are objects with members get a table of their own, later.
fn table(page: &mut String, root: &Value, path: &str, object: &Value, sections: &mut Vec<(String, Value)>) {
    let Some(Value::Object(members)) = object.get("properties") else { return };
    // Writing into a `String` cannot fail, here and below.
    if !path.is_empty() {
        let _ = writeln!(page, "### {path}\n");
        if let Some(text) = object.get("description").and_then(Value::as_str) {
            let _ = writeln!(page, "{}\n", one_line(text));
        }
    }
    page.push_str("| Key | Kind | Default | Meaning |\n| --- | --- | --- | --- |\n");
    let required: Vec<&Value> =
        object.get("required").and_then(Value::as_array).into_iter().flatten().collect();
    let mut below = Vec::new();
    for (name, member) in members.iter().filter(|(name, _)| *name != "$schema") {
        let (suffix, target) = nested(root, member);
        let kind = kind(root, member);
        let fallback = match member.get("default") {
            _ if required.iter().any(|wanted| *wanted == name) => "required".to_owned(),
            Some(value) if value.is_object() || *value == Value::Array(Vec::new()) => String::new(),
            Some(value) => format!("`{}`", cell(&value.to_string())),
            None => String::new(),
        };
        let text = member
            .get("description")
            .or_else(|| target.as_ref().and_then(|target| target.get("description")))
            .and_then(Value::as_str)
            .unwrap_or_default();
        let _ = writeln!(page, "| `{name}` | {} | {fallback} | {} |", cell(&kind), cell(&one_line(text)));
        if let Some(target) = target {
            let base = if path.is_empty() { String::new() } else { format!("{path}.") };
            below.push((format!("{base}{name}{suffix}"), target));
        }
    }
    page.push('\n');
    sections.splice(0..0, below);
}

/// The object with members behind a member, and how its path goes on: `[]` for a list, `.NAME` for a map.
fn nested(root: &Value, member: &Value) -> (&'static str, Option<Value>) {
    let member = resolved(root, member);
    if member.get("properties").is_some() {
        return ("", Some(member));
    }
    if let Some(items) = member.get("items") {
        let item = resolved(root, items);
        return ("[]", item.get("properties").is_some().then_some(item));
    }
    if let Some(values) = member.get("additionalProperties").filter(|values| values.is_object()) {
        let value = resolved(root, values);
        return (".NAME", value.get("properties").is_some().then_some(value));
    }
    for choice in ["anyOf", "oneOf"] {
        let Some(Value::Array(parts)) = member.get(choice) else { continue };
        let objects = parts.iter().map(|part| resolved(root, part));
        if let Some(object) = objects.into_iter().find(|part| part.get("properties").is_some()) {
            return ("", Some(object));
        }
    }
    ("", None)
}

fn resolved(root: &Value, schema: &Value) -> Value {
    let single = schema.get("allOf").and_then(Value::as_array).and_then(|parts| parts.first());
    let reference = schema.get("$ref").or_else(|| single.and_then(|part| part.get("$ref")));
    match reference.and_then(Value::as_str).and_then(|path| root.pointer(path.trim_start_matches('#'))) {
        Some(target) => target.clone(),
        None => schema.clone(),
    }
}

fn kind(root: &Value, member: &Value) -> String {
    let member = resolved(root, member);
    if let Some(value) = member.get("const") {
        return format!("`{}`", bare(value));
    }
    if let Some(Value::Array(values)) = member.get("enum") {
        let most = if values.len() > MOST_WORDS { 3 } else { MOST_WORDS };
        let words: Vec<String> = values.iter().take(most).map(|value| format!("`{}`", bare(value))).collect();
        let more = if values.len() > MOST_WORDS { ", …" } else { "" };
        return format!("{}{more}", words.join(", "));
    }
    for choice in ["anyOf", "oneOf"] {
        if let Some(Value::Array(parts)) = member.get(choice) {
            let mut kinds: Vec<String> = Vec::new();
            for kind in parts.iter().map(|part| kind(root, part)).filter(|kind| kind != "null") {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            return kinds.join(" or ");
        }
    }
    let names: Vec<&str> = match member.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect()
        }
        _ => return "any".to_owned(),
    };
    names
        .iter()
        .map(|name| match *name {
            "integer" => format!("whole number{}", range(&member)),
            "number" => format!("number{}", range(&member)),
            "array" => {
                let item = member.get("items").map_or_else(|| "any".to_owned(), |items| kind(root, items));
                format!("list of {item}")
            }
            "object" => "map".to_owned(),
            "boolean" => "`true`, `false`".to_owned(),
            "string" => "text".to_owned(),
            other => other.to_owned(),
        })
        .collect::<Vec<_>>()
        .join(" or ")
}

fn range(member: &Value) -> String {
    match (member.get("minimum"), member.get("maximum")) {
        (Some(least), Some(most)) => format!(", {least} to {most}"),
        (Some(least), None) if *least != 0 => format!(", from {least}"),
        _ => String::new(),
    }
}

fn bare(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
