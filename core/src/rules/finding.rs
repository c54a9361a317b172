use std::fmt::Display;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::meta::{Bump, Meta, Outcome, Severity};

/// Which way values travel.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The caller sends: what worked before must go on working.
    Input,
    /// The caller receives: what comes must be what was promised before.
    Output,
}

/// What the judge says of a change.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Both accept exactly the same values, read open and closed.
    Equivalent,
    /// Proven: nobody breaks.
    Compatible,
    /// Neither a proof nor a counterexample was found within the budget.
    Undecided,
    /// Somebody breaks; the witness shows it.
    Breaking,
}

/// How a break shows at the caller.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Input: the new contract rejects a call that the old one accepted.
    Rejected,
    /// Input: the call is taken, and a declared argument is no longer read.
    Ignored,
    /// Output: the server may send what the old contract never allowed.
    Unexpected,
    /// Output: a declared property no longer comes.
    Missing,
}

/// What a heuristic saw, so that a person can check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Where the text stands.
    pub pointer: String,
    /// Which reading of the text showed it: `raw`, `visible`, `decoded`, …
    pub view: String,
    /// The raw text, at most 120 characters, already shown safely.
    pub quote: String,
    /// What hidden text said once decoded, already shown safely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decoded: Option<String>,
    /// `sha256:` of the canonical text, for a suppression entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_sha256: Option<String>,
}

/// One thing a rule has to say. Whether it fails the run is decided later, by the policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rule that speaks.
    pub meta: &'static Meta,
    /// The public id it is reported under: the rule's own, unless one rule serves several classes.
    pub id: &'static str,
    /// What it does to the run unless the policy says otherwise.
    pub outcome: Outcome,
    /// How far the damage reaches; the rule's own unless this case differs.
    pub severity: Severity,
    /// The tool, prompt or resource it is about, raw; `None` for the server as a whole.
    pub subject: Option<String>,
    /// Primary JSON Pointer by name, on the (new) surface: `/tools/echo/inputSchema/properties/x`.
    pub pointer: Option<String>,
    /// The same place on the old surface.
    pub pointer_old: Option<String>,
    /// What is so: one sentence without a full stop, in which server text has passed through `shown`.
    pub what: String,
    /// Why a caller is hurt: one sentence.
    pub why: String,
    /// What to do: one sentence.
    pub fix: String,
    /// What was expected, shown safely.
    pub expected: Option<String>,
    /// What was found, shown safely.
    pub actual: Option<String>,
    /// The value before the change.
    pub before: Option<Value>,
    /// The value after the change.
    pub after: Option<Value>,
    /// A word diff of two texts, in `[-x-]{+y+}` form, shown safely.
    pub diff: Option<String>,
    /// Which way values travel, for a schema change.
    pub direction: Option<Direction>,
    /// What the judge said, for a schema change.
    pub verdict: Option<Verdict>,
    /// How a break shows at the caller.
    pub effect: Option<Effect>,
    /// Only a caller that sends undeclared properties could notice.
    pub open_world: bool,
    /// `Some(false)` where a seed's breaking row applies and no witness was found.
    pub proven: Option<bool>,
    /// Why something is undecided, skipped or unproven.
    pub reason: Option<String>,
    /// The smallest value that used to work and now does not (or that may now come).
    pub witness: Option<Value>,
    /// The version bump this change asks for.
    pub bump: Bump,
    /// The new key of a definition that seems to have been renamed.
    pub renamed_to: Option<String>,
    /// What a heuristic saw.
    pub evidence: Vec<Evidence>,
    /// JSON Pointer into the config, for a finding about something the user wrote there.
    pub config_pointer: Option<String>,
    /// Tells it from another finding of the same rule at the same place: the name of a case.
    pub key: Option<String>,
}

impl Finding {
    /// A finding with a rule's defaults and no details yet.
    #[must_use]
    pub fn new(meta: &'static Meta, what: impl Display) -> Self {
        Self {
            meta,
            id: meta.id,
            outcome: meta.default,
            severity: meta.severity,
            subject: None,
            pointer: None,
            pointer_old: None,
            what: what.to_string(),
            why: meta.why.to_owned(),
            fix: meta.fix.to_owned(),
            expected: None,
            actual: None,
            before: None,
            after: None,
            diff: None,
            direction: None,
            verdict: None,
            effect: None,
            open_world: false,
            proven: None,
            reason: None,
            witness: None,
            bump: meta.bump,
            renamed_to: None,
            evidence: Vec::new(),
            config_pointer: None,
            key: None,
        }
    }

    /// The part of the public id after the slash: for drift, the class.
    #[must_use]
    pub fn class(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(_, class)| class)
    }

    /// Names the definition it is about.
    #[must_use]
    pub fn of(mut self, subject: &str) -> Self {
        self.subject = Some(subject.to_owned());
        self
    }

    /// Points at a place by name.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// Replaces the reason a caller is hurt.
    #[must_use]
    pub fn why(mut self, why: impl Display) -> Self {
        self.why = why.to_string();
        self
    }

    /// Replaces the advice.
    #[must_use]
    pub fn fix(mut self, fix: impl Display) -> Self {
        self.fix = fix.to_string();
        self
    }

    /// Says what was expected and what was found, both already shown safely.
    #[must_use]
    pub fn expected(mut self, expected: impl Display, actual: impl Display) -> Self {
        self.expected = Some(expected.to_string());
        self.actual = Some(actual.to_string());
        self
    }

    /// Gives the reason for an outcome that is no plain pass or fail.
    #[must_use]
    pub fn because(mut self, reason: impl Display) -> Self {
        self.reason = Some(reason.to_string());
        self
    }

    /// Overrides what it does to the run.
    #[must_use]
    pub fn outcome(mut self, outcome: Outcome) -> Self {
        self.outcome = outcome;
        self
    }

    /// Adds what a heuristic saw.
    #[must_use]
    pub fn evidence(mut self, evidence: Evidence) -> Self {
        self.evidence.push(evidence);
        self
    }
}

/// Where rules put their findings.
#[derive(Debug, Default)]
pub struct Sink {
    findings: Vec<Finding>,
}

impl Sink {
    /// Takes one finding.
    pub fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Everything taken so far, in order.
    #[must_use]
    pub fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// How many were taken so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether none was taken so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }
}
