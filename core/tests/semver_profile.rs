//! `profile: semver`, cell by cell: every kind of change on the side of callers and on the side of readers,
//! what it asks for, and where the default profile answers otherwise.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails here")]

use mcpward_core::engine::{CheckRequest, check};
use mcpward_core::report::{Report, ResultRow};
use mcpward_core::rules::{Bump, Outcome};
use serde_json::{Value, json};

/// What one cell of the table asks for; `None` where the table is silent.
type Cell = Option<Bump>;
const BREAKING: Cell = Some(Bump::Major);
const MINOR: Cell = Some(Bump::Minor);

struct Row {
    what: &'static str,
    old: Value,
    new: Value,
    input: Cell,
    output: Cell,
}

fn object(properties: &Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required })
}

/// A schema whose `x` reads as given, beside one that stays as it is.
fn with_x(schema: &Value) -> Value {
    object(&json!({ "q": { "type": "string" }, "x": schema }), &["q"])
}

fn without_x() -> Value {
    object(&json!({ "q": { "type": "string" } }), &["q"])
}

fn rows() -> Vec<Row> {
    let text = json!({ "type": "string" });
    let required = object(&json!({ "q": { "type": "string" }, "x": { "type": "string" } }), &["q", "x"]);
    let row = |what, old: &Value, new: &Value, input, output| Row {
        what,
        old: old.clone(),
        new: new.clone(),
        input,
        output,
    };
    let list = json!({ "type": "array" });
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let closed = |open: bool| {
        let mut schema = without_x();
        schema["additionalProperties"] = json!(open);
        schema
    };
    let undeclared = json!({ "type": "object", "required": ["x"] });
    let bare = json!({ "type": "object" });
    vec![
        row("new required field", &without_x(), &required, BREAKING, MINOR),
        row("new required field that is not declared", &bare, &undeclared, BREAKING, MINOR),
        row("new optional field", &without_x(), &with_x(&text), MINOR, MINOR),
        row("required field removed", &required, &without_x(), BREAKING, BREAKING),
        row("optional field removed", &with_x(&text), &without_x(), MINOR, BREAKING),
        row("optional becomes required", &with_x(&text), &required, BREAKING, MINOR),
        row("required becomes optional", &required, &with_x(&text), MINOR, BREAKING),
        row(
            "type narrowed",
            &with_x(&json!({ "type": ["string", "number"] })),
            &with_x(&text),
            BREAKING,
            MINOR,
        ),
        row(
            "enum value added",
            &with_x(&json!({ "enum": ["a", "b"] })),
            &with_x(&json!({ "enum": ["a", "b", "c"] })),
            MINOR,
            BREAKING,
        ),
        row(
            "enum value removed",
            &with_x(&json!({ "enum": ["a", "b", "c"] })),
            &with_x(&json!({ "enum": ["a", "b"] })),
            BREAKING,
            MINOR,
        ),
        row("items added to an array", &with_x(&list), &with_x(&texts), BREAKING, MINOR),
        row("items removed from an array", &with_x(&texts), &with_x(&list), MINOR, BREAKING),
        row("additionalProperties true to false", &closed(true), &closed(false), BREAKING, None),
    ]
}

fn compared(old: &Value, new: &Value, profile: &str) -> Report {
    let request = json!({
        "command": "diff", "baseline": old.to_string(), "against": new.to_string(),
        "config": { "checks": { "drift": { "profile": profile } } },
        "host": { "timestamp": "2026-11-30T00:00:00Z" }
    });
    check(&serde_json::from_value::<CheckRequest>(request).unwrap()).unwrap()
}

fn listing(member: &str, schema: &Value) -> Value {
    let mut tool = json!({ "name": "t", "description": "Does it.", "inputSchema": { "type": "object" } });
    tool[member] = schema.clone();
    json!({ "tools": [tool] })
}

fn of_row(row: &Row, member: &str, profile: &str) -> Report {
    compared(&listing(member, &row.old), &listing(member, &row.new), profile)
}

