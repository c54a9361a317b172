//! Measured on labelled pairs, where they are at hand: which changes have no name.

use std::path::PathBuf;

use serde_json::Value;

use super::walk::differences;

fn shared(name: &str) -> Option<String> {
    let root = std::env::var("MCPWARD_SHARED_DATA")
        .map_or_else(|_| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    std::fs::read_to_string(root.join(name)).ok()
}

#[test]
#[expect(clippy::print_stdout, reason = "a measurement is there to be read")]
fn labelled_changes_have_a_place() {
    let Some(text) = shared("schema-pairs.dev.jsonl") else {
        println!("skipped: the labelled pairs are not at hand");
        return;
    };
    let (mut changed, mut nameless) = (0, Vec::new());
    for line in text.lines() {
        let pair: Value = serde_json::from_str(line).unwrap();
        let holds = |key: &str| pair[key].as_bool() == Some(true);
        if holds("old_sub_new") && holds("new_sub_old") {
            continue;
        }
        changed += 1;
        let found = differences(&pair["old"], &pair["new"]);
        if found.iter().all(super::difference::Difference::is_annotation) {
            nameless
                .push(format!("{} {}\n   {}\n   {}", pair["id"], pair["source"], pair["old"], pair["new"]));
        }
    }
    println!("{changed} changed pairs, {} without a named place", nameless.len());
    for line in &nameless {
        println!("{line}");
    }
    assert!(
        nameless.len() * 20 < changed,
        "{} of {changed} changed pairs have no named place",
        nameless.len()
    );
}
