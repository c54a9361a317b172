use crate::report::{Report, ResultRow, ServerIdentity, Summary};
use crate::rules::Finding;

/// What a check of contracts found, as the report that every reporter reads.
pub type ContractsReport = Report;
/// One line of it.
pub type ContractsRow = ResultRow;

/// The report of a list of findings.
#[must_use]
pub(super) fn report(findings: Vec<Finding>, timestamp: &str) -> Report {
    let results: Vec<ResultRow> = findings
        .into_iter()
        .map(|finding| {
            let status = finding.outcome;
            ResultRow::new(finding, status)
        })
        .collect();
    Report {
        schema_version: 1,
        version: crate::VERSION.to_owned(),
        timestamp: timestamp.to_owned(),
        command: "contracts".to_owned(),
        server: ServerIdentity::default(),
        summary: Summary::of(&results),
        bump: None,
        incomplete: None,
        results,
    }
}
