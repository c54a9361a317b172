use crate::rules::{Aspect, Confidence, Family, Meta, Outcome, Severity, Side};

const NAME: &str = "schema/tool-name";
const DESCRIPTION: &str = "schema/tool-description";
const INPUT: &str = "schema/tool-input-schema";
const ANNOTATIONS: &str = "schema/tool-annotations";
const UNIQUE: &str = "schema/unique-names";

const fn fail(id: &'static str, rule: &'static str) -> Meta {
    Meta { id, rule, ..Meta::lint(Family::Schema, Severity::Medium, Outcome::Fail) }
}
const fn warn(id: &'static str, rule: &'static str) -> Meta {
    Meta { id, rule, ..Meta::lint(Family::Schema, Severity::Medium, Outcome::Warn) }
}
const fn info(id: &'static str, rule: &'static str) -> Meta {
    Meta { id, rule, ..Meta::lint(Family::Schema, Severity::Low, Outcome::Pass) }
}

/// Every rule of the family.
pub const SCHEMA_ROWS: &[&Meta] = &[
    &SUMMARY,
    &LIST_TOOLS,
    &UNIQUE_NAMES,
    &NAME_CHARACTERS,
    &NAME_LENGTH,
    &NAME_DOT,
    &NAME_MISSING,
    &DESCRIPTION_MISSING,
    &PARAMETER_DESCRIPTION_MISSING,
    &SCHEMA_MISSING,
    &NOT_A_SCHEMA,
    &ROOT_TYPE,
    &INVALID,
    &UNKNOWN_DIALECT,
    &REF_UNRESOLVABLE,
    &REF_NETWORK,
    &REQUIRED_UNDECLARED,
    &REQUIRED_IMPOSSIBLE,
    &VALUE_REJECTED,
    &UNSATISFIABLE,
    &PATTERN_INVALID,
    &PATTERN_CATASTROPHIC,
    &STRICT_CLIENT,
    &TOO_DEEP,
    &SIZE,
    &HINT_TYPE,
    &ODDITY,
];

