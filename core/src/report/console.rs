use super::group::{Entry, grouped};
use super::model::{Report, ResultRow};
use super::words::{FAMILIES, counted, symbol, witness_label};
use super::wrap::{width, wrap};
use crate::rules::{Family, Outcome};
use crate::text::shown_within;

/// How wide the rule under the title is.
const RULE_WIDTH: usize = 50;
/// How much of a witness is shown on its line.
const WITNESS_LIMIT: usize = 200;
/// How much of any other text is shown on its line.
const TEXT_LIMIT: usize = 500;
/// How many subjects of one change are named, unless verbose.
const NAMED_SUBJECTS: usize = 12;
/// How much of a word diff is shown.
const DIFF_LIMIT: usize = 4_000;
/// Lines are not broken at less.
const NARROWEST: usize = 40;
/// Where the reader of a report with findings can go from here.
const HINT: &str =
    "--verbose names the rules and says why and what to do; `mcpward explain RULE` tells more.";

/// How the console report is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConsoleOptions {
    /// Draw with ANSI colours.
    pub color: bool,
    /// Show every passing check, which rule speaks, and why and what to do.
    pub verbose: bool,
    /// Break lines at this many columns; not at all unless given.
    pub width: Option<usize>,
}

/// The report for a terminal. Server text in it can neither colour, move the cursor nor reorder lines.
#[must_use]
pub fn console(report: &Report, options: ConsoleOptions) -> String {
    let mut page = Page { text: String::new(), options };
    page.header(report);
    for family in FAMILIES {
        let rows: Vec<&ResultRow> = report.results.iter().filter(|row| row.family == family).collect();
        if !rows.is_empty() {
            page.family(family, &rows);
        }
    }
    if let Some(reason) = &report.incomplete {
        let symbol = page.paint(Outcome::Warn, "⚠");
        page.line("");
        page.line(&format!("{symbol} incomplete: {}", shown_within(reason, TEXT_LIMIT)));
    }
    page.summary(report);
    page.text
}

