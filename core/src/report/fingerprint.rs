use serde_json::Value;

use crate::canonical::sha256_hex;
use crate::rules::Finding;

/// How many hexadecimal digits of the hash are kept.
const DIGITS: usize = 32;

/// Identifies a finding across runs: the rule, the subject and the place, and nothing that moves when
/// something unrelated changes (no line numbers, counts or wording).
#[must_use]
pub fn fingerprint(finding: &Finding) -> String {
    let place = finding.pointer.as_deref().or(finding.pointer_old.as_deref()).unwrap_or_default();
    let subject = finding.subject.as_deref().unwrap_or_default();
    let mut parts = vec![finding.meta.rule, subject, place];
    parts.extend(finding.key.as_deref());
    let parts = Value::from(parts);
    sha256_hex(parts.to_string().as_bytes()).chars().skip("sha256:".len()).take(DIGITS).collect()
}
