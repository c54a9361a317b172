//! The rule book: every public id has a page under `docs/rules`, and the examples of a page are run.
//!
//! `MCPWARD_BLESS=1` writes what the examples report into the pages; read the difference before you commit it.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails here"
)]

mod example;
#[path = "../../examples/generate/page.rs"]
mod page;
#[path = "../common/player.rs"]
mod player;
#[path = "../../examples/generate/told.rs"]
mod told;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use mcpward_core::report::{Report, ResultRow};
use mcpward_core::rules::book;
use mcpward_core::schema::CHANGE_ROWS;

use example::Example;
use page::{Page, PageExample};
use told::told;

/// Finer rules that no example on a page shows, each with its reason.
const WAIVERS: &[(&str, &str)] = &[(
    "drift/schema-changed",
    "a net below the rows about schemas: no pair is known that changes and has no row of its own",
)];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every page by its path below `docs/rules`, without the ending.
fn pages() -> BTreeMap<String, Page> {
    let mut pages = BTreeMap::new();
    for family in std::fs::read_dir(root().join("docs/rules")).unwrap() {
        let family = family.unwrap().path();
        for file in std::fs::read_dir(&family).unwrap() {
            let path = file.unwrap().path();
            let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let page = page::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            pages.insert(format!("{}/{}", name(&family), name(&path)), page);
        }
    }
    pages
}

#[test]
fn every_public_id_has_a_page_and_every_page_an_id() {
    let pages = pages();
    for (path, page) in &pages {
        assert_eq!(*path, page.id, "the title of docs/rules/{path}.md is not its path");
    }
    let ids: BTreeSet<&str> = book().iter().map(|entry| entry.id).collect();
    let there: BTreeSet<&str> = pages.keys().map(String::as_str).collect();
    let missing: Vec<&&str> = ids.difference(&there).collect();
    let unknown: Vec<&&str> = there.difference(&ids).collect();
    assert!(missing.is_empty(), "no page for {missing:?}: write one with `make new-rule RULE=…`");
    assert!(unknown.is_empty(), "no rule reports under {unknown:?}: remove docs/rules/….md");
}

#[test]
fn every_example_is_reported_as_its_page_says_and_its_twin_is_silent() {
    let mut wrong = Vec::new();
    for page in pages().values() {
        let examples = page.examples();
        if examples.is_empty() {
            wrong.push(format!("{}: no example", page.id));
        }
        for example in &examples {
            if let Err(problem) = check(page, example) {
                let title = example.title.unwrap_or("the example");
                wrong.push(format!("{}, {title}: {problem}", page.id));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn check(page: &Page, on_page: &PageExample<'_>) -> Result<(), String> {
    let example = Example::new(&on_page.blocks)?;
    let results = example.results()?;
    let told = told(&results, |row| row.id == page.id);
    let Some(expected) = &example.finding else {
        return Err("an example without a ```text finding block".to_owned());
    };
    if told.is_empty() {
        return Err("the example reports nothing".to_owned());
    }
    if *expected != told {
        if std::env::var_os("MCPWARD_BLESS").is_some() {
            bless(&page.id, expected, &told);
        } else {
            return Err(format!("the page says\n{expected}but the example reports\n{told}"));
        }
    }
    named(page, on_page, &results)?;
    if !example.has_twin() {
        return Err("an example without a silent twin".to_owned());
    }
    let twin = example.twin_results()?;
    for row in results.results.iter().filter(|row| row.id == page.id) {
        let name = finer(row);
        let loud = |other: &&ResultRow| finer(other) == name && other.status >= row.status;
        if let Some(other) = twin.results.iter().find(loud) {
            return Err(format!("the silent twin reports {name}: {}", other.message));
        }
    }
    Ok(())
}

/// Where several rules share an id, the title of an example names the one that it shows.
fn named(page: &Page, on_page: &PageExample<'_>, results: &Report) -> Result<(), String> {
    let entry = book().into_iter().find(|entry| entry.id == page.id).unwrap();
    if entry.rules.len() == 1 {
        return Ok(());
    }
    let family = page.id.split_once('/').unwrap().0;
    let fired: Vec<&str> = results.results.iter().filter(|row| row.id == page.id).map(finer).collect();
    match on_page.rule {
        Some(rule) if fired.contains(&format!("{family}/{rule}").as_str()) => Ok(()),
        _ => Err(format!("its title should end in (RULE), one of {fired:?} without the family")),
    }
}

fn bless(id: &str, old: &str, new: &str) {
    let path = root().join(page::path(id));
    let text = std::fs::read_to_string(&path).unwrap();
    let block = |text: &str| format!("```text finding\n{text}```\n");
    let (before, after) = text.split_once(&block(old)).expect("the block is there");
    std::fs::write(path, format!("{before}{}{after}", block(new))).unwrap();
}

fn finer(row: &ResultRow) -> &str {
    row.rule.as_deref().unwrap_or(&row.id)
}

#[test]
fn every_rule_fires_in_an_example_of_its_page() {
    let mut fired = BTreeSet::new();
    for page in pages().values() {
        for example in page.examples() {
            let report = Example::new(&example.blocks).unwrap().results().unwrap();
            let of_page = report.results.iter().filter(|row| row.id == page.id);
            fired.extend(of_page.map(|row| finer(row).to_owned()));
        }
    }
    // Rows about schema changes have a folder each under `fixtures/drift/schema`, which the rule book shows.
    let shown: BTreeSet<&str> = CHANGE_ROWS.iter().map(|meta| meta.rule).collect();
    let waived = |rule: &str| WAIVERS.iter().any(|(name, reason)| *name == rule && !reason.is_empty());
    let silent: Vec<&str> = book()
        .iter()
        .flat_map(|entry| entry.rules.iter().map(|meta| meta.rule))
        .filter(|rule| !fired.contains(*rule) && !shown.contains(rule) && !waived(rule))
        .collect();
    assert!(silent.is_empty(), "no example shows {silent:#?}");
    let needless: Vec<&str> =
        WAIVERS.iter().map(|(rule, _)| *rule).filter(|rule| fired.contains(*rule)).collect();
    assert!(needless.is_empty(), "an example shows {needless:?}: remove the waivers");
}
