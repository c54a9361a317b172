use serde_json::Value;

use super::case::Run;
use super::rows;
use crate::probes::Answer;
use crate::rules::Finding;
use crate::schema::validate;
use crate::text::{shown, shown_within};

/// How many violations are told one by one.
const TOLD: usize = 5;

/// `output_matches_schema`: the structured content must be valid under the tool's `outputSchema`.
pub(super) fn check(run: &Run<'_>, result: &Value) -> Vec<Finding> {
    let below = ["expect", "output_matches_schema"];
    let fails = |what: String| run.fails(&rows::OUTPUT_SCHEMA, &below, what);
    let Some(schema) = run.tool.output_schema() else {
        return vec![fails("the tool declares no outputSchema".to_owned())];
    };
    if matches!(run.answer, Answer::ToolError(_)) {
        let finding = fails("the result is an error, so there is no output to validate".to_owned());
        return vec![finding.expected("an output that the outputSchema accepts", run.answer.describe())];
    }
    let Some(output) = result.get("structuredContent") else {
        let finding = fails("the result has no structuredContent".to_owned());
        return vec![
            finding.expected("structuredContent that the outputSchema accepts", run.answer.describe()),
        ];
    };
    let violations = match validate(schema, output) {
        Ok(violations) => violations,
        Err(why) => return vec![fails(format!("the outputSchema cannot be used: {}", shown(&why)))],
    };
    if violations.is_empty() {
        return vec![run.holds(&rows::OUTPUT_SCHEMA, &below, "the output is valid under the outputSchema")];
    }
    let told = violations.iter().take(TOLD);
    let mut findings: Vec<Finding> = told
        .map(|violation| {
            let place = match violation.instance_pointer.as_str() {
                "" => "the output".to_owned(),
                pointer => shown(pointer).to_string(),
            };
            let mut finding =
                fails(format!("{place} breaks the outputSchema: {}", shown_within(&violation.message, 200)));
            let rule = violation.schema_pointer.as_str();
            finding.pointer = Some(format!("{}{rule}", run.tool.at("outputSchema")));
            finding
        })
        .collect();
    if let (Some(last), more @ 1..) = (findings.last_mut(), violations.len().saturating_sub(TOLD)) {
        last.what.push_str(&format!("; and {more} more violation(s)"));
    }
    findings
}
