use super::error::EngineError;
use super::request::DriftOptions;
use crate::config::{Artifact, Config, FailOn};
use crate::contracts::Pins;
use crate::drift::{Side, diff, understated};
use crate::lockfile::{AuthContext, Coverage, Format, Lock, surface_hash};
use crate::policy::{Policy, Tally};
use crate::report::ResultRow;
use crate::rules::drift::{
    AUTH_CONTEXT_MISMATCH, CAPTURE_FAILED, NO_CHANGES, SERVER_ARTIFACT_CHANGED, SUMMARY,
    SURFACE_HASH_MISMATCH, SURFACE_UNSTABLE,
};
use crate::rules::{Bump, Finding, Outcome};
use crate::session::{Capture, Unlisted};
use crate::surface::{Surface, pointer};
use crate::text::shown;

/// The new side of a comparison.
pub(super) struct Fresh<'a> {
    pub(super) surface: &'a Surface,
    /// What the new side says anything about: all of it when it is a live server.
    pub(super) coverage: Coverage,
    /// Which credentials were in place, when it is a live server.
    pub(super) auth: Option<AuthContext>,
    /// The digest of the server's binary or image, where the config gives one.
    pub(super) artifact: Option<Artifact>,
    /// The hashes of its tools, where it is nothing else.
    pub(super) pins: Option<&'a Pins>,
    /// Whether it keeps hashes in place of texts.
    pub(super) has_text_hashes: bool,
}

/// Every change between a lockfile and a fresh surface, before any policy.
pub(super) fn changes(
    lock: &Lock,
    fresh: &Fresh<'_>,
    config: &Config,
    options: &DriftOptions,
) -> Vec<Finding> {
    let old_surface = fresh.coverage.of(&lock.surface);
    let new_surface = lock.coverage.of(fresh.surface);
    let old = Side { surface: &old_surface, text_hashes: lock.text_hashes.as_ref() };
    let mut findings = diff(old, Side::full(&new_surface));
    without_ignored(&mut findings, config);
    if let Some(expected) = &options.expect_hash {
        let actual = surface_hash(fresh.surface);
        if *expected != actual {
            let what = "The surface does not have the expected hash";
            let finding = Finding::new(&SURFACE_HASH_MISMATCH, what).expected(shown(expected), &actual);
            findings.push(finding);
        }
    }
    findings.extend(artifact(lock, fresh));
    findings.extend(auth_mismatch(lock, fresh));
    findings
}

/// The lists that could not be had. What was pinned of them is not known to be as it was: that never passes.
pub(super) fn not_compared(lock: &Lock, capture: &Capture) -> Vec<Finding> {
    let finding = |unlisted: &Unlisted| {
        let list = unlisted.kind.plural();
        let what = format!("The server's {list} could not be listed, so they were not compared");
        let finding = Finding::new(&CAPTURE_FAILED, what).at(pointer(&[list])).because(&unlisted.reason);
        let pinned = !lock.surface.list(unlisted.kind).is_empty();
        finding.outcome(if pinned { Outcome::Fail } else { Outcome::Warn })
    };
    capture.unlisted.iter().map(finding).collect()
}

pub(super) fn without_ignored(findings: &mut Vec<Finding>, config: &Config) {
    if let Some(drift) = &config.checks.drift {
        findings.retain(|finding| !drift.ignore.iter().any(|ignored| lies_at(finding, &ignored.pointer)));
    }
}

/// Every place at which two listings of one server differ: what cannot be pinned as it is.
pub(super) fn unstable(first: &Surface, second: &Surface, config: &Config) -> Vec<Finding> {
    let mut differences = diff(Side::full(first), Side::full(second));
    without_ignored(&mut differences, config);
    let mut unstable: Vec<Finding> = Vec::new();
    for difference in differences {
        let place = difference.pointer.or(difference.pointer_old).unwrap_or_default();
        let what = format!("Two listings of the same server differ at {}", shown(&place));
        let mut finding = Finding::new(&SURFACE_UNSTABLE, what).at(place);
        finding.subject = difference.subject;
        finding.before = difference.before;
        finding.after = difference.after;
        if unstable.last().is_none_or(|last| last.pointer != finding.pointer) {
            unstable.push(finding);
        }
    }
    unstable
}

fn lies_at(finding: &Finding, base: &str) -> bool {
    [&finding.pointer, &finding.pointer_old]
        .into_iter()
        .flatten()
        .any(|at| at == base || at.strip_prefix(base).is_some_and(|rest| rest.starts_with('/')))
}

