//! Measures the judge on labelled schema pairs and prints the table of `docs/judge.md`.
//!
//! `cargo run --profile bench --example judge [-- --list]`; the data is looked for under `MCPWARD_SHARED_DATA`
//! or `../shared/data`.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a tool for developers"
)]

#[path = "../tests/common/library.rs"]
mod library;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use library::accepts;
use mcpward_core::rules::{Direction, Effect, Verdict};
use mcpward_core::schema::compare;
use serde_json::Value;

fn main() {
    let folder = std::env::var("MCPWARD_SHARED_DATA").unwrap_or_else(|_| "../shared/data".to_owned());
    let path = format!("{folder}/schema-pairs.dev.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("no data at {path}");
        return;
    };
    let list = std::env::args().any(|argument| argument == "--list");
    let mut table: BTreeMap<String, [usize; 6]> = BTreeMap::new();
    let mut times: Vec<(Duration, String)> = Vec::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        for (direction, label) in
            [(Direction::Input, "old_sub_new_closed"), (Direction::Output, "new_sub_old_closed")]
        {
            let start = Instant::now();
            let result = compare(&row["old"], &row["new"], direction);
            times.push((start.elapsed(), format!("{} {direction:?}", row["id"])));
            let is_refusal = matches!(result.effect, Some(Effect::Rejected | Effect::Unexpected));
            let source = row["source"].as_str().unwrap().split([':', ' ']).next().unwrap();
            let counts = table.entry(source.to_owned()).or_default();
            counts[0] += 1;
            let say = |kind: &str| {
                if list {
                    println!(
                        "{kind} {direction:?} {} {:?} {:?} {:?} {:?}\n  old {}\n  new {}\n  label {} draft {}",
                        row["id"],
                        result.verdict,
                        result.effect,
                        result.witness,
                        result.reason,
                        row["old"],
                        row["new"],
                        row[label],
                        row["draft"]
                    );
                }
            };
            if result.verdict == Verdict::Undecided {
                counts[1] += 1;
                *reasons.entry(result.reason.clone().unwrap()).or_default() += 1;
                say("UNDECIDED");
            } else if !is_refusal && row[label] == Value::Bool(false) {
                counts[2] += 1;
                say("UNSOUND");
            } else if is_refusal && row[label] == Value::Bool(true) {
                counts[3] += 1;
                say("FALSE-ALARM");
            } else if is_refusal && row[label].is_null() {
                counts[4] += 1;
                say("BEYOND-LABEL");
            }
            if is_refusal {
                let witness = result.witness.clone().unwrap();
                let (sender, receiver) = match direction {
                    Direction::Input => (&row["old"], &row["new"]),
                    Direction::Output => (&row["new"], &row["old"]),
                };
                if accepts(sender, &witness) != Some(true) || accepts(receiver, &witness) != Some(false) {
                    counts[5] += 1;
                    say("UNCONFIRMED");
                }
            }
        }
    }
    println!(
        "| source | directions | decided | undecided | unsound | false alarms | beyond label | unconfirmed |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut total = [0; 6];
    for (source, counts) in &table {
        print_row(source, counts);
        for (sum, count) in total.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    print_row("all", &total);
    for (reason, count) in reasons {
        println!("undecided {count}: {reason}");
    }
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].clone();
    println!("time median {:?}, p95 {:?}, p99 {:?}, max {:?}", at(0.5).0, at(0.95).0, at(0.99).0, at(1.0));
    for slow in times.iter().rev().take(if list { 10 } else { 3 }) {
        println!("slow {slow:?}");
    }
}

fn print_row(source: &str, counts: &[usize; 6]) {
    let [all, undecided, unsound, alarms, beyond, unconfirmed] = counts;
    let decided = 100.0 * (all - undecided) as f64 / *all as f64;
    println!(
        "| {source} | {all} | {decided:.2} % | {undecided} | {unsound} | {alarms} | {beyond} | {unconfirmed} |"
    );
}
