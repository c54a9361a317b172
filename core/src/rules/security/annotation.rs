use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde_json::Value;

use super::field::owner_name;
use super::rows;
use super::words::{leading_words, mentions, section, section_phrases, split_identifier};
use crate::rules::{Finding, Sink};
use crate::surface::Definition;
use crate::text::quoted;

type Words = BTreeSet<&'static str>;

struct Lists {
    strong: Words,
    weak: Words,
    destroying: Words,
    sending: Words,
    ambiguous: Words,
    reading: Words,
    noun_endings: Words,
    computed: Words,
    fillers: Words,
    passing: Words,
    unchanged: Words,
    harmless: Vec<&'static str>,
    write_words: Words,
    switch_words: Words,
}

fn lists() -> &'static Lists {
    static LISTS: OnceLock<Lists> = OnceLock::new();
    LISTS.get_or_init(|| {
        let text = include_str!("lexicon/annotation.txt");
        let list = |name| section(text, name);
        Lists {
            strong: list("strong"),
            weak: list("weak"),
            destroying: list("destroying"),
            sending: list("sending"),
            ambiguous: list("ambiguous"),
            reading: list("reading"),
            noun_endings: list("noun-endings"),
            computed: list("computed"),
            fillers: list("fillers"),
            passing: list("passing"),
            unchanged: list("unchanged"),
            harmless: section_phrases(text, "harmless"),
            write_words: list("write-words"),
            switch_words: list("switch-words"),
        }
    })
}

/// Compares what a tool says about itself with what its hints promise.
pub(super) fn check(tool: &Definition, sink: &mut Sink) {
    let Some(annotations) = tool.annotations() else { return };
    let hint = |name: &str| annotations.get(name).and_then(Value::as_bool);
    let description = tool.description().unwrap_or_default();
    let owner = owner_name(tool);
    if hint("readOnlyHint") == Some(true) {
        if mutates(tool.key(), description) {
            let what = format!("{owner} has readOnlyHint=true but name/description implies mutation");
            let at = tool.at("annotations") + "/readOnlyHint";
            sink.push(Finding::new(&rows::READ_ONLY, what).of(tool.key()).at(at));
        } else if let Some((name, pointer)) = write_flag(tool) {
            let what = format!("{owner} has readOnlyHint=true but parameter {} lets it write", quoted(name));
            sink.push(Finding::new(&rows::WRITE_FLAG, what).of(tool.key()).at(pointer));
        }
    } else if hint("destructiveHint") == Some(false) && destroys(tool.key(), description) {
        let what = format!("{owner} has destructiveHint=false but name/description implies destruction");
        let at = tool.at("annotations") + "/destructiveHint";
        sink.push(Finding::new(&rows::DESTRUCTIVE, what).of(tool.key()).at(at));
    } else if says_read_only(description)
        && let Some((name, pointer)) = write_flag(tool)
    {
        let what = format!("{owner} is described as read-only but parameter {} lets it write", quoted(name));
        sink.push(Finding::new(&rows::WRITE_FLAG, what).of(tool.key()).at(pointer));
    }
}

fn mutates(name: &str, description: &str) -> bool {
    let lists = lists();
    if mentions(description, &lists.harmless) {
        return false;
    }
    let name = split_identifier(name);
    let first = name.first().map(String::as_str).unwrap_or_default();
    let name_reads = lists.reading.contains(first);
    match leading_verb(description) {
        Lead::Reads { then_destroys } => then_destroys,
        Lead::Changes(verb) => {
            let verb = verb.as_str();
            let destroys = lists.destroying.contains(verb) && verb != "drop";
            if name_reads || adds_numbers(first, description) {
                return destroys;
            }
            // A verb that also makes drawings and drafts needs the name to agree.
            let silent_name = !name.iter().any(|word| is_verb(word));
            let looks = name.iter().any(|word| lists.reading.contains(word.as_str()));
            let computes = name.iter().any(|word| lists.computed.contains(word.as_str()));
            destroys
                || lists.sending.contains(verb)
                || (lists.strong.contains(verb) && (silent_name || name.iter().any(|word| changes(word))))
                || (matches!(verb, "register" | "grant") && name.iter().any(|word| changes(word)))
                || (lists.weak.contains(verb) && first == verb && name.len() > 1 && !looks && !computes)
        }
        Lead::Unknown { words } => {
            let computes = name.iter().any(|word| lists.computed.contains(word.as_str()));
            let about = name.last().is_some_and(|word| lists.noun_endings.contains(word.as_str()));
            let plain = |word: &str| lists.strong.contains(word) && !lists.ambiguous.contains(word);
            let ordered = plain(first)
                || (words < 3 && changes(first))
                || (matches!(first, "create" | "add" | "set") && agrees(description, first) && !computes)
                || (lists.ambiguous.contains(first) && agrees(description, first) && words >= 3)
                // `github_delete_issue`: a verb after a prefix, with an object after it.
                || (name.len() > 2 && name.get(1).is_some_and(|word| plain(word) || (word == "create" && !computes)));
            name.len() > 1 && !about && !name_reads && ordered && !adds_numbers(first, description)
        }
    }
}

fn changes(word: &str) -> bool {
    lists().strong.contains(word) || lists().weak.contains(word)
}

fn is_verb(word: &str) -> bool {
    changes(word) || lists().reading.contains(word)
}

