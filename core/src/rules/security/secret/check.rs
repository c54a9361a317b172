use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::names::{Ask, ask};
use crate::rules::security::field::owner_name;
use crate::rules::security::rows;
use crate::rules::security::words::{leading_words, mentions, section, section_phrases, split_identifier};
use crate::rules::{Evidence, Finding, Meta, Sink};
use crate::surface::{Definition, join_pointer};
use crate::text::shown;

/// A parameter that asks for something it should not.
struct Asked<'a> {
    name: &'a str,
    pointer: String,
    ask: Ask,
    /// It stands in the form of a connection that the user named.
    in_form: bool,
}

struct Topics {
    verbs: BTreeSet<&'static str>,
    login_form: BTreeSet<&'static str>,
    login_objects: BTreeSet<&'static str>,
    topics: Vec<&'static str>,
    model_topics: Vec<&'static str>,
    spared: Vec<&'static str>,
    own: Vec<&'static str>,
    secret: Vec<&'static str>,
    give: Vec<&'static str>,
    not_given: Vec<&'static str>,
    foreign: Vec<&'static str>,
}

fn topics() -> &'static Topics {
    static TOPICS: OnceLock<Topics> = OnceLock::new();
    TOPICS.get_or_init(|| {
        let text = include_str!("../lexicon/secret-topics.txt");
        let list = |name| section_phrases(text, name);
        Topics {
            verbs: section(text, "verbs"),
            login_form: section(text, "login-form"),
            login_objects: section(text, "login-objects"),
            topics: list("topics"),
            model_topics: list("model-topics"),
            spared: list("spared"),
            own: list("own"),
            secret: list("secret"),
            give: list("give"),
            not_given: list("not-given"),
            foreign: list("foreign"),
        }
    })
}

/// Deeper than any real schema.
const DEEPEST: usize = 64;

/// Looks for parameters that ask for secrets; one finding a kind lists all of a tool.
pub(in super::super) fn check(tool: &Definition, sink: &mut Sink) {
    let Some(schema) = tool.input_schema() else { return };
    let mut asked = Vec::new();
    parameters(schema, &tool.at("inputSchema"), 0, &mut asked);
    if asked.is_empty() {
        return;
    }
    let subject = tool.description().unwrap_or_default();
    let (about_secrets, about_models) =
        (handles_secrets(tool.key(), subject), handles_models(tool.key(), subject));
    let (mut strong, mut weak, mut context) = (Vec::new(), Vec::new(), Vec::new());
    for asked in &asked {
        match asked.ask {
            Ask::Always => strong.push(asked),
            Ask::Strong if about_secrets || asked.in_form => weak.push(asked),
            Ask::Strong => strong.push(asked),
            Ask::Weak => weak.push(asked),
            Ask::Context if about_models => {}
            Ask::Context => context.push(asked),
        }
    }
    push(tool, &rows::PARAMETER, "schema solicits secrets", &strong, sink);
    push(tool, &rows::PARAMETER_WEAK, "schema may solicit secrets", &weak, sink);
    push(tool, &rows::CONTEXT, "schema solicits the model's own context", &context, sink);
}

fn push(tool: &Definition, meta: &'static Meta, said: &str, asked: &[&Asked<'_>], sink: &mut Sink) {
    const MOST_LISTED: usize = 10;
    let Some(first) = asked.first() else { return };
    let mut names: Vec<String> =
        asked.iter().take(MOST_LISTED).map(|asked| shown(asked.name).to_string()).collect();
    names.dedup();
    if asked.len() > MOST_LISTED {
        names.push("…".to_owned());
    }
    let mut found = Finding::new(meta, format_args!("{} {said}: {}", owner_name(tool), names.join(", ")))
        .of(tool.key())
        .at(first.pointer.clone());
    for asked in asked.iter().take(MOST_LISTED) {
        found = found.evidence(Evidence {
            pointer: asked.pointer.clone(),
            view: "raw".to_owned(),
            quote: shown(asked.name).to_string(),
            decoded: None,
            text_sha256: None,
        });
    }
    sink.push(found);
}

