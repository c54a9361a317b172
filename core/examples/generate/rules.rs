//! `docs/rules.md`: the registry, the pages below `docs/rules`, and what their examples report.

use std::fmt::Write;
use std::{fs, io};

use mcpward_core::rules::drift::CLASSES;
use mcpward_core::rules::{Entry, Family, Meta, Outcome, Severity, book, capitalised};

use super::change_rows::ChangeRows;
use super::page::{self, Block, Page, PageExample, Part};

const INTRO: &str = include_str!("rules_intro.md");

/// From how many examples on their silent twins are left to the tests.
const MANY_EXAMPLES: usize = 4;

/// The families in the order of every report, with what each looks at.
const FAMILIES: [(Family, &str, &str); 9] = [
    (Family::Compliance, "Compliance", "The protocol itself. `checks.compliance`, on by default."),
    (
        Family::Schema,
        "Schema",
        "Whether definitions are well formed. `checks.schema`, on by default. Calls no tool.",
    ),
    (
        Family::Security,
        "Security",
        "Poisoned, hidden or misleading definitions. `checks.security`, on by default. Calls no tool.",
    ),
    (
        Family::Errors,
        "Error contract",
        "How the server answers calls that must fail. `checks.errors`, on by default. Calls an unknown tool, and tools \
         with required arguments without any.",
    ),
    (
        Family::Drift,
        "Drift",
        "What changed since the lockfile. Runs where `checks.drift` is present, and in `mcpward diff`.",
    ),
    (
        Family::Collision,
        "Collision",
        "Tools that are easily taken for one another. `checks.collision`, on by default. Calls no tool.",
    ),
    (Family::Behavioral, "Behavioral", "Your own test cases, under `suites`. Calls the tools they name."),
    (Family::Latency, "Latency", "How long calls take. Runs where `checks.latency` is present. Calls tools."),
    (Family::Contracts, "Contracts", "Versioned contracts in a repository: `mcpward contracts`."),
];

/// `docs/rules.md`.
pub(crate) fn page() -> io::Result<String> {
    let entries = book();
    let rows = ChangeRows::read()?;
    let mut text = String::from(INTRO);
    contents(&mut text, &entries);
    // Writing into a `String` cannot fail, here and below.
    for (family, title, intro) in FAMILIES {
        let _ = writeln!(text, "## {title}\n\n{intro}\n");
        if family == Family::Drift {
            classes(&mut text);
        }
        for entry in entries.iter().filter(|entry| entry.family == family) {
            section(&mut text, entry, &read(entry.id)?, &rows);
        }
    }
    Ok(format!("{}\n", text.trim_end()))
}

fn read(id: &str) -> io::Result<Page> {
    let path = page::path(id);
    let text = fs::read_to_string(&path)
        .map_err(|error| io::Error::new(error.kind(), format!("{path}: {error} (see `make new-rule`)")))?;
    let page = page::read(&text)
        .and_then(|page| if page.id == id { Ok(page) } else { Err(format!("the title is `{}`", page.id)) });
    page.map_err(|problem| io::Error::new(io::ErrorKind::InvalidData, format!("{path}: {problem}")))
}

/// Every id, as links.
fn contents(text: &mut String, entries: &[Entry]) {
    text.push_str("## All rules\n\n");
    for (family, title, _) in FAMILIES {
        let ids = entries.iter().filter(|entry| entry.family == family);
        let links = ids.map(|entry| {
            let name = entry.id.split_once('/').map_or(entry.id, |(_, name)| name);
            format!("[{name}](#{})", anchor(entry.id))
        });
        let _ = writeln!(text, "- **{title}**: {}", links.collect::<Vec<_>>().join(", "));
    }
    text.push('\n');
}

fn anchor(id: &str) -> String {
    id.replace('/', "-")
}

fn classes(text: &mut String) {
    text.push_str(
        "A schema change is judged by which values the old and the new schema accept, at any depth and through `$ref`,\n\
         `allOf`, `anyOf` and conditions. Each break is shown with a value: a call that worked before and is rejected or no\n\
         longer read now, or an output that may come and was never promised. Inputs and outputs are judged in opposite\n\
         directions: a wider input is harmless, a wider output is not.\n\n\
         | Class | Covers | Severity | By default |\n| --- | --- | --- | --- |\n",
    );
    for class in CLASSES {
        let name = class.name;
        let _ = writeln!(
            text,
            "| [`{name}`](#drift-{name}) | {} | {} | {} |",
            class.covers,
            severity(class.severity),
            outcome(class.default_outcome())
        );
    }
    text.push('\n');
}

