use serde_json::Value;

use super::field::owner_name;
use super::rows;
use super::words::{leading_words, mentions, split_identifier};
use crate::rules::{Finding, Sink};
use crate::surface::Definition;

/// Verbs that change something, whatever their object.
const STRONG: &[&str] = &[
    "delete",
    "remove",
    "purge",
    "wipe",
    "erase",
    "drop",
    "destroy",
    "truncate",
    "overwrite",
    "send",
    "write",
    "insert",
    "upload",
    "publish",
    "revoke",
    "terminate",
    "uninstall",
    "kill",
    "cancel",
    "transfer",
    "pay",
    "rename",
    "move",
    "replace",
    "edit",
    "modify",
    "patch",
    "append",
    "clear",
    "deploy",
    "merge",
    "upsert",
    "disable",
    "archive",
    "approve",
    "install",
];
/// Verbs that mostly change something.
const WEAK: &[&str] = &[
    "create", "update", "set", "add", "post", "put", "save", "store", "start", "stop", "restart", "reset",
    "enable", "assign", "invite", "book", "order", "buy", "commit", "push", "register", "reply", "forward",
    "close", "schedule", "ban", "grant", "submit",
];
/// Verbs that only look.
const READING: &[&str] = &[
    "get",
    "list",
    "search",
    "find",
    "read",
    "fetch",
    "show",
    "describe",
    "preview",
    "plan",
    "count",
    "check",
    "view",
    "query",
    "lookup",
    "retrieve",
    "inspect",
    "analyze",
    "analyse",
    "validate",
    "verify",
    "diff",
    "compare",
    "explain",
    "summarize",
    "estimate",
    "simulate",
    "detect",
    "scan",
    "lint",
    "test",
    "calculate",
    "compute",
    "convert",
    "parse",
    "render",
    "generate",
    "format",
    "browse",
    "monitor",
    "watch",
    "dry",
    "is",
    "has",
    "can",
    "suggest",
    "review",
    "what",
    "audit",
    "resolve",
    "load",
    "download",
    "export",
    "help",
    "status",
    "info",
    "history",
    "wait",
    "select",
    "open",
    "discover",
    "recommend",
    "prepare",
    "draft",
    "propose",
];
const DESTROYING: &[&str] = &[
    "delete",
    "remove",
    "purge",
    "wipe",
    "erase",
    "drop",
    "destroy",
    "truncate",
    "terminate",
    "uninstall",
    "revoke",
    "kill",
];
/// Words that say nothing is changed after all.
const HARMLESS: &[&str] = &[
    "dry run",
    "dry-run",
    "preview",
    "previews",
    "would",
    "nothing is changed",
    "without changing",
    "without modifying",
    "does not modify",
    "does not change",
    "no changes",
    "read-only",
    "read only",
    "simulates",
    "local copy",
    "in memory",
    "does not write",
    "does not send",
    "does not delete",
    "never modifies",
    "doesn't modify",
];

/// Compares what a tool says about itself with what its hints promise.
pub(super) fn check(tool: &Definition, sink: &mut Sink) {
    let Some(annotations) = tool.annotations() else { return };
    let hint = |name: &str| annotations.get(name).and_then(Value::as_bool);
    let description = tool.description().unwrap_or_default();
    if hint("readOnlyHint") == Some(true) {
        if mutates(tool.key(), description) {
            let what =
                format!("{} has readOnlyHint=true but name/description implies mutation", owner_name(tool));
            sink.push(
                Finding::new(&rows::READ_ONLY, what)
                    .of(tool.key())
                    .at(tool.at("annotations") + "/readOnlyHint"),
            );
        } else if let Some((name, pointer)) = write_flag(tool) {
            let what = format!(
                "{} has readOnlyHint=true but parameter {} lets it write",
                owner_name(tool),
                crate::text::quoted(name)
            );
            sink.push(Finding::new(&rows::WRITE_FLAG, what).of(tool.key()).at(pointer));
        }
    } else if hint("destructiveHint") == Some(false) && destroys(tool.key(), description) {
        let what = format!(
            "{} has destructiveHint=false but name/description implies destruction",
            owner_name(tool)
        );
        sink.push(
            Finding::new(&rows::DESTRUCTIVE, what)
                .of(tool.key())
                .at(tool.at("annotations") + "/destructiveHint"),
        );
    } else if says_read_only(description)
        && let Some((name, pointer)) = write_flag(tool)
    {
        let what = format!(
            "{} is described as read-only but parameter {} lets it write",
            owner_name(tool),
            crate::text::quoted(name)
        );
        sink.push(Finding::new(&rows::WRITE_FLAG, what).of(tool.key()).at(pointer));
    }
}

