//! Runs an example of a page through the engine, the way a command would.

use std::collections::BTreeMap;

use mcpward_core::engine::{
    BaselineRequest, CheckRequest, ContractsAnswer, ContractsRequest, baseline, check, contracts,
};
use mcpward_core::report::Report;
use serde_json::{Value, json};

use crate::page::Block;
use crate::player::Script;

/// When the examples are run.
const NOW: &str = "2026-11-30T00:00:00Z";

/// What an example consists of, by role.
#[derive(Clone, Default)]
pub(crate) struct Example {
    parts: BTreeMap<String, String>,
    twin: BTreeMap<String, String>,
    /// What the page says is reported.
    pub(crate) finding: Option<String>,
}

impl Example {
    pub(crate) fn new(blocks: &[&Block]) -> Result<Self, String> {
        let mut example = Self::default();
        for block in blocks {
            let to = match (block.silent, block.role.as_str()) {
                (_, "") => return Err(format!("a ```{} block without a role", block.language)),
                (false, "finding") => {
                    example.finding = Some(block.text.clone());
                    continue;
                }
                (silent, _) => {
                    if silent {
                        &mut example.twin
                    } else {
                        &mut example.parts
                    }
                }
            };
            if to.insert(block.role.clone(), expanded(&block.text)).is_some() {
                return Err(format!("two blocks play the role `{}`", block.role));
            }
        }
        Ok(example)
    }

    pub(crate) fn has_twin(&self) -> bool {
        !self.twin.is_empty()
    }

    /// The results of the example.
    pub(crate) fn results(&self) -> Result<Report, String> {
        run(&self.parts)
    }

    /// The results of its twin: the same, but for what the silent blocks replace.
    pub(crate) fn twin_results(&self) -> Result<Report, String> {
        let mut parts = self.parts.clone();
        parts.extend(self.twin.clone());
        run(&parts)
    }
}

fn run(parts: &BTreeMap<String, String>) -> Result<Report, String> {
    if parts.keys().any(|role| role.starts_with("contracts/")) {
        return run_contracts(parts);
    }
    let value = |role: &str| parts.get(role).map(|text| read(role, text)).transpose();
    let config = value("config")?.unwrap_or_else(|| json!({}));
    let default = match (parts.contains_key("server"), parts.contains_key("old")) {
        (true, _) => "mcpward run",
        (false, true) => "mcpward diff",
        (false, false) => "mcpward lint",
    };
    let line = parts.get("command").map_or(default, |text| text.trim());
    let words: Vec<&str> = line.split_whitespace().collect();
    let command = words[1];
    let mut request = json!({ "command": command, "config": config, "host": { "timestamp": NOW } });
    for (option, member) in
        [("--fail-on", "failOn"), ("--fail-on-bump", "failOnBump"), ("--expect-hash", "expectHash")]
    {
        if let Some(at) = words.iter().position(|word| *word == option) {
            request["drift"][member] = json!(words[at + 1]);
        }
    }
    for (role, member) in
        [("old", "baseline"), ("new", "against"), ("surface", "against"), ("calls", "calls")]
    {
        if let Some(text) = parts.get(role) {
            request[member] = json!(text);
        }
    }
    let play = |role: &str, command: &str| {
        let Some(mut script) = value(role)? else { return Ok::<_, String>(None) };
        script["config"] = config.clone();
        Ok(Some(Script(script).play(command).1))
    };
    if let Some(capture) = play("old server", "baseline")? {
        let asked = json!({ "config": config, "capture": capture, "host": { "timestamp": NOW } });
        let asked: BaselineRequest = serde_json::from_value(asked).unwrap();
        request["baseline"] = json!(baseline(&asked).map_err(|error| error.to_string())?.text);
    }
    if let Some(capture) = play("server", command)? {
        request["capture"] = json!(capture);
    }
    if let Some(again) = play("second start", "lint")? {
        request["confirm"] = json!(again);
    }
    for (role, text) in parts {
        if let Some(path) = role.strip_prefix("golden ") {
            request["goldens"][path] = json!({ "text": text });
        }
        // Empty in the twin, where the file is fine.
        if let Some(path) = role.strip_prefix("unreadable ").filter(|_| !text.trim().is_empty()) {
            request["goldens"][path] = json!({ "problem": text.trim() });
        }
    }
    let request: CheckRequest = serde_json::from_value(request).unwrap();
    check(&request).map_err(|error| format!("`{line}` says {error}"))
}

fn run_contracts(parts: &BTreeMap<String, String>) -> Result<Report, String> {
    let files: Vec<Value> = parts
        .iter()
        .filter_map(|(role, text)| {
            role.strip_prefix("contracts/").map(|path| json!({ "path": path, "text": text }))
        })
        .collect();
    let action = if parts.contains_key("surface") { "verify" } else { "check" };
    let request = json!({
        "action": action, "files": files, "timestamp": NOW,
        "pins": parts.get("pins"), "against": parts.get("surface"),
    });
    let request: ContractsRequest = serde_json::from_value(request).unwrap();
    match contracts(&request).map_err(|error| format!("contracts {action}: {error}"))? {
        ContractsAnswer::Report(report) => Ok(*report),
        ContractsAnswer::Text(text) => panic!("a report, not {text}"),
    }
}

/// A text in which `‹3×ab›` stands for `ababab`, so that pages stay short.
fn expanded(text: &str) -> String {
    let Some((before, rest)) = text.split_once('‹') else { return text.to_owned() };
    let (repeated, after) = rest.split_once('›').unwrap();
    let (times, piece) = repeated.split_once('×').unwrap();
    format!("{before}{}{}", piece.repeat(times.parse().unwrap()), expanded(after))
}

fn read(role: &str, text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("the block `{role}` is no JSON: {error}"))
}
