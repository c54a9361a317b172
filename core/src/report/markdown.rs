use super::format::FormatOptions;
use super::group::{Entry, grouped};
use super::markdown_row::{Detail, group_block, row_block};
use super::markdown_text::inline;
use super::model::{ResultRow, Summary};
use super::set::{ReportSet, ServerReport};
use super::words::{FAMILIES, counted, family_title, symbol};
use crate::rules::{Bump, Family, Outcome, capitalised};

/// The first line of every report: a comment that nobody sees, by which a later run finds its own.
pub const MARKDOWN_MARKER: &str = "<!-- mcpward-report -->";

/// GitHub's limit for the body of a comment. Counted in UTF-16 units, so that it holds however GitHub counts.
const MAX_CHARS: usize = 65_536;

/// GitHub-flavoured Markdown for a pull request or a job summary.
///
/// All text of the server is inert. What does not fit is left out from the least to the most important, and
/// the report says so; the counts of every family always stand.
pub(super) fn markdown(set: &ReportSet, options: &FormatOptions) -> String {
    let limit = options.max_chars.unwrap_or(MAX_CHARS);
    let frame = size(&page(set, (Detail::Bare, Outcome::Fail), 0).text) + FRAME_RESERVE;
    let budget = limit.saturating_sub(frame);
    for level in LEVELS {
        let page = page(set, level, budget);
        if page.cut == 0 {
            return page.text;
        }
    }
    within(&page(set, (Detail::Bare, Outcome::Fail), budget).text, limit)
}

