use super::{ANNOTATION, INJECTION, high, warn};
use crate::rules::{Aspect, Meta};

pub(in super::super) const READ_ONLY: Meta = Meta {
    rule: "security/annotation-read-only",
    title: "readOnlyHint on a tool that changes things",
    why: "clients run read-only tools without asking, so this one would change things unasked",
    fix: "set readOnlyHint to false, or describe what the tool really does",
    aspect: Aspect::Hint,
    ..high(ANNOTATION)
};
pub(in super::super) const DESTRUCTIVE: Meta = Meta {
    rule: "security/annotation-destructive",
    title: "destructiveHint=false on a tool that destroys things",
    why: "clients that ask before destructive calls will not ask before this one",
    fix: "set destructiveHint to true, or describe what the tool really does",
    aspect: Aspect::Hint,
    ..warn(ANNOTATION)
};
pub(in super::super) const WRITE_FLAG: Meta = Meta {
    rule: "security/annotation-write-flag",
    title: "a parameter that turns a read-only tool into a writing one",
    why: "the tool is approved as read-only and an argument makes it write",
    fix: "split it into a reading and a writing tool",
    aspect: Aspect::Hint,
    ..high(ANNOTATION)
};
pub(in super::super) const SHADOW_SIBLING: Meta = Meta {
    rule: "security/shadow-sibling",
    title: "a rule about another tool's behaviour",
    why: "the model applies it when it uses the other tool, which was reviewed and approved without it",
    fix: "state what concerns a tool in that tool's own description, or remove it",
    aspect: Aspect::Text,
    ..high(INJECTION)
};
pub(in super::super) const SHADOW_FOREIGN: Meta = Meta {
    rule: "security/shadow-foreign",
    title: "a mandatory call to a tool that this server does not have",
    why: "it steers tools of other servers, which this server has no business with",
    fix: "remove it, or name a tool of this server",
    aspect: Aspect::Text,
    ..warn(INJECTION)
};
pub(in super::super) const TRIFECTA: Meta = Meta {
    rule: "security/flow-trifecta",
    title: "private data, untrusted content and a way out meet",
    why: "a text that one tool brings in can make a model read secrets with another and send them out with a third",
    fix: "do not enable the three kinds of tools together, or ask before every call of the last kind",
    aspect: Aspect::Behavior,
    ..warn(INJECTION)
};
