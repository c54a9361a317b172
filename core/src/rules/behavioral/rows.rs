use crate::rules::{Aspect, Family, Meta, Outcome, Severity, Side};

const fn row(id: &'static str, rule: &'static str) -> Meta {
    Meta {
        id,
        rule,
        aspect: Aspect::Behavior,
        ..Meta::lint(Family::Behavioral, Severity::Medium, Outcome::Fail)
    }
}

/// Every rule of the family.
pub const BEHAVIORAL_ROWS: &[&Meta] = &[
    &SUMMARY,
    &TOOL_EXISTS,
    &CASE,
    &TOOL_IS_ERROR,
    &PROTOCOL_ERROR,
    &JSONPATH,
    &JSONPATH_INVALID,
    &OUTPUT_SCHEMA,
    &GOLDEN,
    &GOLDEN_MISSING,
    &GOLDEN_UNREADABLE,
];

pub(super) const SUMMARY: Meta = Meta {
    title: "how many cases were run, and how many hold",
    why: "each case is something a caller relies on",
    fix: "nothing to do",
    severity: Severity::Low,
    default: Outcome::Pass,
    ..row("behavioral/summary", "behavioral/summary")
};
pub(super) const TOOL_EXISTS: Meta = Meta {
    title: "the tool of a suite does not exist",
    why: "none of the suite's cases could be run",
    fix: "correct the name, or remove the suite if the tool is gone on purpose",
    aspect: Aspect::Existence,
    ..row("behavioral/tool-exists", "behavioral/tool-exists")
};
pub(super) const CASE: Meta = Meta {
    title: "the call of a case gave no result",
    why: "what the case expects of the result could not be checked",
    fix: "make the call by hand to see why; where a protocol error is right, expect it with `protocol_error_code`",
    ..row("behavioral/case", "behavioral/case")
};
pub(super) const TOOL_IS_ERROR: Meta = Meta {
    title: "isError is not what the case expects",
    why: "a client decides by isError whether the tool did its job",
    fix: "find out which is wrong, the tool or the case",
    ..row("behavioral/tool-is-error", "behavioral/tool-is-error")
};
pub(super) const PROTOCOL_ERROR: Meta = Meta {
    title: "the protocol error that the case expects did not come",
    why: "a client handles a protocol error in another place than a result",
    fix: "find out which is wrong, the server or the case",
    ..row("behavioral/protocol-error", "behavioral/protocol-error")
};
pub(super) const JSONPATH: Meta = Meta {
    title: "a value is not what the case expects",
    why: "whatever reads the value gets something else",
    fix: "find out which is wrong, the tool or the case",
    side: Side::Output,
    aspect: Aspect::Values,
    ..row("behavioral/jsonpath", "behavioral/jsonpath")
};
pub(super) const JSONPATH_INVALID: Meta = Meta {
    title: "a path or an expectation of a case cannot be read",
    why: "the case checks nothing",
    fix: "correct it; paths are JSONPath as in RFC 9535, and apply to the whole tools/call result",
    side: Side::Output,
    ..row("behavioral/jsonpath", "behavioral/jsonpath-invalid")
};
pub(super) const OUTPUT_SCHEMA: Meta = Meta {
    title: "the output does not keep to the outputSchema",
    why: "clients validate structured output and refuse the whole result",
    fix: "make the tool give what its outputSchema says, or correct the schema",
    side: Side::Output,
    aspect: Aspect::Structure,
    ..row("behavioral/output-schema", "behavioral/output-schema")
};
pub(super) const GOLDEN: Meta = Meta {
    title: "the output differs from its golden snapshot",
    why: "the tool gives something else for the same call",
    fix: "if the new output is right, write it with `mcpward run --update-golden` and review the change",
    side: Side::Output,
    aspect: Aspect::Values,
    ..row("behavioral/golden", "behavioral/golden")
};
pub(super) const GOLDEN_MISSING: Meta = Meta {
    title: "a golden snapshot does not exist",
    why: "there is nothing to compare the output with",
    fix: "write it with `mcpward run --update-golden`, review it and commit it",
    side: Side::Output,
    aspect: Aspect::Existence,
    ..row("behavioral/golden", "behavioral/golden-missing")
};
pub(super) const GOLDEN_UNREADABLE: Meta = Meta {
    title: "a golden snapshot cannot be read",
    why: "there is nothing to compare the output with",
    fix: "correct the path, or write the file anew with `mcpward run --update-golden`",
    side: Side::Output,
    ..row("behavioral/golden", "behavioral/golden-unreadable")
};
