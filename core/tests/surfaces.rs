//! Drift over consecutive published versions of real servers, when their captured surfaces are at hand.
//!
//! `MCPWARD_TABLE=1 cargo test --profile bench -p mcpward-core --test surfaces -- --nocapture` prints a row
//! for each pair of versions.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that cannot go on fails here, and its table is for people"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpward_core::drift::{Side, diff};
use mcpward_core::lockfile::read;
use mcpward_core::rules::{Bump, Finding, Verdict};
use mcpward_core::surface::Surface;
use serde_json::{Value, json};

/// Where captured surfaces lie: `MCPWARD_SHARED_DATA`, else beside the project.
fn surfaces_folder() -> Option<PathBuf> {
    let data = std::env::var_os("MCPWARD_SHARED_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    let folder = data.join("surfaces");
    folder.is_dir().then_some(folder)
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
}

/// Numbers by value, all else by letter: 1.10.0 after 1.9.0.
fn version_key(path: &Path) -> Vec<(u64, String)> {
    let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
    stem.split(['.', '-', '+'])
        .map(|part| part.parse().map_or_else(|_| (0, part.to_owned()), |number| (number, String::new())))
        .collect()
}

fn surface(path: &Path) -> Surface {
    let text = std::fs::read_to_string(path).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let captured = &document["captured"];
    let mut lists = json!({});
    for member in ["protocolVersion", "capabilities", "serverInfo", "instructions"] {
        if let Some(value) = captured["initialize"].get(member) {
            lists[member] = value.clone();
        }
    }
    for member in ["tools", "prompts", "resources", "resourceTemplates"] {
        let list = &captured[member];
        lists[member] = if list.is_array() { list.clone() } else { json!([]) };
    }
    read(&lists.to_string()).unwrap().surface
}

/// The words that say where the release came from and what it did.
fn row(package: &str, from: &Path, to: &Path, findings: &[Finding]) -> String {
    let bump = findings.iter().map(|finding| finding.bump).max().unwrap_or_default();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.bump != Bump::None) {
        *counts.entry(finding.class()).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(class, count)| format!("{class} {count}")).collect();
    let version = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    format!("| {package} | {} → {} | {bump:?} | {} |", version(from), version(to), counts.join(", "))
}

#[test]
fn every_change_of_real_servers_is_judged_and_every_break_is_shown() {
    let Some(folder) = surfaces_folder() else {
        println!("skipped: no captured surfaces beside the project (1 skipped)");
        return;
    };
    let mut files = Vec::new();
    files_below(&folder, &mut files);
    let mut packages: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for file in files {
        packages.entry(file.parent().unwrap().to_owned()).or_default().push(file);
    }
    let table = std::env::var_os("MCPWARD_TABLE").is_some();
    let (mut pairs, mut judged, mut undecided, mut unshown) = (0_usize, 0_usize, Vec::new(), Vec::new());
    for (package, mut versions) in packages {
        versions.sort_by_cached_key(|path| version_key(path));
        let name = package.strip_prefix(&folder).unwrap().display().to_string();
        let surfaces: Vec<Surface> = versions.iter().map(|path| surface(path)).collect();
        for (index, pair) in surfaces.windows(2).enumerate() {
            let findings = diff(Side::full(&pair[0]), Side::full(&pair[1]));
            pairs += 1;
            if table {
                println!("{}", row(&name, &versions[index], &versions[index + 1], &findings));
            }
            for finding in findings.iter().filter(|finding| finding.verdict.is_some()) {
                judged += 1;
                let place = format!("{name} {} {}", versions[index + 1].display(), finding.what);
                match finding.verdict {
                    Some(Verdict::Undecided) => {
                        undecided.push(format!("{place}: {}", finding.reason.as_deref().unwrap_or_default()));
                    }
                    Some(Verdict::Breaking) if finding.witness.is_none() => unshown.push(place),
                    _ => {}
                }
            }
            assert_eq!(diff(Side::full(&pair[1]), Side::full(&pair[1])), [], "{name} drifts from itself");
        }
    }
    println!(
        "{pairs} pairs of versions, {judged} judged changes, {} undecided, {} breaks without a witness",
        undecided.len(),
        unshown.len()
    );
    undecided.iter().chain(&unshown).for_each(|line| println!("  {line}"));
    assert!(unshown.is_empty(), "a break without a witness");
    assert!(undecided.len() * 100 <= judged, "more than one in a hundred is undecided");
}
