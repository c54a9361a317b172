use super::field::Field;
use super::report::{around, evidence, finding, quote};
use super::rows;
use crate::rules::Sink;

/// Blanks in a row that no honest layout needs.
const BLANKS: usize = 40;
/// Line ends in a row that no honest layout needs.
const LINES: usize = 15;

/// Escape sequences in written-out form that hide or erase text: a client that undoes the escapes shows something
/// else than the reviewer read.
pub(super) fn check_written_escapes(field: &Field<'_>, sink: &mut Sink) {
    if !field.text.contains('\\') {
        return;
    }
    for introducer in ["\\x1b[", "\\u001b[", "\\033[", "\\e[", "\\x9b"] {
        for (at, _) in field.text.match_indices(introducer) {
            let end = at + introducer.len();
            let tail = field.text.get(end..).unwrap_or_default();
            if ["8m", "2K", "1A", "2J"].iter().any(|hides| tail.starts_with(hides)) {
                let said = "contains hidden unicode: an escaped terminal sequence that hides text";
                let seen = evidence(field, "raw", around(field.text, at, end + 2), None);
                sink.push(finding(&rows::CONTROL, field, said).evidence(seen));
                return;
            }
        }
    }
}

/// `&nbsp;` and `<br>` in a row do the same where a description is rendered.
pub(super) fn check_written_blanks(field: &Field<'_>, sink: &mut Sink) {
    const FORMS: &[(&str, usize)] =
        &[("&nbsp;", BLANKS), ("&#160;", BLANKS), ("&emsp;", LINES), ("<br>", LINES), ("<br/>", LINES)];
    if !field.text.contains(['&', '<']) {
        return;
    }
    for (form, most) in FORMS {
        let Some(start) = field.text.find(&form.repeat(*most)) else { continue };
        let behind = field.text.get(start..).unwrap_or_default();
        let end = start + behind.len() - behind.trim_start_matches(form).len();
        if field.text.get(end..).is_some_and(|after| !after.trim().is_empty()) {
            let tail = crate::text::views::Span {
                start: u32::try_from(end).unwrap_or(u32::MAX),
                end: around(field.text, end, end).end,
            };
            let said =
                format!("pushes text out of sight behind a run of {form}: \"{}\"", quote(field.text, tail));
            sink.push(finding(&rows::PUSHED_TEXT, field, &said).evidence(evidence(field, "raw", tail, None)));
            return;
        }
    }
}

/// Text that stands so far to the right or below that nobody scrolls to it.
pub(super) fn check(field: &Field<'_>, sink: &mut Sink) {
    let text = field.text;
    let mut at = 0;
    while let Some(rest) = text.get(at..)
        && let Some(offset) = rest.find(char::is_whitespace)
    {
        let start = at + offset;
        let run = text.get(start..).unwrap_or_default();
        let length = run.find(|letter: char| !letter.is_whitespace()).unwrap_or(run.len());
        let end = start + length;
        let blanks = run.get(..length).unwrap_or_default();
        let lines = blanks.matches(['\n', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']).count();
        let widest = blanks
            .split(['\n', '\r', '\u{2028}', '\u{2029}'])
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0);
        let after = text.get(end..).unwrap_or_default();
        // A padded cell of a Markdown table is no hiding place: the row goes on.
        let pushed = start > 0 && !after.is_empty() && !after.starts_with('|');
        if pushed && (widest >= BLANKS || lines >= LINES) {
            let size = if lines >= LINES { format!("{lines} line ends") } else { format!("{widest} blanks") };
            let seen = around(text, end, end);
            let tail =
                crate::text::views::Span { start: u32::try_from(end).unwrap_or(u32::MAX), end: seen.end };
            let said = format!("pushes text out of sight behind {size}: \"{}\"", quote(text, tail));
            sink.push(finding(&rows::PUSHED_TEXT, field, &said).evidence(evidence(field, "raw", tail, None)));
            return;
        }
        at = end;
    }
}
