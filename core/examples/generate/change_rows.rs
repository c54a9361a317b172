//! Examples for the rules about schema changes, from `fixtures/drift/schema`: what a diff says of each pair.

use std::{fs, io};

use mcpward_core::engine::{CheckRequest, check};
use serde_json::{Value, json};

use super::told::told;

const FOLDER: &str = "fixtures/drift/schema";

/// The pairs of schemas, one or more a rule.
pub(crate) struct ChangeRows {
    /// The rule without family and side, and the folder.
    cases: Vec<(String, String)>,
}

impl ChangeRows {
    pub(crate) fn read() -> io::Result<Self> {
        let index: Vec<Value> = serde_json::from_str(&fs::read_to_string(format!("{FOLDER}/index.json"))?)?;
        let text = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
        let cases = index.iter().filter_map(|entry| Some((text(entry, "rule")?, text(entry, "case")?)));
        Ok(Self { cases: cases.collect() })
    }

    /// Both schemas and the finding, for a rule that has a pair.
    pub(crate) fn example(&self, rule: &str) -> Option<String> {
        let name = rule.strip_prefix("drift/")?;
        let sides =
            [(name, "inputSchema"), (name.strip_prefix("output-").unwrap_or_default(), "outputSchema")];
        sides.into_iter().find_map(|(name, member)| {
            let (_, case) = self.cases.iter().find(|(known, _)| known == name)?;
            compared(case, member, rule)
        })
    }
}

fn compared(case: &str, member: &str, rule: &str) -> Option<String> {
    let side = |file: &str| fs::read_to_string(format!("{FOLDER}/{case}/{file}")).ok();
    let (old, new): (Value, Value) =
        (serde_json::from_str(&side("old.json")?).ok()?, serde_json::from_str(&side("new.json")?).ok()?);
    let surface = |schema: &Value| {
        let mut tool = json!({ "name": "t", "description": "Does it.", "inputSchema": { "type": "object" } });
        if let Some(members) = tool.as_object_mut() {
            members.insert(member.to_owned(), schema.clone());
        }
        json!({ "tools": [tool] }).to_string()
    };
    let request =
        json!({ "command": "diff", "baseline": surface(&old), "against": surface(&new), "config": {} });
    let request: CheckRequest = serde_json::from_value(request).ok()?;
    let report = check(&request).ok()?;
    let told = told(&report, |row| row.rule.as_deref() == Some(rule));
    (!told.is_empty()).then(|| format!("before  {old}\nafter   {new}\n{told}"))
}
