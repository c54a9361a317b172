use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::contract::Contract;
use super::document::ContractDocument;
use super::rows::{GAP, INVALID, INVALID_SCHEMA, WRONG_NAME};
use crate::json::{Position, Spans, spans, typed};
use crate::rules::{Finding, Sink};
use crate::schema::Validator;
use crate::text::{quoted, shown};

/// A file of a contracts folder, as the host read it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ContractFile {
    /// Relative to the contracts folder, with `/`: `convert_units/v1.json`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// The versions of one tool, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The tool: the name of the folder.
    pub tool: String,
    /// Its versions, ascending.
    pub versions: Vec<Contract>,
}

/// Puts files into chains. What cannot stand in one is a finding: a file that is no contract, a wrong name, a
/// gap, a version that stands twice, a schema that is none.
pub fn chains(files: &[ContractFile], sink: &mut Sink) -> Vec<Chain> {
    let mut by_tool: BTreeMap<&str, BTreeMap<u32, Contract>> = BTreeMap::new();
    for file in files {
        let Some((tool, version)) = place(&file.path) else {
            sink.push(invalid(&file.path, "its name is not of the form <tool>/v<N>.json"));
            continue;
        };
        let Some(document) = document(file, sink) else {
            by_tool.entry(tool).or_default();
            continue;
        };
        if document.name != tool {
            let what = format!("{} is the contract of {}", shown(&file.path), quoted(&document.name));
            sink.push(
                Finding::new(&WRONG_NAME, what).of(tool).expected(quoted(tool), quoted(&document.name)),
            );
        }
        let contract = Contract { path: file.path.clone(), version, document };
        check_schemas(&contract, tool, sink);
        if by_tool.entry(tool).or_default().insert(version, contract).is_some() {
            sink.push(invalid(&file.path, "its version stands twice"));
        }
    }
    let mut chains = Vec::new();
    for (tool, versions) in by_tool {
        for (expected, version) in (1..).zip(versions.keys()) {
            if expected != *version {
                let what = format!("Tool {} has v{version} where v{expected} is next", quoted(tool));
                sink.push(Finding::new(&GAP, what).of(tool));
                break;
            }
        }
        chains.push(Chain { tool: tool.to_owned(), versions: versions.into_values().collect() });
    }
    chains
}

fn place(path: &str) -> Option<(&str, u32)> {
    let (tool, file) = path.split_once('/')?;
    let number = file.strip_prefix('v')?.strip_suffix(".json")?;
    let canonical = !number.starts_with('0') && number.chars().all(|character| character.is_ascii_digit());
    canonical.then(|| number.parse().ok()).flatten().map(|version| (tool, version))
}

fn invalid(path: &str, problem: &str) -> Finding {
    Finding::new(&INVALID, format_args!("{}: {problem}", shown(path)))
}

fn document(file: &ContractFile, sink: &mut Sink) -> Option<ContractDocument> {
    // Readers differ in which of two equal keys they take, so a hash of either would pin nothing.
    for twice in spans(&file.text).iter().flat_map(Spans::duplicates) {
        let Position { line, column } = twice.position;
        let what = format!("at line {line}, column {column}: {} stands twice", shown(&twice.pointer));
        sink.push(invalid(&file.path, &what));
    }
    let value: Value = match serde_json::from_str(&file.text) {
        Ok(value) => value,
        Err(problem) => {
            sink.push(invalid(&file.path, &format!("not valid JSON: {}", shown(&problem.to_string()))));
            return None;
        }
    };
    match typed::<ContractDocument>(&value) {
        Ok(document) if document.description.trim().is_empty() => {
            sink.push(invalid(&file.path, "at /description: it is empty"));
            Some(document)
        }
        Ok(document) => Some(document),
        Err(misfit) => {
            let (place, problem) = (misfit.pointer(), shown(misfit.problem()));
            let what = if place.is_empty() {
                problem.to_string()
            } else {
                format!("at {}: {problem}", shown(&place))
            };
            sink.push(invalid(&file.path, &what));
            None
        }
    }
}

fn check_schemas(contract: &Contract, tool: &str, sink: &mut Sink) {
    let document = &contract.document;
    let schemas =
        [("inputSchema", Some(&document.input_schema)), ("outputSchema", document.output_schema.as_ref())];
    for (member, schema) in schemas {
        let Some(schema) = schema else {
            continue;
        };
        if let Err(problem) = Validator::new(schema) {
            let what = format!("{} {member} is no usable schema: {}", shown(&contract.path), shown(&problem));
            sink.push(Finding::new(&INVALID_SCHEMA, what).of(tool));
        }
    }
    if document.input_schema.get("type").and_then(Value::as_str) != Some("object") {
        let what = format!("{} inputSchema does not say `\"type\": \"object\"`", shown(&contract.path));
        sink.push(Finding::new(&INVALID_SCHEMA, what).of(tool));
    }
}
