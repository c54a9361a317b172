use super::config::config_of;
use super::contract::read_side;
use super::drift::{self, Fresh};
use super::error::EngineError;
use super::pinned::{self, Comparable, read_comparable};
use super::placed::placed;
use super::probed;
use super::recorded;
use super::request::{CheckRequest, Command};
use crate::config::Config;
use crate::lockfile::{Coverage, auth_context};
use crate::policy::{Ruling, rule_on};
use crate::report::{Report, ResultRow, ServerIdentity, Summary};
use crate::rules::collision::{CollisionOptions, DiceScorer, Scorer};
use crate::rules::drift::BASELINE_MISSING;
use crate::rules::{Bump, Family, Finding, LintOptions, Sink, compliance, lint_with};
use crate::session::Capture;
use crate::surface::Surface;
use crate::text::shown;

/// Runs every check that a request asks for and gives the report.
///
/// # Errors
/// [`EngineError`]: the config or a file cannot be read, or there is nothing to compare with.
pub fn check(request: &CheckRequest) -> Result<Report, EngineError> {
    check_with(request, &DiceScorer)
}

/// The same, with another measure of how alike two descriptions are.
///
/// # Errors
/// As [`check`].
pub fn check_with(request: &CheckRequest, scorer: &dyn Scorer) -> Result<Report, EngineError> {
    let config = config_of(&request.config)?;
    let baseline = request.baseline.as_deref().map(|text| read_comparable(text, "baseline")).transpose()?;
    let subject = Subject::of(request)?;
    let calls = recorded::calls(request.calls.as_deref(), &config)?;
    let today: String = request.host.timestamp.chars().take("2026-01-01".len()).collect();
    let mut policy = drift::policy(&config, &request.drift, &today)?;

    let mut findings = Vec::new();
    if request.command != Command::Diff {
        policy.families = static_families(&config);
        findings.extend(static_findings(&config, &subject, scorer));
    }
    if let (Command::Run, true, Subject::Live(capture)) =
        (request.command, config.checks.compliance, &subject)
    {
        policy.families.push(Family::Compliance);
        let mut sink = Sink::default();
        compliance::check(capture, config.expect.protocol_version.as_deref(), &mut sink);
        findings.extend(sink.into_findings());
    }
    if let Subject::Live(capture) = &subject {
        if request.command == Command::Run {
            policy.families.extend(probed::families(&config));
            findings.extend(probed::findings(&config, capture, request));
        }
        findings.extend(probed::mutation(&config, capture));
    }
    if let Some(text) = &request.confirm {
        let again = Capture::from_json(text).map_err(|error| EngineError::Request(error.to_string()))?;
        findings.extend(drift::unstable(subject.surface(), &again.surface, &config));
    }
    let mut compared = None;
    if drift_runs(request, &config) {
        policy.families.push(Family::Drift);
        match &baseline {
            Some(old) => {
                let lock = &old.lock;
                let fresh = subject.fresh(&config, request.server.as_deref());
                let mut changes = drift::changes(lock, &fresh, &config, &request.drift);
                changes.extend(pinned::changes(old, &fresh)?);
                recorded::apply(&calls, (&lock.surface, fresh.surface), &config, &mut changes);
                if let Subject::Live(capture) = &subject {
                    changes.extend(drift::not_compared(lock, capture));
                    changes.extend(probed::output(&config, capture, lock));
                }
                findings.append(&mut changes);
                compared = Some((lock, fresh));
            }
            None if request.command == Command::Diff => return Err(EngineError::NoBaseline),
            None => {
                let missing = Finding::new(&BASELINE_MISSING, "There is no lockfile to compare with");
                findings.push(missing.because(BASELINE_MISSING.fix));
            }
        }
    }
    let Ruling { rows, tally } = rule_on(findings, &policy);
    let results = match &compared {
        Some((lock, fresh)) => {
            let (changes, mut others): (Vec<ResultRow>, Vec<ResultRow>) =
                rows.into_iter().partition(|row| row.family == Family::Drift);
            others.extend(drift::arranged(changes, &tally, lock, fresh));
            others
        }
        None => rows,
    };
    let results = placed(results, request.config_file.as_ref());
    Ok(report(request, &subject, results, compared.map(|_| tally.bump)))
}

