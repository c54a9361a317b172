use std::collections::BTreeMap;

use serde_json::Value;

use super::side::Side;
use super::texts;
use crate::gathered::gathered;
use crate::rules::drift::{
    PARAMETER_DESCRIPTION_CHANGED, PROMPT_ARGUMENT_BREAKS, PROMPT_ARGUMENT_COMPATIBLE, TITLE_CHANGED,
};
use crate::rules::{Finding, Sink};
use crate::surface::{Definition, join_pointer};
use crate::text::quoted;

type Arguments<'a> = BTreeMap<&'a str, &'a Value>;

/// Compares the arguments of a prompt by name: what a client must fill in, may fill in, and is told of each.
pub(super) fn compare(old: (Side<'_>, &Definition), new: (Side<'_>, &Definition), sink: &mut Sink) {
    let (before, after) = (arguments(old.1), arguments(new.1));
    for (name, argument) in &before {
        match after.get(name) {
            None => report(new.1, name, "was removed", true, sink),
            Some(now) => {
                match (required(argument), required(now)) {
                    (false, true) => report(new.1, name, "became required", true, sink),
                    (true, false) => report(new.1, name, "became optional", false, sink),
                    _ => {}
                }
                compare_texts(old, new, name, (argument, now), sink);
            }
        }
    }
    for (name, argument) in &after {
        if before.contains_key(name) {
            continue;
        }
        if required(argument) {
            report(new.1, name, "was added and is required", true, sink);
        } else {
            report(new.1, name, "was added and is optional", false, sink);
        }
    }
}

fn arguments(definition: &Definition) -> Arguments<'_> {
    let listed = definition.raw.get("arguments").and_then(Value::as_array);
    let listed = listed.into_iter().flatten();
    gathered(listed.filter_map(|argument| Some((argument.get("name")?.as_str()?, argument))))
}

fn required(argument: &Value) -> bool {
    argument.get("required").and_then(Value::as_bool).unwrap_or(false)
}

fn at(definition: &Definition, name: &str) -> String {
    join_pointer(&definition.at("arguments"), name)
}

fn report(prompt: &Definition, name: &str, verb: &str, breaks: bool, sink: &mut Sink) {
    let meta = if breaks { &PROMPT_ARGUMENT_BREAKS } else { &PROMPT_ARGUMENT_COMPATIBLE };
    let what = format!("Prompt {} argument {} {verb}", quoted(prompt.key()), quoted(name));
    sink.push(Finding::new(meta, what).of(prompt.key()).at(at(prompt, name)));
}

fn compare_texts(
    old: (Side<'_>, &Definition),
    new: (Side<'_>, &Definition),
    name: &str,
    (before, after): (&Value, &Value),
    sink: &mut Sink,
) {
    for (member, meta) in [("description", &PARAMETER_DESCRIPTION_CHANGED), ("title", &TITLE_CHANGED)] {
        let old_pointer = join_pointer(&at(old.1, name), member);
        let new_pointer = join_pointer(&at(new.1, name), member);
        texts::compare_text(
            meta,
            &format!("Prompt {} argument {} {member}", quoted(new.1.key()), quoted(name)),
            Some(new.1.key()),
            (old.0.text(&old_pointer, before.get(member).and_then(Value::as_str)), &old_pointer),
            (new.0.text(&new_pointer, after.get(member).and_then(Value::as_str)), &new_pointer),
            sink,
        );
    }
}
