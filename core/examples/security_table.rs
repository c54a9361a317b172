//! Prints how well the security rules do, per category, with every miss and every false alarm.
//!
//! `cargo run --example security_table [-- FILE…]`: files of attacks have "attack" in their name, all others are
//! benign. Without arguments it reads the project's own fixtures and, when they are there, the shared ones.
#![expect(clippy::print_stdout, reason = "a tool for the terminal")]
#![expect(clippy::unwrap_used, reason = "a broken sample file should stop it")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpward_core::rules::{Finding, Outcome, Sink, security};
use mcpward_core::surface::{Definition, Kind, Surface};
use serde_json::{Map, Value};

fn main() {
    let mut files: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        files.extend(
            ["attacks", "attacks.families", "benign", "benign.families"]
                .map(|name| root.join(format!("fixtures/security/{name}.jsonl"))),
        );
        let shared =
            std::env::var("MCPWARD_SHARED_DATA").map_or_else(|_| root.join("../shared/data"), PathBuf::from);
        files.extend(
            ["attacks", "benign", "wild"].map(|name| shared.join(format!("security/{name}.dev.jsonl"))),
        );
    }
    for file in files {
        match std::fs::read_to_string(&file) {
            Ok(text) => table(&file, &text),
            Err(error) => println!("skipped {}: {error}", file.display()),
        }
    }
}

fn table(file: &Path, text: &str) {
    let attacks = file.file_name().is_some_and(|name| name.to_string_lossy().contains("attack"));
    let mut rows: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut listed = Vec::new();
    for line in text.lines() {
        let sample: Value = serde_json::from_str(line).unwrap();
        if sample.get("expected_findings").is_some() {
            continue;
        }
        let text = |key: &str| sample.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let tier = if attacks { format!("{:9} ", text("tier")) } else { String::new() };
        let row = rows.entry(format!("{tier}{}", text("category"))).or_default();
        let found = findings(&sample);
        let (any, high) = (!found.is_empty(), found.iter().any(|finding| finding.outcome == Outcome::Fail));
        row[0] += 1;
        row[1] += usize::from(any);
        row[2] += usize::from(high);
        if attacks != high {
            let said: Vec<String> =
                found.iter().map(|finding| format!("{} {}", finding.meta.rule, finding.what)).collect();
            listed.push(format!(
                "  {} {}{}",
                text("id"),
                if any && attacks { "WARN ONLY " } else { "" },
                said.join("\n      ")
            ));
        }
    }
    println!("{}", file.display());
    println!("  {:40} {:>6} {:>8} {:>8}", "category", "rows", "found", "high");
    let mut total = [0; 3];
    for (name, [all, any, high]) in &rows {
        println!("  {name:40} {all:6} {any:8} {high:8}");
        total = [total[0] + all, total[1] + any, total[2] + high];
    }
    let percent = |part: usize| part as f64 * 100.0 / total[0].max(1) as f64;
    println!("  {:40} {:6} {:7.1}% {:7.1}%", "all", total[0], percent(total[1]), percent(total[2]));
    println!(
        "{}",
        if attacks { "  not found at high severity:" } else { "  false alarms at high severity:" }
    );
    println!("{}", listed.join("\n"));
}

fn findings(sample: &Value) -> Vec<Finding> {
    let raw = sample.get("tool").and_then(Value::as_object).unwrap().clone();
    let tool = Definition::new(Kind::Tool, raw);
    let name = tool.key().to_owned();
    let context = sample.get("context").unwrap_or(sample);
    let siblings =
        context.get("siblings").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let stub = |name: &str| {
        let raw: Map<String, Value> = [("name".to_owned(), Value::from(name))].into_iter().collect();
        Definition::new(Kind::Tool, raw)
    };
    let mut tools: Vec<Definition> = siblings.filter(|sibling| *sibling != name).map(stub).collect();
    tools.push(tool);
    let mut sink = Sink::default();
    security::check(&Surface { tools, ..Surface::default() }, &mut sink);
    let about =
        |finding: &Finding| finding.outcome >= Outcome::Warn && finding.subject.as_deref() == Some(&name);
    sink.into_findings().into_iter().filter(about).collect()
}