fn static_families(config: &Config) -> Vec<Family> {
    let checks = &config.checks;
    let switches = [(checks.schema, Family::Schema), (checks.security, Family::Security)];
    switches.into_iter().filter(|(on, _)| *on).map(|(_, family)| family).collect()
}

fn drift_runs(request: &CheckRequest, config: &Config) -> bool {
    match request.command {
        Command::Diff => true,
        Command::Run => config.checks.drift.is_some() || request.baseline.is_some(),
        Command::Lint => false,
    }
}

/// What is looked at: a live server's capture, or a file that stands in for it.
enum Subject {
    Live(Box<Capture>),
    File(Box<Comparable>),
}

impl Subject {
    fn of(request: &CheckRequest) -> Result<Self, EngineError> {
        match (&request.capture, &request.against) {
            (Some(capture), _) => Capture::from_json(capture)
                .map(|capture| Self::Live(Box::new(capture)))
                .map_err(|error| EngineError::Request(error.to_string())),
            (None, Some(text)) if request.command == Command::Diff => {
                Ok(Self::File(Box::new(read_comparable(text, "against")?)))
            }
            (None, Some(text)) => {
                let lock = read_side(text, "against")?;
                Ok(Self::File(Box::new(Comparable { lock, pins: None })))
            }
            (None, None) => Err(EngineError::Request("neither `capture` nor `against` is given".to_owned())),
        }
    }

    fn surface(&self) -> &Surface {
        match self {
            Self::Live(capture) => &capture.surface,
            Self::File(file) => &file.lock.surface,
        }
    }

    fn fresh(&self, config: &Config, server: Option<&str>) -> Fresh<'_> {
        match self {
            Self::Live(capture) => Fresh {
                surface: &capture.surface,
                coverage: Coverage::everything()
                    .without(|kind| capture.unlisted.iter().any(|unlisted| unlisted.kind == kind)),
                auth: Some(auth_context(server_of(config, server))),
                artifact: server_of(config, server).and_then(|server| server.artifact.clone()),
                pins: None,
                has_text_hashes: false,
            },
            Self::File(file) => Fresh {
                surface: &file.lock.surface,
                coverage: file.lock.coverage.clone(),
                auth: None,
                artifact: server_of(config, server).and_then(|server| server.artifact.clone()),
                pins: file.pins.as_ref(),
                has_text_hashes: file.lock.text_hashes.is_some(),
            },
        }
    }

    fn incomplete(&self) -> Option<String> {
        match self {
            Self::Live(capture) => capture.incomplete.clone().or_else(|| probed::not_made(capture)),
            Self::File(_) => None,
        }
    }
}

pub(super) fn server_of<'a>(config: &'a Config, name: Option<&str>) -> Option<&'a crate::config::Server> {
    name.map_or(config.server.as_ref(), |name| config.servers.get(name))
}

fn static_findings(config: &Config, subject: &Subject, scorer: &dyn Scorer) -> Vec<Finding> {
    let checks = &config.checks;
    let collision = checks.collision.enabled.then_some(CollisionOptions {
        threshold: checks.collision.threshold,
        fail: checks.collision.fail,
        max_tools: checks.collision.max_tools,
    });
    let options = LintOptions { schema: checks.schema, security: checks.security, collision };
    lint_with(subject.surface(), &options, scorer)
}

fn report(
    request: &CheckRequest,
    subject: &Subject,
    mut results: Vec<ResultRow>,
    bump: Option<Bump>,
) -> Report {
    results.sort_by_key(|row| row.family);
    let surface = subject.surface();
    let identity = |text: &str| shown(text).to_string();
    Report {
        schema_version: 1,
        version: crate::VERSION.to_owned(),
        timestamp: request.host.timestamp.clone(),
        command: request.command.name().to_owned(),
        server: ServerIdentity {
            name: identity(surface.server_name()),
            version: identity(surface.server_version()),
            protocol_version: identity(surface.protocol_version.as_deref().unwrap_or_default()),
        },
        summary: Summary::of(&results),
        bump,
        incomplete: subject.incomplete(),
        results,
    }
}
