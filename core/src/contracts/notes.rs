use std::collections::BTreeMap;
use std::mem::take;

use crate::canonical::sha256_text;

/// A changelog that is there, taken apart: what was written by hand, by the version it stands with.
#[derive(Debug, Default)]
pub(super) struct Notes {
    top: String,
    sections: BTreeMap<String, Section>,
}

/// What stands around the generated lines of one version.
#[derive(Debug, Default)]
struct Section {
    heading: Option<String>,
    /// Between the heading and the generated lines.
    lead: String,
    /// Between the markers, where it is not what was generated there.
    edited: Vec<String>,
    /// Below the generated lines.
    note: String,
}

impl Notes {
    pub(super) fn read(existing: &str) -> Self {
        let mut reader = Reader::default();
        for line in existing.split_inclusive('\n') {
            reader.line(line);
        }
        reader.close_block(None);
        reader.notes
    }

    /// What stands before the first version.
    pub(super) fn top(&mut self) -> Option<String> {
        Some(take(&mut self.top)).filter(|top| !top.is_empty())
    }

    /// The text of one version: its generated lines and all that was written by hand around them.
    pub(super) fn section(&mut self, id: &str, generated: &str) -> String {
        let Section { heading, lead, edited, note } = self.sections.remove(id).unwrap_or_default();
        let heading = heading.unwrap_or_else(|| format!("## {id}"));
        let lead = if lead.trim().is_empty() { "\n".to_owned() } else { lead };
        let known: Vec<&str> = generated.lines().collect();
        let by_hand = edited.iter().filter(|line| !known.contains(&line.trim_end()));
        let moved: String = by_hand.map(String::as_str).collect();
        let moved = if moved.trim().is_empty() { String::new() } else { format!("\n{moved}") };
        let note = if note.is_empty() { "\n".to_owned() } else { note };
        format!("{heading}\n{lead}{}{generated}{}{moved}{note}", begin(id), end(id, generated))
    }

    /// What was written about versions that are gone.
    pub(super) fn rest(self) -> String {
        let mut rest = String::new();
        for (id, section) in self.sections {
            let Section { heading, lead, edited, note } = section;
            let body = format!("{lead}{}{note}", edited.concat());
            if !body.trim().is_empty() {
                let heading = heading.unwrap_or_else(|| format!("## {id}"));
                rest.push_str(&format!("{heading}\n{body}"));
            }
        }
        rest
    }
}

fn begin(id: &str) -> String {
    format!("<!-- generated: {id} -->\n")
}

/// The end carries a checksum, so that lines which somebody wrote between the markers are told from ours.
fn end(id: &str, generated: &str) -> String {
    format!("<!-- end: {id} ({}) -->\n", checksum(generated.lines()))
}

fn checksum<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let text: String = lines.flat_map(|line| [line.trim_end(), "\n"]).collect();
    sha256_text(&text).trim_start_matches("sha256:").chars().take(8).collect()
}

fn marker<'a>(line: &'a str, kind: &str) -> Option<&'a str> {
    line.trim_end().strip_prefix("<!-- ")?.strip_prefix(kind)?.strip_prefix(": ")?.strip_suffix(" -->")
}