struct Page {
    text: String,
    options: ConsoleOptions,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn styled(&self, code: &str, text: &str) -> String {
        if self.options.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn paint(&self, outcome: Outcome, text: &str) -> String {
        let code = match outcome {
            Outcome::Pass => "32",
            Outcome::Fail => "31",
            Outcome::Warn => "33",
            Outcome::Skip => "2",
        };
        self.styled(code, text)
    }

    /// Lines of one text, the first behind `before` and the others `hang` columns in.
    fn lines(&self, before: usize, hang: usize, text: &str) -> Vec<String> {
        match self.options.width {
            Some(columns) => {
                let columns = columns.max(NARROWEST);
                wrap(text, columns.saturating_sub(before), columns.saturating_sub(hang))
            }
            None => vec![text.to_owned()],
        }
    }

    fn hanging(&mut self, before: &str, plain: usize, hang: usize, text: &str) {
        for (index, line) in self.lines(plain, hang, text).iter().enumerate() {
            if index == 0 {
                self.line(&format!("{before}{line}"));
            } else {
                self.line(&format!("{}{line}", " ".repeat(hang)));
            }
        }
    }

    fn detail(&mut self, label: &str, text: &str) {
        let styled = self.styled("2", label);
        self.hanging(&format!("    {styled} "), width(label) + 5, 6, text);
    }

    fn header(&mut self, report: &Report) {
        self.line("");
        self.line(&format!("mcpward v{}", report.version));
        self.line(&"─".repeat(RULE_WIDTH));
        let identity = &report.server;
        if !identity.name.is_empty() {
            let mut name = identity.name.clone();
            if !identity.version.is_empty() {
                name = format!("{name} v{}", identity.version);
            }
            self.line(&format!("Server: {}", shown_within(&name, TEXT_LIMIT)));
        }
        if !identity.protocol_version.is_empty() {
            self.line(&format!("Protocol: {}", shown_within(&identity.protocol_version, TEXT_LIMIT)));
        }
    }

    fn family(&mut self, family: Family, rows: &[&ResultRow]) {
        let (outcome, tally) = tally(rows);
        let title = self.styled("1", &format!("{family:?}").to_uppercase());
        let tally = self.paint(outcome, &tally);
        self.line("");
        self.line(&format!("{title} ({tally})"));
        let quiet = |row: &ResultRow| {
            row.status == Outcome::Pass
                && row.class.is_none()
                && !told_when_passing(row)
                && !self.options.verbose
        };
        let shown: Vec<&ResultRow> = rows.iter().copied().filter(|row| !quiet(row)).collect();
        let hidden = rows.len() - shown.len();
        for entry in grouped(&shown) {
            match entry {
                Entry::One(row) => self.result(row, &row.message),
                Entry::Many { first, message, subjects } => {
                    self.result(first, &message);
                    self.subjects(&subjects);
                }
            }
        }
        if hidden > 0 {
            let symbol = self.paint(Outcome::Pass, "✓");
            self.line(&format!("  {symbol} {} passed", counted(hidden, "check")));
        }
    }

    fn subjects(&mut self, subjects: &[&str]) {
        let mut names = subjects.iter().take(NAMED_SUBJECTS).copied().collect::<Vec<_>>().join(", ");
        if subjects.len() > NAMED_SUBJECTS {
            names = format!("{names} and {} more", subjects.len() - NAMED_SUBJECTS);
        }
        self.detail("in:", &names);
    }

    fn result(&mut self, row: &ResultRow, message: &str) {
        let symbol = self.paint(row.status, symbol(row.status));
        self.hanging(&format!("  {symbol} "), 4, 4, message);
        if let Some(reason) = &row.reason {
            let label = if row.suppressed { "suppressed:" } else { "reason:" };
            self.detail(label, &shown_within(reason, TEXT_LIMIT).to_string());
        }
        if row.status == Outcome::Pass && !self.options.verbose {
            return;
        }
        self.evidence(row);
        if self.options.verbose && (row.status != Outcome::Pass || row.class.is_some()) {
            self.detail("rule:", row.rule.as_deref().unwrap_or(&row.id));
            if let Some(why) = &row.why {
                self.detail("why:", why);
            }
            if let Some(fix) = &row.fix {
                self.detail("fix:", fix);
            }
        }
    }

    fn evidence(&mut self, row: &ResultRow) {
        if let Some(witness) = &row.witness {
            self.detail(
                witness_label(row.effect),
                &shown_within(&witness.to_string(), WITNESS_LIMIT).to_string(),
            );
        } else if row.proven == Some(false) {
            self.detail("unproven:", "no call was found that shows the break; it counts as breaking");
        }
        if row.class.is_none()
            && row.status != Outcome::Skip
            && let Some(location) = &row.location
        {
            self.detail("at", location);
        }
        if let Some(expected) = &row.expected {
            self.detail("expected:", expected);
        }
        if let Some(actual) = &row.actual {
            self.detail("actual:", actual);
        }
        if let Some(diff) = &row.diff {
            let label = if row.family == Family::Drift { "description diff:" } else { "diff:" };
            let label = self.styled("2", label);
            self.line(&format!("    {label}"));
            self.diff(&shown_within(diff, DIFF_LIMIT).to_string());
        }
        for decoded in row.evidence.iter().filter_map(|seen| seen.decoded.as_deref()) {
            self.detail("decoded:", decoded);
        }
    }

    /// A word diff, what is gone in red and what is new in green.
    fn diff(&mut self, diff: &str) {
        let mut open: Option<Outcome> = None;
        for line in self.lines(6, 6, diff) {
            let mut drawn = String::from("      ");
            for (text, side) in sides(&line, &mut open) {
                match side {
                    Some(outcome) => drawn.push_str(&self.paint(outcome, text)),
                    None => drawn.push_str(text),
                }
            }
            self.line(&drawn);
        }
    }

    fn summary(&mut self, report: &Report) {
        let counts = report.summary;
        let mut parts = vec![self.paint(Outcome::Pass, &format!("{} passed", counts.passed))];
        if counts.failed > 0 {
            parts.push(self.paint(Outcome::Fail, &format!("{} failed", counts.failed)));
        }
        if counts.warnings > 0 {
            parts.push(self.paint(Outcome::Warn, &counted(counts.warnings, "warning")));
        }
        if counts.skipped > 0 {
            parts.push(self.paint(Outcome::Skip, &format!("{} skipped", counts.skipped)));
        }
        if counts.failed + counts.warnings > 0 && !self.options.verbose {
            self.line("");
            let hint = self.lines(0, 0, HINT);
            for line in hint {
                self.line(&self.styled("2", &line));
            }
        }
        self.line("");
        self.line(&format!("Summary: {}", parts.join(" | ")));
    }
}

/// The pieces of a line of a word diff, each with the side it is of. `open` is the side in which the line before
/// ended.
fn sides<'a>(line: &'a str, open: &mut Option<Outcome>) -> Vec<(&'a str, Option<Outcome>)> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = match *open {
            Some(side) => {
                let close = if side == Outcome::Fail { "-]" } else { "+}" };
                rest.find(close).map(|at| at + close.len())
            }
            None => match (rest.find("[-"), rest.find("{+")) {
                (Some(gone), Some(new)) => Some(gone.min(new)),
                (gone, new) => gone.or(new),
            },
        };
        let (piece, after) = end.and_then(|end| rest.split_at_checked(end)).unwrap_or((rest, ""));
        if !piece.is_empty() {
            pieces.push((piece, *open));
        }
        *open = match (*open, end) {
            (side, None) => side,
            (Some(_), Some(_)) => None,
            (None, Some(_)) if after.starts_with("[-") => Some(Outcome::Fail),
            (None, Some(_)) => Some(Outcome::Pass),
        };
        rest = after;
    }
    pieces
}

/// What a person asked for is answered even when the answer is good.
fn told_when_passing(row: &ResultRow) -> bool {
    matches!(row.id.as_str(), "drift/summary" | "drift/no-changes" | "latency/summary") && row.rule.is_none()
}

fn tally(rows: &[&ResultRow]) -> (Outcome, String) {
    let count = |status| rows.iter().filter(|row| row.status == status).count();
    match (count(Outcome::Fail), count(Outcome::Warn), count(Outcome::Pass)) {
        (0, 0, 0) => (Outcome::Skip, format!("{} skipped", rows.len())),
        (0, 0, passed) => (Outcome::Pass, format!("{passed} passed")),
        (0, warned, _) => (Outcome::Warn, counted(warned, "warning")),
        (failed, _, _) => (Outcome::Fail, format!("{failed} failed")),
    }
}
