use super::{INJECTION, high, warn};
use crate::rules::{Aspect, Meta};

const FIX: &str =
    "read the text; if it is not meant for people, do not use this server, else have its author reword it";

const fn phrase(rule: &'static str, title: &'static str, why: &'static str) -> Meta {
    Meta { rule, title, why, fix: FIX, aspect: Aspect::Text, ..high(INJECTION) }
}

pub(in super::super) const OVERRIDE: Meta = phrase(
    "security/injection-override",
    "phrasing typical of instructions that replace earlier ones",
    "a model that follows it drops the rules it was given",
);
pub(in super::super) const PSEUDO_MARKUP: Meta = phrase(
    "security/injection-pseudo-markup",
    "markup that imitates a system message or a turn of the conversation",
    "a model may take it for a message of the client or the user",
);
pub(in super::super) const CONCEALMENT: Meta = phrase(
    "security/injection-concealment",
    "phrasing typical of hiding something from the user",
    "the user is not told what the model was made to do",
);
pub(in super::super) const PRECEDENCE: Meta = phrase(
    "security/injection-precedence",
    "a claim of priority over the user",
    "a model that follows it acts against what the user asked",
);
pub(in super::super) const GLOBAL_TRIGGER: Meta = phrase(
    "security/injection-global-trigger",
    "a demand to act in every conversation",
    "the tool acts on conversations that have nothing to do with it, or stays in memory after it is gone",
);
pub(in super::super) const APPROVAL_BYPASS: Meta = phrase(
    "security/injection-approval-bypass",
    "phrasing typical of getting round a confirmation",
    "calls are made that the user would have been asked about",
);
pub(in super::super) const OUTPUT_AUTHORITY: Meta = phrase(
    "security/injection-output-authority",
    "a demand to obey what the tool returns",
    "whoever controls the result controls the model",
);
pub(in super::super) const PRETEXT: Meta = phrase(
    "security/injection-pretext",
    "an official-sounding reason for an unrelated call",
    "a model makes the call because it seems to be policy",
);
pub(in super::super) const CONTEXT_HARVEST: Meta = phrase(
    "security/injection-context-harvest",
    "a demand for the conversation, the system prompt or the list of tools",
    "what the user and the client said leaves with the call",
);
pub(in super::super) const SENSITIVE_SOURCE: Meta = phrase(
    "security/injection-sensitive-source",
    "a demand to read credentials or private files",
    "secrets of the user's machine leave with the call",
);
pub(in super::super) const COMMAND: Meta = phrase(
    "security/injection-command",
    "a demand to run a command",
    "a model with a shell runs code that nobody reviewed",
);
pub(in super::super) const OUTBOUND: Meta = phrase(
    "security/injection-outbound",
    "a demand to send data to a given address",
    "data leaves for an address that the user did not choose",
);
pub(in super::super) const RENDERED_EXFIL: Meta = phrase(
    "security/injection-rendered-exfil",
    "an image or link that carries data in its address",
    "a client that renders it sends the data without a click",
);
pub(in super::super) const HIDDEN_MARKUP: Meta = phrase(
    "security/injection-hidden-markup",
    "an instruction in markup that is not displayed",
    "a rendered description does not show what the model reads",
);
pub(in super::super) const TAMPER: Meta = phrase(
    "security/injection-tamper",
    "a demand to change arguments or results behind the user's back",
    "the call does something else than the user asked for",
);
pub(in super::super) const USER_PHISH: Meta = phrase(
    "security/injection-user-phish",
    "a demand to get a secret from the user",
    "the user hands it over because the assistant asks",
);
pub(in super::super) const NON_ENGLISH: Meta = phrase(
    "security/injection-non-english",
    "injection-like phrasing in another language",
    "a model reads it as well as English, and a reviewer may not",
);
pub(in super::super) const NAME_INSTRUCTION: Meta = phrase(
    "security/injection-name-instruction",
    "an instruction in place of a name",
    "a name is read before any description and shown in every dialog",
);
pub(in super::super) const SCHEMA_SLOT: Meta = phrase(
    "security/injection-schema-slot",
    "an instruction in a part of a schema that holds no prose",
    "reviews look at descriptions, and a model reads the whole schema",
);
pub(in super::super) const PREFERENCE: Meta = Meta {
    rule: "security/injection-preference",
    title: "a claim to be used instead of other tools",
    why: "it wins calls that another tool should get",
    fix: "say what the tool does, not how good it is",
    aspect: Aspect::Text,
    ..warn(INJECTION)
};
pub(in super::super) const ENCODED_PAYLOAD: Meta = phrase(
    "security/encoding-payload",
    "an instruction in encoded form",
    "a model decodes it and a reviewer does not",
);