fn section(text: &mut String, entry: &Entry, page: &Page, rows: &ChangeRows) {
    let _ = writeln!(text, "<a id=\"{}\"></a>\n", anchor(entry.id));
    let _ = writeln!(text, "### {}\n", entry.id);
    match entry.rules.as_slice() {
        [only] => {
            let _ = writeln!(text, "{}. {}.\n", entry.title, facts(only));
        }
        _ => {
            let _ = writeln!(text, "{}.\n", entry.title);
        }
    }
    for heading in page::HEADINGS.into_iter().filter(|heading| *heading != "Example") {
        let paragraphs: Vec<&str> = page.under(heading).iter().filter_map(prose).collect();
        let _ = writeln!(text, "**{heading}.** {}\n", paragraphs.join("\n\n"));
    }
    if entry.rules.len() > 1 {
        let _ = writeln!(text, "**Rules.** {} report under this id:\n", entry.rules.len());
        for meta in &entry.rules {
            rule(text, meta, rows);
        }
        text.push('\n');
    }
    let examples = page.examples();
    for example in &examples {
        shown(text, example, examples.len() < MANY_EXAMPLES);
    }
}

fn prose(part: &Part) -> Option<&str> {
    match part {
        Part::Text(text) => Some(text),
        Part::Title(_) | Part::Block(_) => None,
    }
}

fn rule(text: &mut String, meta: &Meta, rows: &ChangeRows) {
    let _ = writeln!(text, "- **{}**: {}. {}.", meta.rule, capitalised(meta.title), facts(meta));
    for (label, advice) in [("Why it matters", meta.why), ("What to do", meta.fix)] {
        if !advice.is_empty() {
            let _ = writeln!(text, "  - {label}: {advice}.");
        }
    }
    if let Some(example) = rows.example(meta.rule) {
        let indented: String = example.lines().map(|line| format!("  {line}\n")).collect();
        let _ = write!(text, "\n  ```text\n{indented}  ```\n\n");
    }
}

fn shown(text: &mut String, example: &PageExample<'_>, with_twin: bool) {
    let title = example.title.map(|title| format!(" {title}")).unwrap_or_default();
    let rule = example.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
    let _ = writeln!(text, "**Example.**{title}{rule}\n");
    for paragraph in &example.intro {
        let _ = writeln!(text, "{paragraph}\n");
    }
    // A server that does nothing in particular needs no block.
    let silent = example.blocks.iter().filter(|block| block.silent && with_twin && block.text.trim() != "{}");
    let loud = example.blocks.iter().filter(|block| !block.silent);
    for block in loud.chain(silent) {
        let _ = writeln!(text, "{}:\n\n```{}\n{}```\n", label(block), block.language, block.text);
    }
}

/// What a block is, for a reader.
fn label(block: &Block) -> String {
    let role = match block.role.as_str() {
        "old" => "Before",
        "new" => "After",
        "surface" => "The server offers",
        "server" => "The server",
        "old server" => "The server when the lockfile was written",
        "second start" => "The server, started again",
        "config" => "The configuration",
        "command" => "The command",
        "calls" => "Recorded calls",
        "pins" => "`pinned_tools.lock.json`",
        "finding" => "Reported",
        other => return instead(block, &format!("`{}`", other.rsplit(' ').next().unwrap_or(other))),
    };
    instead(block, role)
}

fn instead(block: &Block, role: &str) -> String {
    if block.silent { format!("Not reported with this instead ({role})") } else { role.to_owned() }
}

fn facts(meta: &Meta) -> String {
    format!("*{} severity, {}, since {}*", severity(meta.severity), outcome(meta.default), meta.since)
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Low => "low",
        Severity::Medium => "medium",
        Severity::High => "high",
    }
}

const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "is shown",
        Outcome::Skip => "is skipped",
        Outcome::Warn => "warns",
        Outcome::Fail => "fails",
    }
}
