use serde_json::Value;

use super::case::Run;
use super::operators::Expectation;
use super::rows;
use crate::jsonpath::Path;
use crate::rules::Finding;
use crate::text::{shown, shown_within};

/// How much of a value is quoted.
const EXCERPT: usize = 160;
/// How many of several values are quoted.
const QUOTED: usize = 5;

/// One entry of `jsonpath`: a path into the whole result, and what must stand there.
pub(super) fn check(run: &Run<'_>, result: &Value, path: &str, expected: &Value) -> Finding {
    let below = ["expect", "jsonpath", path];
    let shown_path = shown(path);
    let parsed = match Path::parse(path) {
        Ok(parsed) => parsed,
        Err(error) => {
            return run.fails(
                &rows::JSONPATH_INVALID,
                &below,
                format!("`{shown_path}` is no JSONPath: {error}"),
            );
        }
    };
    let expectation = match Expectation::read(expected) {
        Ok(expectation) => expectation,
        Err(problem) => {
            return run.fails(&rows::JSONPATH_INVALID, &below, format!("`{shown_path}`: {problem}"));
        }
    };
    let nodes = match parsed.query(result) {
        Ok(nodes) => nodes,
        Err(error) => {
            return run.fails(&rows::JSONPATH_INVALID, &below, format!("`{shown_path}`: {error}"));
        }
    };
    let wanted = shown_within(&expectation.describe(), EXCERPT).to_string();
    if expectation.holds(&nodes, parsed.is_singular()) {
        return run.holds(&rows::JSONPATH, &below, format!("`{shown_path}` is {wanted}"));
    }
    let what = format!("`{shown_path}` is not what the case expects");
    run.fails(&rows::JSONPATH, &below, what).expected(wanted, found(&nodes))
}

fn found(nodes: &[&Value]) -> String {
    if nodes.is_empty() {
        return "nothing at this path".to_owned();
    }
    let quoted: Vec<String> =
        nodes.iter().take(QUOTED).map(|node| shown_within(&node.to_string(), EXCERPT).to_string()).collect();
    let more = if nodes.len() > quoted.len() {
        format!(" and {} more", nodes.len() - quoted.len())
    } else {
        String::new()
    };
    format!("{}{more}", quoted.join(", "))
}
