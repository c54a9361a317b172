use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::contract::read_side;
use super::drift::Fresh;
use super::error::EngineError;
use crate::contracts::{Pins, contract_hash, is_pins, read_pins};
use crate::lockfile::{Coverage, Format, Lock};
use crate::rules::drift::PIN_MISMATCH;
use crate::rules::{Finding, Verdict};
use crate::surface::{Definition, Kind, Surface};
use crate::text::{quoted, shown};

/// What stands on one side of a comparison: definitions, or only their hashes.
pub(super) struct Comparable {
    /// With hashes only: the names of the tools.
    pub(super) lock: Lock,
    pub(super) pins: Option<Pins>,
}

/// Reads a side of a comparison that may be a pin file.
pub(super) fn read_comparable(text: &str, side: &'static str) -> Result<Comparable, EngineError> {
    if !is_pins(text) {
        return Ok(Comparable { lock: read_side(text, side)?, pins: None });
    }
    let pins = read_pins(text).map_err(|problem| EngineError::Pins { side, problem })?;
    let named = |name: &String| {
        Definition::new(Kind::Tool, Map::from_iter([("name".to_owned(), Value::from(name.as_str()))]))
    };
    let surface = Surface { tools: pins.tools.keys().map(named).collect(), ..Surface::default() };
    let coverage = Coverage { kinds: vec![Kind::Tool], server: false, tool_members: Some(&["name"]) };
    let lock = Lock {
        format: Format::Pins,
        coverage,
        surface,
        text_hashes: None,
        output_shapes: BTreeMap::new(),
        meta: None,
    };
    Ok(Comparable { lock, pins: Some(pins) })
}

/// The tools whose hash is not the one that is pinned. What changed in them is not known.
///
/// # Errors
/// The other side does not keep all that the hash is made of.
pub(super) fn changes(old: &Comparable, new: &Fresh<'_>) -> Result<Vec<Finding>, EngineError> {
    if old.pins.is_none() && new.pins.is_none() {
        return Ok(Vec::new());
    }
    let is_partial =
        |pins: Option<&Pins>, coverage: &Coverage| pins.is_none() && coverage.tool_members.is_some();
    for (side, is_partial) in [
        ("baseline", is_partial(old.pins.as_ref(), &old.lock.coverage) || old.lock.text_hashes.is_some()),
        ("against", is_partial(new.pins, &new.coverage) || new.has_text_hashes),
    ] {
        if is_partial {
            let problem =
                "it does not keep the whole definitions, so they cannot be compared with pinned hashes";
            return Err(EngineError::Pins { side, problem: problem.to_owned() });
        }
    }
    let mut findings = Vec::new();
    for after in &new.surface.tools {
        let Some(before) = old.lock.surface.tools.iter().find(|tool| tool.key() == after.key()) else {
            continue;
        };
        let (was, is) = (hash(before, old.pins.as_ref()), hash(after, new.pins));
        if was != is {
            findings.push(mismatch(after, (&was, &is), old.pins.as_ref()));
        }
    }
    Ok(findings)
}

fn hash(tool: &Definition, pins: Option<&Pins>) -> String {
    match pins.and_then(|pins| pins.latest(tool.key())) {
        Some((_, hash)) => hash.to_owned(),
        None => contract_hash(tool),
    }
}

fn mismatch(tool: &Definition, (was, is): (&str, &str), pins: Option<&Pins>) -> Finding {
    let what = format!("Tool {} is not what was pinned", quoted(tool.key()));
    let mut finding = Finding::new(&PIN_MISMATCH, what).of(tool.key()).at(tool.pointer());
    let older = pins.and_then(|pins| pins.tools.get(tool.key())).into_iter().flatten();
    let older = older.filter(|(_, hash)| *hash == is).map(|(version, _)| version).next();
    finding.verdict = Some(Verdict::Undecided);
    finding.reason = Some(match older {
        Some(version) => format!("it is the older {}", shown(version)),
        None => "only hashes are pinned, so what changed in it is not known".to_owned(),
    });
    finding.expected(shown(was), shown(is))
}