fn failing(report: &Report) -> Vec<&ResultRow> {
    report.results.iter().filter(|row| row.status == Outcome::Fail && row.id != "drift/summary").collect()
}

#[test]
fn every_cell_of_the_table_holds() {
    let mut wrong = Vec::new();
    for row in rows() {
        for (member, cell) in [("inputSchema", row.input), ("outputSchema", row.output)] {
            let report = of_row(&row, member, "semver");
            let fails = !failing(&report).is_empty();
            let expected = cell.is_some_and(|bump| bump == Bump::Major);
            // Where the table is silent, anything but a break will do.
            let right = fails == expected && cell.is_none_or(|bump| report.bump == Some(bump));
            if !right {
                wrong.push(format!("{} {member}: {:?}, fails: {fails}", row.what, report.bump));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn definitions_that_come_and_go_and_texts_that_change() {
    let whole = json!({
        "tools": [{ "name": "t", "title": "T", "description": "Does it.", "inputSchema": { "type": "object" } }],
        "resources": [{ "uri": "file:///a", "name": "a" }],
        "prompts": [{ "name": "p" }],
    });
    let edited = |edit: &dyn Fn(&mut Value)| {
        let mut surface = whole.clone();
        edit(&mut surface);
        surface
    };
    for kind in ["tools", "resources", "prompts"] {
        let less = edited(&|surface| surface[kind] = json!([]));
        assert_eq!(compared(&whole, &less, "semver").bump, Some(Bump::Major), "{kind}");
        assert_eq!(failing(&compared(&whole, &less, "semver")).len(), 1, "{kind}");
        assert_eq!(compared(&less, &whole, "semver").bump, Some(Bump::Minor), "{kind}");
        assert!(failing(&compared(&less, &whole, "semver")).is_empty(), "{kind}");
    }
    for member in ["title", "description"] {
        let other = edited(&|surface| surface["tools"][0][member] = json!("Says something else."));
        let report = compared(&whole, &other, "semver");
        assert_eq!(report.bump, Some(Bump::Patch), "{member}");
        assert!(failing(&report).is_empty(), "{member}");
    }
}

#[test]
fn a_change_of_text_fails_under_this_profile_where_the_team_asks_for_it() {
    let old = listing("inputSchema", &without_x());
    let mut new = old.clone();
    new["tools"][0]["description"] = json!("Does it, and mails it.");
    let request = json!({
        "command": "diff", "baseline": old.to_string(), "against": new.to_string(),
        "config": { "checks": { "drift": { "profile": "semver", "fail_on": ["description_changed"] } } },
        "host": { "timestamp": "2026-11-30T00:00:00Z" }
    });
    let report = check(&serde_json::from_value::<CheckRequest>(request).unwrap()).unwrap();
    assert_eq!(failing(&report).len(), 1);
}

#[test]
fn the_default_profile_differs_in_these_cells_only_and_shows_why() {
    let mut differing = Vec::new();
    for row in rows() {
        for (member, cell) in [("inputSchema", row.input), ("outputSchema", row.output)] {
            let report = of_row(&row, member, "default");
            let fails = failing(&report);
            if fails.is_empty() == cell.is_some_and(|bump| bump == Bump::Major) {
                let witness = fails.iter().find_map(|row| row.witness.as_ref()).map(ToString::to_string);
                differing.push(format!("{} {member}: {}", row.what, witness.unwrap_or_default()));
            }
        }
    }
    assert_eq!(differing, [r#"optional field removed inputSchema: {"q":"","x":""}"#]);
}

/// The page that people read is the table that the tests check.
#[test]
fn the_page_has_exactly_these_rows() {
    let page = include_str!("../../docs/semver-profile.md");
    let word = |cell: Cell| match cell {
        Some(Bump::Major) => "major",
        Some(Bump::Minor) => "minor",
        _ => "not a break",
    };
    let expected: Vec<String> = rows()
        .iter()
        .map(|row| format!("| {} | {} | {} |", row.what, word(row.input), word(row.output)))
        .collect();
    let shown: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| change")).collect();
    assert_eq!(shown, expected);
}
