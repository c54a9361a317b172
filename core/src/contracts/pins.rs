use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::chain::{ContractFile, chains};
use super::report::report;
use super::rows::{PIN_MISMATCH, PIN_MISSING};
use crate::gathered::gathered;
use crate::json::typed;
use crate::report::Report;
use crate::rules::{Finding, Sink};
use crate::text::{quoted, shown};

/// The file `pinned_tools.lock.json`: the hash of every version of every contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pins {
    /// Always 1.
    pub pins_version: u32,
    /// By tool, then by version (`v1`): `sha256:` and 64 hexadecimal digits.
    pub tools: BTreeMap<String, BTreeMap<String, String>>,
}

/// The pins of a folder of contracts.
#[must_use]
pub fn build_pins(files: &[ContractFile]) -> Pins {
    let mut tools: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for chain in chains(files, &mut Sink::default()) {
        let versions = chain.versions.iter().map(|version| (format!("v{}", version.version), version.hash()));
        tools.insert(chain.tool, gathered(versions));
    }
    Pins { pins_version: 1, tools }
}

impl Pins {
    /// The file, 2-space JSON with a final newline. The same contracts give the same bytes.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = crate::text::escape_invisible(&serde_json::to_string_pretty(self).unwrap_or_default());
        text.push('\n');
        text
    }

    /// The hash of the newest version of a tool.
    #[must_use]
    pub fn latest(&self, tool: &str) -> Option<(&str, &str)> {
        let number = |version: &str| version.trim_start_matches('v').parse::<u32>().unwrap_or(0);
        let versions = self.tools.get(tool)?;
        let (version, hash) = versions.iter().max_by_key(|(version, _)| number(version))?;
        Some((version, hash))
    }
}

/// Whether a text means to be a pin file.
#[must_use]
pub fn is_pins(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let members: Option<Map<String, Value>> = serde_json::from_str(text).ok();
    members.is_some_and(|members| members.contains_key("pinsVersion") && !members.contains_key("meta"))
}

/// Reads a pin file.
///
/// # Errors
/// One line: what is wrong and where.
pub fn read_pins(text: &str) -> Result<Pins, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let document: Value = serde_json::from_str(text)
        .map_err(|problem| format!("not valid JSON: {}", shown(&problem.to_string())))?;
    let pins: Pins = typed(&document).map_err(|misfit| {
        let (place, problem) = (misfit.pointer(), shown(misfit.problem()));
        if place.is_empty() { problem.to_string() } else { format!("at {}: {problem}", shown(&place)) }
    })?;
    if pins.pins_version == 1 {
        Ok(pins)
    } else {
        Err(format!("pinsVersion {} is newer than this mcpward reads (1)", pins.pins_version))
    }
}

/// Compares the pins on disk with the contracts.
#[must_use]
pub fn check_pins(files: &[ContractFile], pinned: &Pins, timestamp: &str) -> Report {
    let built = build_pins(files);
    let mut sink = Sink::default();
    let tools: BTreeSet<&String> = gathered(built.tools.keys().chain(pinned.tools.keys()));
    let none = BTreeMap::new();
    for tool in tools {
        let (now, then) = (built.tools.get(tool).unwrap_or(&none), pinned.tools.get(tool).unwrap_or(&none));
        let versions: BTreeSet<&String> = gathered(now.keys().chain(then.keys()));
        for version in versions {
            let name = format!("Tool {} {}", quoted(tool), shown(version));
            let finding = match (now.get(version), then.get(version)) {
                (Some(hash), Some(pin)) if hash == pin => continue,
                (Some(hash), Some(pin)) => {
                    let what = format!("{name} is not what was pinned");
                    Finding::new(&PIN_MISMATCH, what).expected(shown(pin), hash)
                }
                (Some(_), None) => Finding::new(&PIN_MISSING, format_args!("{name} is not pinned")),
                (None, _) => Finding::new(&PIN_MISSING, format_args!("{name} is pinned and has no contract")),
            };
            sink.push(finding.of(tool));
        }
    }
    report(sink.into_findings(), timestamp)
}
