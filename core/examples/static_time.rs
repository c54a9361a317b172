//! Prints how long all static checks take on 1,000 and on 10,000 synthetic tools: `cargo run --profile bench`.
#![expect(clippy::print_stdout, reason = "a tool for the terminal")]

use std::time::Instant;

use mcpward_core::rules::{LintOptions, lint};
use mcpward_core::surface::{Definition, Kind, Surface};
use serde_json::{Value, json};

fn main() {
    for count in [1_000, 10_000] {
        let surface = synthetic(count);
        let started = Instant::now();
        let findings = lint(&surface, &LintOptions::default()).len();
        println!("{count} tools: {:?}, {findings} findings", started.elapsed());
    }
}

fn synthetic(count: usize) -> Surface {
    const VERBS: [&str; 8] =
        ["Lists", "Creates", "Updates", "Deletes", "Fetches", "Exports", "Counts", "Validates"];
    let mut surface = Surface::default();
    for (number, verb) in (0..count).zip(VERBS.iter().cycle()) {
        let noun = number / VERBS.len();
        let area = noun % 97;
        let tool = json!({
            "name": format!("{}_resource{noun}", verb.to_lowercase()),
            "description": format!("{verb} the resource{noun} entries of project area{area} with paging and a status filter."),
            "inputSchema": {"type": "object", "required": ["id"], "properties": {
                "id": {"type": "string", "description": "Which one."},
                "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10, "description": "How many."},
                "filter": {"type": "object", "properties": {"status": {"type": "string", "enum": ["open", "done"]}}}
            }}
        });
        if let Value::Object(raw) = tool {
            surface.tools.push(Definition::new(Kind::Tool, raw));
        }
    }
    surface
}
