use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::case::Run;
use super::check::record;
use super::rows;
use crate::canonical::canonical_json;
use crate::config::Suite;
use crate::jsonpath::equal;
use crate::probes::Answer;
use crate::rules::Finding;
use crate::session::Capture;
use crate::surface::join_pointer;
use crate::text::{shown, shown_within, word_diff};

/// How much of a value is quoted.
const EXCERPT: usize = 160;

/// The golden files of a config, by the path it gives.
pub type Goldens = BTreeMap<String, GoldenFile>;

/// What a host found at the path of a golden file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GoldenFile {
    /// Its text; absent when there is no such file.
    pub text: Option<String>,
    /// Why it cannot be read, as a clause.
    pub problem: Option<String>,
}

/// Why a host must not touch a golden path: it leads out of the config's folder without saying so.
///
/// An absolute path is taken as it is: whoever writes one means it.
#[must_use]
pub fn path_problem(path: &str) -> Option<&'static str> {
    if path.trim().is_empty() {
        return Some("the path is empty");
    }
    let mut letters = path.chars();
    let drive =
        letters.next().is_some_and(|first| first.is_ascii_alphabetic()) && letters.next() == Some(':');
    if path.starts_with(['/', '\\']) || drive {
        return None;
    }
    let mut depth = 0_usize;
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None => return Some("the path leads out of the folder of the config; give an absolute one"),
            },
            _ => depth += 1,
        }
    }
    None
}

/// Compares the output of a case with its snapshot.
pub(super) fn check(run: &Run<'_>, result: &Value, path: &str, goldens: &Goldens) -> Finding {
    let below = ["expect", "golden"];
    let name = shown(path);
    let unreadable = |why: &str| {
        run.fails(
            &rows::GOLDEN_UNREADABLE,
            &below,
            format!("the golden file `{name}` cannot be used: {}", shown(why)),
        )
    };
    if let Some(problem) = path_problem(path) {
        return unreadable(problem);
    }
    let file = goldens.get(path);
    if let Some(problem) = file.and_then(|file| file.problem.as_deref()) {
        return unreadable(problem);
    }
    let Some(text) = file.and_then(|file| file.text.as_deref()) else {
        return run.fails(&rows::GOLDEN_MISSING, &below, format!("the golden file `{name}` does not exist"));
    };
    let golden: Value = match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(Value::Object(members)) => normalised(&Value::Object(members)),
        Ok(_) => return unreadable("it is no JSON object"),
        Err(error) => return unreadable(&format!("it is no JSON: {error}")),
    };
    let actual = normalised(result);
    let Some(difference) = first_difference(&golden, &actual) else {
        return run.holds(&rows::GOLDEN, &below, format!("the output is that of `{name}`"));
    };
    let what = format!("the output differs from `{name}` at {}", shown(&difference.pointer));
    let mut finding = run.fails(&rows::GOLDEN, &below, what);
    if let (Some(Value::String(before)), Some(Value::String(after))) =
        (difference.expected, difference.actual)
    {
        finding.diff = Some(word_diff(before, after));
    }
    finding.expected(excerpt(difference.expected), excerpt(difference.actual))
}

fn excerpt(value: Option<&Value>) -> String {
    value.map_or_else(
        || "nothing".to_owned(),
        |value| shown_within(&canonical_json(value), EXCERPT).to_string(),
    )
}

/// What of a result is compared: not `_meta`, and `isError: false` is the same as none.
fn normalised(result: &Value) -> Value {
    let mut kept = Map::new();
    for member in ["content", "structuredContent"] {
        if let Some(value) = result.get(member).filter(|value| !value.is_null()) {
            kept.insert(member.to_owned(), value.clone());
        }
    }
    kept.insert("isError".to_owned(), json!(result.get("isError") == Some(&Value::Bool(true))));
    Value::Object(kept)
}

/// The first place at which two values differ.
struct Difference<'a> {
    pointer: String,
    expected: Option<&'a Value>,
    actual: Option<&'a Value>,
}

fn first_difference<'a>(expected: &'a Value, actual: &'a Value) -> Option<Difference<'a>> {
    let (mut pointer, mut expected, mut actual) = (String::new(), expected, actual);
    if equal(expected, actual) {
        return None;
    }
    loop {
        let inner = match (expected, actual) {
            (Value::Object(left), Value::Object(right)) => left
                .keys()
                .chain(right.keys())
                .map(|name| (name.clone(), left.get(name), right.get(name)))
                .find(|(_, left, right)| differ(*left, *right)),
            (Value::Array(left), Value::Array(right)) => (0..left.len().max(right.len()))
                .map(|at| (at.to_string(), left.get(at), right.get(at)))
                .find(|(_, left, right)| differ(*left, *right)),
            _ => None,
        };
        match inner {
            None => return Some(Difference { pointer, expected: Some(expected), actual: Some(actual) }),
            Some((token, left, right)) => {
                pointer = join_pointer(&pointer, &token);
                match (left, right) {
                    (Some(left), Some(right)) => (expected, actual) = (left, right),
                    (expected, actual) => return Some(Difference { pointer, expected, actual }),
                }
            }
        }
    }
}

fn differ(left: Option<&Value>, right: Option<&Value>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => !equal(left, right),
        (None, None) => false,
        _ => true,
    }
}

/// The golden files that a capture gives, by the path in the config: what `--update-golden` writes. A case
/// without a result or with the wrong `isError`, and a path that may not be written, give none.
#[must_use]
pub fn snapshots(capture: &Capture, suites: &[Suite]) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (at, suite) in suites.iter().enumerate() {
        for (index, case) in suite.cases.iter().enumerate() {
            let (Some(path), Some(record)) = (&case.expect.golden, record(capture, (at, index))) else {
                continue;
            };
            let answer = Answer::of(capture, record);
            let Some(result) = answer.result() else { continue };
            let is_error = matches!(answer, Answer::ToolError(_));
            // A snapshot of a failure would hide it from then on.
            if case.expect.tool_is_error.is_some_and(|expected| expected != is_error) {
                continue;
            }
            if path_problem(path).is_none() {
                let mut text = serde_json::to_string_pretty(&normalised(result)).unwrap_or_default();
                text.push('\n');
                files.entry(path.clone()).or_insert(text);
            }
        }
    }
    files
}
