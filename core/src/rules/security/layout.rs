use super::field::Field;
use super::report::{around, evidence, finding, quote};
use super::rows;
use crate::rules::Sink;

/// Blanks in a row that no honest layout needs.
const BLANKS: usize = 40;
/// Line ends in a row that no honest layout needs.
const LINES: usize = 15;

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
        let lines = blanks.matches('\n').count();
        let widest = blanks.split(['\n', '\r']).map(|line| line.chars().count()).max().unwrap_or(0);
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
