use super::{SECRET, high, warn};
use crate::rules::{Aspect, Meta, Side};

pub(in super::super) const PARAMETER: Meta = Meta {
    rule: "security/secret-parameter",
    title: "a parameter that solicits secrets",
    why: "a model fills it from whatever secrets it can see, and they end up in logs and transcripts",
    fix: "let the server read secrets from its own environment or use OAuth, never from a tool argument",
    aspect: Aspect::Structure,
    side: Side::Input,
    ..high(SECRET)
};
pub(in super::super) const PARAMETER_WEAK: Meta = Meta {
    rule: "security/secret-parameter-weak",
    title: "a parameter that may take a secret",
    why: "a model may fill it from the secrets it can see",
    fix: "if it is a secret, let the server read it from its environment; if not, say so in its description",
    ..warn_input(SECRET)
};
pub(in super::super) const CONTEXT: Meta = Meta {
    rule: "security/secret-context-param",
    title: "a parameter that asks for the model's own context",
    why: "the conversation, the system prompt or the list of tools leaves with the call, though the tool does not need it",
    fix: "remove the parameter, or do not use this server",
    aspect: Aspect::Structure,
    side: Side::Input,
    ..high(SECRET)
};

const fn warn_input(id: &'static str) -> Meta {
    Meta { aspect: Aspect::Structure, side: Side::Input, ..warn(id) }
}
