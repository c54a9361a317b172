use super::semver_profile;
use super::suppress::Suppressions;
use crate::config::{Config, DriftCheck, FailOn, Profile, Suppression};
use crate::report::ResultRow;
use crate::rules::{Bump, Family, Finding, Outcome, Severity};

/// Everything of a config that decides what fails.
#[derive(Clone, Debug)]
pub struct Policy<'a> {
    /// What fails, severities of the team's own, the profile.
    pub drift: DriftCheck,
    /// A version bump from which on changes fail, whatever their class.
    pub fail_on_bump: Option<Bump>,
    /// Findings that are accepted.
    pub suppress: &'a [Suppression],
    /// The day it is, `YYYY-MM-DD`, for entries that expire.
    pub today: &'a str,
    /// The families that ran: an entry for another family is not stale.
    pub families: Vec<Family>,
}

impl<'a> Policy<'a> {
    /// The policy of a config, with drift's defaults where the config does not speak of it.
    #[must_use]
    pub fn of(config: &'a Config, today: &'a str) -> Self {
        Self {
            drift: config.checks.drift.clone().unwrap_or_default(),
            fail_on_bump: None,
            suppress: &config.suppress,
            today,
            families: Vec::new(),
        }
    }

    /// Replaces what fails.
    #[must_use]
    pub fn fail_on(mut self, fail_on: Option<FailOn>) -> Self {
        if let Some(fail_on) = fail_on {
            self.drift.fail_on = fail_on;
        }
        self
    }
}

/// What the policy makes of the findings.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The results, in the order of the findings; stale suppressions last.
    pub rows: Vec<ResultRow>,
    /// What all changes come to.
    pub tally: Tally,
}

/// What all changes come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The version bump that all changes together ask for, suppressed ones included.
    pub bump: Bump,
    /// How many changes there are.
    pub changes: usize,
    /// How many of them fail.
    pub failing: usize,
}

/// Gives every finding its status: profile, then severity override, then suppression, then `fail_on`.
#[must_use]
pub fn rule_on(findings: Vec<Finding>, policy: &Policy<'_>) -> Ruling {
    let mut suppressions = Suppressions::new(policy.suppress, policy.today);
    let mut ruling = Ruling { rows: Vec::new(), tally: Tally::default() };
    for mut finding in findings {
        let change = finding.meta.family == Family::Drift && finding.bump != Bump::None;
        let mut status = finding.outcome;
        if change {
            if policy.drift.profile == Profile::Semver {
                semver_profile::apply(&mut finding);
                status = finding.outcome;
            }
            status = status_of_change(&mut finding, status, policy);
            ruling.tally.changes += 1;
            ruling.tally.bump = ruling.tally.bump.max(finding.bump);
        }
        let accepted = if status == Outcome::Pass { None } else { suppressions.accept(&finding) };
        if let Some(reason) = accepted {
            let mut row = ResultRow::new(finding, Outcome::Skip);
            row.suppressed = true;
            row.reason = Some(reason);
            ruling.rows.push(row);
        } else {
            if change && status == Outcome::Fail {
                ruling.tally.failing += 1;
            }
            ruling.rows.push(ResultRow::new(finding, status));
        }
    }
    ruling.rows.extend(suppressions.stale(&policy.families).into_iter().map(|finding| {
        let status = finding.outcome;
        ResultRow::new(finding, status)
    }));
    ruling
}

fn status_of_change(finding: &mut Finding, natural: Outcome, policy: &Policy<'_>) -> Outcome {
    let class = finding.class();
    let overridden = policy.drift.severity.get(class).copied();
    if let Some(severity) = overridden {
        finding.severity = severity;
    }
    let by_bump = policy.fail_on_bump.is_some_and(|least| finding.bump >= least);
    let by_class = if policy.drift.fail_on == FailOn::default() {
        natural == Outcome::Fail
    } else {
        policy.drift.fail_on.fails(class, finding.severity)
    };
    match (by_bump || by_class, finding.severity) {
        (true, _) => Outcome::Fail,
        (false, Severity::Low) => Outcome::Pass,
        (false, Severity::Medium | Severity::High) => Outcome::Warn,
    }
}