fn mutates(name: &str, description: &str) -> bool {
    if mentions(description, HARMLESS) {
        return false;
    }
    let words = split_identifier(name);
    let first = words.first().map(String::as_str).unwrap_or_default();
    let reads = words.iter().any(|word| READING.contains(&word.as_str()));
    let adds_numbers =
        first == "add" && mentions(description, &["number", "numbers", "sum", "sums", "integers", "up"]);
    let by_name = !reads
        && !adds_numbers
        && words.len() > 1
        && (STRONG.contains(&first)
            || (WEAK.contains(&first) && agrees(description, first))
            || strong_verb_with_object(&words));
    by_name || prose_mutates(description, &words, reads || adds_numbers)
}

/// Whether a description speaks of doing what a weak verb in the name says: `create_chart` may only return one.
fn agrees(description: &str, verb: &str) -> bool {
    let lead = leading_words(description, 12);
    lead.len() < 3 || lead.iter().any(|word| base_form(word) == verb || word.starts_with(verb))
}

/// `github_delete_issue`: a verb after a prefix, with an object after it.
fn strong_verb_with_object(words: &[String]) -> bool {
    const PLAIN: &[&str] =
        &["delete", "remove", "create", "update", "write", "send", "insert", "overwrite", "purge"];
    words
        .iter()
        .enumerate()
        .any(|(position, word)| position == 1 && words.len() > 2 && PLAIN.contains(&word.as_str()))
}

/// The leading verb of a description, in its base form or third person. Prose alone convicts only where the verb
/// destroys or sends something; otherwise the name must agree.
fn prose_mutates(description: &str, words: &[String], name_reads: bool) -> bool {
    const SENDING: &[&str] = &["send", "write", "insert", "publish", "transfer", "pay", "overwrite"];
    const PASSING: &[&str] = &[
        "operation",
        "operations",
        "status",
        "history",
        "of",
        "is",
        "are",
        "highlight",
        "prompt",
        "query",
        "question",
        "overlay",
        "filter",
        "selection",
        "highlights",
    ];
    let lead = leading_verb(description);
    let Some((verb, object)) = lead.split_first() else { return false };
    let base = base_form(verb);
    if object.iter().take(3).any(|word| PASSING.contains(&word.as_str())) {
        return false;
    }
    let destroys = DESTROYING.contains(&base.as_str()) && base != "drop";
    if name_reads {
        return destroys;
    }
    let named = words.iter().any(|word| STRONG.contains(&word.as_str()) || WEAK.contains(&word.as_str()));
    let mutates = STRONG.contains(&base.as_str())
        || matches!(base.as_str(), "create" | "update" | "register" | "grant" | "ban");
    destroys || SENDING.contains(&base.as_str()) || (named && mutates)
}

/// The words of a description from its verb on: "This tool deletes …" and "Use this to delete …" included.
fn leading_verb(description: &str) -> Vec<String> {
    const FILLERS: &[&str] = &[
        "this",
        "tool",
        "to",
        "use",
        "a",
        "the",
        "that",
        "can",
        "will",
        "permanently",
        "function",
        "immediately",
        "safely",
        "securely",
        "atomically",
    ];
    let words = leading_words(description, 10);
    let start = words.iter().position(|word| !FILLERS.contains(&word.as_str())).unwrap_or(0);
    words.into_iter().skip(start).collect()
}

fn base_form(verb: &str) -> String {
    let known = |base: &str| STRONG.contains(&base) || WEAK.contains(&base);
    if let Some(base) = verb.strip_suffix("es").filter(|base| known(base)) {
        return base.to_owned();
    }
    if let Some(base) = verb.strip_suffix("ies") {
        return format!("{base}y");
    }
    verb.strip_suffix('s').filter(|base| known(base)).unwrap_or(verb).to_owned()
}

fn destroys(name: &str, description: &str) -> bool {
    if mentions(description, HARMLESS) {
        return false;
    }
    let words = split_identifier(name);
    let reads = words.iter().any(|word| READING.contains(&word.as_str()));
    let by_name = words.iter().take(2).any(|word| DESTROYING.contains(&word.as_str()));
    let resets = words.windows(2).any(|pair| pair == ["factory", "reset"])
        || mentions(description, &["erasing all", "erases all", "permanently"]);
    let lead = leading_verb(description);
    let by_prose = lead.first().is_some_and(|verb| DESTROYING.contains(&base_form(verb).as_str()));
    !reads && (by_name || by_prose || resets)
}

fn says_read_only(description: &str) -> bool {
    mentions(description, &["read-only", "read only", "readonly", "never modifies", "does not modify"])
}

/// A parameter that switches writing on.
fn write_flag(tool: &Definition) -> Option<(&str, String)> {
    let properties = tool.input_schema()?.get("properties")?.as_object()?;
    let name = properties.keys().find(|name| {
        let words = split_identifier(name);
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        has(&["write", "writes", "writable", "mutate", "mutation", "mutations", "destructive"])
            && has(&["mode", "allow", "enable", "enabled", "permit", "force"])
    })?;
    Some((name, crate::surface::join_pointer(&(tool.at("inputSchema") + "/properties"), name)))
}
