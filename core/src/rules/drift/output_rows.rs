use crate::rules::{Aspect, Bump, Meta, Movement, Outcome, Severity, Side};

const BREAKING: &str = "drift/breaking_output_shape_change";
const NONBREAKING: &str = "drift/nonbreaking_output_shape_change";

const fn breaking(rule: &'static str, movement: Movement) -> Meta {
    Meta {
        id: BREAKING,
        rule,
        side: Side::Output,
        ..Meta::drift(Severity::Medium, Outcome::Fail, movement, Bump::Major)
    }
}

const fn nonbreaking(rule: &'static str, movement: Movement) -> Meta {
    Meta {
        id: NONBREAKING,
        rule,
        side: Side::Output,
        ..Meta::drift(Severity::Low, Outcome::Pass, movement, Bump::Minor)
    }
}

/// An observed output lost a field that always came.
pub static OUTPUT_FIELD_REMOVED: Meta = Meta {
    title: "An observed output lost a field",
    why: "whatever reads the field finds nothing, and no call fails",
    fix: "give the field back, or tell its readers before you accept the change with `mcpward baseline`",
    aspect: Aspect::Existence,
    ..breaking("drift/output-field-removed", Movement::Remove)
};

/// A value of an observed output has a type it never had.
pub static OUTPUT_TYPE_ADDED: Meta = Meta {
    title: "A value of an observed output has a new type",
    why: "whatever reads the value was written for the old type",
    fix: "keep the type, or tell its readers before you accept the change with `mcpward baseline`",
    aspect: Aspect::Type,
    ..breaking("drift/output-type-added", Movement::Change)
};

/// An observed output stands in another part of the result.
pub static OUTPUT_SOURCE_CHANGED: Meta = Meta {
    title: "An observed output stands in another part of the result",
    why: "whatever reads it looks in the old place",
    fix: "keep giving the output in the old place as well",
    aspect: Aspect::Structure,
    ..breaking("drift/output-source-changed", Movement::Change)
};

/// An observed output gained a field.
pub static OUTPUT_FIELD_ADDED: Meta = Meta {
    title: "An observed output gained a field",
    why: "nobody breaks",
    fix: "accept it with `mcpward baseline`",
    aspect: Aspect::Existence,
    ..nonbreaking("drift/output-field-added", Movement::Add)
};

/// A field of an observed output comes less often than before.
pub static OUTPUT_FIELD_RARER: Meta = Meta {
    title: "A field of an observed output comes less often than before",
    why: "readers that rely on it may not find it; a few samples cannot tell chance from change",
    fix: "look whether the field can be missing now, or take more samples (`shape_samples`)",
    aspect: Aspect::Requiredness,
    ..nonbreaking("drift/output-field-rarer", Movement::Change)
};

/// Every row of this file.
pub(in crate::rules) static OUTPUT_ROWS: &[&Meta] = &[
    &OUTPUT_FIELD_REMOVED,
    &OUTPUT_TYPE_ADDED,
    &OUTPUT_SOURCE_CHANGED,
    &OUTPUT_FIELD_ADDED,
    &OUTPUT_FIELD_RARER,
];
