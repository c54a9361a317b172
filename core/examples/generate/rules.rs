use std::fmt::Write;

use mcpward_core::rules::drift::CLASSES;
use mcpward_core::rules::{Entry, Family, Meta, Outcome, Severity, book, capitalised};

const INTRO: &str = include_str!("rules_intro.md");

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
    (Family::Behavioral, "Behavioral", "Your own test cases, under `suites`."),
    (Family::Latency, "Latency", "How long calls take. Runs where `checks.latency` is present. Calls tools."),
    (Family::Contracts, "Contracts", "Versioned contracts in a repository: `mcpward contracts`."),
];

/// `docs/rules.md`.
pub(crate) fn page() -> String {
    let entries = book();
    let mut page = String::from(INTRO);
    // Writing into a `String` cannot fail, here and below.
    for (family, title, intro) in FAMILIES {
        let of_family: Vec<&Entry> = entries.iter().filter(|entry| entry.family == family).collect();
        if of_family.is_empty() {
            continue;
        }
        let _ = writeln!(page, "## {title}\n\n{intro}\n");
        if family == Family::Drift {
            classes(&mut page);
        }
        for entry in of_family {
            section(&mut page, entry);
        }
    }
    format!("{}\n", page.trim_end())
}

fn classes(page: &mut String) {
    page.push_str(
        "A schema change is judged by which values the old and the new schema accept, at any depth and through `$ref`,\n\
         `allOf`, `anyOf` and conditions. Each break is shown with a value: a call that worked before and is rejected or no\n\
         longer read now, or an output that may come and was never promised. Inputs and outputs are judged in opposite\n\
         directions: a wider input is harmless, a wider output is not.\n\n\
         | Class | Covers | Severity | By default |\n| --- | --- | --- | --- |\n",
    );
    for class in CLASSES {
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} |",
            class.name,
            class.covers,
            severity(class.severity),
            outcome(class.default_outcome())
        );
    }
    page.push('\n');
}

fn section(page: &mut String, entry: &Entry) {
    let _ = writeln!(page, "<a id=\"{}\"></a>\n", entry.id.replace('/', "-"));
    let _ = writeln!(page, "### {}\n", entry.id);
    match entry.rules.as_slice() {
        [only] => {
            let _ = writeln!(page, "{}. {}.\n", entry.title, facts(only));
            advice(page, only, "- ");
            page.push('\n');
        }
        rules => {
            let _ = writeln!(page, "{}.\n", entry.title);
            for meta in rules {
                let _ = writeln!(page, "- **{}**: {}. {}.", meta.rule, capitalised(meta.title), facts(meta));
                advice(page, meta, "  - ");
            }
            page.push('\n');
        }
    }
}

fn advice(page: &mut String, meta: &Meta, bullet: &str) {
    for (label, text) in [("Why it matters", meta.why), ("What to do", meta.fix)] {
        if !text.is_empty() {
            let _ = writeln!(page, "{bullet}{label}: {text}.");
        }
    }
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
