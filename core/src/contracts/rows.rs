use crate::rules::{Aspect, Bump, Family, Meta, Movement, Outcome, Severity};

const fn row(rule: &'static str, title: &'static str, why: &'static str, fix: &'static str) -> Meta {
    Meta {
        id: rule,
        rule,
        title,
        why,
        fix,
        aspect: Aspect::Structure,
        movement: Movement::None,
        bump: Bump::None,
        ..Meta::lint(Family::Contracts, Severity::Medium, Outcome::Fail)
    }
}

/// A contract file cannot be read.
pub(super) static INVALID: Meta = row(
    "contracts/invalid-file",
    "A contract file cannot be read",
    "a version that nobody can read promises nothing",
    "mend the file; schemas/contract.v1.schema.json says what it may hold",
);
/// A contract names another tool than its folder.
pub(super) static WRONG_NAME: Meta = row(
    "contracts/wrong-name",
    "A contract names another tool than its folder",
    "the chain of one tool would hold the contract of another",
    "give the file the name of its folder, or move it",
);
/// A version is missing.
pub(super) static GAP: Meta = row(
    "contracts/version-gap",
    "A version is missing from a chain",
    "evolution can only be checked from each version to the next",
    "number versions from v1 without a gap",
);
/// A schema is no schema.
pub(super) static INVALID_SCHEMA: Meta = row(
    "contracts/invalid-schema",
    "A contract's schema is no JSON Schema",
    "no call can be checked against it",
    "mend the schema at the place named",
);
/// A version breaks those who rely on the one before.
pub(super) static NOT_ADDITIVE: Meta = row(
    "contracts/not-additive",
    "A version breaks what worked with the one before",
    "callers of the older version break the day the newer is served",
    "do not change the tool; publish the change under a new tool name (`mcpward contracts new TOOL --as TOOL_v2`)",
);
/// A version could not be proven additive.
pub(super) static UNDECIDED: Meta = row(
    "contracts/undecided",
    "A version could not be proven additive",
    "what is not proven may break callers, so the check fails closed",
    "write the change in simpler terms, or publish it under a new tool name",
);
/// A version is fine.
pub(super) static ADDITIVE: Meta = Meta {
    severity: Severity::Low,
    default: Outcome::Pass,
    ..row("contracts/additive", "A version adds and breaks nothing", "", "")
};
/// A pin does not match its contract.
pub(super) static PIN_MISMATCH: Meta = row(
    "contracts/pin-mismatch",
    "A pin does not match its contract",
    "a published version was changed after it was pinned",
    "restore the file, or publish the change as a new version and pin that",
);
/// A contract is not pinned.
pub(super) static PIN_MISSING: Meta = row(
    "contracts/pin-missing",
    "A contract is not pinned, or a pin has no contract",
    "clients cannot audit a version that is not pinned",
    "run `mcpward contracts pin` and commit the file",
);
/// A served tool differs from its contract.
pub(super) static SERVED_DIFFERS: Meta = row(
    "contracts/served-differs",
    "A served tool differs from the latest version of its contract",
    "clients rely on the contract, the model reads what is served",
    "serve the contract as it stands, or publish a new version",
);
/// A tool is served as promised.
pub(super) static AS_PROMISED: Meta = Meta {
    severity: Severity::Low,
    default: Outcome::Pass,
    ..row("contracts/as-promised", "A tool is served as its contract says", "", "")
};
/// A tool is not served, or has no contract.
pub(super) static NOT_SERVED: Meta = row(
    "contracts/not-served",
    "A contract's tool is not served, or a served tool has no contract",
    "a contract that nobody serves promises nothing, and a tool without one promises less",
    "serve every tool that has a contract, and write a contract for every tool",
);
/// A deprecation does not keep its own terms.
pub(super) static DEPRECATION: Meta = row(
    "contracts/deprecation",
    "A deprecation does not keep its terms",
    "callers plan by these days and names",
    "give at least 12 months, name a replacement that exists, and say so in the description",
);

/// Every row of this family.
pub static CONTRACT_ROWS: &[&Meta] = &[
    &INVALID,
    &WRONG_NAME,
    &GAP,
    &INVALID_SCHEMA,
    &NOT_ADDITIVE,
    &UNDECIDED,
    &ADDITIVE,
    &PIN_MISMATCH,
    &PIN_MISSING,
    &SERVED_DIFFERS,
    &AS_PROMISED,
    &NOT_SERVED,
    &DEPRECATION,
];
