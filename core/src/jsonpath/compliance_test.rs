//! The official compliance test suite of RFC 9535. It is not ours to ship: a development dependency of the npm
//! package carries it.

use std::path::Path as FilePath;

use serde_json::Value;

use super::Path;

const SUITE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../npm/node_modules/jsonpath-rfc9535/src/__tests__/jsonpath-compliance-test-suite/cts.json"
);

/// What is wrong with the answer to one case of the suite; `None` when nothing is.
fn wrong(case: &Value) -> Option<String> {
    let selector = case["selector"].as_str()?;
    let parsed = Path::parse(selector);
    if case["invalid_selector"] == true {
        return parsed.is_ok().then(|| "taken, and is no path".to_owned());
    }
    let found = match parsed
        .map(|path| path.query(&case["document"]).map(|found| found.into_iter().cloned().collect::<Value>()))
    {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return Some(format!("not answered: {error}")),
        Err(error) => return Some(format!("refused: {error}")),
    };
    let is_right = case["results"].as_array().map_or(found == case["result"], |any| any.contains(&found));
    (!is_right).then(|| format!("found {found}"))
}

#[test]
#[expect(clippy::print_stderr, reason = "a skip that nobody is told of looks like a test")]
fn every_case_of_the_compliance_test_suite_is_answered_as_it_says() {
    if !FilePath::new(SUITE).exists() {
        assert!(std::env::var_os("CI").is_none(), "{SUITE} is not installed: run `make setup`");
        eprintln!(
            "skipped 1: the JSONPath compliance test suite is not installed (`make setup` installs it)"
        );
        return;
    }
    let suite: Value = serde_json::from_str(&std::fs::read_to_string(SUITE).unwrap()).unwrap();
    let cases = suite["tests"].as_array().unwrap();
    assert!(cases.len() > 600, "only {} cases", cases.len());
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| Some(format!("{}: {} {}", case["name"], case["selector"], wrong(case)?)))
        .collect();
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