#[derive(Default)]
struct Reader {
    notes: Notes,
    /// The version whose lines are read; empty at the top.
    id: String,
    /// The lines since its begin, while its end has not come.
    block: Option<Vec<String>>,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if let Some(id) = marker(line, "generated") {
            self.close_block(None);
            let (heading, lead) = self.take_heading(id);
            id.clone_into(&mut self.id);
            let section = self.notes.sections.entry(self.id.clone()).or_default();
            section.heading = section.heading.take().or(heading);
            section.lead.push_str(&lead);
            self.block = Some(Vec::new());
        } else if let (true, Some(end)) = (self.block.is_some(), marker(line, "end")) {
            self.close_block(Some(end));
        } else if let Some(block) = &mut self.block {
            block.push(line.to_owned());
        } else {
            self.below().push_str(line);
        }
    }

    /// Without an end that vouches for them, lines between the markers count as written by hand.
    fn close_block(&mut self, end: Option<&str>) {
        let Some(block) = self.block.take() else {
            return;
        };
        let sum = checksum(block.iter().map(String::as_str));
        if end == Some(&format!("{} ({sum})", self.id)) {
            return;
        }
        let section = self.notes.sections.entry(self.id.clone()).or_default();
        if end.is_some() {
            section.edited.extend(block);
        } else {
            section.note.push_str(&block.concat());
        }
    }

    fn below(&mut self) -> &mut String {
        if self.id.is_empty() {
            &mut self.notes.top
        } else {
            &mut self.notes.sections.entry(self.id.clone()).or_default().note
        }
    }

    /// The heading of a version and what follows it stand at the end of what was read so far.
    fn take_heading(&mut self, id: &str) -> (Option<String>, String) {
        let above = self.below();
        let mut start = 0;
        let mut found = None;
        for line in above.split_inclusive('\n') {
            let title = line.strip_prefix("## ").and_then(|title| title.trim_end().strip_prefix(id));
            if title.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit())) {
                found = Some((start, line.len()));
            }
            start += line.len();
        }
        let Some((start, length)) = found else {
            return (None, String::new());
        };
        let lead = above.split_off(start + length);
        let heading = above.split_off(start).trim_end().to_owned();
        (Some(heading), lead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(existing: &str) -> String {
        let mut notes = Notes::read(existing);
        let top = notes.top().unwrap_or_default();
        let text =
            format!("{top}{}{}", notes.section("t v2", "- New.\n"), notes.section("t v1", "- First.\n"));
        format!("{text}{}", notes.rest())
    }

    #[test]
    fn what_was_generated_before_is_replaced_and_nothing_else() {
        let first = written("# Changes\n\n");
        assert_eq!(written(&first), first);
        let older = first
            .replace("- New.\n", "- Older.\n")
            .replace(&checksum(["- New."].into_iter()), &checksum(["- Older."].into_iter()));
        assert_ne!(older, first);
        assert_eq!(written(&older), first);
    }

    #[test]
    fn no_line_written_by_hand_is_lost_wherever_it_stands() {
        let first = written("# Changes\n\n");
        for place in 0..=first.lines().count() {
            let mut lines: Vec<&str> = first.lines().collect();
            lines.insert(place, "By hand.");
            let text = lines.join("\n") + "\n";
            let again = written(&text);
            assert_eq!(again.matches("By hand.").count(), 1, "at line {place}:\n{again}");
            assert_eq!(written(&again), again, "at line {place}");
        }
    }

    #[test]
    fn no_line_written_by_hand_is_lost_when_a_marker_or_a_version_goes() {
        let noted = written("# Changes\n\n").replace(") -->\n", ") -->\nBy hand.\n");
        assert_eq!(noted.matches("By hand.").count(), 2);
        for gone in 0..noted.lines().count() {
            let lines: Vec<&str> =
                noted.lines().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| line).collect();
            let kept = lines.iter().filter(|line| **line == "By hand.").count();
            let again = written(&(lines.join("\n") + "\n"));
            assert_eq!(again.matches("By hand.").count(), kept, "without line {gone}:\n{again}");
        }
        let other = written("").replace("t v2", "gone v7").replace(") -->\n", ") -->\nBy hand.\n");
        assert_eq!(written(&other).matches("By hand.").count(), 2);
    }

    #[test]
    fn a_heading_that_somebody_completed_stays() {
        let dated = written("").replace("## t v2\n", "## t v2, on Monday\n").replace('\n', "\r\n");
        let again = written(&dated);
        assert_eq!(again.matches("## t v2").count(), 1, "{again}");
        assert!(again.contains("## t v2, on Monday\n"), "{again}");
    }
}
