//! Times the judge natively, for `scripts/judge-speed.mjs`: reads pairs of schemas (JSON lines with `old` and `new`)
//! and prints for each, as input and as output, the best of three times in microseconds and the verdict.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for developers")]

use std::time::Instant;

use mcpward_core::rules::Direction;
use mcpward_core::schema::compare_text;
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(serde::Deserialize)]
struct Row<'a> {
    #[serde(borrow)]
    old: &'a RawValue,
    #[serde(borrow)]
    new: &'a RawValue,
}

fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    for line in text.lines() {
        let row: Row<'_> = serde_json::from_str(line).unwrap();
        for direction in [Direction::Input, Direction::Output] {
            let mut best = u128::MAX;
            let mut answer = String::new();
            for _ in 0..3 {
                let start = Instant::now();
                let result = compare_text(row.old.get(), row.new.get(), direction);
                answer = serde_json::to_string(&result).unwrap();
                best = best.min(start.elapsed().as_micros());
            }
            let answer: Value = serde_json::from_str(&answer).unwrap();
            println!("{best} {}", answer.get("verdict").and_then(Value::as_str).unwrap());
        }
    }
}