fn size(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The beginning of a text that has no more than `limit` units.
fn within(text: &str, limit: usize) -> String {
    let mut left = limit;
    let fits = |character: &char| {
        let wide = character.len_utf16();
        let fits = wide <= left;
        left = left.saturating_sub(wide);
        fits
    };
    text.chars().take_while(fits).collect()
}

/// What is dropped, step by step: details first, then what fails nothing.
const LEVELS: [(Detail, Outcome); 5] = [
    (Detail::Full, Outcome::Pass),
    (Detail::Short, Outcome::Pass),
    (Detail::Bare, Outcome::Pass),
    (Detail::Bare, Outcome::Warn),
    (Detail::Bare, Outcome::Fail),
];

/// Room for headings and the last line, which the frame without results lacks.
const FRAME_RESERVE: usize = 1_000;

fn page(set: &ReportSet, (detail, least): (Detail, Outcome), budget: usize) -> Page {
    let mut page = Page { text: String::new(), detail, least, budget, left_out: 0, cut: 0 };
    page.line(MARKDOWN_MARKER);
    page.line(&format!("## mcpward: {}", verdict(set.summary(), set.incomplete())));
    if set.several {
        page.servers(set);
    }
    for server in set.reports() {
        page.server(server, set.several);
    }
    page.footer();
    page
}

struct Page {
    text: String,
    detail: Detail,
    /// Results below this are counted only.
    least: Outcome,
    /// How many characters of results there is room for.
    budget: usize,
    /// How many results are not shown.
    left_out: usize,
    /// How many of those had no room.
    cut: usize,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn servers(&mut self, set: &ReportSet) {
        self.line("");
        self.line("| Server | Result |");
        self.line("| --- | --- |");
        for server in set.reports() {
            let incomplete = usize::from(server.report.incomplete.is_some());
            let result = verdict(Summary::of(&server.report.results), incomplete);
            self.line(&format!("| {} | {result} |", inline(server.label())));
        }
    }

    fn server(&mut self, server: &ServerReport, several: bool) {
        let report = &server.report;
        if several {
            self.line("");
            self.line(&format!("### {}", inline(server.label())));
        }
        let mut facts = Vec::new();
        let identity = &report.server;
        if !identity.name.is_empty() {
            let version = if identity.version.is_empty() { "" } else { &format!(" v{}", identity.version) };
            facts.push(format!("Server: {}", inline(&format!("{}{version}", identity.name))));
        }
        if !identity.protocol_version.is_empty() {
            facts.push(format!("protocol {}", inline(&identity.protocol_version)));
        }
        if let Some(bump) = report.bump.filter(|bump| *bump != Bump::None) {
            facts.push(format!("the changes ask for a **{}** version", bump_name(bump)));
        }
        if !facts.is_empty() {
            self.line("");
            self.line(&capitalised(&facts.join(" · ")));
        }
        if let Some(reason) = &report.incomplete {
            self.line("");
            self.line(&format!("⚠ **Not everything was tested:** {}", inline(reason)));
        }
        self.table(&report.results);
        for family in FAMILIES {
            self.family(family, &report.results, if several { "####" } else { "###" });
        }
    }

    fn table(&mut self, results: &[ResultRow]) {
        if results.is_empty() {
            return;
        }
        self.line("");
        self.line("| Checks | Failed | Warnings | Passed | Skipped |");
        self.line("| --- | ---: | ---: | ---: | ---: |");
        for family in FAMILIES {
            let count =
                |status| results.iter().filter(|row| row.family == family && row.status == status).count();
            let (failed, warned, passed, skipped) =
                (count(Outcome::Fail), count(Outcome::Warn), count(Outcome::Pass), count(Outcome::Skip));
            if failed + warned + passed + skipped > 0 {
                let title = family_title(family);
                self.line(&format!("| {title} | {failed} | {warned} | {passed} | {skipped} |"));
            }
        }
    }

    fn family(&mut self, family: Family, results: &[ResultRow], heading: &str) {
        let of_family = || results.iter().filter(|row| row.family == family);
        let mut rows: Vec<&ResultRow> = of_family().filter(|row| row.status == Outcome::Fail).collect();
        rows.extend(of_family().filter(|row| row.status == Outcome::Warn));
        // A change that fails nothing is shown; other passing checks are only counted.
        rows.extend(of_family().filter(|row| row.status == Outcome::Pass && row.class.is_some()));
        rows.extend(of_family().filter(|row| row.status == Outcome::Skip));
        let all = rows.len();
        rows.retain(|row| row.status >= self.least);
        self.left_out += all - rows.len();
        let mut blocks = String::new();
        let mut left = rows.len();
        for entry in grouped(&rows) {
            let block = match &entry {
                Entry::One(row) => row_block(row, self.detail),
                Entry::Many { first, message, subjects } => {
                    group_block(first, message, subjects, self.detail)
                }
            };
            let size = size(&block);
            if size > self.budget {
                self.budget = 0;
                self.left_out += left;
                self.cut += left;
                break;
            }
            self.budget -= size;
            left -= entry.len();
            blocks.push_str(&block);
        }
        if !blocks.is_empty() {
            self.line("");
            self.line(&format!("{heading} {}", family_title(family)));
            self.line("");
            self.text.push_str(&blocks);
        }
    }

    fn footer(&mut self) {
        let dropped = match (self.detail, self.left_out) {
            (Detail::Full, _) => return,
            (Detail::Short, _) => "texts before and after were left out",
            (Detail::Bare, 0) => "details were left out",
            (Detail::Bare, left_out) => &format!("details and {} were left out", counted(left_out, "result")),
        };
        self.line("");
        self.line(&format!("*To fit the size limit, {dropped}; the JSON report has everything.*"));
    }
}

fn verdict(counts: Summary, incomplete: usize) -> String {
    let mut parts = Vec::new();
    if incomplete > 0 {
        parts.push(format!("{} not everything was tested", symbol(Outcome::Warn)));
    }
    if counts.failed > 0 {
        parts.push(format!("{} {} failed", symbol(Outcome::Fail), counts.failed));
    }
    if counts.warnings > 0 {
        parts.push(format!("{} {}", symbol(Outcome::Warn), counted(counts.warnings, "warning")));
    }
    if counts.failed == 0 && incomplete == 0 {
        parts.insert(0, format!("{} {} passed", symbol(Outcome::Pass), counted(counts.passed, "check")));
    }
    parts.join(", ")
}

const fn bump_name(bump: Bump) -> &'static str {
    match bump {
        Bump::None => "NONE",
        Bump::Patch => "PATCH",
        Bump::Minor => "MINOR",
        Bump::Major => "MAJOR",
    }
}