fn adds_numbers(first: &str, description: &str) -> bool {
    first == "add" && mentions(description, &["number", "numbers", "sum", "sums", "integers", "up"])
}

/// Whether a description uses the verb of the name as one.
fn agrees(description: &str, verb: &str) -> bool {
    leading_words(description, 12).iter().any(|word| word == verb || base_form(word) == verb)
}

/// What a description begins with.
enum Lead {
    /// A verb that only looks; "Reads and deletes …" does more than that.
    Reads { then_destroys: bool },
    /// A verb that changes something, in its base form.
    Changes(String),
    /// Anything else, with so many words.
    Unknown { words: usize },
}

/// The leading verb: "This tool deletes …" and "Use this to delete …" included.
fn leading_verb(description: &str) -> Lead {
    let lists = lists();
    let all = leading_words(description, 14);
    let start = all.iter().position(|word| !lists.fillers.contains(word.as_str())).unwrap_or(0);
    let words = all.get(start..).unwrap_or_default();
    let Some((verb, object)) = words.split_first() else { return Lead::Unknown { words: 0 } };
    let base = base_form(verb);
    let noun = object.first().is_some_and(|word| lists.passing.contains(word.as_str()))
        || object.iter().take(3).any(|word| lists.unchanged.contains(word.as_str()));
    if lists.reading.contains(base.as_str()) {
        let next = words.windows(2).take(6).any(|pair| match pair {
            [and, verb] => {
                matches!(and.as_str(), "and" | "then") && lists.destroying.contains(base_form(verb).as_str())
            }
            _ => false,
        });
        return Lead::Reads { then_destroys: next };
    }
    if changes(&base) && !noun { Lead::Changes(base) } else { Lead::Unknown { words: all.len() } }
}

fn base_form(verb: &str) -> String {
    let known = |base: &str| is_verb(base);
    if known(verb) {
        return verb.to_owned();
    }
    if let Some(base) = verb.strip_suffix("es").filter(|base| known(base)) {
        return base.to_owned();
    }
    if let Some(base) = verb.strip_suffix("ies") {
        return format!("{base}y");
    }
    verb.strip_suffix('s').filter(|base| known(base)).unwrap_or(verb).to_owned()
}

fn destroys(name: &str, description: &str) -> bool {
    let lists = lists();
    if mentions(description, &lists.harmless) {
        return false;
    }
    let words = split_identifier(name);
    let reads = words.first().is_some_and(|word| lists.reading.contains(word.as_str()));
    let about = words.last().is_some_and(|word| lists.noun_endings.contains(word.as_str()));
    let by_name = !about && words.iter().take(2).any(|word| lists.destroying.contains(word.as_str()));
    let resets = words.windows(2).any(|pair| pair == ["factory", "reset"])
        || mentions(description, &["erasing all", "erases all", "permanently"]);
    match leading_verb(description) {
        Lead::Reads { then_destroys } => then_destroys,
        Lead::Changes(verb) => lists.destroying.contains(verb.as_str()) || (!reads && (by_name || resets)),
        Lead::Unknown { .. } => !reads && (by_name || resets),
    }
}

fn says_read_only(description: &str) -> bool {
    mentions(description, &["read-only", "read only", "readonly", "never modifies", "does not modify"])
}

/// A parameter that switches writing on.
fn write_flag(tool: &Definition) -> Option<(&str, String)> {
    let properties = tool.input_schema()?.get("properties")?.as_object()?;
    let name = properties.keys().find(|name| {
        let words = split_identifier(name);
        let has = |list: &Words| words.iter().any(|word| list.contains(word.as_str()));
        has(&lists().write_words) && has(&lists().switch_words)
    })?;
    Some((name, crate::surface::join_pointer(&(tool.at("inputSchema") + "/properties"), name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leading_verb_decides() {
        for (name, description) in [
            ("delete_files", "Deletes files matching a glob."),
            ("users", "Bans a user for good."),
            ("db", "Truncates the named table."),
            ("archive_project", "Archives a project and revokes its keys."),
            ("github_delete_issue", "Issue removal."),
            ("send_message", ""),
            ("create_invoice", "Creates a new invoice."),
            ("mailbox", "Reads and deletes the newest message."),
        ] {
            assert!(mutates(name, description), "{name}: {description}");
        }
        for (name, description) in [
            ("send_quota", "Returns the sending quota."),
            ("clear_sky_forecast", "Forecast of clear skies."),
            ("remove_background_cost", "Estimates the cost of removing a background."),
            ("update_history", "Lists past updates."),
            ("add_numbers", "Adds two numbers."),
            ("preview_delete", "Previews what a delete would remove."),
            ("get_record", "Gets a record. To delete it use delete_record."),
            ("create_chart", "Chart of a data set as SVG, for display"),
            ("create_composition_plan", "Create a composition plan for music generation."),
            ("start_search", "Start a streaming search that can return results progressively."),
        ] {
            assert!(!mutates(name, description), "{name}: {description}");
        }
    }

    #[test]
    fn what_destroys_is_told_from_what_only_speaks_of_it() {
        assert!(destroys("erase_history", "Erases the history."));
        assert!(destroys("factory_reset", "Resets the device to factory defaults, erasing all data."));
        assert!(!destroys("add_comment", "Adds a comment."));
        assert!(!destroys("list_deleted", "Lists deleted files."));
    }
}