fn artifact(lock: &Lock, fresh: &Fresh<'_>) -> Option<Finding> {
    let before = lock.meta.as_ref()?.artifact.as_ref()?;
    let after = fresh.artifact.as_ref()?;
    if before == after {
        return None;
    }
    let what = "The server's artifact is another one than the lockfile records";
    Some(Finding::new(&SERVER_ARTIFACT_CHANGED, what).expected(shown(&before.digest), shown(&after.digest)))
}

fn auth_mismatch(lock: &Lock, fresh: &Fresh<'_>) -> Option<Finding> {
    let before = lock.meta.as_ref()?.auth_context.as_ref()?;
    let after = fresh.auth.as_ref()?;
    if before.fingerprint == after.fingerprint {
        return None;
    }
    let what = "The lockfile was taken with other credentials in place";
    Some(Finding::new(&AUTH_CONTEXT_MISMATCH, what).expected(shown(&before.label), shown(&after.label)))
}

/// The policy of a config with what the command line says on top.
pub(super) fn policy<'a>(
    config: &'a Config,
    options: &DriftOptions,
    today: &'a str,
) -> Result<Policy<'a>, EngineError> {
    let fail_on = match options.fail_on.as_deref() {
        None => None,
        Some(list) => Some(
            FailOn::from_list(list)
                .map_err(|problem| EngineError::Option { option: "--fail-on", problem })?,
        ),
    };
    if let Some(hash) = &options.expect_hash
        && !is_hash(hash)
    {
        let problem = format!("`{}` is no hash: `sha256:` and 64 hexadecimal digits", shown(hash));
        return Err(EngineError::Option { option: "--expect-hash", problem });
    }
    let mut policy = Policy::of(config, today).fail_on(fail_on);
    policy.fail_on_bump = match options.fail_on_bump.as_deref() {
        None | Some("never") => None,
        Some("major" | "breaking") => Some(Bump::Major),
        Some("minor") => Some(Bump::Minor),
        Some("patch") => Some(Bump::Patch),
        Some(other) => {
            let problem = format!("`{}` is none of major, minor, patch, never", shown(other));
            return Err(EngineError::Option { option: "--fail-on-bump", problem });
        }
    };
    Ok(policy)
}

fn is_hash(text: &str) -> bool {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.strip_prefix("sha256:").is_some_and(|digits| digits.len() == 64 && digits.bytes().all(digit))
}

/// The rows of the drift family: the summary first, and what fails before what does not.
pub(super) fn arranged(
    mut changes: Vec<ResultRow>,
    ruling: &Tally,
    lock: &Lock,
    fresh: &Fresh<'_>,
) -> Vec<ResultRow> {
    changes.sort_by_key(|row| match row.status {
        Outcome::Fail => 0,
        Outcome::Warn => 1,
        Outcome::Pass => 2,
        Outcome::Skip => 3,
    });
    let Tally { bump, changes: total, failing } = *ruling;
    let headline = if total == 0 {
        let counted = counted(fresh.surface);
        let verb = if counted == "1 tool" { "matches" } else { "match" };
        let what = format!("No drift: {counted} {verb} the baseline");
        let mut same = Finding::new(&NO_CHANGES, what);
        if lock.format == Format::Pins || fresh.pins.is_some() {
            same = same.because("tools were compared by the hashes that are pinned; nothing else is");
        }
        ResultRow::new(same, Outcome::Pass)
    } else {
        let what = format!("Drift detected: {failing} failing change(s) out of {total} total");
        let status = if failing > 0 { Outcome::Fail } else { Outcome::Pass };
        let mut summary = Finding::new(&SUMMARY, what);
        summary.reason = understatement(lock, fresh.surface, bump);
        ResultRow::new(summary, status)
    };
    let mut rows = vec![headline];
    rows.append(&mut changes);
    rows
}

/// Whether the server's own version speaks of these changes; told with the summary, since it is no change.
fn understatement(lock: &Lock, fresh: &Surface, bump: Bump) -> Option<String> {
    let (before, after) = (lock.surface.server_version(), fresh.server_version());
    let rose = match understated(before, after, bump)? {
        Bump::None => "did not rise".to_owned(),
        rise => format!("rose by {} only", format!("{rise:?}").to_uppercase()),
    };
    Some(format!(
        "the server's version {rose} ({} to {}), its changes ask for {}",
        shown(before),
        shown(after),
        format!("{bump:?}").to_uppercase()
    ))
}

fn counted(surface: &Surface) -> String {
    let counts = [
        (surface.tools.len(), "tool"),
        (surface.prompts.len(), "prompt"),
        (surface.resources.len(), "resource"),
        (surface.resource_templates.len(), "resource template"),
    ];
    let parts: Vec<String> = counts
        .into_iter()
        .filter(|(count, noun)| *count > 0 || *noun == "tool")
        .map(|(count, noun)| if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") })
        .collect();
    parts.join(", ")
}
