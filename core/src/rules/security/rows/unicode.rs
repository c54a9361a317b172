use super::{HIDDEN, INJECTION, high, warn};
use crate::rules::{Aspect, Confidence, Meta};

const FIX: &str = "have the server's author remove the characters, or do not use this server";

const fn fact(rule: &'static str, title: &'static str, why: &'static str) -> Meta {
    Meta { rule, title, why, fix: FIX, aspect: Aspect::Text, confidence: Confidence::High, ..high(HIDDEN) }
}

pub(in super::super) const TAGS: Meta = fact(
    "security/unicode-tags",
    "invisible tag characters",
    "a model reads a message in them that no person sees",
);
pub(in super::super) const VARIATION: Meta = fact(
    "security/unicode-variation",
    "variation selectors that select nothing",
    "a run of them can carry bytes that a model decodes and no person sees",
);
pub(in super::super) const INVISIBLE_RUN: Meta = fact(
    "security/unicode-invisible-run",
    "a run of invisible characters",
    "it can carry a message that no person sees, or hide where one text ends and another begins",
);
pub(in super::super) const FILLER: Meta = fact(
    "security/unicode-filler",
    "blank characters that pass for letters",
    "names and texts that look empty or equal are not",
);
pub(in super::super) const CONTROL: Meta = fact(
    "security/unicode-control",
    "control characters",
    "a terminal that prints them hides, rewrites or runs text, so the reviewer sees something else than the model",
);
pub(in super::super) const ZERO_WIDTH: Meta = fact(
    "security/unicode-zero-width",
    "zero-width characters inside words",
    "they break up words so that filters and people do not recognise what a model still reads",
);
pub(in super::super) const BIDI: Meta = fact(
    "security/unicode-bidi",
    "characters that reverse the reading order",
    "a person sees the text in another order than the model reads it",
);
pub(in super::super) const MIXED_SCRIPT: Meta = fact(
    "security/unicode-mixed-script",
    "look-alike letters of another script",
    "the word is not the one it seems to be, so it passes reviews and allow-lists",
);
pub(in super::super) const CONFUSABLE_NAME: Meta = Meta {
    fix: "rename one of them so that nobody can take it for the other",
    ..fact(
        "security/unicode-confusable-name",
        "a name that looks like another tool's",
        "people and models take one tool for the other, and an approval for one is given to the other",
    )
};
pub(in super::super) const PRIVATE_USE: Meta = Meta {
    rule: "security/unicode-private-use",
    title: "private-use characters",
    why: "they have no agreed meaning: a model may have been taught one that no reviewer knows",
    fix: "replace them by ordinary characters",
    aspect: Aspect::Text,
    ..warn(HIDDEN)
};
pub(in super::super) const PUSHED_TEXT: Meta = Meta {
    rule: "security/layout-pushed-text",
    title: "text pushed out of sight",
    why: "in a dialog or a terminal the blanks move what follows out of view while a model still reads it",
    fix: "have the server's author remove the blanks, and read what stands behind them",
    aspect: Aspect::Text,
    ..high(INJECTION)
};