pub(super) const SUMMARY: Meta = Meta {
    title: "what the schema checks looked at",
    why: "a well-formed definition is what every client can read",
    fix: "nothing to do",
    ..info("schema/summary", "schema/summary")
};
pub(super) const LIST_TOOLS: Meta = Meta {
    title: "no definitions to check",
    why: "nothing was checked",
    fix: "check that the server was started with what it needs to list its tools",
    default: Outcome::Skip,
    ..info("schema/list-tools", "schema/list-tools")
};
pub(super) const UNIQUE_NAMES: Meta = Meta {
    title: "a name that stands twice",
    why: "a client calls one of the two, and nobody can say which",
    fix: "give each its own name",
    aspect: Aspect::Existence,
    ..fail(UNIQUE, "schema/unique-names")
};
pub(super) const NAME_CHARACTERS: Meta = Meta {
    title: "a tool name with characters that are not allowed",
    why: "model APIs refuse such a name, and the whole request with it",
    fix: "rename the tool",
    aspect: Aspect::Text,
    ..fail(NAME, "schema/tool-name-characters")
};
pub(super) const NAME_LENGTH: Meta = Meta {
    title: "a tool name longer than 128 characters",
    why: "clients and model APIs limit names, and the tool cannot be called there",
    fix: "shorten the name",
    aspect: Aspect::Bounds,
    ..fail(NAME, "schema/tool-name-length")
};
pub(super) const NAME_DOT: Meta = Meta {
    title: "a tool name with a dot",
    why: "dots are legal since 2025-11-25, and clients of earlier revisions and some model APIs refuse them",
    fix: "use an underscore instead of the dot",
    aspect: Aspect::Text,
    ..warn(NAME, "schema/tool-name-dot")
};
pub(super) const NAME_MISSING: Meta = Meta {
    title: "a definition without a name",
    why: "it cannot be called, and strict clients drop the whole list",
    fix: "give it a name",
    aspect: Aspect::Existence,
    ..fail(NAME, "schema/tool-name-missing")
};
pub(super) const DESCRIPTION_MISSING: Meta = Meta {
    title: "a tool without a description",
    why: "a model cannot tell when to call it",
    fix: "say in one sentence what the tool does and when to use it",
    aspect: Aspect::Text,
    ..warn(DESCRIPTION, "schema/description-missing")
};
pub(super) const PARAMETER_DESCRIPTION_MISSING: Meta = Meta {
    title: "parameters without a description",
    why: "a model guesses what to put there from the name alone",
    fix: "describe each parameter in a few words",
    aspect: Aspect::Text,
    side: Side::Input,
    ..info(DESCRIPTION, "schema/parameter-description-missing")
};
pub(super) const SCHEMA_MISSING: Meta = Meta {
    title: "a tool without inputSchema",
    why: "strict SDK clients refuse the whole list because of it",
    fix: "add {\"type\": \"object\"} for a tool without parameters",
    side: Side::Input,
    aspect: Aspect::Existence,
    ..fail(INPUT, "schema/input-schema-missing")
};
pub(super) const NOT_A_SCHEMA: Meta = Meta {
    title: "a schema that is no object",
    why: "strict SDK clients refuse the whole list because of it",
    fix: "write the schema as a JSON object",
    ..fail(INPUT, "schema/not-a-schema")
};
pub(super) const ROOT_TYPE: Meta = Meta {
    title: "a root schema whose type is not object",
    why: "the protocol demands it; strict SDK clients refuse the whole list, and a converter that lost the type has often lost the properties too",
    fix: "set \"type\": \"object\" at the root",
    aspect: Aspect::Type,
    ..fail(INPUT, "schema/root-type")
};
pub(super) const INVALID: Meta = Meta {
    title: "a schema that its own dialect forbids",
    why: "clients that compile the schema fail on it, or ignore the part that is wrong",
    fix: "correct the keyword at that place",
    ..fail(INPUT, "schema/invalid-schema")
};
pub(super) const UNKNOWN_DIALECT: Meta = Meta {
    title: "a JSON Schema dialect nobody knows",
    why: "clients guess what the keywords mean, and some refuse the tool",
    fix: "drop $schema or name draft 2020-12 or draft-07",
    ..warn(INPUT, "schema/unknown-dialect")
};
pub(super) const REF_UNRESOLVABLE: Meta = Meta {
    title: "a $ref to nothing",
    why: "strict SDK clients refuse the whole list because of it; others accept any value there",
    fix: "define the target under $defs or inline it",
    ..fail(INPUT, "schema/ref-unresolvable")
};
pub(super) const REF_NETWORK: Meta = Meta {
    title: "a $ref to the network",
    why: "no client should fetch it, so the part it stands for is unknown",
    fix: "copy the target under $defs",
    ..warn(INPUT, "schema/ref-network")
};
pub(super) const REQUIRED_UNDECLARED: Meta = Meta {
    title: "a required property that is not declared",
    why: "a model must send it and is not told what it is",
    fix: "declare it under properties or drop it from required",
    aspect: Aspect::Requiredness,
    ..warn(INPUT, "schema/required-undeclared")
};
pub(super) const REQUIRED_IMPOSSIBLE: Meta = Meta {
    title: "a required property that is forbidden",
    why: "no value satisfies the schema, so no call is valid",
    fix: "declare it under properties or drop it from required",
    aspect: Aspect::Requiredness,
    ..fail(INPUT, "schema/required-impossible")
};
pub(super) const VALUE_REJECTED: Meta = Meta {
    title: "a default, example or choice that its own schema rejects",
    why: "a client that fills it in makes an invalid call",
    fix: "correct the value, or let the schema allow it",
    aspect: Aspect::Values,
    confidence: Confidence::High,
    ..info(INPUT, "schema/value-rejected")
};
pub(super) const UNSATISFIABLE: Meta = Meta {
    title: "a schema that no value satisfies",
    why: "whatever a model sends there is invalid",
    fix: "correct the bounds or choices that exclude each other",
    aspect: Aspect::Bounds,
    ..fail(INPUT, "schema/unsatisfiable")
};
pub(super) const PATTERN_INVALID: Meta = Meta {
    title: "a pattern that is no regular expression",
    why: "clients that compile the schema fail on it",
    fix: "correct the pattern",
    aspect: Aspect::Values,
    ..fail(INPUT, "schema/pattern-invalid")
};
pub(super) const PATTERN_CATASTROPHIC: Meta = Meta {
    title: "a pattern that can take exponential time",
    why: "a client that checks a long value against it hangs",
    fix: "do not repeat what is already repeated inside the group",
    aspect: Aspect::Values,
    confidence: Confidence::Medium,
    ..warn(INPUT, "schema/pattern-catastrophic")
};
pub(super) const STRICT_CLIENT: Meta = Meta {
    title: "a legal schema that strict SDK clients refuse",
    why: "official TypeScript clients lose the whole list because of one such tool",
    fix: "write {} instead of true, and {\"not\": {}} instead of false",
    ..warn(INPUT, "schema/strict-client")
};
pub(super) const TOO_DEEP: Meta = Meta {
    title: "a schema too deep or too large to be checked",
    why: "what lies below was not looked at, and clients may give up on it too",
    fix: "flatten the schema",
    aspect: Aspect::Bounds,
    ..warn(INPUT, "schema/too-deep")
};
pub(super) const SIZE: Meta = Meta {
    title: "definitions that fill much of a model's context",
    why: "every conversation pays for them, whether the tools are used or not",
    fix: "shorten descriptions and schemas, or list fewer tools",
    aspect: Aspect::Bounds,
    ..info(DESCRIPTION, "schema/surface-size")
};
pub(super) const HINT_TYPE: Meta = Meta {
    title: "an annotation of the wrong type",
    why: "strict SDK clients refuse the whole list, and others ignore the hint",
    fix: "write hints as true or false and titles as text",
    aspect: Aspect::Hint,
    ..fail(ANNOTATIONS, "schema/annotation-type")
};
pub(super) const ODDITY: Meta = Meta {
    title: "an entry that could not be kept as it was served",
    why: "clients that read JSON strictly lose it, or the whole list",
    fix: "serve well-formed entries",
    ..warn(INPUT, "schema/odd-entry")
};
