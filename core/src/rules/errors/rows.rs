use crate::rules::{Aspect, Family, Meta, Outcome, Severity, Side};

const UNKNOWN: &str = "errors/unknown-tool";
const INVALID: &str = "errors/invalid-params";

const fn row(id: &'static str, rule: &'static str, default: Outcome) -> Meta {
    let severity = match default {
        Outcome::Fail | Outcome::Warn => Severity::Medium,
        Outcome::Pass | Outcome::Skip => Severity::Low,
    };
    Meta { id, rule, aspect: Aspect::Behavior, ..Meta::lint(Family::Errors, severity, default) }
}

/// Every rule of the family.
pub const ERRORS_ROWS: &[&Meta] = &[
    &SUMMARY,
    &LIST_TOOLS,
    &UNKNOWN_TOOL,
    &UNKNOWN_TOOL_IS_ERROR,
    &UNKNOWN_TOOL_CODE,
    &INVALID_PARAMS,
    &INVALID_PARAMS_ACCEPTED,
    &INVALID_PARAMS_LAYER,
    &INVALID_PARAMS_CODE,
    &INVALID_PARAMS_UNANSWERED,
    &INVALID_PARAMS_NOT_PROBED,
];

pub(super) const SUMMARY: Meta = Meta {
    title: "how many calls that must fail were made, and how many violations they showed",
    why: "a server that refuses bad calls in the right layer tells the caller what to do next",
    fix: "nothing to do",
    ..row("errors/summary", "errors/summary", Outcome::Pass)
};
pub(super) const LIST_TOOLS: Meta = Meta {
    title: "no tools, so there is nothing to call",
    why: "the error contract was not checked",
    fix: "check that the server was started with what it needs to list its tools",
    ..row("errors/list-tools", "errors/list-tools", Outcome::Skip)
};
pub(super) const UNKNOWN_TOOL: Meta = Meta {
    title: "calling a tool that does not exist is not refused",
    why: "a client believes that a tool ran which does not exist, and a wrong name is never noticed",
    fix: "answer `tools/call` for an unknown name with a JSON-RPC error, code -32602",
    aspect: Aspect::Existence,
    ..row(UNKNOWN, UNKNOWN, Outcome::Fail)
};
pub(super) const UNKNOWN_TOOL_IS_ERROR: Meta = Meta {
    title: "an unknown tool is answered with `isError` instead of a protocol error",
    why: "a client cannot tell a name that is gone from a tool that failed, and lets the model try again",
    fix: "answer with a JSON-RPC error, code -32602; the SDK decides this: TypeScript SDK 1.32 and Python SDK \
          1.30 and 2.3 answer isError, TypeScript SDK 2.4 and rmcp 3.1 answer -32602",
    ..row(UNKNOWN, "errors/unknown-tool-is-error", Outcome::Warn)
};
pub(super) const UNKNOWN_TOOL_CODE: Meta = Meta {
    title: "an unknown tool is refused with an unusual error code",
    why: "clients that look at the code do not recognise an unknown tool",
    fix: "use code -32602",
    aspect: Aspect::Values,
    ..row(UNKNOWN, "errors/unknown-tool-code", Outcome::Warn)
};
pub(super) const INVALID_PARAMS: Meta = Meta {
    title: "a call without required arguments is refused",
    why: "",
    fix: "",
    side: Side::Input,
    ..row(INVALID, INVALID, Outcome::Pass)
};
pub(super) const INVALID_PARAMS_ACCEPTED: Meta = Meta {
    title: "a call without required arguments is carried out",
    why: "the tool did something without the arguments its schema demands, and the caller takes that for success",
    fix: "validate arguments against the inputSchema before doing anything, or drop them from `required`",
    side: Side::Input,
    aspect: Aspect::Requiredness,
    ..row(INVALID, "errors/missing-arguments-accepted", Outcome::Fail)
};
pub(super) const INVALID_PARAMS_LAYER: Meta = Meta {
    title: "missing arguments are answered in the other layer",
    why: "a model corrects its call only when it reads the reason, and clients show it tool errors, not protocol \
          errors; a program that waits for a protocol error takes a result for success",
    fix: "since 2025-11-25 answer with a result that carries isError: true and says what is missing; under \
          `profile: strict`, with a JSON-RPC error",
    side: Side::Input,
    ..row(INVALID, "errors/invalid-params-layer", Outcome::Warn)
};
pub(super) const INVALID_PARAMS_CODE: Meta = Meta {
    title: "missing arguments are refused with an unusual error code",
    why: "clients that look at the code take it for a fault of the server and do not correct the call",
    fix: "use code -32602, or a result with isError: true",
    side: Side::Input,
    aspect: Aspect::Values,
    ..row(INVALID, "errors/invalid-params-code", Outcome::Warn)
};
pub(super) const INVALID_PARAMS_UNANSWERED: Meta = Meta {
    title: "a call without required arguments is not answered",
    why: "one bad call makes the client wait until its timeout, or takes the server down",
    fix: "validate arguments first and answer with an error",
    side: Side::Input,
    ..row(INVALID, "errors/invalid-params-unanswered", Outcome::Fail)
};
pub(super) const INVALID_PARAMS_NOT_PROBED: Meta = Meta {
    title: "a tool that needs arguments was not called without them",
    why: "how it refuses bad arguments is not known",
    fix: "nothing to do where the reason is intended",
    side: Side::Input,
    ..row(INVALID, "errors/invalid-params-not-probed", Outcome::Skip)
};
