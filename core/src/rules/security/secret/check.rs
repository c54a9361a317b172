use serde_json::{Map, Value};

use super::names::{Ask, ask};
use crate::rules::security::field::owner_name;
use crate::rules::security::rows;
use crate::rules::security::words::{leading_words, mentions, split_identifier};
use crate::rules::{Evidence, Finding, Meta, Sink};
use crate::surface::{Definition, join_pointer};
use crate::text::shown;

/// A parameter that asks for something it should not.
struct Asked<'a> {
    name: &'a str,
    pointer: String,
    ask: Ask,
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
            Ask::Strong if about_secrets => weak.push(asked),
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
                for (name, property) in properties {
                    consider(name, property, &base, asked);
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

fn consider<'a>(name: &'a str, property: &Value, base: &str, asked: &mut Vec<Asked<'a>>) {
    // Look-alike letters do not make it another word.
    let plain =
        if name.is_ascii() { name.to_owned() } else { crate::text::views::fold_confusable_word(name) };
    let Some(kind) = ask(&plain).or_else(|| described(property)) else { return };
    let digits = matches!(plain.to_lowercase().as_str(), "cvv" | "cvc" | "ssn" | "card_number" | "otp");
    if !takes_text(property) && !digits {
        return;
    }
    let says_not = property.get("description").and_then(Value::as_str).is_some_and(|text| {
        mentions(
            text,
            &[
                "pagination",
                "next page",
                "cursor",
                "dedup",
                "idempotency",
                "hash of",
                "name of the secret",
                "placeholder",
            ],
        )
    });
    if says_not {
        return;
    }
    asked.push(Asked { name, pointer: join_pointer(base, name), ask: kind });
}

/// A neutral name whose description asks for a secret of the user's.
fn described(property: &Value) -> Option<Ask> {
    let text = property.get("description").and_then(Value::as_str)?;
    let lead: String = text.chars().take(300).collect();
    const OWN: &[&str] = &["your", "user's", "users", "the user", "account", "login"];
    const SECRET: &[&str] = &[
        "password",
        "api key",
        "api-key",
        "private key",
        "secret key",
        "access token",
        "seed phrase",
        "recovery phrase",
        "cvv",
        "cvc",
        "one-time code",
        "card number",
        "passphrase",
        "auth token",
        "ssh key",
        "login credentials",
    ];
    const GIVE: &[&str] = &["enter", "paste", "provide", "type", "supply", "input"];
    const SPARED: &[&str] =
        &["never", "do not", "don't", "not", "without", "env", "environment variable", "optional"];
    let asks = mentions(&lead, GIVE) && mentions(&lead, OWN);
    let foreign = ["您的密码", "你的密码", "输入密码", "パスワードを入力", "비밀번호를 입력"]
        .iter()
        .any(|ask| lead.contains(ask));
    ((asks && mentions(&lead, SECRET) && !mentions(&lead, SPARED)) || foreign).then_some(Ask::Strong)
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
    const VERBS: &[&str] = &[
        "login",
        "signin",
        "authenticate",
        "auth",
        "register",
        "signup",
        "unlock",
        "encrypt",
        "decrypt",
        "verify",
        "sign",
        "create",
        "set",
        "change",
        "update",
        "reset",
        "rotate",
        "store",
        "save",
        "configure",
        "rotates",
        "changes",
        "creates",
        "encrypts",
        "decrypts",
        "verifies",
        "logs",
        "authenticates",
        "hash",
        "import",
        "modify",
        "upsert",
        "put",
    ];
    const TOPICS: &[&str] = &[
        "password",
        "passwords",
        "api key",
        "api keys",
        "api token",
        "private key",
        "credential",
        "credentials",
        "secret",
        "secrets",
        "token",
        "tokens",
        "jwt",
        "passphrase",
        "sign in",
        "log in",
        "login",
        "encrypted",
        "protected",
        "authentication",
        "authenticate",
        "wi-fi",
        "otp",
        "oauth",
        "one-time code",
    ];
    let name_words = split_identifier(name);
    name_words.iter().any(|word| VERBS.contains(&word.as_str()))
        || leading_words(description, 1).iter().any(|word| VERBS.contains(&word.as_str()))
        || mentions(description, TOPICS)
}

/// Whether a tool's business is language models, prompts or conversations.
fn handles_models(name: &str, description: &str) -> bool {
    const TOPICS: &[&str] = &[
        "prompt",
        "prompts",
        "llm",
        "llms",
        "model",
        "models",
        "agent",
        "agents",
        "assistant",
        "assistants",
        "chat",
        "chats",
        "conversation",
        "conversations",
        "completion",
        "evaluation",
        "transcript",
        "messages",
        "message",
        "mcp",
        "clipboard",
        "environment",
        "browser",
        "ai",
        "sampling",
        "reasoning",
        "deploy",
        "container",
        "process",
        "lambda",
        "function",
        "service",
        "build",
        "env",
        "session",
        "pod",
    ];
    let words = split_identifier(name);
    words.iter().any(|word| TOPICS.contains(&word.as_str())) || mentions(description, TOPICS)
}