fn parameters<'a>(schema: &'a Value, at: &str, depth: usize, asked: &mut Vec<Asked<'a>>) {
    if depth >= DEEPEST {
        return;
    }
    match schema {
        Value::Object(members) => {
            if let Some(Value::Object(properties)) = members.get("properties") {
                let base = join_pointer(at, "properties");
                let in_form = is_login_form(properties, at);
                for (name, property) in properties {
                    consider(name, property, &base, in_form, asked);
                }
            }
            for (key, value) in members {
                if value.is_object() || value.is_array() {
                    parameters(value, &join_pointer(at, key), depth + 1, asked);
                }
            }
        }
        Value::Array(items) => {
            for (position, item) in items.iter().enumerate() {
                parameters(item, &join_pointer(at, &position.to_string()), depth + 1, asked);
            }
        }
        _ => {}
    }
}

fn consider<'a>(name: &'a str, property: &Value, base: &str, in_form: bool, asked: &mut Vec<Asked<'a>>) {
    // Look-alike letters do not make it another word.
    let plain =
        if name.is_ascii() { name.to_owned() } else { crate::text::views::fold_confusable_word(name) };
    let Some(kind) = ask(&plain).or_else(|| described(property)) else { return };
    let digits = matches!(plain.to_lowercase().as_str(), "cvv" | "cvc" | "ssn" | "card_number" | "otp");
    if !takes_text(property) && !digits {
        return;
    }
    let text = property.get("description").and_then(Value::as_str);
    let says_not = text.is_some_and(|text| mentions(text, &topics().spared));
    if says_not {
        return;
    }
    asked.push(Asked { name, pointer: join_pointer(base, name), ask: kind, in_form });
}

/// A neutral name whose description asks for a secret of the user's.
fn described(property: &Value) -> Option<Ask> {
    let topics = topics();
    let text = property.get("description").and_then(Value::as_str)?;
    let lead: String = text.chars().take(300).collect();
    // "Your OpenAI API key, …": the noun itself, right at the beginning.
    let begins: String = leading_words(&lead, 6).join(" ");
    let opens = leading_words(&lead, 2).iter().any(|word| topics.own.contains(&word.as_str()));
    let named = opens && mentions(&begins, &topics.secret);
    let asked =
        mentions(&lead, &topics.give) && mentions(&lead, &topics.own) && mentions(&lead, &topics.secret);
    let foreign = mentions(&lead, &topics.foreign)
        || topics.foreign.iter().any(|ask| !ask.is_ascii() && lead.contains(ask));
    (((asked || named) && !mentions(&lead, &topics.not_given)) || foreign).then_some(Ask::Strong)
}

/// Whether a value of this schema can be a text; a flag, a count or a fixed choice is no secret.
fn takes_text(property: &Value) -> bool {
    let Some(members) = property.as_object() else { return true };
    if members.contains_key("enum") || members.contains_key("const") {
        return false;
    }
    let text = |value: &Value| value.as_str() == Some("string") || value.as_str() == Some("array");
    match members.get("type") {
        Some(Value::Array(types)) => types.iter().any(text),
        Some(kind) => text(kind) || (kind.as_str() == Some("object") && !has_properties(members)),
        None => match members.get("anyOf").or_else(|| members.get("oneOf")).and_then(Value::as_array) {
            Some(branches) => branches.iter().any(takes_text),
            None => true,
        },
    }
}

fn has_properties(members: &Map<String, Value>) -> bool {
    members.get("properties").and_then(Value::as_object).is_some_and(|properties| !properties.is_empty())
}

/// Whether a tool's business is to take a secret: signing in, storing, changing or checking one.
fn handles_secrets(name: &str, description: &str) -> bool {
    let topics = topics();
    let verb = |word: &String| topics.verbs.contains(word.as_str());
    split_identifier(name).iter().any(verb)
        || leading_words(description, 1).iter().any(verb)
        || mentions(description, &topics.topics)
}

/// Whether these parameters are the form of a connection: a host, a database or a network that the user names, or
/// a user in an object called so.
fn is_login_form(properties: &Map<String, Value>, at: &str) -> bool {
    let topics = topics();
    let named = properties.keys().any(|name| topics.login_form.contains(name.to_lowercase().as_str()));
    let user =
        properties.keys().any(|name| matches!(name.to_lowercase().as_str(), "user" | "username" | "login"));
    let within = at.rsplit('/').next().unwrap_or_default();
    named || user && split_identifier(within).iter().any(|word| topics.login_objects.contains(word.as_str()))
}

/// Whether a tool's business is language models, prompts or conversations.
fn handles_models(name: &str, description: &str) -> bool {
    let topics = &topics().model_topics;
    split_identifier(name).iter().any(|word| topics.contains(&word.as_str())) || mentions(description, topics)
}
