use crate::rules::{Aspect, Family, Meta, Outcome, Severity};

const fn row(id: &'static str, rule: &'static str, default: Outcome) -> Meta {
    Meta { id, rule, aspect: Aspect::Behavior, ..Meta::lint(Family::Latency, Severity::Low, default) }
}

/// Every rule of the family.
pub const LATENCY_ROWS: &[&Meta] = &[&SUMMARY, &NO_TOOLS, &TOOL, &TOOL_LOST, &SAMPLING, &SAMPLING_MISSING];

pub(super) const SUMMARY: Meta = Meta {
    title: "all calls together against the budget",
    why: "callers wait for every call, and agents make many in a row",
    fix: "find the slow tools in the lines below, or raise `p95_budget_ms` if the time is what it takes",
    aspect: Aspect::Bounds,
    severity: Severity::Medium,
    ..row("latency/summary", "latency/summary", Outcome::Fail)
};
pub(super) const NO_TOOLS: Meta = Meta {
    title: "nothing could be measured",
    why: "the budget was not checked",
    fix: "list tools that are safe to call, with arguments, under `checks.latency.tools`",
    ..row("latency/no-tools", "latency/no-tools", Outcome::Warn)
};
pub(super) const TOOL: Meta = Meta {
    title: "the calls of one tool",
    why: "a slow tool hides among many fast ones",
    fix: "look at what the tool waits for",
    ..row("latency/tool", "latency/tool", Outcome::Pass)
};
pub(super) const TOOL_LOST: Meta = Meta {
    title: "the connection broke while a tool was measured",
    why: "a call that other clients also make ends the server",
    fix: "find out why the server does not survive the call",
    severity: Severity::Medium,
    ..row("latency/tool", "latency/tool-lost", Outcome::Fail)
};
pub(super) const SAMPLING: Meta = Meta {
    title: "a tool was not measured",
    why: "how long it takes is not known",
    fix: "list it with arguments under `checks.latency.tools` if calling it is safe",
    ..row("latency/sampling", "latency/sampling", Outcome::Skip)
};
pub(super) const SAMPLING_MISSING: Meta = Meta {
    title: "a listed tool does not exist",
    why: "what you asked to be measured was not",
    fix: "correct the name under `checks.latency.tools`, or remove the entry",
    aspect: Aspect::Existence,
    ..row("latency/sampling", "latency/sampling-missing", Outcome::Warn)
};
