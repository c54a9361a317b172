use serde::{Deserialize, Serialize};

/// A group of checks that is switched on and reported together.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// The protocol itself.
    Compliance,
    /// Whether definitions are well formed.
    Schema,
    /// Poisoned, hidden or misleading definitions.
    Security,
    /// How the server answers calls that must fail.
    Errors,
    /// What changed since the baseline.
    Drift,
    /// Tools that are easily taken for one another.
    Collision,
    /// The user's own test cases.
    Behavioral,
    /// How long calls take.
    Latency,
    /// Versioned contracts in a repository.
    Contracts,
}

/// How far the damage reaches when it goes unnoticed. Not whether something breaks.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Fails loudly and at once, or hurts nobody.
    Low,
    /// Breaks callers.
    Medium,
    /// Silently changes what a model is told or what a client approves.
    High,
}

/// What a finding does to the run when nothing is configured.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It is fine, or only worth knowing; info lines are shown with `--verbose`.
    Pass,
    /// It was not looked at, and the message says why.
    Skip,
    /// It is shown and never fails a run.
    Warn,
    /// It fails the run.
    Fail,
}

/// How sure a rule is of what it says.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// A heuristic with known false alarms.
    Low,
    /// A heuristic that is rarely wrong.
    Medium,
    /// A fact.
    High,
}

/// Which side of a call a rule is about.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// What the caller sends.
    Input,
    /// What the caller receives.
    Output,
    /// Neither.
    None,
}

/// What part of a definition a rule looks at.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// Whether something is there at all.
    Existence,
    /// Whether it must be there.
    Requiredness,
    /// Its JSON type.
    Type,
    /// Which values it may have.
    Values,
    /// Its limits.
    Bounds,
    /// How it is built.
    Structure,
    /// What it says.
    Text,
    /// What it promises about itself.
    Hint,
    /// How the server behaves.
    Behavior,
}

/// How a thing moved between two contracts.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Movement {
    /// It appeared.
    Add,
    /// It went.
    Remove,
    /// Less is allowed than before.
    Narrow,
    /// More is allowed than before.
    Widen,
    /// Neither contains the other, or it is not known.
    Change,
    /// Nothing moved: a rule about one contract.
    None,
}

/// The version bump a change asks of the server.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum Bump {
    /// No change.
    #[default]
    None,
    /// Text only.
    Patch,
    /// The surface grew, or what is accepted or produced changed without breaking anybody.
    Minor,
    /// Somebody breaks, or the server may do more than before.
    Major,
}

/// A row of the registry: everything about a rule but its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meta {
    /// The public id, a stable contract: `security/hidden-unicode`, `drift/tool_removed`.
    pub id: &'static str,
    /// The finer name: `security/unicode-tags`. Equal to `id` where there is nothing finer.
    pub rule: &'static str,
    /// One line that names the problem, without a full stop.
    pub title: &'static str,
    /// Why a caller is hurt, one sentence.
    pub why: &'static str,
    /// What to do, one sentence.
    pub fix: &'static str,
    /// The release that first had it.
    pub since: &'static str,
    /// The family it is reported in.
    pub family: Family,
    /// How far the damage reaches.
    pub severity: Severity,
    /// How sure the rule is.
    pub confidence: Confidence,
    /// What it does to the run when nothing is configured.
    pub default: Outcome,
    /// Which side of a call it is about.
    pub side: Side,
    /// What part it looks at.
    pub aspect: Aspect,
    /// How the thing moved.
    pub movement: Movement,
    /// The version bump it asks for.
    pub bump: Bump,
}

impl Meta {
    /// The common part of a rule that looks at one contract, for `..Meta::lint(…)`.
    #[must_use]
    pub const fn lint(family: Family, severity: Severity, default: Outcome) -> Self {
        Self {
            id: "",
            rule: "",
            title: "",
            why: "",
            fix: "",
            since: "1.0.0",
            family,
            severity,
            confidence: Confidence::High,
            default,
            side: Side::None,
            aspect: Aspect::Structure,
            movement: Movement::None,
            bump: Bump::None,
        }
    }

    /// The common part of a rule that compares two contracts, for `..Meta::drift(…)`.
    #[must_use]
    pub const fn drift(severity: Severity, default: Outcome, movement: Movement, bump: Bump) -> Self {
        Self { movement, bump, ..Self::lint(Family::Drift, severity, default) }
    }

    /// Whether it is about what a text says, so that accepting it must name the text.
    #[must_use]
    pub fn class_of_text(&self) -> bool {
        matches!(self.id, "drift/description_changed" | "drift/instructions_changed")
    }
}
